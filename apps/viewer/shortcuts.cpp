#include "viewer/shortcuts.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace saker::viewer {
namespace {

constexpr Shortcut kShortcuts[] = {
    {Command::kPlayPause, {GLFW_KEY_SPACE}, "Space", "Play or pause", kPlaying},
    {Command::kStepBack, {GLFW_KEY_LEFT}, "Left", "One frame back", kPlaying},
    {Command::kStepForward, {GLFW_KEY_RIGHT}, "Right", "One frame on", kPlaying},
    {Command::kFirstFrame, {GLFW_KEY_HOME}, "Home", "First frame", kPlaying},
    {Command::kLastFrame, {GLFW_KEY_END}, "End", "Last frame", kPlaying},
    {Command::kPreviousClip, {GLFW_KEY_UP}, "Up", "Previous clip", kPlaying},
    {Command::kNextClip, {GLFW_KEY_DOWN}, "Down", "Next clip", kPlaying},
    {Command::kSlower, {GLFW_KEY_MINUS}, "-", "Slower", kPlaying},
    {Command::kFaster, {GLFW_KEY_EQUAL}, "+", "Faster", kPlaying},
    {Command::kFaster, {GLFW_KEY_EQUAL, GLFW_MOD_SHIFT}, "", "", kPlaying},
    {Command::kReverse, {GLFW_KEY_BACKSPACE}, "Backspace", "Play the other way", kPlaying},
    {Command::kLoop, {GLFW_KEY_L}, "L", "Loop", kPlaying},

    {Command::kFrameClip, {GLFW_KEY_F}, "F", "Frame the clip", kLooking},
    {Command::kFrameAll, {GLFW_KEY_A}, "A", "Frame all clips", kLooking},
    {Command::kGrid, {GLFW_KEY_G}, "G", "Grid", kLooking},
    {Command::kSkeleton, {GLFW_KEY_S}, "S", "Skeleton", kLooking},
    {Command::kJointNames, {GLFW_KEY_N}, "N", "Joint names", kLooking},
    {Command::kWireframe, {GLFW_KEY_W}, "W", "Wireframe", kLooking},

    {Command::kPanels, {GLFW_KEY_TAB}, "Tab", "Panels", kFileAndWindow},
    {Command::kReload, {GLFW_KEY_R}, "R", "Read the file again", kFileAndWindow},
    {Command::kScreenshot, {GLFW_KEY_F12}, "F12", "Save a picture of the view", kFileAndWindow},
    {Command::kScreenshot, {GLFW_KEY_S, GLFW_MOD_CONTROL}, "Ctrl+S", "", kFileAndWindow},
    {Command::kHelp, {GLFW_KEY_H}, "H", "These keys", kFileAndWindow},
    {Command::kHelp, {GLFW_KEY_F1}, "F1", "", kFileAndWindow},
    {Command::kQuit, {GLFW_KEY_ESCAPE}, "Esc", "Close", kFileAndWindow},
    {Command::kQuit, {GLFW_KEY_Q}, "Q", "", kFileAndWindow},
};

}  // namespace

std::span<const Shortcut> shortcuts() { return kShortcuts; }

std::optional<Command> find_command(const Key& key) {
  for (const Shortcut& shortcut : kShortcuts) {
    if (shortcut.key == key) return shortcut.command;
  }
  return {};
}

}  // namespace saker::viewer
