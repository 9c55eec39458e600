#pragma once
// Shortcuts: the keys, once, for the keyboard as well as for the cheat sheet.

#include <optional>
#include <span>

namespace saker::viewer {

// What a person can tell the viewer to do.
enum class Command {
  kPlayPause,
  kStepBack,
  kStepForward,
  kFirstFrame,
  kLastFrame,
  kPreviousClip,
  kNextClip,
  kSlower,
  kFaster,
  kReverse,
  kLoop,
  kFrameClip,
  kFrameAll,
  kGrid,
  kSkeleton,
  kJointNames,
  kWireframe,
  kPanels,
  kReload,
  kScreenshot,
  kHelp,
  kQuit,
};

// A key as GLFW numbers it, held together with these modifiers and no others.
struct Key {
  int code = 0;
  int modifiers = 0;
  bool operator==(const Key&) const = default;
};

// The groups of the cheat sheet.
inline constexpr char kPlaying[] = "Playing";
inline constexpr char kLooking[] = "Looking";
inline constexpr char kFileAndWindow[] = "File and window";

struct Shortcut {
  Command command;
  Key key;
  const char* label;  // the key's name for a person
  const char* help;   // what it does; a command with a second key tells it once
  const char* group;
};

// In the order of the cheat sheet: by group, keys of one command next to each other.
std::span<const Shortcut> shortcuts();

std::optional<Command> find_command(const Key& key);

}  // namespace saker::viewer
