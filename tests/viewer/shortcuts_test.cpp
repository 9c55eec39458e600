#include "viewer/shortcuts.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace saker::viewer {
namespace {

TEST(Shortcuts, no_key_has_two_meanings) {
  std::set<std::pair<int, int>> keys;
  for (const Shortcut& shortcut : shortcuts()) {
    EXPECT_TRUE(keys.insert({shortcut.key.code, shortcut.key.modifiers}).second) << shortcut.label;
    EXPECT_EQ(find_command(shortcut.key), shortcut.command) << shortcut.label;
  }
}

TEST(Shortcuts, every_command_has_a_key) {
  std::set<Command> commands;
  for (const Shortcut& shortcut : shortcuts()) commands.insert(shortcut.command);
  EXPECT_EQ(commands.size(), size_t(Command::kQuit) + 1);
}

TEST(Shortcuts, keys_of_a_command_lie_together_and_the_first_explains_it) {
  std::set<Command> explained;
  std::optional<Command> previous;
  for (const Shortcut& shortcut : shortcuts()) {
    const bool first = explained.insert(shortcut.command).second;
    EXPECT_EQ(first, shortcut.help[0] != 0) << shortcut.label;
    EXPECT_TRUE(first || previous == shortcut.command) << shortcut.label;
    previous = shortcut.command;
  }
}

TEST(Shortcuts, other_modifiers_are_other_keys) {
  const Key save{'S', 2};
  EXPECT_EQ(find_command(save), Command::kScreenshot);
  EXPECT_EQ(find_command({'S', 0}), Command::kSkeleton);
  EXPECT_FALSE(find_command({'S', 3}));
}

}  // namespace
}  // namespace saker::viewer
