#pragma once
// Vectors, quaternions, transforms and affine matrices.
//
// Right-handed, y up, column vectors: a point p goes to M * p, and parent * child applies the child
// first. Everything is a template over the scalar: the runtime uses float, exact evaluation double.

#include <cmath>
#include <cstddef>

namespace saker {

template <class S>
struct BasicVec2 {
  S x{}, y{};
};

template <class S>
struct BasicVec3 {
  S x{}, y{}, z{};

  S& operator[](size_t i) { return (&x)[i]; }
  const S& operator[](size_t i) const { return (&x)[i]; }
};

template <class S>
struct BasicVec4 {
  S x{}, y{}, z{}, w{};
};

// A rotation as a unit quaternion x, y, z, w. The default is the identity.
template <class S>
struct BasicQuat {
  S x{}, y{}, z{}, w{1};
};

// Scale, then rotate, then translate: M = T * R * S. The default is the identity.
template <class S>
struct BasicTransform {
  BasicVec3<S> translation;
  BasicQuat<S> rotation;
  BasicVec3<S> scale{1, 1, 1};
};

// The upper three rows of a 4x4 matrix whose last row is 0 0 0 1: m[row][column], row-major, so
// that a row is one texel of a palette texture. The default is the identity.
template <class S>
struct BasicAffine {
  S m[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
};

using Vec2 = BasicVec2<float>;
using Vec3 = BasicVec3<float>;
using Vec4 = BasicVec4<float>;
using Quat = BasicQuat<float>;
using Transform = BasicTransform<float>;
using Affine = BasicAffine<float>;

using DVec3 = BasicVec3<double>;
using DQuat = BasicQuat<double>;
using DTransform = BasicTransform<double>;
using DAffine = BasicAffine<double>;

static_assert(sizeof(Vec3) == 12 && sizeof(Quat) == 16);
static_assert(sizeof(Transform) == 40 && sizeof(Affine) == 48);

// Converts between scalars, component by component.
template <class To, class From>
BasicVec3<To> cast(const BasicVec3<From>& v) {
  return {To(v.x), To(v.y), To(v.z)};
}
template <class To, class From>
BasicQuat<To> cast(const BasicQuat<From>& q) {
  return {To(q.x), To(q.y), To(q.z), To(q.w)};
}
template <class To, class From>
BasicTransform<To> cast(const BasicTransform<From>& t) {
  return {cast<To>(t.translation), cast<To>(t.rotation), cast<To>(t.scale)};
}
template <class To, class From>
BasicAffine<To> cast(const BasicAffine<From>& a) {
  BasicAffine<To> out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) out.m[r][c] = To(a.m[r][c]);
  return out;
}

template <class S>
BasicVec3<S> operator+(const BasicVec3<S>& a, const BasicVec3<S>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class S>
BasicVec3<S> operator-(const BasicVec3<S>& a, const BasicVec3<S>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class S>
BasicVec3<S> operator-(const BasicVec3<S>& v) {
  return {-v.x, -v.y, -v.z};
}
template <class S>
BasicVec3<S> operator*(const BasicVec3<S>& v, S s) {
  return {v.x * s, v.y * s, v.z * s};
}
template <class S>
S dot(const BasicVec3<S>& a, const BasicVec3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class S>
BasicVec3<S> cross(const BasicVec3<S>& a, const BasicVec3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class S>
S length(const BasicVec3<S>& v) {
  return std::sqrt(dot(v, v));
}
// The vector at unit length; a zero vector stays zero.
template <class S>
BasicVec3<S> normalize(const BasicVec3<S>& v) {
  const S l = length(v);
  return l > 0 ? v * (S(1) / l) : v;
}
template <class S>
BasicVec3<S> lerp(const BasicVec3<S>& a, const BasicVec3<S>& b, S t) {
  return a * (S(1) - t) + b * t;
}

template <class S>
S dot(const BasicQuat<S>& a, const BasicQuat<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <class S>
BasicQuat<S> operator-(const BasicQuat<S>& q) {
  return {-q.x, -q.y, -q.z, -q.w};
}
template <class S>
BasicQuat<S> conjugate(const BasicQuat<S>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}
// The rotation b followed by a.
template <class S>
BasicQuat<S> operator*(const BasicQuat<S>& a, const BasicQuat<S>& b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
// The quaternion at unit length; one without length becomes the identity.
template <class S>
BasicQuat<S> normalize(const BasicQuat<S>& q) {
  const S l = std::sqrt(dot(q, q));
  if (!(l > 0)) return {};
  return {q.x / l, q.y / l, q.z / l, q.w / l};
}
// The rotation by `angle` radians about a unit axis.
template <class S>
BasicQuat<S> rotation_about(const BasicVec3<S>& axis, S angle) {
  const S s = std::sin(angle / 2);
  return {axis.x * s, axis.y * s, axis.z * s, std::cos(angle / 2)};
}
template <class S>
BasicVec3<S> rotate(const BasicQuat<S>& q, const BasicVec3<S>& v) {
  const BasicVec3<S> u{q.x, q.y, q.z};
  const BasicVec3<S> t = cross(u, v) * S(2);
  return v + t * q.w + cross(u, t);
}

// Spherical interpolation on the shorter arc (glTF 2.0, appendix C.4), linear where both are nearly
// equal. The result is as unit as the inputs are.
template <class S>
BasicQuat<S> slerp(const BasicQuat<S>& a, const BasicQuat<S>& b, S t) {
  const S d = dot(a, b);
  const S angle = std::acos(std::fmin(S(1), std::fabs(d)));
  const S sine = std::sin(angle);
  S from = S(1) - t, to = t;
  if (sine > S(1e-6)) {
    from = std::sin(angle * from) / sine;
    to = std::sin(angle * to) / sine;
  }
  if (d < 0) to = -to;
  return {from * a.x + to * b.x, from * a.y + to * b.y, from * a.z + to * b.z,
          from * a.w + to * b.w};
}

// The matrix of a transform, T * R * S. The quaternion is taken as it is, unit or not.
template <class S>
BasicAffine<S> compose(const BasicTransform<S>& t) {
  const auto& [x, y, z, w] = t.rotation;
  const BasicVec3<S>& s = t.scale;
  const BasicVec3<S>& p = t.translation;
  BasicAffine<S> a;
  a.m[0][0] = (1 - 2 * (y * y + z * z)) * s.x;
  a.m[0][1] = 2 * (x * y - z * w) * s.y;
  a.m[0][2] = 2 * (x * z + y * w) * s.z;
  a.m[0][3] = p.x;
  a.m[1][0] = 2 * (x * y + z * w) * s.x;
  a.m[1][1] = (1 - 2 * (x * x + z * z)) * s.y;
  a.m[1][2] = 2 * (y * z - x * w) * s.z;
  a.m[1][3] = p.y;
  a.m[2][0] = 2 * (x * z - y * w) * s.x;
  a.m[2][1] = 2 * (y * z + x * w) * s.y;
  a.m[2][2] = (1 - 2 * (x * x + y * y)) * s.z;
  a.m[2][3] = p.z;
  return a;
}

template <class S>
BasicAffine<S> operator*(const BasicAffine<S>& a, const BasicAffine<S>& b) {
  BasicAffine<S> out;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c)
      out.m[r][c] = a.m[r][0] * b.m[0][c] + a.m[r][1] * b.m[1][c] + a.m[r][2] * b.m[2][c];
    out.m[r][3] += a.m[r][3];
  }
  return out;
}

template <class S>
BasicVec3<S> transform_vector(const BasicAffine<S>& a, const BasicVec3<S>& v) {
  return {a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
          a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
          a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z};
}
template <class S>
BasicVec3<S> transform_point(const BasicAffine<S>& a, const BasicVec3<S>& p) {
  return transform_vector(a, p) + BasicVec3<S>{a.m[0][3], a.m[1][3], a.m[2][3]};
}
// Where the origin goes: the last column.
template <class S>
BasicVec3<S> origin(const BasicAffine<S>& a) {
  return {a.m[0][3], a.m[1][3], a.m[2][3]};
}
// Column `i` of the linear part: where axis i goes.
template <class S>
BasicVec3<S> axis(const BasicAffine<S>& a, int i) {
  return {a.m[0][i], a.m[1][i], a.m[2][i]};
}
// The determinant of the linear part: negative for a mirror.
template <class S>
S determinant(const BasicAffine<S>& a) {
  return dot(axis(a, 0), cross(axis(a, 1), axis(a, 2)));
}
// The inverse; the zero matrix when the linear part is singular.
template <class S>
BasicAffine<S> inverse(const BasicAffine<S>& a) {
  const BasicVec3<S> x = axis(a, 0), y = axis(a, 1), z = axis(a, 2);
  const S d = determinant(a);
  const S s = d != 0 ? S(1) / d : S(0);
  const BasicVec3<S> rows[3] = {cross(y, z) * s, cross(z, x) * s, cross(x, y) * s};
  BasicAffine<S> out;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) out.m[r][c] = rows[r][size_t(c)];
    out.m[r][3] = -dot(rows[r], origin(a));
  }
  return out;
}

// Whether no element of two matrices differs by more than a tolerance.
template <class S>
bool nearly_equal(const BasicAffine<S>& a, const BasicAffine<S>& b, S tolerance) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) {
      if (!(std::fabs(a.m[r][c] - b.m[r][c]) <= tolerance)) return false;
    }
  }
  return true;
}

}  // namespace saker
