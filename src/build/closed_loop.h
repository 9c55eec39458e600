#pragma once
// Quantises samples joint by joint, each against what the ones above it have become.
//
// A joint's target is what brings it where the exact clip has it when its parent is where decoding
// has it, so errors do not add up along a chain. An error of position that a joint cannot make up
// for, because its translation is not sampled, is made up for by turning it, as far as that helps
// what it carries.

#include "base/midpoints.h"
#include "build/encoder_input.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace saker {

// Level 0 are keys, level l + 1 residuals of level l.
inline constexpr size_t kCodeLevels = 1 + kMidpointLevels;

// A sample to be encoded. `left` and `right` are earlier entries of the list it is in, between
// which it lies at `share`; a key has none.
struct EncoderNode {
  uint32_t sample = 0;
  uint32_t level = 0;
  uint32_t left = 0, right = 0;
  double share = 0;
};

// Appends the samples between two keys, nodes `first` and `last` of the list, which are `m` samples
// apart: level by level, each level from left to right, down to `levels` levels.
void append_midpoints(std::vector<EncoderNode>& nodes, uint32_t first, uint32_t last, uint32_t m,
                      uint32_t levels);

// The codes that a track needed at each level.
struct CodeRange {
  int32_t low[kCodeLevels][4] = {};
  int32_t high[kCodeLevels][4] = {};
};

// The exponent of a track without residuals: everything rounds to zero.
inline constexpr int kNoResiduals = INT32_MIN;

class ClosedLoop {
 public:
  // The first `given` nodes are decoded already: set_values says to what.
  ClosedLoop(const EncoderInput& input, std::vector<EncoderNode> nodes, size_t given = 0);

  void set_values(size_t node, std::span<const Components> values);

  // Codes count in 2^(-exponent / 2), per track.
  std::vector<int> exponents;
  // Codes are clamped to this many bits, per level and component.
  struct Clamp {
    uint8_t bits[kCodeLevels][4];
    Clamp() { std::fill_n(&bits[0][0], kCodeLevels * 4, uint8_t{32}); }
  };
  std::vector<Clamp> clamps;  // per track

  // Encodes everything, whatever the error.
  void encode();
  // Encodes a joint and all below anew, for a change that concerns only them; false (and nothing is
  // changed) when the error would be above `bound` metres somewhere.
  bool try_encode(uint32_t joint, double bound);
  // Makes the last successful try the state.
  void accept(uint32_t joint);

  // The state, and the last try.
  std::span<const CodeRange> ranges() const { return state_.ranges; }
  std::span<const CodeRange> tried_ranges() const { return trial_.ranges; }
  const Components& value(size_t node, size_t track) const {
    return state_.values[node * track_count() + track];
  }
  const std::array<int32_t, 4>& codes(size_t node, size_t track) const {
    return state_.codes[node * track_count() + track];
  }
  // The largest error of a node in metres, after encode().
  double error(size_t node) const { return errors_[node]; }
  double largest_error() const;
  // The joint that has it.
  uint32_t worst_joint() const;

  const EncoderInput& input() const { return input_; }
  size_t node_count() const { return nodes_.size(); }
  size_t track_count() const { return input_.tracks.size(); }
  const EncoderNode& node(size_t i) const { return nodes_[i]; }

 private:
  struct JointState {
    DAffine model;
    DQuat rotation;
  };
  // Entries lie node after node.
  struct State {
    std::vector<JointState> joints;
    std::vector<Components> values;
    std::vector<std::array<int32_t, 4>> codes;
    std::vector<CodeRange> ranges;  // per track
  };

  Components quantize(size_t node, size_t track, const Components& target, State& out);
  double encode_joint(size_t node, uint32_t joint, const JointState* parent, State& out);
  DQuat rotation_target(size_t at, size_t sample, uint32_t joint, const JointState* parent,
                        const DVec3& position) const;
  DVec3 translation_target(size_t at, const JointState* parent) const;
  double error_squared(const DAffine& exact, const DAffine& decoded, uint32_t joint) const;
  void begin(uint32_t first_track, uint32_t end_track, State& out);

  const EncoderInput& input_;
  std::vector<EncoderNode> nodes_;
  size_t given_;
  std::vector<double> steps_, inverse_steps_;  // per track
  State state_, trial_;
  std::vector<double> errors_;
  std::vector<uint32_t> worst_joints_;
};

}  // namespace saker
