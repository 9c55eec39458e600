#pragma once
// Films by way of ffmpeg, in one file per platform.

#include "saker/film.h"

namespace saker::cli {

// A film that feeds ffmpeg, run as a child without a shell. The error says how to get ffmpeg when
// it is missing.
Result<std::unique_ptr<Film>> make_encoder(const std::string& path, double fps);

}  // namespace saker::cli
