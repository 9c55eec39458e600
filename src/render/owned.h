#pragma once
// Owned: a handle that is released with the object that holds it.

#include <saker/device.h>

#include <optional>
#include <utility>

namespace saker {

template <class H>
class Owned {
 public:
  Owned() = default;
  Owned(Device& device, H handle) : device_(&device), handle_(handle) {}
  Owned(Owned&& other) noexcept
      : device_(other.device_), handle_(std::exchange(other.handle_, H{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_) device_->release(handle_);
  }

  operator H() const { return handle_; }
  explicit operator bool() const { return bool(handle_); }

 private:
  Device* device_ = nullptr;
  H handle_;
};

// Stores what a device made, or returns why it did not. What was stored before is released.
template <class H>
std::optional<Error> keep(Device& device, const Result<H>& made, Owned<H>& place) {
  if (!made) return made.error();
  place = Owned<H>(device, *made);
  return {};
}

}  // namespace saker
