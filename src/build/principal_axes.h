#pragma once
// The directions in which a curve departs most from straight lines.

#include <saker/math.h>

#include <span>

namespace saker {

// The rotation that turns x, y, z to the directions, the strongest first, in which points of a
// curve at even times differ from chords over sixteen of them and from their neighbours' middle.
// That is what residuals between keys have to say.
DQuat principal_axes(std::span<const DVec3> points);

// The rotation whose matrix has the given orthonormal, right-handed columns.
DQuat rotation_from_axes(const DVec3& x, const DVec3& y, const DVec3& z);

}  // namespace saker
