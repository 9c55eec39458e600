#include "asset/contents.h"

namespace saker {

Skeleton read_skeleton(const ChunkReader& chunk) {
  const auto record = chunk.record<format::SkeletonRecord>();
  Skeleton skeleton;
  skeleton.parents = chunk.array<int32_t>(record.parents);
  skeleton.rest = chunk.array<Transform>(record.rest);
  skeleton.fixed = chunk.array<FixedJoint>(record.fixed);
  skeleton.nodes = chunk.array<int32_t>(record.nodes);
  skeleton.names = chunk.array<TextRange>(record.names);
  skeleton.text = chunk.text(record.text);

  const size_t count = skeleton.parents.size();
  chunk.require(skeleton.rest.size() == count && skeleton.nodes.size() == count &&
                    skeleton.names.size() == count,
                "the skeleton's arrays differ in length");
  for (size_t j = 0; j < count; ++j) {
    chunk.require(skeleton.parents[j] >= -1 && skeleton.parents[j] < int64_t(j),
                  "a joint comes before its parent");
  }
  for (size_t i = 0; i < skeleton.fixed.size(); ++i) {
    const uint32_t joint = skeleton.fixed[i].joint;
    chunk.require(joint < count && (i == 0 || joint > skeleton.fixed[i - 1].joint),
                  "the fixed joints are out of range or order");
  }
  for (const TextRange name : skeleton.names) chunk.require_inside(name, skeleton.text);
  return skeleton;
}

SkinBinding read_skin(const ChunkReader& chunk) {
  const auto record = chunk.record<format::SkinRecord>();
  SkinBinding skin;
  skin.name = chunk.text(record.name);
  skin.joints = chunk.array<uint32_t>(record.joints);
  skin.inverse_binds = chunk.array<Affine>(record.inverse_binds);
  chunk.require(skin.joints.size() == skin.inverse_binds.size(),
                "a skin has another number of joints than of inverse binds");
  return skin;
}

}  // namespace saker
