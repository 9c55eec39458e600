#include "kernels/chosen.h"

#include <saker/skin.h>

namespace saker {

Status skin_vertices(std::span<const Affine> palette, const SkinSource& source,
                     const SkinTarget& target) {
  const size_t vertices = source.positions.size();
  const size_t influences = vertices * source.influences;
  if (source.influences != 4 && source.influences != 8) return {"source.influences", "is 4 or 8"};
  if (source.joints.size() != influences)
    return {"source.joints", "has source.influences entries per vertex"};
  if (source.weights.size() != influences)
    return {"source.weights", "has source.influences entries per vertex"};
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
  if (vertices == 0) return {};
  if (palette.empty()) return {"palette", "has a matrix for every joint"};
  SAKER_CHOSEN(skin)(palette.data(), source, target);
  return {};
}

}  // namespace saker
