#pragma once
// The character that the project ships.

#include <saker/import.h>

#include <filesystem>
#include <gtest/gtest.h>

namespace saker::test {

inline const Scene& character() {
  static const Scene scene = [] {
    auto imported = import_scene(std::filesystem::path(SAKER_SOURCE_DIR) / "assets/character.glb");
    EXPECT_TRUE(imported) << imported.error().text();
    return std::move(*imported);
  }();
  return scene;
}

}  // namespace saker::test
