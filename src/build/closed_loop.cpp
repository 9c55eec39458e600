#include "build/closed_loop.h"

#include "asset/unpack_tracks.h"

#include <algorithm>

namespace saker {
namespace {

// To the nearest integer without a call: the sum keeps no fraction.
double round_to_integer(double v) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52
  return (v + kShift) - kShift;
}

double step_of(int exponent) {
  return exponent >= 0 ? double(half_octave_step(uint32_t(exponent)))
                       : std::pow(2.0, -double(exponent) / 2);
}

// The rotation by a small vector: its direction is the axis, its length the angle.
DQuat small_turn(const DVec3& v) {
  const DVec3 half = v * 0.5;
  const double scale = 1 / std::sqrt(1 + dot(half, half));
  return {half.x * scale, half.y * scale, half.z * scale, scale};
}

}  // namespace

void append_midpoints(std::vector<EncoderNode>& nodes, uint32_t first, uint32_t last, uint32_t m,
                      uint32_t levels) {
  struct Interval {
    uint32_t begin, end, begin_node, end_node;
  };
  const uint32_t first_sample = nodes[first].sample;
  std::vector<Interval> intervals = {{0, m, first, last}};
  for (uint32_t level = 0; level < levels; ++level) {
    std::vector<Interval> halves;
    for (const Interval& whole : intervals) {
      if (whole.end - whole.begin < 2) continue;
      const uint32_t middle = (whole.begin + whole.end) / 2, node = uint32_t(nodes.size());
      nodes.push_back({first_sample + middle, level + 1, whole.begin_node, whole.end_node,
                       double(middle - whole.begin) / double(whole.end - whole.begin)});
      halves.push_back({whole.begin, middle, whole.begin_node, node});
      halves.push_back({middle, whole.end, node, whole.end_node});
    }
    intervals = std::move(halves);
  }
}

ClosedLoop::ClosedLoop(const EncoderInput& input, std::vector<EncoderNode> nodes, size_t given)
    : exponents(input.tracks.size()),
      clamps(input.tracks.size()),
      input_(input),
      nodes_(std::move(nodes)),
      given_(given),
      steps_(input.tracks.size()),
      inverse_steps_(input.tracks.size()),
      errors_(nodes_.size()),
      worst_joints_(nodes_.size()) {
  for (State* state : {&state_, &trial_}) {
    state->joints.resize(nodes_.size() * input.source.joints);
    state->values.resize(nodes_.size() * track_count());
    state->codes.resize(nodes_.size() * track_count());
    state->ranges.resize(track_count());
  }
}

void ClosedLoop::set_values(size_t node, std::span<const Components> values) {
  for (State* state : {&state_, &trial_})
    std::copy(values.begin(), values.end(), state->values.begin() + node * track_count());
}

void ClosedLoop::begin(uint32_t first_track, uint32_t end_track, State& out) {
  for (uint32_t t = first_track; t < end_track; ++t) {
    out.ranges[t] = {};
    const bool none = exponents[t] == kNoResiduals;
    steps_[t] = none ? 0 : step_of(exponents[t]);
    inverse_steps_[t] = none ? 0 : 1 / steps_[t];
  }
}

Components ClosedLoop::quantize(size_t node, size_t track, const Components& target, State& out) {
  const EncoderNode& at = nodes_[node];
  const size_t tracks = track_count();
  const double step = steps_[track], inverse_step = inverse_steps_[track];
  const uint8_t(&bits)[4] = clamps[track].bits[at.level];
  CodeRange& range = out.ranges[track];
  auto& codes = out.codes[node * tracks + track];
  Components& value = out.values[node * tracks + track];
  const Components& left = out.values[at.left * tracks + track];
  const Components& right = out.values[at.right * tracks + track];
  for (size_t c = 0; c < input_.tracks[track].components; ++c) {
    const double predicted = at.level == 0 ? 0 : left[c] + (right[c] - left[c]) * at.share;
    double code = round_to_integer((target[c] - predicted) * inverse_step);
    if (bits[c] < 32) {
      const double half = bits[c] > 0 ? double(1u << (bits[c] - 1)) : 0;
      code = std::clamp(code, -half, std::max(half - 1, 0.0));
    }
    const int32_t whole = int32_t(std::clamp(code, -1e9, 1e9));
    value[c] = predicted + code * step;
    codes[c] = whole;
    range.low[at.level][c] = std::min(range.low[at.level][c], whole);
    range.high[at.level][c] = std::max(range.high[at.level][c], whole);
  }
  return value;
}

DVec3 ClosedLoop::translation_target(size_t at, const JointState* parent) const {
  const SourceSamples& source = input_.source;
  if (parent == nullptr || std::fabs(determinant(parent->model)) < 1e-18)
    return source.locals[at].translation;
  return transform_point(inverse(parent->model), origin(source.models[at]));
}

DQuat ClosedLoop::rotation_target(size_t at, size_t sample, uint32_t joint,
                                  const JointState* parent, const DVec3& position) const {
  const SourceSamples& source = input_.source;
  const DQuat& exact = source.locals[at].rotation;
  if (!source.turns_evenly[joint]) return exact;
  DQuat wanted = source.rotations[at];
  if (input_.turn_rows[joint] >= 0) {
    const Turn& turn = input_.turns[size_t(input_.turn_rows[joint]) * source.count + sample];
    const DVec3 e = position - origin(source.models[at]);
    wanted = small_turn({dot(turn[0], e), dot(turn[1], e), dot(turn[2], e)}) * wanted;
  }
  if (parent != nullptr) wanted = conjugate(parent->rotation) * wanted;
  return dot(wanted, exact) < 0 ? -wanted : wanted;
}

double ClosedLoop::error_squared(const DAffine& exact, const DAffine& decoded,
                                 uint32_t joint) const {
  const DVec3 between = origin(decoded) - origin(exact);
  const double distance = dot(between, between);
  double worst = 0;
  for (int i = 0; i < 3; ++i) {
    const double offset =
        input_.unscaled[joint] ? input_.shell : shell_offset(exact, i, input_.shell);
    const DVec3 turned = (axis(decoded, i) - axis(exact, i)) * offset;
    worst = std::max(worst, distance + dot(turned, turned) + 2 * std::fabs(dot(between, turned)));
  }
  return worst;
}

double ClosedLoop::encode_joint(size_t node, uint32_t joint, const JointState* parent, State& out) {
  const SourceSamples& source = input_.source;
  const size_t sample = nodes_[node].sample, at = source.at(sample, joint);
  const JointTracks& tracks = input_.joint_tracks[joint];
  DTransform local = source.locals[at];
  input_.held[joint].put_into(local);
  if (tracks[2] >= 0) {
    const TrackCoding& coding = input_.tracks[size_t(tracks[2])];
    local.scale = decode_vector(
        coding,
        quantize(node, size_t(tracks[2]), code_vector(coding, source.locals[at].scale), out));
  }
  if (tracks[0] >= 0) {
    const TrackCoding& coding = input_.tracks[size_t(tracks[0])];
    local.translation =
        decode_vector(coding, quantize(node, size_t(tracks[0]),
                                       code_vector(coding, translation_target(at, parent)), out));
  }
  JointState& state = out.joints[node * source.joints + joint];
  const DVec3 position =
      parent == nullptr ? local.translation : transform_point(parent->model, local.translation);
  if (tracks[1] >= 0) {
    const TrackCoding& coding = input_.tracks[size_t(tracks[1])];
    const DQuat target = rotation_target(at, sample, joint, parent, position);
    local.rotation = decode_rotation(
        coding, quantize(node, size_t(tracks[1]), code_rotation(coding, target), out));
  }
  state.rotation = parent == nullptr ? local.rotation : parent->rotation * local.rotation;
  if (input_.unscaled[joint]) {
    state.model = compose(DTransform{position, state.rotation, {1, 1, 1}});
  } else {
    const DAffine own =
        input_.fixed[joint] != nullptr ? cast<double>(*input_.fixed[joint]) : compose(local);
    state.model = parent == nullptr ? own : parent->model * own;
  }
  return error_squared(source.models[at], state.model, joint);
}

void ClosedLoop::encode() {
  const size_t joints = input_.source.joints;
  begin(0, uint32_t(track_count()), state_);
  for (size_t n = given_; n < nodes_.size(); ++n) {
    double worst = -1;
    for (uint32_t j = 0; j < joints; ++j) {
      const int parent = input_.parents[j];
      const double error = encode_joint(
          n, j, parent < 0 ? nullptr : &state_.joints[n * joints + size_t(parent)], state_);
      if (error <= worst) continue;
      worst = error;
      worst_joints_[n] = j;
    }
    errors_[n] = std::sqrt(worst);
  }
}

bool ClosedLoop::try_encode(uint32_t joint, double bound) {
  const size_t joints = input_.source.joints;
  const uint32_t end = input_.subtree_ends[joint];
  const double limit = bound * bound;
  begin(input_.first_tracks[joint], input_.first_tracks[end], trial_);
  for (size_t n = given_; n < nodes_.size(); ++n) {
    for (uint32_t j = joint; j < end; ++j) {
      const int parent = input_.parents[j];
      const State& above = parent >= int(joint) ? trial_ : state_;
      const double error = encode_joint(
          n, j, parent < 0 ? nullptr : &above.joints[n * joints + size_t(parent)], trial_);
      if (!(error <= limit)) return false;
    }
  }
  return true;
}

void ClosedLoop::accept(uint32_t joint) {
  const size_t joints = input_.source.joints, tracks = track_count();
  const uint32_t end = input_.subtree_ends[joint];
  const uint32_t first_track = input_.first_tracks[joint], end_track = input_.first_tracks[end];
  const auto copy = [](const auto& from, auto& to, size_t first, size_t last) {
    std::copy(from.begin() + long(first), from.begin() + long(last), to.begin() + long(first));
  };
  for (size_t n = given_; n < nodes_.size(); ++n) {
    copy(trial_.joints, state_.joints, n * joints + joint, n * joints + end);
    copy(trial_.values, state_.values, n * tracks + first_track, n * tracks + end_track);
    copy(trial_.codes, state_.codes, n * tracks + first_track, n * tracks + end_track);
  }
  copy(trial_.ranges, state_.ranges, first_track, end_track);
}

double ClosedLoop::largest_error() const {
  return nodes_.size() > given_ ? *std::max_element(errors_.begin() + long(given_), errors_.end())
                                : 0;
}

uint32_t ClosedLoop::worst_joint() const {
  const auto worst = std::max_element(errors_.begin() + long(given_), errors_.end());
  return worst_joints_[size_t(worst - errors_.begin())];
}

}  // namespace saker
