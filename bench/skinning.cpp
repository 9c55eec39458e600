// Skinning on the processor: ten thousand vertices with four and with eight joints each: positions,
// with normals, and with tangents.
#include "batch.h"
#include "program.h"

#include <saker/skin.h>

namespace saker::bench {
namespace {

constexpr size_t kVertices = 10000;

// Vertices anywhere around the joints; neighbours share theirs, as in a mesh.
struct Mesh {
  uint32_t influences;
  std::vector<Affine> palette;
  std::vector<uint16_t> joints;
  std::vector<float> weights;
  std::vector<Vec3> positions, normals, moved, turned;
  std::vector<Vec4> tangents, turned_tangents;
  SkinInfluences arranged;

  Mesh(const Subject& subject, uint32_t influences_per_vertex) : influences(influences_per_vertex) {
    PaletteMaker maker(subject.skeleton(), subject.entries);
    const Layer layer{&subject.fast.clips()[0], 0.3f, 1};
    palette.resize(maker.entry_count());
    (void)maker.make({&layer, 1}, 1, palette);
    std::mt19937 random(1);
    const auto any = [&] { return float(random() >> 8) * 0x1p-23f - 1; };
    for (size_t v = 0; v < kVertices; ++v) {
      for (uint32_t i = 0; i < influences; ++i) {
        joints.push_back(uint16_t((v * palette.size() / kVertices + i) % palette.size()));
        weights.push_back(1.0f / float(influences));
      }
      positions.push_back({any(), any() + 1, any()});
      normals.push_back(normalize(Vec3{any(), any(), any()}));
      tangents.push_back({1, 0, 0, 1});
    }
    arranged = *SkinInfluences::arrange(joints, weights, influences);
    moved = positions;
    turned = normals;
    turned_tangents = tangents;
  }
};

// Positions, and as many of normals and tangents.
Work skin(const Subject& subject, uint32_t influences, size_t more) {
  auto mesh = std::make_shared<Mesh>(subject, influences);
  return [mesh, more] {
    SkinSource source{mesh->positions, {}, {}};
    SkinTarget target{mesh->moved, {}, {}};
    if (more > 0) {
      source.normals = mesh->normals;
      target.normals = mesh->turned;
    }
    if (more > 1) {
      source.tangents = mesh->tangents;
      target.tangents = mesh->turned_tangents;
    }
    (void)skin_vertices(mesh->palette, mesh->arranged, source, target);
  };
}

void add(const Subject& subject) {
  constexpr const char* kWhat[] = {"/positions", "/normals_too", "/tangents_too"};
  for (const uint32_t influences : {4u, 8u}) {
    for (size_t more = 0; more < 3; ++more) {
      const std::string name =
          subject.name + "/influences:" + std::to_string(influences) + kWhat[more];
      measure_isas(name, kVertices,
                   [&, influences, more] { return skin(subject, influences, more); });
    }
  }
}

}  // namespace
}  // namespace saker::bench

int main(int argc, char** argv) { return saker::bench::run_program(argc, argv, saker::bench::add); }
