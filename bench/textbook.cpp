#include "textbook.h"

#include <algorithm>
#include <cmath>

namespace saker::bench::textbook {
namespace {

// The last key at or before `time`; the first one when there is none.
template <class Key>
size_t find_key(const std::vector<Key>& keys, float time) {
  size_t low = 0, high = keys.size();
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    (keys[middle].time <= time ? low : high) = middle;
  }
  return low;
}

Vec3 interpolate(const Vec3& a, const Vec3& b, float t) { return lerp(a, b, t); }
Quat interpolate(const Quat& a, const Quat& b, float t) { return slerp(a, b, t); }

template <class Key>
auto sample(const std::vector<Key>& keys, float time) {
  const size_t k = find_key(keys, time);
  if (k + 1 == keys.size() || time <= keys[k].time) return keys[k].value;
  const float t = (time - keys[k].time) / (keys[k + 1].time - keys[k].time);
  return interpolate(keys[k].value, keys[k + 1].value, t);
}

Quat add_on_shorter_arc(const Quat& sum, const Quat& q, float weight) {
  const float w = dot(sum, q) < 0 ? -weight : weight;
  return {sum.x + q.x * w, sum.y + q.y * w, sum.z + q.z * w, sum.w + q.w * w};
}

Matrix to_matrix(const Affine& affine) {
  Matrix out = {};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) out.m[r][c] = affine.m[r][c];
  }
  out.m[3][3] = 1;
  return out;
}

Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix out;
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) sum += a.m[r][k] * b.m[k][c];
      out.m[r][c] = sum;
    }
  }
  return out;
}

// The keys of a track, or one where all have the same value.
template <class Key>
std::vector<Key> read_keys(const Track& track) {
  std::vector<Key> keys;
  bool changes = false;
  for (size_t k = 0; k < track.times.size(); ++k) {
    Key key{track.times[k], {}};
    std::copy_n(track.key(k).begin(), track.width, &key.value.x);
    keys.push_back(key);
    changes |= !std::equal(track.key(k).begin(), track.key(k).end(), track.key(0).begin());
  }
  if (!changes) keys.resize(1);
  return keys;
}

Clip read_clip(const RawClip& raw, const Scene& scene, const Skeleton& skeleton) {
  std::vector<Channels> nodes;
  for (const Node& node : scene.nodes)
    nodes.push_back(
        {{{0, node.local.translation}}, {{0, node.local.rotation}}, {{0, node.local.scale}}});
  for (const Track& track : raw.tracks) {
    if (track.target.node < 0) continue;
    Channels& channels = nodes[size_t(track.target.node)];
    if (track.target.property == Property::kTranslation)
      channels.translations = read_keys<VectorKey>(track);
    if (track.target.property == Property::kRotation)
      channels.rotations = read_keys<RotationKey>(track);
    if (track.target.property == Property::kScale) channels.scales = read_keys<VectorKey>(track);
  }
  Clip clip{raw.duration, {}};
  for (const int32_t node : skeleton.nodes) clip.joints.push_back(nodes[size_t(node)]);
  return clip;
}

}  // namespace

Character::Character(const Scene& scene, const Skeleton& skeleton,
                     std::span<const PaletteEntry> entries)
    : parents_(skeleton.parents.begin(), skeleton.parents.end()), models_(parents_.size()) {
  for (const RawClip& clip : scene.clips) clips_.push_back(read_clip(clip, scene, skeleton));
  for (const PaletteEntry& entry : entries)
    entries_.push_back({entry.joint, to_matrix(entry.offset)});
}

Transform Character::blend(std::span<const Layer> layers, size_t joint) const {
  float total = 0;
  for (const Layer& layer : layers) total += layer.weight;
  Transform sum{{}, {0, 0, 0, 0}, {0, 0, 0}};
  for (const Layer& layer : layers) {
    const Channels& channels = layer.clip->joints[joint];
    const float weight = layer.weight / total;
    sum.translation = sum.translation + sample(channels.translations, layer.time) * weight;
    sum.rotation = add_on_shorter_arc(sum.rotation, sample(channels.rotations, layer.time), weight);
    sum.scale = sum.scale + sample(channels.scales, layer.time) * weight;
  }
  sum.rotation = normalize(sum.rotation);
  return sum;
}

void Character::make_palette(std::span<const Layer> layers, std::span<Matrix> palette) {
  for (size_t j = 0; j < parents_.size(); ++j) {
    const Matrix local = to_matrix(compose(blend(layers, j)));
    models_[j] = parents_[j] < 0 ? local : multiply(models_[size_t(parents_[j])], local);
  }
  for (size_t i = 0; i < entries_.size(); ++i)
    palette[i] = multiply(models_[entries_[i].joint], entries_[i].inverse_bind);
}

}  // namespace saker::bench::textbook
