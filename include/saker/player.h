#pragma once
// Player: one character playing the clips of an asset, with cross-fades.

#include <saker/asset.h>

#include <span>
#include <vector>

namespace saker {

// Holds the poses and matrices of one character and allocates only when it is made. The asset must
// outlive it. After every change call evaluate() before reading matrices() and weights().
class Player {
 public:
  // At rest, no clip.
  explicit Player(const Asset& asset);

  // Changes to a clip (an index into asset.clips(), or -1 for the rest pose) from its start, or its
  // end when the speed is negative, fading over from what is shown now within `fade` seconds. A
  // fade may interrupt another: it starts from the pose that is shown.
  void play(int clip, float fade = 0);

  // Moves on by `seconds` times the speed, unless paused; a fade goes on by `seconds`. At an end
  // the clip starts over when looping, else it stays there.
  void advance(float seconds);

  // Goes to a time of the clip, clamped to it. Works while paused.
  void seek(float time);

  // Computes the pose, matrices and morph weights of this moment.
  void evaluate();

  int clip() const { return clip_; }
  float time() const { return time_; }
  float duration() const;
  bool fading() const { return fade_left_ > 0; }

  bool paused = false;
  bool looping = true;
  float speed = 1;

  // Model-space matrices, one per joint; and the morph weights of all instances one after another.
  std::span<const Affine> matrices() const { return matrices_; }
  std::span<const float> weights() const { return weights_; }

 private:
  const Clip* find(int clip) const;
  void pose_at(int clip, float time, PoseSpan pose, std::span<float> weights) const;
  void advance_time(int clip, float seconds, float& time) const;

  const Asset* asset_;
  int clip_ = -1;
  float time_ = 0;
  // What fades out: a clip that still moves, or the pose at which another fade was interrupted.
  int from_clip_ = -1;
  float from_time_ = 0;
  bool from_frozen_ = false;
  float fade_ = 0, fade_left_ = 0;

  PoseBuffer pose_, from_pose_;
  std::vector<float> weights_, from_weights_;
  std::vector<Affine> matrices_;
};

}  // namespace saker
