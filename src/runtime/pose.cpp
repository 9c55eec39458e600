#include <saker/pose.h>

#include <cstring>
#include <new>

namespace saker {
namespace {

constexpr std::align_val_t kAlignment{64};

float* row(const PoseSpan& poses, size_t character, size_t joint) {
  return poses.tile(character / poses.lanes) + joint * PoseSpan::kComponents * poses.lanes +
         character % poses.lanes;
}

}  // namespace

Transform PoseSpan::get(size_t character, size_t joint) const {
  const float* from = row(*this, character, joint);
  float v[kComponents];
  for (size_t c = 0; c < kComponents; ++c) v[c] = from[c * lanes];
  Transform out;
  std::memcpy(&out, v, sizeof(out));
  return out;
}

void PoseSpan::set(size_t character, size_t joint, const Transform& transform) const {
  float v[kComponents];
  std::memcpy(v, &transform, sizeof(v));
  float* to = row(*this, character, joint);
  for (size_t c = 0; c < kComponents; ++c) to[c * lanes] = v[c];
}

void PoseBuffer::Release::operator()(float* data) const { ::operator delete[](data, kAlignment); }

PoseBuffer::PoseBuffer(size_t joint_count, size_t count) {
  span_.joint_count = joint_count;
  span_.count = count;
  span_.lanes = count == 1 ? 1 : kPoseLanes;
  const size_t floats = span_.tile_count() * span_.tile_size();
  void* memory = ::operator new[](floats * sizeof(float), kAlignment);
  std::memset(memory, 0, floats * sizeof(float));
  data_.reset(static_cast<float*>(memory));
  span_.data = data_.get();
}

}  // namespace saker
