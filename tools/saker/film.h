#pragma once
// Where rendered frames go.

#include <saker/picture.h>
#include <saker/result.h>

#include <memory>
#include <optional>
#include <string>

namespace saker::cli {

// Takes frames one after the other. Nothing stands under the final name before finish().
class Film {
 public:
  virtual ~Film() = default;
  virtual std::optional<Error> add(const Picture& frame) = 0;
  virtual std::optional<Error> finish() = 0;
};

// True for names that hold several frames: .gif, .mp4 and .png patterns such as frame_%04d.png.
bool is_animation(const std::string& path);

// A film for the name: a GIF or MP4 (made by ffmpeg, which has to be installed), numbered PNGs, or
// a single PNG. Other names are an error that lists these.
Result<std::unique_ptr<Film>> make_film(const std::string& path, double fps);

// Writes one PNG.
std::optional<Error> write_png(const std::string& path, const Picture& picture);

}  // namespace saker::cli
