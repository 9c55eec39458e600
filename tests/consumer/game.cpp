// Loads, samples two clips, blends them and makes a palette.
#include <saker/animate.h>
#include <saker/asset.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const auto asset = saker::Asset::load(argv[1]);
  if (!asset || asset->clips().size() < 2 || asset->skins().empty()) return 1;
  const saker::Skeleton& skeleton = asset->skeleton();
  const saker::SkinBinding& skin = asset->skins()[0];
  const saker::ClipTime walk[] = {{&asset->clips()[0], 0.1f}, {&asset->clips()[0], 0.2f}};
  const saker::ClipTime run[] = {{&asset->clips()[1], 0.3f}, {&asset->clips()[1], 0.4f}};
  const float shares[] = {0.25f, 0.75f};
  saker::PoseBuffer from(skeleton.joint_count(), 2), to(skeleton.joint_count(), 2);
  std::vector<saker::Affine> models(2 * skeleton.joint_count()), palette(2 * skin.joints.size());
  const bool done = saker::sample(skeleton, walk, from) && saker::sample(skeleton, run, to) &&
                    saker::blend(from, to, shares, from) &&
                    saker::local_to_model(skeleton, from, models) &&
                    saker::make_palettes(skin, skeleton.joint_count(), models, palette);
  std::printf("%zu matrices\n", palette.size());
  return done ? 0 : 1;
}
