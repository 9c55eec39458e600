#pragma once
// The yardstick: from clips to skinning palettes the way a textbook explains it. Every track is an
// array of keys, each with its time, found by bisection; rotations turn by slerp; matrices are four
// by four; one character is done after another, one joint after another. Nothing is made slower
// than a reader of that textbook would write it, and nothing faster.

#include <saker/palette.h>
#include <saker/scene.h>

#include <vector>

namespace saker::bench::textbook {

struct Matrix {
  float m[4][4];
};

struct VectorKey {
  float time;
  Vec3 value;
};

struct RotationKey {
  float time;
  Quat value;
};

// The tracks of a joint, each with at least one key.
struct Channels {
  std::vector<VectorKey> translations;
  std::vector<RotationKey> rotations;
  std::vector<VectorKey> scales;
};

struct Clip {
  float duration = 0;
  std::vector<Channels> joints;
};

// Where a character is in a clip, and how much of it there is in its mix.
struct Layer {
  const Clip* clip;
  float time, weight;
};

class Character {
 public:
  // The skeleton and the clips of a scene whose nodes have no matrices and whose tracks are linear.
  // Tracks that never change have one key. The joints are those of `skeleton`, which was made of
  // the same scene; a palette has one matrix per entry.
  Character(const Scene& scene, const Skeleton& skeleton, std::span<const PaletteEntry> entries);

  const std::vector<Clip>& clips() const { return clips_; }
  size_t entry_count() const { return entries_.size(); }

  // One palette: the layers are sampled and blended, the joints brought into model space, and each
  // entry's matrix multiplied with its inverse bind.
  void make_palette(std::span<const Layer> layers, std::span<Matrix> palette);

 private:
  struct Entry {
    uint32_t joint;
    Matrix inverse_bind;
  };

  Transform blend(std::span<const Layer> layers, size_t joint) const;

  std::vector<int32_t> parents_;
  std::vector<Clip> clips_;
  std::vector<Entry> entries_;
  std::vector<Matrix> models_;
};

}  // namespace saker::bench::textbook
