#include <saker/player.h>

#include <algorithm>
#include <cmath>

namespace saker {
namespace {

void copy_pose(PoseSpan from, PoseSpan to) {
  std::copy(from.data, from.data + from.tile_count() * from.tile_size(), to.data);
}

}  // namespace

Player::Player(const Asset& asset)
    : asset_(&asset),
      pose_(asset.skeleton().joint_count(), 1),
      from_pose_(asset.skeleton().joint_count(), 1),
      weights_(morph_weight_count(asset)),
      from_weights_(weights_.size()),
      matrices_(asset.skeleton().joint_count()) {
  evaluate();
}

const Clip* Player::find(int clip) const {
  const auto clips = asset_->clips();
  return clip >= 0 && size_t(clip) < clips.size() ? &clips[size_t(clip)] : nullptr;
}

float Player::duration() const {
  const Clip* clip = find(clip_);
  return clip ? clip->duration : 0;
}

void Player::play(int clip, float fade) {
  if (fade > 0) {
    from_frozen_ = fading();
    if (from_frozen_) {
      evaluate();
      copy_pose(pose_, from_pose_);
      std::copy(weights_.begin(), weights_.end(), from_weights_.begin());
    }
    from_clip_ = clip_;
    from_time_ = time_;
  }
  fade_ = fade_left_ = std::max(fade, 0.0f);
  clip_ = find(clip) ? clip : -1;
  time_ = speed < 0 ? duration() : 0;
}

void Player::advance_time(int clip, float seconds, float& time) const {
  const Clip* playing = find(clip);
  if (playing == nullptr || playing->duration <= 0) return;
  time += seconds * speed;
  if (looping && (time < 0 || time > playing->duration)) {
    time = std::fmod(time, playing->duration);
    if (time < 0) time += playing->duration;
  }
  time = std::clamp(time, 0.0f, playing->duration);
}

void Player::advance(float seconds) {
  if (paused) return;
  advance_time(clip_, seconds, time_);
  if (!from_frozen_) advance_time(from_clip_, seconds, from_time_);
  fade_left_ = std::max(fade_left_ - seconds, 0.0f);
}

void Player::seek(float time) { time_ = std::clamp(time, 0.0f, duration()); }

void Player::pose_at(int clip, float time, PoseSpan pose, std::span<float> weights) const {
  const Skeleton& skeleton = asset_->skeleton();
  Clip rest;
  rest.joint_count = skeleton.joint_count();
  const Clip* playing = find(clip);
  const ClipTime at{playing ? playing : &rest, time};
  (void)sample(skeleton, {&at, 1}, pose);
  (void)sample_morph_weights(*asset_, playing, time, weights);
}

void Player::evaluate() {
  pose_at(clip_, time_, pose_, weights_);
  if (fading()) {
    if (!from_frozen_) pose_at(from_clip_, from_time_, from_pose_, from_weights_);
    const float share = 1 - fade_left_ / fade_;
    (void)blend(from_pose_, pose_, {&share, 1}, pose_);
    for (size_t i = 0; i < weights_.size(); ++i)
      weights_[i] = from_weights_[i] + (weights_[i] - from_weights_[i]) * share;
  }
  (void)local_to_model(asset_->skeleton(), pose_, matrices_);
}

}  // namespace saker
