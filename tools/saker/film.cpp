#include "saker/film.h"

#include "saker/encoder.h"

#include <saker/build.h>

#include <algorithm>

namespace saker::cli {
namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// One "%d" or "%04d" in a file name, and where it stands.
struct NumberPlace {
  size_t start = 0, size = 0;
  int digits = 0;
};

std::optional<NumberPlace> number_place(const std::string& path) {
  const size_t start = path.find('%');
  if (start == std::string::npos) return std::nullopt;
  size_t end = start + 1;
  while (end < path.size() && path[end] >= '0' && path[end] <= '9' && end - start < 4) ++end;
  if (end >= path.size() || path[end] != 'd') return std::nullopt;
  const std::string digits = path.substr(start + 1, end - start - 1);
  return NumberPlace{start, end + 1 - start, digits.empty() ? 0 : std::stoi(digits)};
}

// A PNG per frame when the name has a place for a number, else one PNG.
class Pictures : public Film {
 public:
  explicit Pictures(std::string path) : path_(std::move(path)) {}

  std::optional<Error> add(const Picture& frame) override {
    const auto place = number_place(path_);
    if (!place) return write_png(path_, frame);
    std::string number = std::to_string(count_++);
    number.insert(0, size_t(std::max(0, place->digits - int(number.size()))), '0');
    std::string name = path_;
    return write_png(name.replace(place->start, place->size, number), frame);
  }
  std::optional<Error> finish() override { return std::nullopt; }

 private:
  std::string path_;
  int count_ = 0;
};

}  // namespace

bool is_animation(const std::string& path) {
  return ends_with(path, ".gif") || ends_with(path, ".mp4") || number_place(path).has_value();
}

Result<std::unique_ptr<Film>> make_film(const std::string& path, double fps) {
  if (ends_with(path, ".gif") || ends_with(path, ".mp4")) return make_encoder(path, fps);
  if (ends_with(path, ".png")) return std::unique_ptr<Film>(std::make_unique<Pictures>(path));
  return Error{ErrorCode::kInvalidArgument,
               "is none of the names a picture can have: .png, .gif, .mp4 or frame_%04d.png", path};
}

std::optional<Error> write_png(const std::string& path, const Picture& picture) {
  const auto bytes = encode_png(picture);
  if (!bytes) return bytes.error();
  return write_file(path, *bytes);
}

}  // namespace saker::cli
