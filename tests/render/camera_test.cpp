#include <saker/camera.h>

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace saker {
namespace {

Vec4 project(const Mat4& m, const Vec3& p) {
  float out[4];
  for (int r = 0; r < 4; ++r)
    out[r] = m.m[r][0] * p.x + m.m[r][1] * p.y + m.m[r][2] * p.z + m.m[r][3];
  return {out[0], out[1], out[2], out[3]};
}

TEST(Camera, stands_before_the_face_of_a_character) {
  Camera camera;
  camera.target = {1, 2, 3};
  camera.distance = 5;
  camera.yaw = camera.pitch = 0;
  EXPECT_NEAR(camera.eye().z, 8, 1e-5f);
  camera.yaw = 1.5707963f;
  EXPECT_NEAR(camera.eye().x, 6, 1e-5f);
  camera.pitch = 0.5f;
  EXPECT_GT(camera.eye().y, 2);
  const Vec3 seen = transform_point(camera.view(), camera.target);
  EXPECT_NEAR(seen.x, 0, 1e-5f);
  EXPECT_NEAR(seen.y, 0, 1e-5f);
  EXPECT_NEAR(seen.z, -5, 1e-5f);
}

TEST(Camera, projects_its_planes_onto_the_ends_of_depth) {
  Camera camera;
  const Mat4 m = camera.projection(2);
  const Vec4 nearest = project(m, {0, 0, -camera.near_plane});
  const Vec4 farthest = project(m, {0, 0, -camera.far_plane});
  EXPECT_NEAR(nearest.z / nearest.w, -1, 1e-4f);
  EXPECT_NEAR(farthest.z / farthest.w, 1, 1e-4f);
  const float high = std::tan(camera.field_of_view / 2);
  const Vec4 corner = project(m, {2 * high, high, -1});
  EXPECT_NEAR(corner.x / corner.w, 1, 1e-5f);
  EXPECT_NEAR(corner.y / corner.w, 1, 1e-5f);
  const Vec4 parallel = project(orthographic(4, 0.5f, 1, 3), {1, 2, -3});
  EXPECT_NEAR(parallel.x, 1, 1e-6f);
  EXPECT_NEAR(parallel.y, 1, 1e-6f);
  EXPECT_NEAR(parallel.z, 1, 1e-6f);
}

TEST(Camera, frames_bounds_of_any_shape) {
  const Bounds shapes[] = {{{-1, 0, -1}, {1, 2, 1}},
                           {{-100, 0, -1}, {100, 1, 1}},
                           {{5, 5, 5}, {5.001f, 5.2f, 5.001f}},
                           {{-1, -1, -50}, {1, 1, 50}}};
  for (const Bounds& bounds : shapes) {
    for (const float aspect : {0.5f, 1.f, 2.f}) {
      const Camera camera = Camera::frame(bounds, aspect);
      const Mat4 m = camera.projection(aspect) * camera.view();
      float widest = 0;
      for (int corner = 0; corner < 8; ++corner) {
        const Vec4 at = project(m, {corner & 1 ? bounds.maximum.x : bounds.minimum.x,
                                    corner & 2 ? bounds.maximum.y : bounds.minimum.y,
                                    corner & 4 ? bounds.maximum.z : bounds.minimum.z});
        EXPECT_GT(at.w, 0);
        EXPECT_LT(std::fabs(at.z / at.w), 1);
        widest = std::max({widest, std::fabs(at.x / at.w), std::fabs(at.y / at.w)});
      }
      EXPECT_LT(widest, 1);
      EXPECT_GT(widest, 0.85f);
    }
  }
}

TEST(Camera, frames_nothing_as_a_metre) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Bounds& bounds : {Bounds{}, Bounds{{nan, 0, 0}, {1, 1, 1}}}) {
    const Camera camera = Camera::frame(bounds, 1);
    EXPECT_GT(camera.distance, 1);
    EXPECT_LT(camera.distance, 5);
    EXPECT_EQ(camera.target.x, 0);
  }
}

TEST(Camera, follows_the_pointer) {
  Camera camera;
  camera.yaw = camera.pitch = 0;
  camera.target = {};
  camera.distance = 2;
  camera.orbit(0, 1e6f, 100);
  EXPECT_EQ(camera.pitch, Camera::kMaximumPitch);
  camera.pitch = 0;
  camera.orbit(-10, 0, 100);
  EXPECT_GT(camera.yaw, 0);
  camera.yaw = 0;
  // What was under the pointer stays under it.
  camera.pan(50, 0, 100);
  const Vec4 at = project(camera.projection(1) * camera.view(), {});
  EXPECT_NEAR(at.x / at.w, 1, 1e-4f);
  camera.zoom(1);
  EXPECT_NEAR(camera.distance, 2 / 1.1f, 1e-5f);
  EXPECT_LT(camera.near_plane, camera.distance);
  EXPECT_GT(camera.far_plane, camera.distance);
}

}  // namespace
}  // namespace saker
