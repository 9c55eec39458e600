#include <saker/camera.h>

#include <algorithm>
#include <cmath>

namespace saker {
namespace {

bool is_finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// From the target to the camera, unit.
Vec3 backwards(float yaw, float pitch) {
  return {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
}

// In proportion to the distance, so that a hair as well as a town can be looked at; 24 bits of
// depth resolve a hundred thousandth of the distance between these.
void set_planes(Camera& camera) {
  camera.near_plane = camera.distance / 100;
  camera.far_plane = camera.distance * 200;
}

// Sideways by the yaw alone, so that looking straight down has a right side too.
Vec3 rightwards(float yaw) { return {std::cos(yaw), 0, -std::sin(yaw)}; }

}  // namespace

Mat4 operator*(const Mat4& a, const Mat4& b) {
  Mat4 out;
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      out.m[r][c] = a.m[r][0] * b.m[0][c] + a.m[r][1] * b.m[1][c] + a.m[r][2] * b.m[2][c] +
                    a.m[r][3] * b.m[3][c];
    }
  }
  return out;
}

Mat4 operator*(const Mat4& a, const Affine& b) {
  Mat4 whole;
  for (int r = 0; r < 3; ++r) std::copy(b.m[r], b.m[r] + 4, whole.m[r]);
  return a * whole;
}

Mat4 perspective(float field_of_view, float aspect, float near_plane, float far_plane) {
  const float f = 1 / std::tan(field_of_view / 2);
  const float depth = near_plane - far_plane;
  return {{{f / aspect, 0, 0, 0},
           {0, f, 0, 0},
           {0, 0, (far_plane + near_plane) / depth, 2 * far_plane * near_plane / depth},
           {0, 0, -1, 0}}};
}

Mat4 orthographic(float height, float aspect, float near_plane, float far_plane) {
  const float depth = near_plane - far_plane;
  return {{{2 / (height * aspect), 0, 0, 0},
           {0, 2 / height, 0, 0},
           {0, 0, 2 / depth, (far_plane + near_plane) / depth},
           {0, 0, 0, 1}}};
}

Camera Camera::frame(const Bounds& bounds, float aspect) { return Camera{}.framed(bounds, aspect); }

Camera Camera::framed(const Bounds& bounds, float aspect) const {
  Vec3 low = bounds.minimum, high = bounds.maximum;
  if (!is_finite(low) || !is_finite(high)) low = high = {};
  if (!(length(high - low) > 0)) {
    low = low - Vec3{0.5f, 0.5f, 0.5f};
    high = high + Vec3{0.5f, 0.5f, 0.5f};
  }
  Camera out = *this;
  out.target = (low + high) * 0.5f;
  const Vec3 back = backwards(yaw, pitch);
  const Vec3 right = rightwards(yaw);
  const Vec3 up = cross(back, right);
  out.distance = 0;
  const float slope_y = std::tan(field_of_view / 2), slope_x = slope_y * aspect;
  constexpr float kMargin = 1.08f;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p = Vec3{corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y,
                        corner & 4 ? high.z : low.z} -
                   out.target;
    // As far back as this corner needs to be inside the sides of the picture.
    const float x = std::fabs(dot(p, right)) / slope_x, y = std::fabs(dot(p, up)) / slope_y;
    out.distance = std::max(out.distance, std::max(x, y) * kMargin + dot(p, back));
  }
  set_planes(out);
  return out;
}

Vec3 Camera::eye() const { return target + backwards(yaw, pitch) * distance; }

Affine Camera::view() const {
  const Vec3 back = backwards(yaw, pitch);
  const Vec3 right = rightwards(yaw);
  const Vec3 up = cross(back, right);
  const Vec3 at = eye();
  return {{{right.x, right.y, right.z, -dot(right, at)},
           {up.x, up.y, up.z, -dot(up, at)},
           {back.x, back.y, back.z, -dot(back, at)}}};
}

Mat4 Camera::projection(float aspect) const {
  return perspective(field_of_view, aspect, near_plane, far_plane);
}

void Camera::orbit(float dx, float dy, float height) {
  // A drag over the height of the picture is half a turn.
  const float angle = 3.1415927f / std::max(height, 1.f);
  yaw = std::remainder(yaw - dx * angle, 6.2831853f);
  pitch = std::clamp(pitch + dy * angle, -kMaximumPitch, kMaximumPitch);
}

void Camera::pan(float dx, float dy, float height) {
  const Vec3 right = rightwards(yaw);
  const Vec3 up = cross(backwards(yaw, pitch), right);
  const float pixel = 2 * distance * std::tan(field_of_view / 2) / std::max(height, 1.f);
  target = target - right * (dx * pixel) + up * (dy * pixel);
}

void Camera::zoom(float steps) {
  distance = std::clamp(distance * std::pow(1.1f, -steps), 1e-4f, 1e6f);
  set_planes(*this);
}

}  // namespace saker
