#pragma once
// Camera: a point of view that orbits a target, and the matrices made of it.

#include <saker/clip.h>
#include <saker/math.h>

namespace saker {

// m[row][column], row-major, for column vectors, as in Affine. The default is the identity.
struct Mat4 {
  float m[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
};

Mat4 operator*(const Mat4& a, const Mat4& b);
Mat4 operator*(const Mat4& a, const Affine& b);

// A perspective projection that looks along -z, to clip space with z from -w to w. `field_of_view`
// is the vertical angle in radians, `aspect` width / height; 0 < near_plane < far_plane.
Mat4 perspective(float field_of_view, float aspect, float near_plane, float far_plane);

// A parallel projection, `height` metres of which fit into the picture.
Mat4 orthographic(float height, float aspect, float near_plane, float far_plane);

// An orbit camera. With yaw 0 it stands on the +z side of its target, where a glTF character's face
// is; a positive yaw moves it towards +x, a positive pitch up. Any values are allowed but those
// with distance, near_plane or field_of_view at or below 0.
struct Camera {
  Vec3 target{0, 1, 0};
  float distance = 4;                // metres from the target
  float yaw = 0.6f;                  // radians
  float pitch = 0.2f;                // radians, held between +-kMaximumPitch by orbit()
  float field_of_view = 0.6108652f;  // radians, vertical: 35 degrees
  float near_plane = 0.05f;          // metres
  float far_plane = 100;

  static constexpr float kMaximumPitch = 1.55f;

  // From three quarters of the front and a little above, at such a distance that the bounds fill
  // the picture with a small margin, whichever of its sides is the shorter one. Bounds without
  // extent, or that are not finite, are seen as a metre around their middle or the origin.
  static Camera frame(const Bounds& bounds, float aspect);

  // The same point of view, moved so far back or forth, and aimed, that the bounds fill the
  // picture.
  Camera framed(const Bounds& bounds, float aspect) const;

  Vec3 eye() const;

  // World to view space: the camera at the origin looking along -z.
  Affine view() const;
  Mat4 projection(float aspect) const;

  // Moves for a pointing device, in pixels of a picture that is `height` pixels high, y down.
  // orbit() turns around the target, pan() drags it along with the pointer, zoom() comes closer by
  // a factor of 1.1 for each step and adapts the planes.
  void orbit(float dx, float dy, float height);
  void pan(float dx, float dy, float height);
  void zoom(float steps);
};

}  // namespace saker
