#include "kernels/chosen.h"
#include "runtime/palette_planner.h"
#include "runtime/stream_copy.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace saker {
namespace {

constexpr std::align_val_t kAlignment{64};

// Characters among which those with the same clips are found.
constexpr size_t kWindow = 512;

// Output beyond this does not stay in the caches anyway, so it need not go through them.
constexpr size_t kStreamFrom = size_t{16} << 20;

struct Release {
  void operator()(float* data) const { ::operator delete[](data, kAlignment); }
};
using Scratch = std::unique_ptr<float[], Release>;

Scratch allocate(size_t floats) {
  return Scratch(static_cast<float*>(::operator new[](floats * sizeof(float), kAlignment)));
}

std::vector<PaletteEntry> entries_of(const SkinBinding& skin) {
  std::vector<PaletteEntry> entries;
  for (size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i)
    entries.push_back({skin.joints[i], skin.inverse_binds[i]});
  return entries;
}

}  // namespace

struct PaletteMaker::State {
  PalettePlanner planner;
  bool valid = true;  // every entry is for a joint of the skeleton
  std::vector<PalettePlan> plans;
  size_t used = 0, next = 0;  // plans made, and the one to replace
  Scratch rows, values, slots, matrices;

  State(const Skeleton& skeleton, std::span<const PaletteEntry> entries,
        const PaletteOptions& options)
      : planner(skeleton, entries, options) {
    const size_t joints = skeleton.joint_count();
    for (uint32_t i = 0; i < std::max(options.remembered_mixes, 1u); ++i)
      plans.push_back(planner.make_room());
    rows = allocate(joints * PoseSpan::kComponents * kMaxTile);
    values = allocate(joints * 12 * kMaxTile);
    slots = allocate((joints + 1) * 12 * kMaxTile);
    matrices = allocate((entries.size() + 1) * 12 * kMaxTile);
  }

  const PalettePlan& find_plan(const Layer* layers, size_t layer_count);
  void make_window(std::span<const Layer> layers, size_t layer_count, bool stream, Affine* out);
  void make_tile(const PalettePlan& plan, PaletteTile& tile, const uint16_t* characters,
                 bool stream, Affine* out);
};

namespace {

bool plays(const PalettePlan& plan, const Layer* layers, size_t layer_count) {
  if (plan.layer_count != layer_count) return false;
  for (size_t i = 0; i < layer_count; ++i) {
    if (plan.layers[i].clip != layers[i].clip) return false;
  }
  return true;
}

bool same_clips(const Layer* a, const Layer* b, size_t layer_count) {
  for (size_t i = 0; i < layer_count; ++i) {
    if (a[i].clip != b[i].clip) return false;
  }
  return true;
}

}  // namespace

const PalettePlan& PaletteMaker::State::find_plan(const Layer* layers, size_t layer_count) {
  for (size_t i = 0; i < used; ++i) {
    if (plays(plans[i], layers, layer_count)) return plans[i];
  }
  const Clip* clips[kMaxLayers];
  for (size_t i = 0; i < layer_count; ++i) clips[i] = layers[i].clip;
  PalettePlan& plan = plans[next];
  planner.plan({clips, layer_count}, plan);
  used = std::max(used, next + 1);
  next = (next + 1) % plans.size();
  return plan;
}

void PaletteMaker::State::make_tile(const PalettePlan& plan, PaletteTile& tile,
                                    const uint16_t* characters, bool stream, Affine* out) {
  const size_t entries = planner.entry_count();
  const bool in_a_row = characters[tile.count - 1] - characters[0] + size_t{1} == tile.count;
  const bool alone = tile.count == 1;
  const bool direct =
      (in_a_row && !stream && tile.count == SAKER_CHOSEN(palette_tile_width)()) || alone;
  tile.stride = entries * 12;
  tile.out = direct ? &out[characters[0] * entries].m[0][0] : matrices.get();
  if (alone) {
    SAKER_CHOSEN(make_palette_alone)(plan, tile);
  } else {
    SAKER_CHOSEN(make_palette_tile)(plan, tile);
  }
  if (direct) return;
  for (size_t lane = 0; lane < tile.count; ++lane) {
    const float* from = matrices.get() + lane * tile.stride;
    Affine* to = out + characters[lane] * entries;
    if (stream) {
      stream_copy(&to->m[0][0], from, tile.stride);
    } else {
      std::memcpy(&to->m[0][0], from, entries * sizeof(Affine));
    }
  }
}

// Takes the first character that is left, and with it all that play the same clips, until none are.
void PaletteMaker::State::make_window(std::span<const Layer> layers, size_t layer_count,
                                      bool stream, Affine* out) {
  const size_t count = layers.size() / layer_count, width = SAKER_CHOSEN(palette_tile_width)();
  bool done[kWindow] = {};
  PaletteTile tile;
  tile.rows = rows.get();
  tile.values = values.get();
  tile.slots = slots.get();
  for (size_t first = 0; first < count; ++first) {
    if (done[first]) continue;
    const Layer* mix = &layers[first * layer_count];
    const PalettePlan& plan = find_plan(mix, layer_count);
    uint16_t characters[kMaxTile];
    for (size_t i = first; i < count; ++i) {
      const Layer* own = &layers[i * layer_count];
      if (done[i] || !same_clips(own, mix, layer_count)) continue;
      done[i] = true;
      characters[tile.count] = uint16_t(i);
      tile.layers[tile.count++] = own;
      if (tile.count < width) continue;
      make_tile(plan, tile, characters, stream, out);
      tile.count = 0;
    }
    if (tile.count > 0) make_tile(plan, tile, characters, stream, out);
    tile.count = 0;
  }
}

PaletteMaker::PaletteMaker(const Skeleton& skeleton, std::span<const PaletteEntry> entries,
                           const PaletteOptions& options) {
  const bool valid = std::all_of(entries.begin(), entries.end(), [&](const PaletteEntry& entry) {
    return entry.joint < skeleton.joint_count();
  });
  state_ = std::make_unique<State>(skeleton, valid ? entries : entries.first(0), options);
  state_->valid = valid;
}

PaletteMaker::PaletteMaker(const Skeleton& skeleton, const SkinBinding& skin,
                           const PaletteOptions& options)
    : PaletteMaker(skeleton, entries_of(skin), options) {}

PaletteMaker::PaletteMaker(PaletteMaker&&) noexcept = default;
PaletteMaker& PaletteMaker::operator=(PaletteMaker&&) noexcept = default;
PaletteMaker::~PaletteMaker() = default;

size_t PaletteMaker::entry_count() const { return state_->planner.entry_count(); }

Status PaletteMaker::make(std::span<const Layer> layers, size_t layer_count,
                          std::span<Affine> out) {
  State& state = *state_;
  if (!state.valid) return {"entries", "refer to joints of the skeleton"};
  if (layer_count == 0 || layer_count > state.planner.layers())
    return {"layer_count", "is at least 1 and at most PaletteOptions::layers"};
  if (layers.size() % layer_count != 0) return {"layers", "has layer_count layers per character"};
  const size_t characters = layers.size() / layer_count, entries = entry_count();
  if (out.size() != characters * entries) return {"out", "has one matrix per character and entry"};
  for (const Layer& layer : layers) {
    if (layer.clip == nullptr) return {"layers", "names a clip in every layer"};
    if (layer.clip->joint_count != state.planner.skeleton().joint_count())
      return {"layers", "names clips of this skeleton only"};
  }
  const bool stream = out.size_bytes() >= kStreamFrom;
  for (size_t first = 0; first < characters; first += kWindow) {
    const size_t count = std::min(kWindow, characters - first);
    state.make_window(layers.subspan(first * layer_count, count * layer_count), layer_count, stream,
                      out.data() + first * entries);
  }
  if (stream) finish_streams();
  return {};
}

Status interpolate_palettes(std::span<const Affine> from, std::span<const Affine> to, float t,
                            std::span<Affine> out) {
  if (to.size() != from.size()) return {"to", "has as many matrices as from"};
  if (out.size() != from.size()) return {"out", "has as many matrices as from"};
  const float* a = reinterpret_cast<const float*>(from.data());
  const float* b = reinterpret_cast<const float*>(to.data());
  float* result = reinterpret_cast<float*>(out.data());
  for (size_t i = 0; i < from.size() * 12; ++i) result[i] = a[i] + (b[i] - a[i]) * t;
  return {};
}

}  // namespace saker
