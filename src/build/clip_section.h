#pragma once
// A clip's section of a file, from what packing made of its tracks.

#include "asset/format.h"
#include "build/choose_tracks.h"
#include "build/key_store.h"
#include "build/sample_encoder.h"

#include <string>

namespace saker {

// Collects the tracks of one clip.
class ClipSection {
 public:
  ClipSection(const ExactClip& exact, const JointMap& map);

  // As code, or with one key where no code is precise enough or the joint's number is too large.
  void add_constant(const ConstantChannel& constant, double allowed);
  void add_keyed(const JointTrack& track);
  void add_samples(const EncoderInput& input, const SampleData& data, uint32_t sample_count);

  std::vector<uint8_t> bytes(float error, const Bounds& bounds) const;

 private:
  void add_curves(const JointMap& map);

  const ExactClip& exact_;
  std::vector<format::ConstantVectorRecord> constant_vectors_;
  std::vector<format::ConstantRotationRecord> constant_rotations_;
  std::vector<format::SampledTrackRecord> sampled_;
  std::vector<format::FrameRecord> frames_;
  SampleData samples_;
  uint32_t sample_count_ = 0;
  std::vector<KeyedJointTrack> keyed_;
  std::vector<Curve> curves_;
  KeyArrays key_arrays_;
  KeyStore keys_{key_arrays_};
  std::string text_;
};

}  // namespace saker
