#include "chain.h"

#include <algorithm>
#include <cmath>

namespace saker::bench {
namespace {

constexpr float kFrame = 1.0f / 60;
constexpr float kShell = 0.03f;

float largest_difference(const Affine& ours, const textbook::Matrix& theirs, const Vec3& joint) {
  Affine other;
  for (int r = 0; r < 3; ++r) std::copy_n(theirs.m[r], 4, other.m[r]);
  float worst = 0;
  for (size_t i = 0; i < 3; ++i) {
    Vec3 point = joint;
    point[i] += kShell;
    const float distance = length(transform_point(ours, point) - transform_point(other, point));
    if (!(distance <= worst)) worst = distance;
  }
  return worst;
}

}  // namespace

Chain::Chain(const Subject& subject, const Asset& asset, size_t clips, size_t characters)
    : crowd_(Subject::mix(asset, clips), characters),
      maker_(asset.skeleton(), subject.entries),
      palettes_(characters * maker_.entry_count()) {}

void Chain::step() {
  crowd_.advance(kFrame);
  (void)maker_.make(crowd_.layers(), crowd_.layer_count(), palettes_);
}

TextbookChain::TextbookChain(const Subject& subject, size_t clips, size_t characters)
    : character_(subject.scene, subject.skeleton(), subject.entries),
      layer_count_(clips),
      palettes_(characters * character_.entry_count()) {
  const Crowd crowd(Subject::mix(subject.fast, clips), characters);
  const auto& own = character_.clips();
  for (size_t i = 0; i < crowd.layers().size(); ++i) {
    const Layer& layer = crowd.layers()[i];
    layers_.push_back({&own[i % clips % own.size()], layer.time, layer.weight});
  }
}

void TextbookChain::step() {
  for (textbook::Layer& layer : layers_) {
    layer.time += kFrame;
    if (layer.time >= layer.clip->duration)
      layer.time = std::fmod(layer.time, layer.clip->duration);
  }
  const size_t entries = character_.entry_count();
  for (size_t i = 0; i * layer_count_ < layers_.size(); ++i)
    character_.make_palette(std::span(layers_).subspan(i * layer_count_, layer_count_),
                            std::span(palettes_).subspan(i * entries, entries));
}

bool textbook_can_play(const Scene& scene) {
  const bool matrices = std::any_of(scene.nodes.begin(), scene.nodes.end(),
                                    [](const Node& node) { return node.matrix.has_value(); });
  return !matrices && std::all_of(scene.clips.begin(), scene.clips.end(), [](const RawClip& clip) {
    return std::all_of(clip.tracks.begin(), clip.tracks.end(), [](const Track& track) {
      return track.interpolation == Interpolation::kLinear;
    });
  });
}

double largest_difference(const Subject& subject, size_t clips) {
  constexpr size_t kCharacters = 20, kSteps = 30;
  Chain ours(subject, subject.fast, clips, kCharacters);
  TextbookChain theirs(subject, clips, kCharacters);
  float worst = 0;
  for (size_t step = 0; step < kSteps; ++step) {
    ours.step();
    theirs.step();
    for (size_t i = 0; i < ours.palettes().size(); ++i) {
      const Affine& inverse_bind = subject.entries[i % subject.entries.size()].offset;
      worst = std::max(worst, largest_difference(ours.palettes()[i], theirs.palettes()[i],
                                                 origin(inverse(inverse_bind))));
    }
  }
  return double(worst);
}

}  // namespace saker::bench
