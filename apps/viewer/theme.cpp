#include "viewer/theme.h"

#include <filesystem>

namespace saker::viewer {
namespace {

constexpr float kBodySize = 15, kSmallSize = 12.5f, kLargeSize = 24;

// Sans serif faces that systems usually have, the nicest first.
constexpr const char* kFontFiles[] = {
    "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/System/Library/Fonts/Supplemental/Arial.ttf",
    "C:/Windows/Fonts/segoeui.ttf",
};

const char* find_font() {
  std::error_code failure;
  for (const char* file : kFontFiles) {
    if (std::filesystem::is_regular_file(file, failure)) return file;
  }
  return nullptr;
}

// Names in files are in all languages; these are the scripts that one text face has.
const ImWchar* glyph_ranges() {
  static constexpr ImWchar kRanges[] = {0x0020, 0x024f, 0x0370, 0x052f, 0x1e00, 0x1fff,
                                        0x2000, 0x206f, 0x2190, 0x21ff, 0};
  return kRanges;
}

void add_font(const char* file, float size) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (file && atlas.AddFontFromFileTTF(file, size, nullptr, glyph_ranges())) return;
  ImFontConfig config;
  config.SizePixels = size;
  atlas.AddFontDefault(&config);
}

void set_measures(ImGuiStyle& style) {
  style.WindowPadding = {14, 12};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {7, 4};
  style.CellPadding = {4, 2};
  style.IndentSpacing = 14;
  style.ScrollbarSize = 10;
  style.GrabMinSize = 11;
  style.WindowRounding = 0;
  style.ChildRounding = 5;
  style.FrameRounding = 5;
  style.PopupRounding = 6;
  style.GrabRounding = 5;
  style.ScrollbarRounding = 5;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
}

void set_colors(ImGuiStyle& style) {
  ImGui::StyleColorsDark(&style);
  const auto set = [&](ImGuiCol role, ImU32 packed) { style.Colors[role] = color_of(packed); };
  set(ImGuiCol_Text, color::kText);
  set(ImGuiCol_TextDisabled, color::kFaint);
  set(ImGuiCol_WindowBg, color::kPanel);
  set(ImGuiCol_PopupBg, color::kPanel);
  set(ImGuiCol_ChildBg, IM_COL32_BLACK_TRANS);
  set(ImGuiCol_Border, color::kBorder);
  set(ImGuiCol_Separator, color::kBorder);
  for (const ImGuiCol role : {ImGuiCol_FrameBg, ImGuiCol_Button}) set(role, color::kRaised);
  for (const ImGuiCol role : {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered})
    set(role, color::kHovered);
  for (const ImGuiCol role : {ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive})
    set(role, color::kPressed);
  set(ImGuiCol_Header, color::kAccentDim);
  set(ImGuiCol_HeaderHovered, color::kRaised);
  set(ImGuiCol_HeaderActive, color::kHovered);
  set(ImGuiCol_CheckMark, color::kAccent);
  set(ImGuiCol_SliderGrab, color::kFaint);
  set(ImGuiCol_SliderGrabActive, color::kAccent);
  set(ImGuiCol_PlotHistogram, color::kAccent);
  set(ImGuiCol_TextSelectedBg, color::kAccentDim);
  set(ImGuiCol_ScrollbarBg, IM_COL32_BLACK_TRANS);
  set(ImGuiCol_ScrollbarGrab, color::kBorder);
  set(ImGuiCol_ScrollbarGrabHovered, color::kPressed);
  set(ImGuiCol_ScrollbarGrabActive, color::kFaint);
}

}  // namespace

ImVec4 color_of(ImU32 packed) { return ImGui::ColorConvertU32ToFloat4(packed); }

void apply_theme(float scale) {
  ImGui::GetIO().Fonts->Clear();
  const char* file = find_font();
  for (const float size : {kBodySize, kSmallSize, kLargeSize}) add_font(file, size * scale);
  ImGuiStyle style;
  set_measures(style);
  set_colors(style);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

ImFont* small_font() { return ImGui::GetIO().Fonts->Fonts[1]; }
ImFont* large_font() { return ImGui::GetIO().Fonts->Fonts[2]; }

float em(float count) { return count * ImGui::GetIO().Fonts->Fonts[0]->FontSize; }

}  // namespace saker::viewer
