#include "build/encoder_input.h"

#include <saker/skeleton.h>

#include <algorithm>

namespace saker {
namespace {

// Joints below `joint` that keep their place relative to it whatever its rotation is: children
// without a sampled translation, and their children where they do not turn themselves either.
void collect_rigid(const EncoderInput& input, size_t joint, std::vector<size_t>& out) {
  for (size_t j = joint + 1; j < input.subtree_ends[joint]; ++j) {
    if (input.parents[j] != int(joint) || input.joint_tracks[j][0] >= 0) continue;
    out.push_back(j);
    if (input.joint_tracks[j][1] < 0) collect_rigid(input, j, out);
  }
}

// With e the error of the joint's position and r the vectors from it to what it carries rigidly,
// the turn d minimises the squares of e + d x r over all r, and of the shell's four points across:
// (sum of |r|^2 I - r r^T, + 4 shell^2 I) d = -(sum of r) x e.
Turn find_turn(const SourceSamples& source, size_t sample, size_t joint,
               const std::vector<size_t>& carried, double shell) {
  const DVec3 center = origin(source.models[source.at(sample, joint)]);
  DAffine a;
  for (int i = 0; i < 3; ++i) a.m[i][i] = 4 * shell * shell;
  DVec3 sum{};
  for (const size_t child : carried) {
    const DVec3 r = origin(source.models[source.at(sample, child)]) - center;
    const double square = dot(r, r);
    for (size_t row = 0; row < 3; ++row) {
      for (size_t c = 0; c < 3; ++c) a.m[row][c] += (row == c ? square : 0) - r[row] * r[c];
    }
    sum = sum + r;
  }
  const DAffine solve = inverse(a);
  const DVec3 columns[3] = {{0, sum.z, -sum.y}, {-sum.z, 0, sum.x}, {sum.y, -sum.x, 0}};  // sum x e
  Turn turn;
  for (size_t c = 0; c < 3; ++c) {
    const DVec3 column = -transform_vector(solve, columns[c]);
    for (size_t row = 0; row < 3; ++row) turn[row][c] = column[row];
  }
  return turn;
}

void set_turns(EncoderInput& input) {
  const SourceSamples& source = input.source;
  input.turn_rows.assign(source.joints, -1);
  for (size_t j = 0; j < source.joints; ++j) {
    if (input.joint_tracks[j][1] < 0 || !source.turns_evenly[j]) continue;
    std::vector<size_t> carried;
    collect_rigid(input, j, carried);
    if (carried.empty()) continue;
    input.turn_rows[j] = int(input.turns.size() / source.count);
    for (size_t i = 0; i < source.count; ++i)
      input.turns.push_back(find_turn(source, i, j, carried, input.shell));
  }
}

void set_tracks(EncoderInput& input, std::vector<TrackCoding> tracks) {
  input.tracks = std::move(tracks);
  input.joint_tracks.assign(input.source.joints, {-1, -1, -1});
  uint32_t next = 0;
  for (uint32_t j = 0; j < input.source.joints; ++j) {
    input.first_tracks.push_back(next);
    for (; next < input.tracks.size() && input.tracks[next].track.joint == j; ++next)
      input.joint_tracks[j][size_t(input.tracks[next].track.channel)] = int(next);
  }
  input.first_tracks.push_back(next);
}

void hold(const JointTrack& track, const std::array<double, 4>& v, EncoderInput& input) {
  HeldChannels& held = input.held[track.joint];
  held.has[size_t(track.channel)] = true;
  if (track.channel == Channel::kTranslation) held.value.translation = {v[0], v[1], v[2]};
  if (track.channel == Channel::kRotation) held.value.rotation = {v[0], v[1], v[2], v[3]};
  if (track.channel == Channel::kScale) held.value.scale = {v[0], v[1], v[2]};
}

void set_held(EncoderInput& input, const TrackChoice& choice) {
  input.held.resize(input.source.joints);
  for (const ConstantChannel& rest : choice.rest) {
    const auto& v = rest.value;
    hold(rest.track, {v[0], v[1], v[2], v[3]}, input);
  }
  for (const ConstantChannel& constant : choice.constants)
    hold(constant.track, stored_constant(constant), input);
}

void set_unscaled(EncoderInput& input) {
  const SourceSamples& source = input.source;
  input.unscaled.assign(source.joints, true);
  for (size_t j = 0; j < source.joints; ++j) {
    bool one = input.fixed[j] == nullptr && input.joint_tracks[j][2] < 0;
    for (size_t i = 0; i < source.count && one; ++i) {
      DTransform local = source.locals[source.at(i, j)];
      input.held[j].put_into(local);
      one = local.scale.x == 1 && local.scale.y == 1 && local.scale.z == 1;
    }
    input.unscaled[j] = one && (input.parents[j] < 0 || input.unscaled[size_t(input.parents[j])]);
  }
}

}  // namespace

std::array<double, 4> stored_constant(const ConstantChannel& constant) {
  const auto& v = constant.value;
  if (constant.track.channel != Channel::kRotation) return {v[0], v[1], v[2], 0};
  const DQuat q = decode_rotation(encode_rotation(DQuat{v[0], v[1], v[2], v[3]}, 20), 20);
  return {q.x, q.y, q.z, q.w};
}

EncoderInput make_input(const SourceSamples& source, const ExactClip& exact,
                        const Skeleton& skeleton, const Reach& reach, const TrackChoice& choice,
                        std::vector<TrackCoding> tracks, double shell) {
  EncoderInput input{source, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, shell};
  for (size_t j = 0; j < source.joints; ++j) input.parents.push_back(exact.parent(j));
  for (uint32_t j = 0; j < source.joints; ++j) input.subtree_ends.push_back(j + 1);
  for (size_t j = source.joints; j-- > 0;) {
    if (input.parents[j] < 0) continue;
    uint32_t& end = input.subtree_ends[size_t(input.parents[j])];
    end = std::max(end, input.subtree_ends[j]);
  }
  input.fixed.assign(source.joints, nullptr);
  for (const FixedJoint& fixed : skeleton.fixed) input.fixed[fixed.joint] = &fixed.local;
  set_tracks(input, std::move(tracks));
  for (const TrackCoding& track : input.tracks) {
    const double factor = track.track.channel == Channel::kRotation ? 2 : 1;
    input.levers.push_back(factor * lever(exact, reach, reach.near, track.track));
  }
  set_held(input, choice);
  set_unscaled(input);
  set_turns(input);
  return input;
}

}  // namespace saker
