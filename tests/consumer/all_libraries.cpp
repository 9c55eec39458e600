// Imports, packs, loads and draws, so that every library gets linked.
#include <saker/build.h>
#include <saker/headless.h>
#include <saker/import.h>
#include <saker/player.h>
#include <saker/renderer.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const auto scene = saker::import_scene(argv[1]);
  if (!scene) return 1;
  auto built = saker::build_asset(*scene);
  if (!built) return 1;
  const auto asset = saker::Asset::from_bytes(std::move(built->bytes));
  if (!asset) return 1;
  saker::Player player(*asset);
  player.play(0);
  player.evaluate();
  std::printf("%zu clips, %zu joints\n", asset->clips().size(), player.matrices().size());
  const auto context = saker::HeadlessContext::make();
  if (!context) return std::printf("no picture: %s\n", context.error().text().c_str()), 0;
  auto device = saker::make_gl_device();
  if (!device) return 1;
  auto renderer = saker::Renderer::make(**device);
  if (!renderer) return 1;
  const auto model = renderer->add(*asset);
  return model ? 0 : 1;
}
