#pragma once
// Widgets: what several panels need and ImGui does not have.

#include <imgui.h>
#include <string>
#include <string_view>

namespace saker::viewer {

enum class Icon { kPlay, kPause, kStepBack, kStepForward, kFirst, kLast, kLoop };

// A square button, drawn, because no text font has these signs. It shines when `active`.
bool icon_button(Icon icon, const char* tooltip, bool active = false);

// Text that may contain anything, "%" and "##" too.
void text(std::string_view line);
void faint_text(std::string_view line);
// Faint, at the right edge of the region less `margin`, on the line of the item before.
void right_text(std::string_view line, float margin = 0);
// Breaks lines at the edge of the region.
void wrapped_text(std::string_view line);

// For what the pointer is on.
void tooltip(std::string_view line);

// Begins a window that stays where it is put, without a title or anything to move it by.
bool begin_fixed(const char* id, const ImVec2& position, const ImVec2& size,
                 ImGuiWindowFlags more = 0);
// The same, as high as its contents, floating over the model: position is the middle of its upper
// edge, or its centre when `centered`.
bool begin_card(const char* id, const ImVec2& position, float width, bool centered = false);
void end_card();

// "12,345"; "1.5 MB"; "0.04 mm".
std::string count_text(size_t count);
std::string size_text(size_t bytes);
std::string length_text(double metres);

// printf into a string.
std::string format(const char* pattern, ...) IM_FMTARGS(1);

}  // namespace saker::viewer
