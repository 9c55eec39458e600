#include "viewer/loader.h"

#include "support/skc_builder.h"
#include "viewer/test_files.h"

#include <saker/import.h>

#include <chrono>

namespace saker::viewer {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class LoaderTest : public test::FilesTest {};

// The next outcome, or none within a time that is enough even for a busy machine.
std::optional<LoadOutcome> wait_for(Loader& loader, std::chrono::milliseconds patience = 30s) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    if (auto outcome = loader.take()) return outcome;
    std::this_thread::sleep_for(5ms);
  }
  return {};
}

TEST_F(LoaderTest, loads_a_file_and_what_it_refers_to) {
  const fs::path path = write_lift("a", 2);
  Loader loader;
  loader.open(path);
  EXPECT_TRUE(loader.progress());
  const auto outcome = wait_for(loader);
  ASSERT_TRUE(outcome);
  ASSERT_TRUE(outcome->document) << outcome->document.error().text();
  const Document& document = *outcome->document;
  EXPECT_EQ(outcome->path, path);
  EXPECT_FALSE(outcome->again);
  EXPECT_FALSE(loader.progress());
  EXPECT_FALSE(loader.take()) << "an outcome is told once";
  EXPECT_EQ(document.asset.clips().size(), 1u);
  EXPECT_EQ(document.reports.size(), 1u);
  EXPECT_EQ(document.statistics.joints, 1u);
  EXPECT_EQ(document.file_bytes, fs::file_size(path) + fs::file_size(folder / "a.bin"));
}

TEST_F(LoaderTest, loads_a_packed_file_as_it_is) {
  const fs::path source = write_lift("a", 2);
  const auto scene = import_scene(source);
  ASSERT_TRUE(scene);
  const auto built = build_asset(*scene);
  ASSERT_TRUE(built);
  ASSERT_FALSE(write_file(folder / "a.saker", built->bytes));
  Loader loader;
  loader.open(folder / "a.saker");
  const auto packed = wait_for(loader);
  ASSERT_TRUE(packed && packed->document);
  EXPECT_EQ(packed->document->packed_bytes, built->bytes.size());
  EXPECT_EQ(packed->document->file_bytes, built->bytes.size());
  EXPECT_TRUE(packed->document->reports.empty());
}

TEST_F(LoaderTest, loads_raw_motion_that_has_no_mesh) {
  const auto bytes = saker::test::SkcBuilder(2, 3).bytes();
  write("wave.skc", std::string(bytes.begin(), bytes.end()));
  Loader loader;
  loader.open(folder / "wave.skc");
  const auto outcome = wait_for(loader);
  ASSERT_TRUE(outcome);
  ASSERT_TRUE(outcome->document) << outcome->document.error().text();
  EXPECT_EQ(outcome->document->statistics.joints, 2u);
  EXPECT_EQ(outcome->document->statistics.instances, 0u);
  EXPECT_EQ(outcome->document->asset.clips()[0].name, "wave");
}

TEST_F(LoaderTest, tells_what_is_wrong_and_goes_on) {
  write("bad.gltf", "{ broken");
  Loader loader;
  loader.open(folder / "bad.gltf");
  const auto bad = wait_for(loader);
  ASSERT_TRUE(bad);
  ASSERT_FALSE(bad->document);
  EXPECT_EQ(bad->document.error().code, ErrorCode::kMalformed);
  EXPECT_FALSE(bad->diagnostics.empty());
  loader.open(folder / "missing.glb");
  const auto missing = wait_for(loader);
  ASSERT_TRUE(missing);
  ASSERT_FALSE(missing->document);
  EXPECT_EQ(missing->document.error().code, ErrorCode::kIo);
  loader.open(write_lift("good", 1));
  const auto good = wait_for(loader);
  ASSERT_TRUE(good);
  EXPECT_TRUE(good->document);
}

TEST_F(LoaderTest, only_the_file_asked_for_last_has_an_outcome) {
  const fs::path last = write_lift("last", 1);
  Loader loader;
  loader.open(fs::path(SAKER_SOURCE_DIR) / "assets" / "character.glb");
  loader.open(write_lift("first", 1));
  loader.open(last);
  const auto outcome = wait_for(loader);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->path, last);
  EXPECT_FALSE(wait_for(loader, 300ms));
}

TEST_F(LoaderTest, reloads_on_request) {
  Loader loader;
  loader.reload();
  EXPECT_FALSE(loader.progress()) << "there is nothing to load again";
  loader.open(write_lift("a", 1));
  ASSERT_TRUE(wait_for(loader));
  loader.reload();
  const auto outcome = wait_for(loader);
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->again);
}

TEST_F(LoaderTest, reloads_when_the_file_or_its_buffer_changes) {
  Loader loader(true);
  loader.open(write_lift("a", 1));
  ASSERT_TRUE(wait_for(loader));
  write_lift("a", 1, "renamed_clip");
  const auto changed = wait_for(loader);
  ASSERT_TRUE(changed && changed->document);
  EXPECT_TRUE(changed->again);
  EXPECT_EQ(changed->document->asset.clips()[0].name, "renamed_clip");

  std::this_thread::sleep_for(20ms);
  const float keys[] = {0, 1, 0, 0, 0, 0, 7, 0};
  write("a.bin", std::string(reinterpret_cast<const char*>(keys), sizeof keys));
  EXPECT_TRUE(wait_for(loader));
}

TEST_F(LoaderTest, a_watched_file_may_break_and_heal) {
  Loader loader(true);
  loader.open(write_lift("a", 1));
  ASSERT_TRUE(wait_for(loader));
  write("a.gltf", "{ half");
  const auto broken = wait_for(loader);
  ASSERT_TRUE(broken);
  EXPECT_FALSE(broken->document);
  EXPECT_FALSE(wait_for(loader, 1s)) << "a broken file is read once, not again and again";
  write_lift("a", 2);
  const auto healed = wait_for(loader);
  ASSERT_TRUE(healed);
  EXPECT_TRUE(healed->document);
}

TEST_F(LoaderTest, an_unwatched_file_is_left_alone) {
  Loader loader;
  loader.open(write_lift("a", 1));
  ASSERT_TRUE(wait_for(loader));
  write_lift("a", 1, "other");
  EXPECT_FALSE(wait_for(loader, 1s));
}

TEST_F(LoaderTest, may_go_while_it_loads) {
  const fs::path large = fs::path(SAKER_SOURCE_DIR) / "assets" / "character.glb";
  for (int wait = 0; wait < 5; ++wait) {
    Loader loader;
    loader.open(large);
    std::this_thread::sleep_for(std::chrono::milliseconds(wait * 10));
  }
}

}  // namespace
}  // namespace saker::viewer
