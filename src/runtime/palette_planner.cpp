#include "runtime/palette_planner.h"

#include "base/stored_order.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace saker {
namespace {

constexpr uint32_t kMoves = 0;  // marks a channel that moves, until it gets its rows

float* channel_value(Transform& t, Channel channel) {
  if (channel == Channel::kTranslation) return &t.translation.x;
  return channel == Channel::kRotation ? &t.rotation.x : &t.scale.x;
}

const float* channel_value(const Transform& t, Channel channel) {
  return channel_value(const_cast<Transform&>(t), channel);
}

constexpr Channel kChannels[] = {Channel::kTranslation, Channel::kRotation, Channel::kScale};

bool same_value(const Transform& a, const Transform& b, Channel channel) {
  return std::memcmp(channel_value(a, channel), channel_value(b, channel),
                     component_count(channel) * sizeof(float)) == 0;
}

// What rounding does to matrices.
constexpr float kRounding = 1e-6f;

void set_lane(const SampledTrack& track, uint32_t first, size_t lane, PlanGroup& group) {
  group.offset[lane] = track.keys.offset[0];
  for (size_t c = 0; c < 3; ++c) {
    group.shift[c][lane] = int32_t(track.keys.shift[c]);
    group.mask[c][lane] = int32_t(track.keys.mask[c]);
    group.minimum[c][lane] = track.minimum[c];
  }
  group.to[lane] = first;
  group.dropped[lane] = track.channel == Channel::kRotation ? track.dropped : 3;
  group.step[lane] = track.step;
  group.curved[lane] = track.curved ? -1 : 0;
  group.any_curved = group.any_curved || track.curved;
}

}  // namespace

PalettePlanner::PalettePlanner(const Skeleton& skeleton, std::span<const PaletteEntry> entries,
                               const PaletteOptions& options)
    : skeleton_(skeleton),
      walk_(make_walk(skeleton.parents)),
      layers_(std::clamp(options.layers, 1u, kMaxLayers)),
      moving_joints_(std::min(size_t{options.moving_joints}, size_t{skeleton.joint_count()})) {
  const size_t joints = skeleton.joint_count();
  for (size_t i = 0; i < entries.size(); ++i) order_.push_back(uint32_t(i));
  std::stable_sort(order_.begin(), order_.end(),
                   [&](uint32_t a, uint32_t b) { return entries[a].joint < entries[b].joint; });
  for (const uint32_t i : order_) entries_.push_back(entries[i]);
  fixed_.assign(joints, nullptr);
  for (const FixedJoint& fixed : skeleton_.fixed) fixed_[fixed.joint] = &fixed;
  needed_.assign(joints, 0);
  for (const PaletteEntry& entry : entries_) {
    for (int32_t j = int32_t(entry.joint); j >= 0 && !needed_[size_t(j)];
         j = skeleton_.parents[size_t(j)])
      needed_[size_t(j)] = 1;
  }
  for (uint32_t i = 0; i < layers_; ++i) constants_[i].resize(joints);
  channels_.resize(joints);
  moving_below_.resize(joints);
  moved_.resize(joints);
  moved_here_.resize(joints);
  planned_.resize(joints);
  anchor_.resize(joints);
  from_anchor_.resize(joints);
  offsets_.resize(entries_.size());
  by_anchor_.resize(entries_.size());
}

PalettePlan PalettePlanner::make_room() const {
  const size_t joints = skeleton_.joint_count();
  PalettePlan plan;
  for (uint32_t i = 0; i < layers_; ++i) {
    PlanLayer& layer = plan.layers[i];
    for (auto* rows : {&layer.sampled_rows, &layer.value_rows, &layer.keyed_rows})
      rows->reserve(3 * joints);
    layer.fills.reserve(3 * joints);
    layer.groups.reserve(3 * joints / kMaxTile + 1);
    layer.ungrouped.reserve(3 * joints);
  }
  plan.mixes.reserve(3 * joints);
  plan.joints.reserve(joints);
  plan.outputs.reserve(entries_.size());
  plan.constants.reserve(entries_.size());
  plan.entries.reserve(entries_.size());
  return plan;
}

void PalettePlanner::plan(std::span<const Clip* const> clips, PalettePlan& out) {
  out.layer_count = clips.size();
  find_constants(clips);
  find_moved(clips);
  find_moving(clips);
  find_planned();
  assign_rows(out);
  add_joints(out);
  add_outputs(out);
  for (size_t i = 0; i < clips.size(); ++i) add_layer(i, *clips[i], out);
  for (size_t i = 0; i < clips.size(); ++i) add_groups(clips.size(), out.layers[i]);
  add_mixes(clips.size(), out);
}

// What each layer's clip has in channels that do not move: its constants, else the rest transform.
void PalettePlanner::find_constants(std::span<const Clip* const> clips) {
  for (size_t i = 0; i < clips.size(); ++i) {
    std::copy(skeleton_.rest.begin(), skeleton_.rest.end(), constants_[i].begin());
    for (const ConstantTrack& track : clips[i]->constants) {
      if (track.joint >= moving_joints_) continue;
      std::memcpy(channel_value(constants_[i][track.joint], track.channel), track.value,
                  component_count(track.channel) * sizeof(float));
    }
  }
}

// Which channels some clip moves, a bit each.
void PalettePlanner::find_moved(std::span<const Clip* const> clips) {
  std::fill(moved_.begin(), moved_.end(), uint8_t{0});
  const auto mark = [&](uint32_t joint, Channel channel) {
    moved_[joint] = uint8_t(moved_[joint] | 1u << size_t(channel));
  };
  for (const Clip* clip : clips) {
    for (const SampledTrack& track : clip->sampled) mark(track.joint, track.channel);
    for (const KeyedJointTrack& track : clip->keyed) mark(track.joint, track.channel);
  }
}

// A channel moves when a clip moves it, or when it is not the same in all of them.
void PalettePlanner::find_moving(std::span<const Clip* const> clips) {
  for (size_t j = 0; j < channels_.size(); ++j) {
    channels_[j] = {};
    if (fixed_[j] != nullptr) continue;
    for (const Channel channel : kChannels) {
      bool moving = j < moving_joints_ && (moved_[j] >> size_t(channel) & 1) != 0;
      for (size_t i = 1; i < clips.size(); ++i)
        moving = moving || !same_value(constants_[0][j], constants_[i][j], channel);
      if (moving) channels_[j].rows[size_t(channel)] = kMoves;
    }
  }
}

bool PalettePlanner::moves(size_t joint) const {
  const Channels& c = channels_[joint];
  return c.rows[0] != kNone || c.rows[1] != kNone || c.rows[2] != kNone;
}

// Joints that move, and those above them; what is fixed to them is multiplied into the entries.
void PalettePlanner::find_planned() {
  std::fill(moving_below_.begin(), moving_below_.end(), uint8_t{0});
  for (size_t j = moving_below_.size(); j-- > 0;) {
    const int32_t parent = skeleton_.parents[j];
    if (needed_[j] && parent >= 0 && (moves(j) || moving_below_[j]))
      moving_below_[size_t(parent)] = 1;
  }
  uint32_t count = 0;
  for (const auto& [j, above, slot] : walk_) {
    const int32_t parent = skeleton_.parents[j];
    const bool planned = needed_[j] && (moves(j) || moving_below_[j]);
    planned_[j] = planned ? count++ : kNone;
    anchor_[j] = planned ? planned_[j] : parent >= 0 ? anchor_[size_t(parent)] : kNone;
    const bool starts = parent < 0 || planned_[size_t(parent)] != kNone;
    from_anchor_[j] = planned  ? Affine{}
                      : starts ? constant_local(j)
                               : from_anchor_[size_t(parent)] * constant_local(j);
  }
}

Affine PalettePlanner::constant_local(size_t joint) const {
  return fixed_[joint] != nullptr ? fixed_[joint]->local : compose(constants_[0][joint]);
}

void PalettePlanner::assign_rows(PalettePlan& out) {
  out.row_count = 0;
  for (size_t j = 0; j < channels_.size(); ++j) {
    for (const Channel channel : kChannels) {
      uint32_t& row = channels_[j].rows[size_t(channel)];
      if (row == kNone) continue;
      row = planned_[j] != kNone ? out.row_count : kNone;
      if (row != kNone) out.row_count += 4;
    }
  }
}

void PalettePlanner::add_joints(PalettePlan& out) {
  out.joints.clear();
  out.slot_count = 0;
  for (const auto& [j, above, slot] : walk_) {
    if (planned_[j] == kNone) continue;
    PlanJoint joint;
    // What is above a planned joint is planned, too.
    if (above >= 0) joint.parent = uint32_t(above);
    if (moving_below_[j]) {
      joint.slot = uint32_t(slot);
      out.slot_count = std::max(out.slot_count, joint.slot + 1);
    }
    joint.translation = channels_[j].rows[0];
    joint.rotation = channels_[j].rows[1];
    joint.scale = channels_[j].rows[2];
    joint.moves = moves(j);
    joint.constant = constants_[0][j];
    const Vec3& s = joint.constant.scale;
    joint.scaled = joint.scale != kNone || s.x != 1 || s.y != 1 || s.z != 1;
    if (!joint.moves) joint.rest = constant_local(j);
    out.joints.push_back(joint);
  }
}

// Entries hang on the planned joint at or above theirs. A joint that keeps its bind pose beside the
// one it hangs on has the same matrix, which is then computed once.
void PalettePlanner::add_outputs(PalettePlan& out) {
  out.outputs.clear();
  out.constants.clear();
  out.entries.clear();
  for (size_t i = 0; i < entries_.size(); ++i)
    offsets_[i] = from_anchor_[entries_[i].joint] * entries_[i].offset;
  sort_by_anchor();
  for (size_t i = 0; i < by_anchor_.size();) {
    const uint32_t anchor = anchor_[entries_[by_anchor_[i]].joint];
    auto& outputs = anchor == kNone ? out.constants : out.outputs;
    const size_t first = outputs.size();
    for (; i < by_anchor_.size() && anchor_[entries_[by_anchor_[i]].joint] == anchor; ++i) {
      const Affine& offset = offsets_[by_anchor_[i]];
      if (outputs.size() == first || !nearly_equal(outputs.back().offset, offset, kRounding))
        outputs.push_back(
            {uint32_t(out.entries.size()), 0, nearly_equal(offset, Affine{}, kRounding), offset});
      ++outputs.back().entry_count;
      out.entries.push_back(order_[by_anchor_[i]]);
    }
    if (anchor == kNone) continue;
    out.joints[anchor].first_output = uint32_t(first);
    out.joints[anchor].output_count = uint32_t(outputs.size() - first);
  }
}

// Within an anchor by offset, so that equal ones are neighbours.
void PalettePlanner::sort_by_anchor() {
  for (size_t i = 0; i < by_anchor_.size(); ++i) by_anchor_[i] = uint32_t(i);
  std::sort(by_anchor_.begin(), by_anchor_.end(), [&](uint32_t a, uint32_t b) {
    const uint32_t first = anchor_[entries_[a].joint], second = anchor_[entries_[b].joint];
    if (first != second) return first < second;
    const float x = std::round(offsets_[a].m[0][3] * 1e5f),
                y = std::round(offsets_[b].m[0][3] * 1e5f);
    return x != y ? x < y : a < b;
  });
}

void PalettePlanner::add_layer(size_t index, const Clip& clip, PalettePlan& out) {
  PlanLayer& layer = out.layers[index];
  layer.clip = &clip;
  layer.sampled_rows.clear();
  layer.value_rows.clear();
  layer.keyed_rows.clear();
  layer.fills.clear();
  std::fill(moved_here_.begin(), moved_here_.end(), uint8_t{0});
  const auto row_of = [&](uint32_t joint, Channel channel) {
    moved_here_[joint] = uint8_t(moved_here_[joint] | 1u << size_t(channel));
    return joint < moving_joints_ ? channels_[joint].rows[size_t(channel)] : kNone;
  };
  size_t used = 0;
  for (const SampledTrack& track : clip.sampled) {
    const uint32_t row = row_of(track.joint, track.channel);
    layer.value_rows.push_back(row == kNone ? kNone : uint32_t(4 * layer.sampled_rows.size()));
    layer.sampled_rows.push_back(row);
    if (row != kNone) used = layer.sampled_rows.size();
  }
  layer.sampled_rows.resize(used);
  layer.value_rows.resize(used);
  for (const KeyedJointTrack& track : clip.keyed)
    layer.keyed_rows.push_back(row_of(track.joint, track.channel));
  for (size_t j = 0; j < channels_.size(); ++j) {
    for (const Channel channel : kChannels) {
      const uint32_t row = channels_[j].rows[size_t(channel)];
      const uint8_t here = uint8_t(moved_[j] & ~moved_here_[j]);
      if (row == kNone || (here >> size_t(channel) & 1) == 0) continue;
      PlanFill fill{row, channel == Channel::kRotation, {}};
      std::memcpy(fill.value, channel_value(constants_[index][j], channel),
                  component_count(channel) * sizeof(float));
      layer.fills.push_back(fill);
    }
  }
}

// With one layer, values go straight to their rows.
void PalettePlanner::add_groups(size_t layer_count, PlanLayer& layer) const {
  const bool only = layer_count == 1;
  layer.groups.clear();
  layer.ungrouped.clear();
  const Clip& clip = *layer.clip;
  const bool plain = clip.layout == SampleLayout::kFixed && clip.levels == 0;
  for (size_t i = 0; i < layer.sampled_rows.size(); ++i) {
    const SampledTrack& track = clip.sampled[i];
    const uint32_t first = only ? layer.sampled_rows[i] : layer.value_rows[i];
    if (first == kNone) continue;
    const bool one_word = track.keys.offset[0] == track.keys.offset[1] &&
                          track.keys.offset[0] == track.keys.offset[2];
    if (!plain || track.components != 3 || track.framed || !one_word) {
      layer.ungrouped.push_back(uint32_t(i));
      continue;
    }
    if (layer.groups.empty() || layer.groups.back().count == kMaxTile) layer.groups.emplace_back();
    // The lanes behind this one repeat it until they get tracks of their own.
    PlanGroup& group = layer.groups.back();
    for (size_t lane = group.count; lane < kMaxTile; ++lane) set_lane(track, first, lane, group);
    ++group.count;
  }
}

void PalettePlanner::add_mixes(size_t layer_count, PalettePlan& out) {
  out.mixes.clear();
  for (size_t j = 0; j < channels_.size(); ++j) {
    for (const Channel channel : kChannels) {
      const uint32_t row = channels_[j].rows[size_t(channel)];
      if (row == kNone || (moved_[j] >> size_t(channel) & 1) != 0) continue;
      PlanMix mix;
      mix.row = row;
      mix.rotation = channel == Channel::kRotation;
      const Quat& first = constants_[0][j].rotation;
      for (size_t i = 0; i < layer_count; ++i) {
        const bool turned = mix.rotation && dot(first, constants_[i][j].rotation) < 0;
        for (size_t c = 0; c < component_count(channel); ++c) {
          const float v = channel_value(constants_[i][j], channel)[c];
          mix.values[i][c] = turned ? -v : v;
        }
      }
      out.mixes.push_back(mix);
    }
  }
}

}  // namespace saker
