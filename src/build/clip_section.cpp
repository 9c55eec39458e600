#include "build/clip_section.h"

#include "asset/chunk.h"

#include <cmath>
#include <cstring>

namespace saker {
namespace {

uint8_t encoding_of(const TrackCoding& coding) {
  if (coding.track.channel != Channel::kRotation) return 0;
  uint8_t encoding = uint8_t(coding.dropped);
  if (coding.components == 4) encoding |= format::kFourComponents;
  if (coding.framed) encoding |= format::kFramed;
  if (coding.curved) encoding |= format::kCurved;
  return encoding;
}

// Radians between a constant rotation and what its code gives.
double code_error(const ConstantChannel& constant) {
  const auto v = stored_constant(constant);
  const auto& exact = constant.value;
  const DQuat between = conjugate(DQuat{v[0], v[1], v[2], v[3]}) *
                        normalize(DQuat{exact[0], exact[1], exact[2], exact[3]});
  return 2 * length(DVec3{between.x, between.y, between.z});
}

Track single_key(const ConstantChannel& constant) {
  Track track = *constant.track.track;
  track.interpolation = Interpolation::kLinear;
  track.times = {0};
  track.values.assign(constant.value.begin(), constant.value.begin() + track.width);
  return track;
}

}  // namespace

ClipSection::ClipSection(const ExactClip& exact, const JointMap& map) : exact_(exact) {
  add_curves(map);
}

void ClipSection::add_curves(const JointMap& map) {
  TextWriter text;
  for (const Track& track : exact_.clip().tracks) {
    if (channel_of(track.target.property)) continue;
    Curve curve;
    curve.property = track.target.property;
    curve.joint = track.target.node < 0 ? -1 : map.joints[size_t(track.target.node)];
    curve.name = text.add(track.target.name);
    curve.keys = keys_.add(track);
    curves_.push_back(curve);
  }
  text_ = std::move(text.text);
}

void ClipSection::add_constant(const ConstantChannel& constant, double allowed) {
  const JointTrack& track = constant.track;
  const bool is_rotation = track.channel == Channel::kRotation;
  if (track.joint > UINT16_MAX || (is_rotation && code_error(constant) > allowed)) {
    keyed_.push_back({track.joint, track.channel, keys_.add(single_key(constant))});
    return;
  }
  const auto& v = constant.value;
  if (!is_rotation) {
    constant_vectors_.push_back(
        {uint16_t(track.joint), uint16_t(track.channel), {v[0], v[1], v[2]}});
    return;
  }
  format::ConstantRotationRecord record{uint16_t(track.joint), {}};
  const uint64_t code = encode_rotation(DQuat{v[0], v[1], v[2], v[3]}, 20);
  std::memcpy(record.code, &code, sizeof(code));
  constant_rotations_.push_back(record);
}

void ClipSection::add_keyed(const JointTrack& track) {
  keyed_.push_back({track.joint, track.channel, keys_.add(*track.track)});
}

void ClipSection::add_samples(const EncoderInput& input, const SampleData& data,
                              uint32_t sample_count) {
  for (size_t t = 0; t < input.tracks.size(); ++t) {
    const TrackCoding& coding = input.tracks[t];
    sampled_.push_back({uint16_t(coding.track.joint), uint8_t(coding.track.channel),
                        encoding_of(coding), data.steps[t], data.residual_steps[t]});
    if (coding.framed) frames_.push_back({coding.middle_code, coding.axes_code});
  }
  samples_ = data;
  sample_count_ = sample_count;
}

std::vector<uint8_t> ClipSection::bytes(float error, const Bounds& bounds) const {
  ChunkWriter chunk(sizeof(format::ClipRecord));
  format::ClipRecord record = {};
  record.name = chunk.add(exact_.clip().name);
  record.duration = exact_.clip().duration;
  record.joint_count = uint32_t(exact_.joint_count());
  record.error = error;
  record.bounds = bounds;
  record.sample_count = sample_count_;
  record.layout = uint16_t(samples_.layout);
  record.levels = uint16_t(samples_.levels);
  record.constant_vectors = chunk.add(constant_vectors_);
  record.constant_rotations = chunk.add(constant_rotations_);
  record.sampled = chunk.add(sampled_);
  record.widths = chunk.add(samples_.widths);
  record.centers = chunk.add(samples_.centers);
  record.frames = chunk.add(frames_);
  record.blocks = chunk.add(samples_.blocks);
  record.segments = chunk.add(samples_.segments);
  record.residuals = chunk.add(samples_.residuals);
  record.keyed = chunk.add(keyed_);
  record.curves = chunk.add(curves_);
  record.key_times = chunk.add(key_arrays_.times);
  record.key_values = chunk.add(key_arrays_.values);
  record.buckets = chunk.add(key_arrays_.buckets);
  record.text = chunk.add(text_);
  return chunk.finish(record);
}

}  // namespace saker
