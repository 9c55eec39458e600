#include "base/lanes.h"
#include "runtime/keyed.h"

#include <saker/animate.h>

#include <algorithm>

namespace saker {
namespace {

constexpr size_t kFirstComponent[] = {0, 3, 7};  // of translation, rotation, scale in a pose

// The characters of one tile that play one clip: where each is between two rows.
template <size_t N>
struct Tile {
  const Clip* clip = nullptr;
  float* data = nullptr;
  float time[N] = {};
  const std::byte* row[N] = {};
  size_t next = 0;  // bytes from a row to the one after it
  float fraction[N] = {};
  bool active[N] = {};
  bool whole = true;  // every lane is active
};

// A time in double, because row numbers of long clips leave a float too few bits for the fraction.
template <size_t N>
void locate(Tile<N>& tile, size_t lane) {
  const Clip& clip = *tile.clip;
  if (clip.row_count == 0) return;
  const double last = double(clip.row_count - 1);
  const double position =
      clip.duration > 0 ? std::clamp(double(tile.time[lane]) / clip.duration, 0.0, 1.0) * last : 0;
  const size_t row = std::min(size_t(position), size_t(std::max(last - 1, 0.0)));
  tile.row[lane] = clip.rows.data() + row * clip.row_size;
  tile.fraction[lane] = float(position - double(row));
}

template <size_t N>
float* component(const Tile<N>& tile, uint32_t joint, size_t c) {
  return tile.data + (joint * PoseSpan::kComponents + c) * N;
}

template <size_t N>
void put(const Tile<N>& tile, uint32_t joint, size_t c, const Lanes<N>& v) {
  float* to = component(tile, joint, c);
  if (tile.whole) {
    store<N>(to, v);
    return;
  }
  float all[N];
  store<N>(all, v);
  for (size_t lane = 0; lane < N; ++lane) {
    if (tile.active[lane]) to[lane] = all[lane];
  }
}

template <size_t N>
void put_rest(const Tile<N>& tile, const Skeleton& skeleton) {
  for (uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    float v[PoseSpan::kComponents];
    std::memcpy(v, &skeleton.rest[j], sizeof(v));
    for (size_t c = 0; c < PoseSpan::kComponents; ++c) put(tile, j, c, broadcast<N>(v[c]));
  }
}

template <size_t N>
void put_constants(const Tile<N>& tile) {
  for (const ConstantTrack& track : tile.clip->constants) {
    const size_t first = kFirstComponent[size_t(track.channel)];
    for (size_t c = 0; c < component_count(track.channel); ++c)
      put(tile, track.joint, first + c, broadcast<N>(track.value[c]));
  }
}

// Reads the four components of a track in the row at `distance` bytes from each lane's own.
template <size_t N>
void read_row(const Tile<N>& tile, const SampledTrack& track, size_t distance, Lanes<N> (&v)[4]) {
  float values[4][N] = {};
  for (size_t lane = 0; lane < N; ++lane) {
    const std::byte* from = tile.row[lane] + distance + track.row_offset;
    if (track.format == SampleFormat::kFloat32) {
      float floats[4];
      std::memcpy(floats, from, sizeof(floats));
      for (size_t c = 0; c < 4; ++c) values[c][lane] = floats[c];
    } else {
      uint16_t codes[4];
      std::memcpy(codes, from, sizeof(codes));
      for (size_t c = 0; c < 4; ++c) values[c][lane] = float(codes[c]);
    }
  }
  const bool coded = track.format == SampleFormat::kUnorm16;
  for (size_t c = 0; c < 4; ++c) {
    v[c] = load<N>(values[c]);
    if (coded) v[c] = v[c] * (track.extent[c] / 65535.0f) + track.minimum[c];
  }
}

// sin(t a) / sin(a) as a polynomial in t and cos(a), without a division or a trigonometric
// function: the first eight terms of the series in Eberly, "A Fast and Accurate Algorithm for
// Computing SLERP" (2011), section 3. Good to a float's last bits up to a quarter turn between
// samples; the packer measures the rest.
template <size_t N>
Lanes<N> slerp_weight(const Lanes<N>& t, const Lanes<N>& cosine) {
  const Lanes<N> squared = t * t, below = cosine - 1.0f;
  Lanes<N> term = t, sum = t;
  for (int i = 1; i <= 8; ++i) {
    const float d = float(2 * i + 1);
    term = term * below * (squared * (1.0f / (float(i) * d)) - float(i) / d);
    sum = sum + term;
  }
  return sum;
}

template <size_t N>
void put_sampled(const Tile<N>& tile) {
  const Lanes<N> t = load<N>(tile.fraction);
  for (const SampledTrack& track : tile.clip->sampled) {
    Lanes<N> a[4], b[4];
    read_row(tile, track, 0, a);
    read_row(tile, track, tile.next, b);
    if (track.channel != Channel::kRotation) {
      for (size_t c = 0; c < 3; ++c)
        put<N>(tile, track.joint, kFirstComponent[size_t(track.channel)] + c,
               a[c] + (b[c] - a[c]) * t);
      continue;
    }
    const QuatLanes<N> from{a[0], a[1], a[2], a[3]}, to{b[0], b[1], b[2], b[3]};
    const Lanes<N> cosine = dot<N>(from, to);
    const QuatLanes<N> q = normalized<N>(
        weighted_sum<N>(from, slerp_weight<N>(1.0f - t, cosine), to, slerp_weight<N>(t, cosine)));
    put<N>(tile, track.joint, 3, q.x);
    put<N>(tile, track.joint, 4, q.y);
    put<N>(tile, track.joint, 5, q.z);
    put<N>(tile, track.joint, 6, q.w);
  }
}

template <size_t N>
void put_keyed(const Tile<N>& tile) {
  for (const KeyedJointTrack& track : tile.clip->keyed) {
    for (size_t lane = 0; lane < N; ++lane) {
      if (!tile.active[lane]) continue;
      float v[4];
      sample_keys(*tile.clip, track.keys, tile.time[lane], track.channel == Channel::kRotation, v);
      for (size_t c = 0; c < component_count(track.channel); ++c)
        component(tile, track.joint, kFirstComponent[size_t(track.channel)] + c)[lane] = v[c];
    }
  }
}

// Samples the characters of a tile that share the clip of character `first`.
template <size_t N>
void sample_shared(const Skeleton& skeleton, std::span<const ClipTime> times, size_t first,
                   bool (&done)[N], float* data) {
  Tile<N> tile;
  tile.clip = times[first].clip;
  tile.data = data;
  tile.next = tile.clip->row_count > 1 ? tile.clip->row_size : 0;
  for (size_t lane = 0; lane < N; ++lane) {
    tile.active[lane] = lane < times.size() && times[lane].clip == tile.clip;
    // Idle lanes decode the first one's time: in range, and nobody reads the result.
    const float time = times[tile.active[lane] ? lane : first].time;
    tile.time[lane] = std::clamp(time, 0.0f, tile.clip->duration);
    if (time != time) tile.time[lane] = 0;
    locate(tile, lane);
    done[lane] = done[lane] || tile.active[lane];
    tile.whole = tile.whole && (tile.active[lane] || lane >= times.size());
  }
  put_rest(tile, skeleton);
  put_constants(tile);
  if (tile.clip->row_count > 0) put_sampled(tile);
  put_keyed(tile);
}

template <size_t N>
void sample_tiles(const Skeleton& skeleton, std::span<const ClipTime> times, PoseSpan poses) {
  for (size_t t = 0; t < poses.tile_count(); ++t) {
    const auto of_tile = times.subspan(t * N, std::min(N, times.size() - t * N));
    bool done[N] = {};
    for (size_t lane = 0; lane < of_tile.size(); ++lane) {
      if (!done[lane]) sample_shared<N>(skeleton, of_tile, lane, done, poses.tile(t));
    }
  }
}

}  // namespace

Status sample(const Skeleton& skeleton, std::span<const ClipTime> times, PoseSpan poses) {
  if (poses.count != times.size()) return {"poses", "has one pose per entry of times"};
  if (poses.joint_count != skeleton.joint_count()) return {"poses", "has the skeleton's joints"};
  if (poses.lanes != 1 && poses.lanes != kPoseLanes) return {"poses", "has 1 or kPoseLanes lanes"};
  for (const ClipTime& entry : times) {
    if (entry.clip == nullptr) return {"times", "names a clip in every entry"};
    if (entry.clip->joint_count != skeleton.joint_count())
      return {"times", "names clips of this skeleton only"};
  }
  if (poses.lanes == 1) {
    sample_tiles<1>(skeleton, times, poses);
  } else {
    sample_tiles<kPoseLanes>(skeleton, times, poses);
  }
  return {};
}

Status sample_curve(const Clip& clip, size_t curve, float time, std::span<float> out) {
  if (curve >= clip.curves.size()) return {"curve", "is an index into clip.curves"};
  const KeyedTrack& keys = clip.curves[curve].keys;
  if (out.size() < keys.width) return {"out", "has room for the curve's width"};
  sample_keys(clip, keys, std::clamp(time, 0.0f, clip.duration), false, out);
  return {};
}

Status sample_weights(const Clip& clip, uint32_t joint, float time, std::span<const float> rest,
                      std::span<float> out) {
  if (rest.size() != out.size()) return {"out", "is as long as rest"};
  for (size_t i = 0; i < clip.curves.size(); ++i) {
    const Curve& curve = clip.curves[i];
    if (curve.property == Property::kWeights && curve.joint == int32_t(joint) &&
        curve.keys.width == out.size())
      return sample_curve(clip, i, time, out);
  }
  std::copy(rest.begin(), rest.end(), out.begin());
  return {};
}

}  // namespace saker
