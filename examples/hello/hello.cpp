// Loads a .saker file, samples a clip and prints a skinning palette: hello FILE.saker [CLIP
// [SECONDS]]
#include <saker/animate.h>
#include <saker/asset.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: hello FILE.saker [CLIP [SECONDS]]\n"), 2;
  const auto asset = saker::Asset::load(argv[1]);
  if (!asset) return std::fprintf(stderr, "%s\n", asset.error().text().c_str()), 1;
  const saker::Clip* clip = asset->find_clip(argc > 2 ? argv[2] : "0");
  if (!clip || asset->skins().empty()) return std::fprintf(stderr, "no such clip or no skin\n"), 1;

  const saker::Skeleton& skeleton = asset->skeleton();
  const saker::SkinBinding& skin = asset->skins()[0];
  const saker::ClipTime moment{clip, argc > 3 ? float(std::atof(argv[3])) : 0};
  saker::PoseBuffer pose(skeleton.joint_count(), 1);
  std::vector<saker::Affine> models(skeleton.joint_count()), palette(skin.joints.size());
  if (!saker::sample(skeleton, {&moment, 1}, pose) ||
      !saker::local_to_model(skeleton, pose, models) ||
      !saker::make_palettes(skin, models.size(), models, palette))
    return 1;

  for (size_t k = 0; k < palette.size(); ++k) {
    const auto& m = palette[k].m;
    std::printf("%.*s\n", int(skeleton.name(skin.joints[k]).size()),
                skeleton.name(skin.joints[k]).data());
    for (const auto& row : m)
      std::printf("  %8.4f %8.4f %8.4f %8.4f\n", row[0], row[1], row[2], row[3]);
  }
}
