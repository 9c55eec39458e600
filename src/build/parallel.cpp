#include "build/parallel.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

namespace saker {
namespace {

std::vector<size_t> heaviest_first(std::span<const double> weights) {
  std::vector<size_t> order(weights.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return weights[a] > weights[b]; });
  return order;
}

// What a thread that should end throws to get there.
struct GaveUp {};

class Workers {
 public:
  Workers(std::span<const double> weights, const std::function<void(size_t, const Progress&)>& work)
      : weights_(weights), work_(work), order_(heaviest_first(weights)), shares_(weights.size()) {}

  void run(unsigned threads, const Progress& report);

 private:
  void run_pieces();
  void note(size_t piece, double share);
  void wait_and_report(const Progress& report);
  void give_up();
  double done() const;

  std::span<const double> weights_;
  const std::function<void(size_t, const Progress&)>& work_;
  std::vector<size_t> order_;
  // All below are guarded.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<double> shares_;
  size_t next_ = 0;
  size_t running_ = 0;
  bool stopped_ = false;
  std::exception_ptr error_;
};

double Workers::done() const {
  double sum = 0, whole = 0;
  for (size_t i = 0; i < weights_.size(); ++i) {
    sum += weights_[i] * shares_[i];
    whole += weights_[i];
  }
  return whole > 0 ? sum / whole : 1;
}

void Workers::note(size_t piece, double share) {
  const std::lock_guard lock(mutex_);
  if (stopped_) throw GaveUp();
  shares_[piece] = share;
  changed_.notify_one();
}

void Workers::run_pieces() {
  std::unique_lock lock(mutex_);
  while (next_ < order_.size() && !stopped_) {
    const size_t piece = order_[next_++];
    lock.unlock();
    std::exception_ptr error;
    try {
      work_(piece, [&](double share) { note(piece, share); });
    } catch (const GaveUp&) {
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error == nullptr) continue;
    if (error_ == nullptr) error_ = error;
    stopped_ = true;
  }
  --running_;
  changed_.notify_one();
}

void Workers::give_up() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
}

// What the last workers did may come together with their end, so that is reported before it counts.
void Workers::wait_and_report(const Progress& report) {
  std::unique_lock lock(mutex_);
  double reported = -1;
  const auto has_news = [&] { return report && !stopped_ && done() != reported; };
  for (;;) {
    changed_.wait(lock, [&] { return running_ == 0 || has_news(); });
    if (!has_news()) return;
    reported = done();
    lock.unlock();
    report(reported);
    lock.lock();
  }
}

void Workers::run(unsigned threads, const Progress& report) {
  std::vector<std::thread> pool;
  const auto join = [&] {
    for (std::thread& thread : pool) thread.join();
  };
  running_ = std::min<size_t>(threads, order_.size());
  try {
    for (size_t i = 0, count = running_; i < count; ++i)
      pool.emplace_back([this] { run_pieces(); });
    wait_and_report(report);
  } catch (...) {
    give_up();
    join();
    throw;
  }
  join();
  if (error_ != nullptr) std::rethrow_exception(error_);
}

void run_here(std::span<const double> weights,
              const std::function<void(size_t, const Progress&)>& work, const Progress& report) {
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  double before = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    work(i, [&](double share) {
      if (report) report(whole > 0 ? (before + weights[i] * share) / whole : 1);
    });
    before += weights[i];
  }
}

}  // namespace

unsigned usable_threads(unsigned threads) {
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
  (void)threads;
  return 1;
#else
  return threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
#endif
}

void run_parallel(std::span<const double> weights, unsigned threads,
                  const std::function<void(size_t, const Progress&)>& work,
                  const Progress& report) {
  const unsigned usable = usable_threads(threads);
  if (usable == 1 || weights.size() < 2) {
    run_here(weights, work, report);
  } else {
    Workers(weights, work).run(usable, report);
  }
}

}  // namespace saker
