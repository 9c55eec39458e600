#pragma once
// Works out the plan for a mix of clips.

#include "runtime/palette_plan.h"

namespace saker {

// Everything about a skeleton and its palette entries that does not depend on clips, and room to
// plan in. Plans are made without allocating.
class PalettePlanner {
 public:
  // `entries` are kept; joints of the skeleton only.
  PalettePlanner(const Skeleton& skeleton, std::span<const PaletteEntry> entries,
                 const PaletteOptions& options);

  // An empty plan with room for any mix.
  PalettePlan make_room() const;

  // Plans for characters whose layers play `clips`, at most options.layers.
  void plan(std::span<const Clip* const> clips, PalettePlan& out);

  const Skeleton& skeleton() const { return skeleton_; }
  size_t entry_count() const { return entries_.size(); }
  uint32_t layers() const { return layers_; }

 private:
  struct Channels {
    uint32_t rows[3] = {kNone, kNone, kNone};  // kNone: the channel does not move
  };

  void find_constants(std::span<const Clip* const> clips);
  void find_moving(std::span<const Clip* const> clips);
  void find_planned();
  void assign_rows(PalettePlan& out);
  void add_joints(PalettePlan& out);
  void add_outputs(PalettePlan& out);
  void sort_by_anchor();
  void find_moved(std::span<const Clip* const> clips);
  void add_mixes(size_t layer_count, PalettePlan& out);
  void add_groups(size_t layer_count, PlanLayer& layer) const;
  void add_layer(size_t index, const Clip& clip, PalettePlan& out);
  bool moves(size_t joint) const;
  Affine constant_local(size_t joint) const;

  Skeleton skeleton_;
  std::vector<WalkStep> walk_;         // the order of a plan's joints
  std::vector<PaletteEntry> entries_;  // sorted by joint
  std::vector<uint32_t> order_;        // index of each entry in the caller's order
  uint32_t layers_ = 1;
  size_t moving_joints_ = 0;
  std::vector<const FixedJoint*> fixed_;  // per joint, null: none
  std::vector<uint8_t> needed_;           // has entries, or joints below that do

  // Of the plan being made, per joint.
  std::vector<Transform> constants_[kMaxLayers];  // per layer
  std::vector<Channels> channels_;
  std::vector<uint8_t> moving_below_;
  std::vector<uint8_t> moved_, moved_here_;  // channels that any clip, that this clip moves
  std::vector<uint32_t> planned_;            // its index in the plan; kNone
  std::vector<uint32_t> anchor_;             // the planned joint at or above; kNone
  std::vector<Affine> from_anchor_;
  std::vector<Affine> offsets_;      // of each entry from its anchor
  std::vector<uint32_t> by_anchor_;  // entries
};

}  // namespace saker
