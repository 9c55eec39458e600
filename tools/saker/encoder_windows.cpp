#include "saker/encoder.h"

namespace saker::cli {

Result<std::unique_ptr<Film>> make_encoder(const std::string& path, double) {
  return Error{ErrorCode::kUnsupported,
               "films are not written on Windows; write frame_%04d.png and run ffmpeg on them",
               path};
}

}  // namespace saker::cli
