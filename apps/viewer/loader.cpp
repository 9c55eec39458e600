#include "viewer/loader.h"

#include "viewer/files.h"

#include <chrono>

namespace saker::viewer {
namespace {

constexpr auto kWatchInterval = std::chrono::milliseconds(250);

// Thrown through importer and packer when nobody waits for its result any more.
struct GivenUp {};

}  // namespace

Loader::Loader(bool watching)
    : watching_(watching), thread_([this](std::stop_token stop) { run(stop); }) {}

Loader::~Loader() = default;

void Loader::request(Request request) {
  {
    const std::lock_guard lock(mutex_);
    path_ = request.path;
    progress_ = LoadProgress{display(request.path.filename())};
    request_ = std::move(request);
    outcome_.reset();
  }
  wake_.notify_one();
}

void Loader::open(const std::filesystem::path& path) { request({path, false}); }

void Loader::reload() {
  if (!path_.empty()) request({path_, true});
}

void Loader::set_watching(bool watching) {
  const std::lock_guard lock(mutex_);
  watching_ = watching;
}

bool Loader::watching() const {
  const std::lock_guard lock(mutex_);
  return watching_;
}

std::optional<LoadOutcome> Loader::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(outcome_, std::nullopt);
}

std::optional<LoadProgress> Loader::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void Loader::run(std::stop_token stop) {
  while (const auto request = next(stop)) {
    auto outcome = load(*request, stop);
    const std::lock_guard lock(mutex_);
    if (request_) continue;
    outcome_ = std::move(outcome);
    progress_.reset();
  }
}

std::optional<Loader::Request> Loader::next(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  const auto asked = [this] { return request_.has_value(); };
  while (!wake_.wait_for(lock, stop, kWatchInterval, asked)) {
    if (stop.stop_requested()) return {};
    if (!watching_ || outcome_) continue;
    // Without the lock, because a network drive may take its time.
    lock.unlock();
    const bool changed = watch_.changed();
    lock.lock();
    if (changed && !request_) {
      progress_ = LoadProgress{display(path_.filename())};
      return Request{path_, true};
    }
  }
  if (stop.stop_requested()) return {};
  return std::exchange(request_, std::nullopt);
}

void Loader::report(std::stop_token stop, double share) {
  const std::lock_guard lock(mutex_);
  if (stop.stop_requested() || request_) throw GivenUp{};
  progress_->share = share;
}

std::optional<LoadOutcome> Loader::load(const Request& request, std::stop_token stop) {
  watch_.clear();
  LoadListener listener;
  listener.reading = [&](const std::filesystem::path& file) {
    report(stop, 0);
    watch_.add(file);
  };
  listener.packing = [&](double share) { report(stop, share); };
  Diagnostics diagnostics;
  try {
    auto document = load_document(request.path, listener, diagnostics);
    return LoadOutcome{request.path, request.again, std::move(document), std::move(diagnostics)};
  } catch (const GivenUp&) {
    return {};
  } catch (const std::exception& failure) {
    const Error error{ErrorCode::kLimit, std::string("loading stopped: ") + failure.what(),
                      display(request.path)};
    return LoadOutcome{request.path, request.again, error, std::move(diagnostics)};
  }
}

}  // namespace saker::viewer
