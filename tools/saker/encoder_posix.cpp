#include "saker/encoder.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace saker::cli {
namespace {

std::vector<std::string> arguments(const std::string& output, bool gif, double fps, int width,
                                   int height) {
  std::vector<std::string> all = {"ffmpeg",   "-v",
                                  "error",    "-y",
                                  "-f",       "rawvideo",
                                  "-pix_fmt", "rgba",
                                  "-s",       std::to_string(width) + "x" + std::to_string(height),
                                  "-r",       std::to_string(fps),
                                  "-i",       "pipe:0"};
  // A palette made of the film itself; and a size that the video format can hold.
  const std::vector<std::string> tail =
      gif ? std::vector<std::string>{"-filter_complex",
                                     "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]"
                                     "paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle",
                                     "-f", "gif"}
          : std::vector<std::string>{"-vf",       "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                     "-c:v",      "libx264",
                                     "-pix_fmt",  "yuv420p",
                                     "-crf",      "18",
                                     "-movflags", "+faststart",
                                     "-f",        "mp4"};
  all.insert(all.end(), tail.begin(), tail.end());
  all.push_back("file:" + output);
  return all;
}

class Encoder : public Film {
 public:
  Encoder(std::string path, double fps)
      : path_(std::move(path)),
        temporary_(path_ + ".part" + std::to_string(::getpid())),
        fps_(fps) {}

  ~Encoder() override {
    if (pipe_ >= 0) ::close(pipe_);
    if (child_ > 0) {
      ::kill(child_, SIGTERM);
      ::waitpid(child_, nullptr, 0);
    }
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
  }

  std::optional<Error> add(const Picture& frame) override {
    if (child_ <= 0) {
      if (auto error = start(frame.width, frame.height)) return error;
    }
    size_t done = 0;
    while (done < frame.rgba.size()) {
      const ssize_t n = ::write(pipe_, frame.rgba.data() + done, frame.rgba.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return Error{ErrorCode::kIo, "ffmpeg stopped before the film was done", path_};
      done += size_t(n);
    }
    return std::nullopt;
  }

  std::optional<Error> finish() override {
    if (child_ <= 0) return Error{ErrorCode::kInvalidArgument, "a film needs a frame", path_};
    ::close(pipe_);
    pipe_ = -1;
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      return Error{ErrorCode::kIo, "ffmpeg could not write the film; its message is above", path_};
    std::error_code failure;
    std::filesystem::rename(temporary_, path_, failure);
    if (failure) return Error{ErrorCode::kIo, "cannot be replaced: " + failure.message(), path_};
    return std::nullopt;
  }

 private:
  std::optional<Error> start(int width, int height) {
    // A child that dies early is told by write(), not by a signal.
    std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> ends;
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      return Error{ErrorCode::kIo, std::string("no pipe: ") + std::strerror(errno), path_};
    const bool gif = std::filesystem::path(path_).extension() == ".gif";
    std::vector<std::string> words = arguments(temporary_, gif, fps_, width, height);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    const int failure =
        ::posix_spawnp(&child_, "ffmpeg", &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    pipe_ = ends[1];
    if (failure == 0) return std::nullopt;
    child_ = -1;
    return Error{ErrorCode::kIo,
                 "films need ffmpeg, which is not here (on Debian: apt-get install ffmpeg); "
                 "frame_%04d.png works without",
                 path_};
  }

  std::string path_, temporary_;
  double fps_;
  int pipe_ = -1;
  pid_t child_ = -1;
};

}  // namespace

Result<std::unique_ptr<Film>> make_encoder(const std::string& path, double fps) {
  return std::unique_ptr<Film>(std::make_unique<Encoder>(path, fps));
}

}  // namespace saker::cli
