#pragma once
// Theme: the colours, fonts and measures of the window.

#include <imgui.h>

namespace saker::viewer {

namespace color {
inline constexpr ImU32 kPanel = IM_COL32(27, 29, 33, 255);
inline constexpr ImU32 kRaised = IM_COL32(39, 42, 48, 255);
inline constexpr ImU32 kHovered = IM_COL32(50, 54, 61, 255);
inline constexpr ImU32 kPressed = IM_COL32(62, 67, 75, 255);
inline constexpr ImU32 kBorder = IM_COL32(52, 56, 63, 255);
inline constexpr ImU32 kText = IM_COL32(228, 230, 234, 255);
inline constexpr ImU32 kFaint = IM_COL32(141, 147, 157, 255);
inline constexpr ImU32 kAccent = IM_COL32(240, 172, 78, 255);
inline constexpr ImU32 kAccentDim = IM_COL32(240, 172, 78, 46);
inline constexpr ImU32 kBad = IM_COL32(238, 102, 92, 255);
inline constexpr ImU32 kWarning = IM_COL32(240, 200, 90, 255);
inline constexpr ImU32 kInformation = IM_COL32(108, 176, 238, 255);
}  // namespace color

// Makes fonts and measures for a screen of this content scale. Quietly falls back to ImGui's own
// font where the system has none of those it looks for.
void apply_theme(float scale);

ImFont* small_font();
ImFont* large_font();

// A length in multiples of the body text's height, which follows the content scale.
float em(float count);

ImVec4 color_of(ImU32 packed);

}  // namespace saker::viewer
