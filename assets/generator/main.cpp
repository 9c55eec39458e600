// make_assets FILE: writes the sample character, the same bytes every time.

#include "body.h"
#include "face.h"
#include "glb_writer.h"
#include "occlusion.h"
#include "texture.h"

#include <cstdio>
#include <fstream>

namespace saki {
namespace {

Character make_character() {
  Character c;
  c.skeleton = make_skeleton();
  const Binder binder(c.skeleton);
  for (auto add : {add_jacket, add_trousers, add_boots, add_belt, add_hands, add_scarf})
    add(c.body, binder);
  for (auto add : {add_head, add_eyes, add_mouth, add_hair}) add(c.face, binder);
  compute_normals(c.body);
  compute_normals(c.face);
  c.falcon = make_falcon();
  compute_light({&c.body, &c.face});
  compute_light({&c.falcon.body});
  c.texture = make_texture({&c.body, &c.face, &c.falcon.body, &c.falcon.head, &c.falcon.wing});

  const Rig rig(c.skeleton);
  for (auto make : {make_idle, make_walk, make_run, make_wave, make_jump})
    c.clips.push_back(make(rig));
  c.rest = c.clips[0].frames[0];
  return c;
}

}  // namespace
}  // namespace saki

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_assets FILE.glb\n");
    return 2;
  }
  const saki::Character character = saki::make_character();
  const std::vector<uint8_t> bytes = saki::write_glb(character);
  std::ofstream file(argv[1], std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  if (!file) {
    std::fprintf(stderr, "%s: cannot be written\n", argv[1]);
    return 1;
  }
  std::printf("%s: %zu joints, %zu triangles, %zu clips, %zu bytes\n", argv[1],
              character.skeleton.joints.size(),
              character.body.triangles.size() + character.face.triangles.size() +
                  character.falcon.body.triangles.size() + character.falcon.head.triangles.size() +
                  2 * character.falcon.wing.triangles.size(),
              character.clips.size(), bytes.size());
}
