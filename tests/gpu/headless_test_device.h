#pragma once
// A device without a window for tests, made once per API and process.

#include <saker/device.h>
#include <saker/headless.h>

#include <cstdlib>
#include <gtest/gtest.h>

namespace saker {

// How test names show an API.
inline void PrintTo(HeadlessApi api, std::ostream* out) {
  *out << (api == HeadlessApi::kGles ? "OpenGL ES" : "OpenGL");
}

struct TestDevice {
  explicit TestDevice(HeadlessApi api) : context(HeadlessContext::make(api)) {
    if (!context) {
      problem = context.error().text();
      return;
    }
    auto made = make_gl_device();
    if (made)
      device = std::move(*made);
    else
      problem = made.error().text();
  }

  Result<HeadlessContext> context;
  std::unique_ptr<Device> device;
  std::string problem;
};

// Runs every test on both APIs, and skips it on a machine without any driver for EGL.
class DeviceTest : public testing::TestWithParam<HeadlessApi> {
 protected:
  DeviceTest() : test_device(GetParam()) {}

  void SetUp() override {
    if (!test_device.device) GTEST_SKIP() << test_device.problem;
  }

  Device& device() { return *test_device.device; }

  // The value, or a failed test and the end of the process, which has nothing to go on with.
  template <class T>
  T must(Result<T> result) {
    if (result) return std::move(*result);
    ADD_FAILURE() << result.error().text();
    std::abort();
  }

  void must_work(const std::optional<Error>& error) { EXPECT_FALSE(error) << error->text(); }

  TestDevice test_device;
};

inline std::string api_name(const testing::TestParamInfo<HeadlessApi>& info) {
  return info.param == HeadlessApi::kGl ? "gl" : "gles";
}

template <class T>
std::span<const std::byte> bytes_of(const T& values) {
  return std::as_bytes(std::span(values));
}

}  // namespace saker
