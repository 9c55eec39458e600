#pragma once
// RawClip: animation exactly as its file has it. Tracks of keys on any property of any node,
// sampled in double precision. It is what tools compare against, and what properties, sprites and
// morph weights are played from; characters play the packed Clip that build_asset makes of it.

#include <saker/math.h>
#include <saker/result.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace saker {

enum class Interpolation : uint32_t {
  kStep,    // the value of the last key at or before the time
  kLinear,  // straight between keys; rotations by slerp on the shorter arc
  kCubic,   // Hermite with a tangent into and out of every key
};

enum class Property : uint32_t {
  kTranslation,  // 3 components
  kRotation,     // 4 components, a quaternion x y z w
  kScale,        // 3 components
  kWeights,      // one component per morph target
  kNamed,        // anything else, told apart by Target::name
};

// What a track drives.
struct Target {
  int node = -1;  // index into Scene::nodes; -1 for a property that belongs to no node
  Property property = Property::kTranslation;
  std::string name;  // for kNamed: the property's name
};

// Keys of one property. `times` are seconds, strictly increasing. `values` has, per key, `width`
// floats; for kCubic three groups of `width`: the tangent into the key, the value, the tangent out
// of it, tangents in units per second.
struct Track {
  Target target;
  Interpolation interpolation = Interpolation::kLinear;
  uint32_t width = 3;
  std::vector<float> times;
  std::vector<float> values;

  // The value of key `k`, `width` floats, without its tangents.
  std::span<const float> key(size_t k) const {
    const size_t groups = interpolation == Interpolation::kCubic ? 3 : 1;
    return {values.data() + (k * groups + (groups == 3 ? 1 : 0)) * width, width};
  }
};

// A named set of tracks. Time runs from 0 to `duration`, the last key over all tracks; a track
// whose first key is later holds its first value until then, and its last value afterwards.
struct RawClip {
  std::string name;
  std::vector<Track> tracks;
  float duration = 0;
};

// Checks a track: times finite and strictly increasing, at least one key, sizes as documented
// above. Complexity: linear in the keys.
Status check_track(const Track& track);

// The value of a track at a time in seconds, written to `out` (track.width doubles).
//
// Cubic: p(u) = (2u^3-3u^2+1) v0 + d (u^3-2u^2+u) b0 + (3u^2-2u^3) v1 + d (u^3-u^2) a1 with d the
// interval in seconds (glTF 2.0, appendix C.5); rotations are normalised afterwards. A time that
// equals a key gives that key's value as it is stored, so rotations are as unit as their keys are.
// The track must satisfy check_track. Complexity: O(log keys).
void sample_track(const Track& track, double time, std::span<double> out);

// Gives a track of plain values cubic interpolation with automatic Catmull-Rom tangents: the slope
// between the neighbours of each key, (v[k+1] - v[k-1]) / (t[k+1] - t[k-1]), one-sided at the ends.
// Rotations are first aligned so that neighbouring keys lie in one hemisphere. A track that is
// already cubic gets new tangents.
void make_catmull_rom(Track& track);

// Negates rotation keys (with their tangents) so that neighbours lie in one hemisphere, which makes
// component-wise interpolation take the short way. Other tracks stay as they are.
void align_rotation_keys(Track& track);

}  // namespace saker
