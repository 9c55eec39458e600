#include "kernels/chosen.h"

#include <saker/skin.h>

#include <algorithm>

namespace saker {

Result<SkinInfluences> SkinInfluences::arrange(std::span<const uint16_t> joints,
                                               std::span<const float> weights, size_t per_vertex) {
  if (joints.size() != weights.size() || per_vertex == 0 || joints.size() % per_vertex != 0)
    return Error{ErrorCode::kInvalidArgument,
                 "influences need as many joints as weights, and as many for every vertex", ""};
  SkinInfluences out;
  out.vertex_count_ = joints.size() / per_vertex;
  const size_t entries = kBlock * per_vertex;
  for (size_t first = 0; first < joints.size(); first += entries) {
    const size_t end = std::min(first + entries, joints.size());
    const size_t begin = out.joints_.size();
    for (size_t i = first; i < end; ++i) {
      if (weights[i] != 0) out.joints_.push_back(joints[i]);
    }
    // A block without weights is all zeros.
    if (out.joints_.size() == begin) out.joints_.push_back(joints[first]);
    const auto of_block = out.joints_.begin() + std::ptrdiff_t(begin);
    std::sort(of_block, out.joints_.end());
    out.joints_.erase(std::unique(of_block, out.joints_.end()), out.joints_.end());
    out.joint_count_ = std::max(out.joint_count_, size_t{out.joints_.back()} + 1);
    out.shares_.resize(out.joints_.size());
    for (size_t i = first; i < end; ++i) {
      if (weights[i] == 0) continue;
      const auto at = std::lower_bound(of_block, out.joints_.end(), uint32_t{joints[i]});
      out.shares_[size_t(at - out.joints_.begin())].of[(i - first) / per_vertex] += weights[i];
    }
    out.blocks_.push_back({uint32_t(begin), uint32_t(out.joints_.size() - begin)});
  }
  return out;
}

Status skin_vertices(std::span<const Affine> palette, const SkinInfluences& influences,
                     const SkinSource& source, const SkinTarget& target, size_t part,
                     size_t parts) {
  const size_t vertices = influences.vertex_count();
  if (source.positions.size() != vertices)
    return {"source.positions", "has one entry per vertex of the influences"};
  if (!source.normals.empty() && source.normals.size() != vertices)
    return {"source.normals", "is empty or has one entry per vertex"};
  if (!source.tangents.empty() && source.tangents.size() != vertices)
    return {"source.tangents", "is empty or has one entry per vertex"};
  if (target.positions.size() != vertices)
    return {"target.positions", "is as long as source.positions"};
  if (target.normals.size() != source.normals.size())
    return {"target.normals", "is as long as source.normals"};
  if (target.tangents.size() != source.tangents.size())
    return {"target.tangents", "is as long as source.tangents"};
  if (palette.size() < influences.joint_count())
    return {"palette", "has a matrix for every joint of the influences"};
  if (part >= parts) return {"part", "is less than parts"};
  if (vertices == 0) return {};
  const size_t blocks = influences.blocks().size();
  const size_t first = blocks * part / parts, end = blocks * (part + 1) / parts;
  SAKER_CHOSEN(skin)(palette.data(), influences, first, end, source, target);
  return {};
}

}  // namespace saker
