#include <saker/math.h>

#include <gtest/gtest.h>

namespace saker {
namespace {

void expect_near(const DVec3& a, const DVec3& b) {
  EXPECT_NEAR(a.x, b.x, 1e-12);
  EXPECT_NEAR(a.y, b.y, 1e-12);
  EXPECT_NEAR(a.z, b.z, 1e-12);
}

const double kQuarter = std::acos(0.0);

TEST(Math, a_quarter_turn_about_z_takes_x_to_y) {
  const DQuat q = rotation_about(DVec3{0, 0, 1}, kQuarter);
  expect_near(rotate(q, DVec3{1, 0, 0}), {0, 1, 0});
  expect_near(transform_vector(compose(DTransform{{}, q, {1, 1, 1}}), DVec3{1, 0, 0}), {0, 1, 0});
}

TEST(Math, a_product_of_quaternions_applies_the_right_one_first) {
  const DQuat about_x = rotation_about(DVec3{1, 0, 0}, kQuarter);
  const DQuat about_z = rotation_about(DVec3{0, 0, 1}, kQuarter);
  expect_near(rotate(about_x * about_z, DVec3{1, 0, 0}), {0, 0, 1});
  expect_near(rotate(about_z * about_x, DVec3{1, 0, 0}), {0, 1, 0});
}

TEST(Math, a_transform_scales_then_rotates_then_translates) {
  const DTransform t{{10, 0, 0}, rotation_about(DVec3{0, 0, 1}, kQuarter), {2, 3, 4}};
  expect_near(transform_point(compose(t), DVec3{1, 1, 1}), {7, 2, 4});
}

TEST(Math, an_inverse_undoes_a_sheared_matrix) {
  const DAffine a{{{2, 1, 0, 5}, {0, 3, 0.5, -1}, {0.25, 0, -1, 2}}};
  expect_near(transform_point(inverse(a) * a, DVec3{1, 2, 3}), {1, 2, 3});
  expect_near(transform_point(a * inverse(a), DVec3{1, 2, 3}), {1, 2, 3});
  EXPECT_LT(determinant(a), 0);
}

TEST(Math, slerp_takes_the_shorter_arc_at_constant_speed) {
  const DQuat a, b = rotation_about(DVec3{0, 1, 0}, 1.2);
  const DQuat third = rotation_about(DVec3{0, 1, 0}, 0.4);
  EXPECT_NEAR(dot(slerp(a, b, 1.0 / 3), third), 1, 1e-14);
  EXPECT_NEAR(dot(slerp(a, -b, 1.0 / 3), third), 1, 1e-14);
}

}  // namespace
}  // namespace saker
