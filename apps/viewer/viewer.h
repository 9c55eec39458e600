#pragma once
// The window in which a person looks at a character.

#include <saker/result.h>

#include <filesystem>
#include <optional>
#include <string>

namespace saker {

struct ViewerOptions {
  std::filesystem::path file;  // .glb, .gltf, .skc or .saker; empty opens an empty window
  std::string clip;            // a name or an index; empty or unknown: the first clip
  bool watch = false;          // load the file again whenever it changes
  bool loop = true;
  int width = 1280, height = 720;
  // Greater than 0: close by itself this long after the file has been loaded or refused.
  double seconds = 0;
  // When set: write a picture of the whole window there, as PNG, before it closes.
  std::filesystem::path screenshot;
};

// Opens the window and returns when it is closed. A file that cannot be shown is no error here: the
// window says what is wrong with it. Errors are: no display, no OpenGL 3.3, or a screenshot that
// cannot be written. To be called from the main thread.
std::optional<Error> run_viewer(const ViewerOptions& options);

}  // namespace saker
