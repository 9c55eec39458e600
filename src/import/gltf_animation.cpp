// Animations. A channel that is broken costs its track, not the file; a clip stays even when it has
// no track left, so that indices are the file's.

#include "import/document.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace saker::gltf {
namespace {

struct Sampler {
  Interpolation interpolation = Interpolation::kLinear;
  int output = -1;
  std::vector<float> times;
  std::vector<size_t> order;  // of the keys in the file, when they had to be sorted
  bool usable = false;

  size_t groups() const { return interpolation == Interpolation::kCubic ? 3 : 1; }
};

// Sorts the keys, moves the first to 0 when it is negative and pushes equal times apart.
void repair_times(Sampler& sampler) {
  std::vector<float>& times = sampler.times;
  sampler.order.resize(times.size());
  std::iota(sampler.order.begin(), sampler.order.end(), size_t{0});
  std::stable_sort(sampler.order.begin(), sampler.order.end(),
                   [&](size_t a, size_t b) { return times[a] < times[b]; });
  std::sort(times.begin(), times.end());
  const float shift = std::min(times[0], 0.0f);
  for (size_t k = 0; k < times.size(); ++k) {
    times[k] -= shift;
    if (k > 0 && !(times[k] > times[k - 1]))
      times[k] = std::nextafter(times[k - 1], 2 * std::fabs(times[k - 1]) + 1);
  }
}

void check_times(Document& document, const std::string& path, Sampler& sampler) {
  const std::vector<float>& times = sampler.times;
  const bool repair = document.options.repair_times;
  const std::string outcome =
      repair ? "; repaired" : "; the track was left out, repair_times would keep it";
  const auto negative = std::find_if(times.begin(), times.end(), [](float t) { return t < 0; });
  const auto behind =
      std::adjacent_find(times.begin(), times.end(), [](float a, float b) { return !(b > a); });
  if (negative != times.end())
    document.report.add(repair ? rules::kInputNegativeRepaired : rules::kInputNegative, path,
                        "the time of key " + std::to_string(negative - times.begin()) +
                            " is negative: " + text(*negative) + outcome);
  if (behind != times.end())
    document.report.add(repair ? rules::kInputNotIncreasingRepaired : rules::kInputNotIncreasing,
                        path,
                        "the time of key " + std::to_string(behind - times.begin() + 1) +
                            " does not exceed the one before: " + text(behind[1]) + outcome);
  if (repair && (negative != times.end() || behind != times.end())) repair_times(sampler);
  if (!times.empty() && !std::isfinite(times.back()))
    document.report.add(rules::kKeysNotFinite, path,
                        "the times are too large; the track was left out");
}

void read_times(Document& document, const Cursor& json, int input, Sampler& sampler) {
  const Accessor& accessor = document.accessors[size_t(input)];
  const std::string path = json.path("input");
  use_view(document, input, Usage::kOther, path);
  if (!accessor.is(Shape::kScalar) || !accessor.is_float()) {
    document.report.add(rules::kInputFormat, path,
                        "times are {SCALAR, FLOAT}, not " + accessor.format());
    return;
  }
  if (!accessor.has_bounds)
    document.report.add(rules::kInputWithoutBounds, path, "the times' accessor lacks min and max");
  if (accessor.has_stride)
    document.report.add(rules::kSamplerStride, path, "animation data should have no byteStride");
  if (accessor.count() < 2 && sampler.groups() == 3)
    document.report.add(rules::kInputTooFew, path,
                        "a cubic track has at least two keys; this one is constant");
  bool finite = true;
  sampler.times = read_floats(document, input, path, &finite);
  if (!finite)
    document.report.add(rules::kKeysNotFinite, path,
                        "a time is not finite; the track was left out");
  if (finite) check_times(document, path, sampler);
}

Interpolation read_interpolation(const Cursor& json) {
  const std::string name = json.string("interpolation", "LINEAR");
  if (name == "STEP") return Interpolation::kStep;
  if (name == "CUBICSPLINE") return Interpolation::kCubic;
  if (name != "LINEAR")
    json.add(rules::kValueNotInList, "interpolation", "no interpolation '" + name + "'");
  return Interpolation::kLinear;
}

Sampler read_sampler(Document& document, const Cursor& json) {
  const Report::Lenient lenient(document.report);
  Sampler sampler;
  json.expect({"input", "interpolation", "output"});
  json.require({"input", "output"});
  sampler.interpolation = read_interpolation(json);
  const int input = json.index("input", document.accessors.size());
  sampler.output = json.index("output", document.accessors.size());
  if (input >= 0) read_times(document, json, input, sampler);
  if (sampler.output >= 0) {
    use_view(document, sampler.output, Usage::kOther, json.path("output"));
    if (document.accessors[size_t(sampler.output)].has_stride)
      json.add(rules::kSamplerStride, "output", "animation data should have no byteStride");
  }
  sampler.usable = lenient.clean();
  return sampler;
}

bool read_property(const std::string& path, Property& property) {
  constexpr std::array<std::pair<std::string_view, Property>, 4> kPaths = {
      {{"translation", Property::kTranslation},
       {"rotation", Property::kRotation},
       {"scale", Property::kScale},
       {"weights", Property::kWeights}}};
  for (const auto& [name, value] : kPaths)
    if (path == name) {
      property = value;
      return true;
    }
  return false;
}

// "/nodes/3/rotation" is an ordinary target; any other pointer names a property of its own.
Target pointer_target(const std::string& pointer, const Scene& scene) {
  Target target{-1, Property::kNamed, pointer};
  constexpr std::string_view kNodes = "/nodes/";
  const size_t slash = pointer.rfind('/');
  if (pointer.compare(0, kNodes.size(), kNodes) != 0 || slash < kNodes.size()) return target;
  const std::string digits = pointer.substr(kNodes.size(), slash - kNodes.size());
  if (digits.empty() || digits.size() > 9 ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    return target;
  const size_t node = size_t(std::stoul(digits));
  Property property;
  if (node >= scene.nodes.size() || !read_property(pointer.substr(slash + 1), property))
    return target;
  return {int(node), property, {}};
}

// What a channel drives; no value when it is nothing that could be played.
std::optional<Target> read_target(const Cursor& channel, const Scene& scene) {
  const Cursor json = channel.object("target");
  json.expect({"node", "path"});
  json.require({"path"});
  const std::string path = json.string("path");
  if (const Cursor extension = json.extension("KHR_animation_pointer");
      extension && path == "pointer")
    return pointer_target(extension.string("pointer"), scene);
  Target target;
  target.node = json.index("node", scene.nodes.size());
  if (!read_property(path, target.property)) {
    if (json.has("path"))
      json.add(rules::kValueUnknown, "path",
               "no property '" + path + "'; the channel was left out");
    return std::nullopt;
  }
  if (target.node < 0) return std::nullopt;
  return target;
}

void check_target(const Cursor& channel, const Target& target, const Scene& scene) {
  if (target.node < 0) return;
  const Node& node = scene.nodes[size_t(target.node)];
  const Cursor json = channel.object("target");
  if (target.property == Property::kWeights) {
    if (node.mesh < 0 || scene.meshes[size_t(node.mesh)].target_count() == 0)
      json.add(rules::kTargetNoMorphs, "the node has no morph targets; the track was left out");
    return;
  }
  if (node.matrix)
    json.add(rules::kTargetNodeMatrix, "the node has a matrix; the track was left out");
  if (node.skin >= 0)
    json.add(rules::kTargetSkinnedNode, "path",
             "moving a skinned mesh's node does not move the mesh");
}

// Values per key, without tangents; 0 when the sizes do not fit.
uint32_t values_per_key(const Target& target, const Scene& scene, const Accessor& output,
                        const Sampler& sampler) {
  switch (target.property) {
    case Property::kRotation:
      return 4;
    case Property::kWeights:
      return uint32_t(scene.meshes[size_t(scene.nodes[size_t(target.node)].mesh)].target_count());
    case Property::kNamed: {
      const uint64_t keys = sampler.times.size() * sampler.groups(),
                     values = output.count() * output.width();
      return values % keys == 0 ? uint32_t(std::min<uint64_t>(values / keys, 1u << 20)) : 0;
    }
    default:
      return 3;
  }
}

bool format_allowed(const Target& target, const Accessor& output) {
  const bool unit = output.is_float() || output.normalized;
  switch (target.property) {
    case Property::kRotation:
      return output.is(Shape::kVec4) && unit;
    case Property::kWeights:
      return output.is(Shape::kScalar) && unit;
    case Property::kNamed:
      return true;
    default:
      return output.is(Shape::kVec3) && output.is_float();
  }
}

void sort_keys(const Sampler& sampler, Track& track) {
  if (sampler.order.empty()) return;
  const size_t size = track.width * sampler.groups();
  std::vector<float> sorted;
  sorted.reserve(track.values.size());
  for (const size_t key : sampler.order)
    sorted.insert(sorted.end(), track.values.begin() + std::ptrdiff_t(key * size),
                  track.values.begin() + std::ptrdiff_t((key + 1) * size));
  track.values = std::move(sorted);
}

// Brings rotation keys that are not unit quaternions to unit length; tangents shrink with their
// key. A key without length becomes the identity. What is within the tolerance was rounded when it
// was written: it stays as it is stored, as the specification reads it.
void normalize_rotations(const Cursor& channel, bool is_stored, Track& track) {
  constexpr double kMax = std::numeric_limits<float>::max();
  const size_t size = track.values.size() / track.times.size();
  const size_t value = size / 3 / 4 * 4;  // behind the tangent into the key, if there is one
  size_t count = 0;
  for (float* key = track.values.data(); key != track.values.data() + track.values.size();
       key += size) {
    const DQuat q{key[value], key[value + 1], key[value + 2], key[value + 3]};
    const double norm = std::sqrt(dot(q, q));
    if (std::fabs(norm - 1) <= kUnitTolerance) continue;
    ++count;
    if (norm == 0) key[value + 3] = 1;
    for (size_t i = 0; i < size && norm > 0; ++i)
      key[i] = float(std::clamp(key[i] / norm, -kMax, kMax));
  }
  if (count != 0 && is_stored)
    channel.add(
        rules::kOutputNotUnit, "sampler",
        std::to_string(count) + " rotation keys are not unit quaternions and were normalised");
}

void read_values(Document& document, const Cursor& channel, const Sampler& sampler, Track& track) {
  const Accessor& output = document.accessors[size_t(sampler.output)];
  const std::string path = channel.path("sampler");
  if (!format_allowed(track.target, output)) {
    document.report.add(rules::kOutputFormat, path,
                        output.format() + " does not fit the property that is animated");
    return;
  }
  const uint64_t expected = uint64_t(track.times.size()) * sampler.groups() * track.width;
  if (track.width == 0 || output.count() * output.width() != expected) {
    document.report.add(rules::kOutputCount, path,
                        "the output has " + std::to_string(output.count()) + " elements, but " +
                            std::to_string(expected / output.width()) + " are needed for " +
                            std::to_string(track.times.size()) + " keys");
    return;
  }
  bool finite = true;
  track.values = read_floats(document, sampler.output, path, &finite);
  if (!finite)
    document.report.add(rules::kKeysNotFinite, path,
                        "a value is not finite; the track was left out");
}

std::optional<Track> read_track(Document& document, const Cursor& channel,
                                const std::vector<Sampler>& samplers, const Scene& scene) {
  const Report::Lenient lenient(document.report);
  channel.expect({"sampler", "target"});
  channel.require({"sampler", "target"});
  const int index = channel.index("sampler", samplers.size());
  const std::optional<Target> target = read_target(channel, scene);
  if (target) check_target(channel, *target, scene);
  if (!target || index < 0 || !lenient.clean()) return std::nullopt;

  const Sampler& sampler = samplers[size_t(index)];
  if (sampler.times.empty() || sampler.output < 0) return std::nullopt;
  Track track;
  track.target = *target;
  track.interpolation = sampler.interpolation;
  track.times = sampler.times;
  const Accessor& output = document.accessors[size_t(sampler.output)];
  track.width = values_per_key(*target, scene, output, sampler);
  if (!document.hold(track.times.size() * sizeof(float), channel.path())) return std::nullopt;
  read_values(document, channel, sampler, track);
  if (track.values.empty()) return std::nullopt;
  sort_keys(sampler, track);
  if (track.target.property == Property::kRotation)
    normalize_rotations(channel, output.is_stored(), track);
  if (track.interpolation == Interpolation::kLinear) align_rotation_keys(track);
  if (!sampler.usable || !lenient.clean()) return std::nullopt;
  return track;
}

RawClip read_animation(Document& document, const Cursor& json, const Scene& scene) {
  RawClip clip;
  const Report::Lenient lenient(document.report);
  json.expect({"channels", "samplers", "name"});
  json.require({"channels", "samplers"});
  clip.name = json.string("name");
  const Cursor channels = json.array("channels"), samplers_json = json.array("samplers");
  std::vector<Sampler> samplers;
  for (size_t i = 0; i < samplers_json.size(); ++i)
    samplers.push_back(read_sampler(document, samplers_json.item(i)));

  std::map<std::tuple<int, Property, std::string>, std::pair<size_t, size_t>>
      seen;  // track and channel
  for (size_t i = 0; i < channels.size(); ++i) {
    std::optional<Track> track = read_track(document, channels.item(i), samplers, scene);
    if (!track) continue;
    const Target& target = track->target;
    const auto [at, is_new] =
        seen.try_emplace({target.node, target.property, target.name}, clip.tracks.size(), i);
    if (is_new) {
      clip.tracks.push_back(std::move(*track));
      continue;
    }
    channels.item(at->second.second)
        .add(rules::kDuplicateTargets, "target",
             "channel " + std::to_string(i) + " has the same target and was taken");
    clip.tracks[at->second.first] = std::move(*track);
    at->second.second = i;
  }
  for (const Track& track : clip.tracks)
    clip.duration = std::max(clip.duration, track.times.back());
  return clip;
}

}  // namespace

void read_animations(Document& document, Scene& scene) {
  const Cursor list = document.array("animations");
  for (size_t i = 0; i < list.size(); ++i)
    scene.clips.push_back(read_animation(document, list.item(i), scene));
}

}  // namespace saker::gltf
