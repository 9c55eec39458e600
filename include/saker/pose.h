#pragma once
// Poses: local joint transforms of many characters of one skeleton, laid out for SIMD.

#include <saker/math.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace saker {

// Characters side by side in a tile of a batch.
inline constexpr size_t kPoseLanes = 16;

// Local transforms of `count` characters with `joint_count` joints each, in memory owned elsewhere.
//
// Characters lie in tiles of `lanes`, and a tile holds, joint after joint, ten rows of `lanes`
// floats: translation x y z, rotation x y z w, scale x y z. So one instruction works on the same
// component of several characters. A batch has kPoseLanes lanes, and its last tile may be partly
// unused; a single character has one lane, which makes it an array of ten floats per joint.
struct PoseSpan {
  float* data = nullptr;
  size_t joint_count = 0;
  size_t count = 0;
  size_t lanes = 1;

  static constexpr size_t kComponents = 10;

  size_t tile_count() const { return (count + lanes - 1) / lanes; }
  size_t tile_size() const { return joint_count * kComponents * lanes; }
  float* tile(size_t t) const { return data + t * tile_size(); }

  Transform get(size_t character, size_t joint) const;
  void set(size_t character, size_t joint, const Transform& transform) const;
};

// Owns the memory of a PoseSpan. It allocates when it is made, and at no other time.
class PoseBuffer {
 public:
  // All transforms start as zeros; sample() fills every one of them.
  PoseBuffer(size_t joint_count, size_t count);

  PoseSpan span() const { return span_; }
  operator PoseSpan() const { return span_; }

 private:
  struct Release {
    void operator()(float* data) const;
  };
  std::unique_ptr<float[], Release> data_;
  PoseSpan span_;
};

}  // namespace saker
