#pragma once
// Loader: opens documents on a thread of its own, so that the window never stands still.

#include "viewer/document.h"
#include "viewer/watch.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace saker::viewer {

// What became of a request to load a file.
struct LoadOutcome {
  std::filesystem::path path;
  bool again = false;  // the file that was loaded before, changed or asked for again
  Result<Document> document;
  Diagnostics diagnostics;
};

struct LoadProgress {
  std::string name;  // of the file
  double share = 0;  // 0 to 1; 0 while reading
};

// All functions are called from one thread, the window's.
class Loader {
 public:
  explicit Loader(bool watching = false);
  // Waits for the thread, which gives up at the next clip.
  ~Loader();

  // Loads a file. A load that is under way is given up, and has no outcome.
  void open(const std::filesystem::path& path);
  // Loads the file opened last once more; nothing if there was none.
  void reload();
  // Whether to reload by itself when the file, or one that it refers to, has changed.
  void set_watching(bool watching);
  bool watching() const;

  // The outcome of a load, once.
  std::optional<LoadOutcome> take();
  // Of the load under way, if there is one.
  std::optional<LoadProgress> progress() const;

 private:
  struct Request {
    std::filesystem::path path;
    bool again = false;
  };
  void request(Request request);
  void run(std::stop_token stop);
  std::optional<Request> next(std::stop_token stop);
  std::optional<LoadOutcome> load(const Request& request, std::stop_token stop);
  void report(std::stop_token stop, double share);

  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  bool watching_;
  std::filesystem::path path_;
  std::optional<Request> request_;
  std::optional<LoadOutcome> outcome_;
  std::optional<LoadProgress> progress_;
  Watch watch_;  // of the thread alone
  // Last, so that everything it uses is there before it starts and until it has ended.
  std::jthread thread_;
};

}  // namespace saker::viewer
