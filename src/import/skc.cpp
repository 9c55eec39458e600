// Raw motion as plain arrays; import.h describes the bytes.

#include "import/skc.h"

#include "import/bytes.h"
#include "import/report.h"
#include "import/rules.h"
#include "import/utf8.h"

#include <saker/import.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace saker {
namespace {

constexpr uint64_t kHeaderSize = 16, kParentSize = 4, kNameSize = 48, kTransformSize = 40;
constexpr uint64_t kJointSize = kParentSize + kNameSize + kTransformSize;

// Some of the ten floats of a transform.
struct Components {
  Property property;
  uint32_t first, width;
};
constexpr Components kTranslation{Property::kTranslation, 0, 3};
constexpr Components kRotation{Property::kRotation, 3, 4};
constexpr Components kScale{Property::kScale, 7, 3};

// Brings a quaternion to unit length; false when it was as near to that as rounding leaves it, and
// stays as it is stored.
bool normalize_stored(float* q) {
  const DQuat stored{q[0], q[1], q[2], q[3]};
  const double norm = std::sqrt(dot(stored, stored));
  if (std::fabs(norm - 1) <= kUnitTolerance) return false;
  for (size_t c = 0; c < 4; ++c) q[c] = float(q[c] / norm);
  return true;
}

bool is_same(std::span<const float> a, std::span<const float> b) {
  return std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

bool is_constant(const Track& track) {
  for (size_t k = 1; k < track.times.size(); ++k)
    if (!is_same(track.key(k), track.key(0))) return false;
  return true;
}

void keep_ends(Track& track) {
  if (track.times.size() <= 2) return;
  track.times = {track.times.front(), track.times.back()};
  track.values.erase(track.values.begin() + track.width, track.values.end() - track.width);
  track.times.shrink_to_fit();
  track.values.shrink_to_fit();
}

// "pab_walk" of "motion/pab_walk.skc".
std::string stem(std::string name) {
  replace_invalid_utf8(name);
  const std::u8string text =
      std::filesystem::path(std::u8string(name.begin(), name.end())).stem().u8string();
  return {text.begin(), text.end()};
}

class SkcReader {
 public:
  SkcReader(std::span<const uint8_t> bytes, const ImportOptions& options, Report& report)
      : bytes_(bytes), options_(options), report_(report) {}

  // Nothing useful where the report has an error.
  Scene read(const std::string& name) {
    Scene scene;
    if (!read_header() || !check_size() || !check_memory() || !read_times()) return scene;
    SceneRoots roots;
    for (uint64_t j = 0; j < joints_ && !report_.error(); ++j) {
      scene.nodes.push_back(read_node(j));
      if (scene.nodes.back().parent < 0) roots.nodes.push_back(int(j));
    }
    scene.scenes.push_back(std::move(roots));
    scene.default_scene = 0;
    scene.clips.push_back(read_clip(name));
    return scene;
  }

 private:
  void add(const Rule& rule, uint64_t at, std::string message) {
    report_.add(rule, "byte " + std::to_string(at), std::move(message));
  }

  bool refuse(const Rule& rule, uint64_t at, std::string message) {
    add(rule, at, std::move(message));
    return false;
  }

  uint64_t parent_at(uint64_t joint) const { return kHeaderSize + joint * kParentSize; }
  uint64_t name_at(uint64_t joint) const { return parent_at(joints_) + joint * kNameSize; }
  uint64_t bind_at(uint64_t joint) const { return name_at(joints_) + joint * kTransformSize; }
  uint64_t sample_at(uint64_t sample, uint64_t joint) const {
    return bind_at(joints_) + (sample * joints_ + joint) * kTransformSize;
  }

  bool read_header() {
    if (bytes_.size() < kHeaderSize)
      return refuse(rules::kSkcUnexpectedEnd, bytes_.size(),
                    "the file has " + std::to_string(bytes_.size()) +
                        " bytes, but its header has " + std::to_string(kHeaderSize));
    if (!is_skc_file(bytes_))
      return refuse(rules::kSkcInvalidMagic, 0,
                    "the file does not start with \"SKC1\", as a .skc does");
    joints_ = read_u32(bytes_, 4);
    samples_ = read_u32(bytes_, 8);
    rate_ = read_f32(bytes_, 12);
    if (joints_ == 0) return refuse(rules::kSkcNoJoints, 4, "the file has no joints");
    if (samples_ == 0) return refuse(rules::kSkcNoSamples, 8, "the file has no samples");
    if (!std::isfinite(rate_) || rate_ <= 0)
      return refuse(rules::kSkcRate, 12, "the rate has to be more than 0 samples per second");
    return true;
  }

  // The counts are below 2^32 and a joint takes few bytes, but their product may not fit 64 bits.
  bool check_size() {
    const uint64_t start = kHeaderSize + joints_ * kJointSize, sample = joints_ * kTransformSize;
    if (bytes_.size() < start)
      return refuse(rules::kSkcUnexpectedEnd, bytes_.size(),
                    "the file ends here, but its " + std::to_string(joints_) + " joints need " +
                        std::to_string(start) + " bytes before the first sample");
    const uint64_t available = (bytes_.size() - start) / sample;
    if (available < samples_)
      return refuse(rules::kSkcUnexpectedEnd, bytes_.size(),
                    "the file ends here, with " + std::to_string(available) + " of its " +
                        std::to_string(samples_) + " samples");
    const uint64_t end = start + samples_ * sample;
    if (end < bytes_.size())
      return refuse(rules::kSkcExtraData, end,
                    std::to_string(bytes_.size() - end) + " bytes follow the last sample");
    return true;
  }

  // What the scene will hold; the file itself is counted by who reads it.
  bool check_memory() {
    const uint64_t key_size = kTransformSize + 3 * sizeof(float);
    const uint64_t joint_size = sizeof(Node) + kNameSize + 3 * sizeof(Track);
    const uint64_t needed = joints_ * joint_size + (joints_ * key_size + sizeof(float)) * samples_;
    if (needed <= options_.memory_limit) return true;
    return refuse(rules::kMemoryLimit, 4,
                  std::to_string(joints_) + " joints with " + std::to_string(samples_) +
                      " samples need " + std::to_string(needed) + " bytes");
  }

  bool read_times() {
    times_.reserve(samples_);
    for (uint64_t n = 0; n < samples_; ++n) {
      const auto time = float(double(n) / double(rate_));
      if (!std::isfinite(time) || (n > 0 && !(time > times_.back())))
        return refuse(rules::kSkcTimes, 12,
                      "at " + text(rate_) + " samples per second the time of sample " +
                          std::to_string(n) + " is no 32-bit float of its own");
      times_.push_back(time);
    }
    return true;
  }

  Node read_node(uint64_t joint) {
    Node node;
    node.name = read_name(joint);
    node.parent = read_parent(joint);
    const uint64_t at = bind_at(joint);
    float rotation[4] = {0, 0, 0, 1};
    read_value(at, kTranslation, &node.local.translation.x);
    read_value(at, kScale, &node.local.scale.x);
    if (read_value(at, kRotation, rotation) && normalize_stored(rotation))
      add(rules::kSkcNotUnit, at + kRotation.first * sizeof(float),
          "the bind rotation of joint " + std::to_string(joint) +
              " is not a unit quaternion and was normalised");
    node.local.rotation = {rotation[0], rotation[1], rotation[2], rotation[3]};
    return node;
  }

  std::string read_name(uint64_t joint) {
    const char* start = reinterpret_cast<const char*>(bytes_.data() + name_at(joint));
    std::string name(start, std::find(start, start + kNameSize, '\0'));
    if (const size_t bad = replace_invalid_utf8(name))
      add(rules::kInvalidUtf8, name_at(joint),
          std::to_string(bad) + " bytes of the name of joint " + std::to_string(joint) +
              " are not UTF-8 and were replaced by '?'");
    return name;
  }

  int read_parent(uint64_t joint) {
    const auto parent = int32_t(read_u32(bytes_, parent_at(joint)));
    if (parent == -1 || (parent >= 0 && uint64_t(parent) < joint)) return parent;
    add(rules::kSkcParent, parent_at(joint),
        "the parent of joint " + std::to_string(joint) + " is " + std::to_string(parent) +
            ", but has to be a joint before it, or -1 for a root");
    return -1;
  }

  // Reads components of the transform at `at`; false, and reported, when they mean nothing.
  bool read_value(uint64_t at, const Components& components, float* out) {
    at += components.first * sizeof(float);
    bool is_zero = true;
    for (size_t c = 0; c < components.width; ++c) {
      out[c] = read_f32(bytes_, at + c * sizeof(float));
      is_zero &= out[c] == 0;
      if (!std::isfinite(out[c]))
        return refuse(rules::kSkcNotFinite, at + c * sizeof(float), "this number is not finite");
    }
    if (is_zero && components.property == Property::kRotation)
      return refuse(rules::kSkcNoRotation, at, "this rotation is a quaternion without length");
    return true;
  }

  Track read_track(uint64_t joint, const Components& components) {
    Track track;
    track.target = {int(joint), components.property, ""};
    track.width = components.width;
    track.times = times_;
    track.values.resize(samples_ * track.width);
    for (uint64_t n = 0; n < samples_; ++n)
      if (!read_value(sample_at(n, joint), components, track.values.data() + n * track.width))
        return track;
    if (components.property == Property::kRotation) {
      normalize_rotations(track);
      align_rotation_keys(track);
    }
    return track;
  }

  void normalize_rotations(Track& track) {
    uint64_t count = 0, first = 0;
    for (uint64_t n = 0; n < samples_; ++n)
      if (normalize_stored(track.values.data() + n * track.width) && count++ == 0) first = n;
    if (count == 0) return;
    const auto joint = uint64_t(track.target.node);
    add(rules::kSkcNotUnit, sample_at(first, joint) + kRotation.first * sizeof(float),
        std::to_string(count) + " rotations of joint " + std::to_string(joint) +
            " are not unit quaternions and were normalised; this is the first");
  }

  // What never changes needs two keys, which hold the duration.
  RawClip read_clip(const std::string& name) {
    RawClip clip;
    clip.name = stem(name);
    clip.duration = times_.back();
    for (uint64_t j = 0; j < joints_ && !report_.error(); ++j) {
      for (const Components& components : {kTranslation, kRotation, kScale}) {
        clip.tracks.push_back(read_track(j, components));
        if (is_constant(clip.tracks.back())) keep_ends(clip.tracks.back());
      }
    }
    return clip;
  }

  std::span<const uint8_t> bytes_;
  const ImportOptions& options_;
  Report& report_;
  uint64_t joints_ = 0, samples_ = 0;
  float rate_ = 0;
  std::vector<float> times_;
};

}  // namespace

Result<Scene> import_skc(std::span<const uint8_t> bytes, const std::string& name,
                         const ImportOptions& options, Diagnostics* diagnostics) {
  Report report(name);
  Scene scene = SkcReader(bytes, options, report).read(name);
  if (diagnostics) *diagnostics = report.diagnostics();
  if (report.error()) return *report.error();
  scene.diagnostics = report.diagnostics();
  return scene;
}

}  // namespace saker
