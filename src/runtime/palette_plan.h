#pragma once
// What is the same for all characters that play the same clips: which joints move, where decoded
// values go, and what can be multiplied once instead of for each of them.

#include <saker/palette.h>

#include <span>
#include <vector>

namespace saker {

inline constexpr uint32_t kNone = UINT32_MAX;

// A joint whose matrix is needed on the way to a palette entry. Rows are floats of scratch memory
// per lane, four for every channel that moves; kNone for what does not.
struct PlanJoint {
  uint32_t parent = kNone;  // the slot of the nearest planned joint above
  uint32_t slot = kNone;    // where to leave the matrix for joints below
  uint32_t translation = kNone, rotation = kNone, scale = kNone;  // first row
  uint32_t first_output = 0, output_count = 0;
  bool moves = false;   // else `rest` is everything, from the planned joint above
  bool scaled = false;  // the scale moves, or is not 1
  Transform constant;   // what does not move of one that does
  Affine rest;
};

// A matrix that is the same for one or more palette entries.
struct PlanOutput {
  uint32_t first_entry = 0, entry_count = 0;  // in PalettePlan::entries
  bool identity = false;
  Affine offset;
};

// A value that a channel moved by another clip of the mix has in this one.
struct PlanFill {
  uint32_t row = 0;
  bool rotation = false;
  float value[4] = {};
};

// A channel that no clip of the mix moves, but that is not the same in all of them: its value in
// each. Rotations are on the side of the first.
struct PlanMix {
  uint32_t row = 0;
  bool rotation = false;
  float values[kMaxLayers][4] = {};
};

// The widest tile of characters that any instruction set works on.
inline constexpr size_t kMaxTile = 16;

// Tracks that are decoded side by side when a character is alone: fixed samples without residuals,
// three components in one word. What is behind the last track repeats it.
struct PlanGroup {
  uint32_t offset[kMaxTile];
  int32_t shift[3][kMaxTile], mask[3][kMaxTile];
  float minimum[3][kMaxTile], step[kMaxTile];
  int32_t curved[kMaxTile];   // all bits or none
  int32_t dropped[kMaxTile];  // the component that is not stored; 3 where it is no rotation
  uint32_t to[kMaxTile];      // where the first component goes, in rows or values
  uint32_t count = 0;
  bool any_curved = false;
};

// The part of a plan that is about one layer.
struct PlanLayer {
  const Clip* clip = nullptr;
  std::vector<uint32_t> sampled_rows;  // first row of each sampled track, kNone: not needed
  std::vector<uint32_t> value_rows;    // where they are decoded to be mixed: 4 i or kNone
  std::vector<uint32_t> keyed_rows;    // as sampled_rows, for keyed tracks
  std::vector<PlanFill> fills;
  std::vector<PlanGroup> groups;    // the sampled tracks that allow it
  std::vector<uint32_t> ungrouped;  // the others
};

struct PalettePlan {
  size_t layer_count = 0;
  PlanLayer layers[kMaxLayers];
  std::vector<PlanMix> mixes;
  std::vector<PlanJoint> joints;
  std::vector<PlanOutput> outputs;
  std::vector<PlanOutput> constants;  // what no moving joint has to do with
  std::vector<uint32_t> entries;
  uint32_t row_count = 0;  // of scratch
  uint32_t slot_count = 0;
};

// Characters with the same clips, and the memory to work in. Everything is aligned to 64 bytes.
struct PaletteTile {
  const Layer* layers[kMaxTile] = {};  // of each character
  size_t count = 0;                    // characters; matrices are written for a whole tile
  float* rows = nullptr;
  float* values = nullptr;  // decoded tracks of a layer
  float* slots = nullptr;
  float* out = nullptr;  // the first character's matrices
  size_t stride = 0;     // floats from one character to the next
};

}  // namespace saker
