#include "viewer/widgets.h"

#include "viewer/theme.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace saker::viewer {
namespace {

// Draws in a square from -1 to 1, y down.
class IconPen {
 public:
  IconPen(const ImVec2& center, float radius, ImU32 ink)
      : list_(*ImGui::GetWindowDrawList()), center_(center), radius_(radius), ink_(ink) {}

  void triangle(float x, float direction) const {
    const ImVec2 tip = at(x + direction * 1.15f, 0);
    // Clockwise, as ImGui's anti-aliasing needs it.
    if (direction > 0) {
      list_.AddTriangleFilled(at(x, -0.85f), tip, at(x, 0.85f), ink_);
    } else {
      list_.AddTriangleFilled(at(x, 0.85f), tip, at(x, -0.85f), ink_);
    }
  }
  void bar(float x, float width = 0.34f) const {
    list_.AddRectFilled(at(x - width / 2, -0.85f), at(x + width / 2, 0.85f), ink_, radius_ * 0.1f);
  }
  void loop() const {
    list_.PathArcTo(center_, radius_ * 0.8f, -0.9f, 4.2f, 24);
    list_.PathStroke(ink_, 0, radius_ * 0.24f);
    list_.AddTriangleFilled(at(0.1f, -1.15f), at(0.62f, -0.45f), at(-0.2f, -0.3f), ink_);
  }

 private:
  ImVec2 at(float x, float y) const { return {center_.x + x * radius_, center_.y + y * radius_}; }
  ImDrawList& list_;
  ImVec2 center_;
  float radius_;
  ImU32 ink_;
};

void draw_icon(Icon icon, const IconPen& pen) {
  switch (icon) {
    case Icon::kPlay:
      return pen.triangle(-0.45f, 1);
    case Icon::kPause:
      pen.bar(-0.42f);
      return pen.bar(0.42f);
    case Icon::kStepBack:
      pen.bar(0.7f, 0.26f);
      return pen.triangle(0.4f, -1);
    case Icon::kStepForward:
      pen.bar(-0.7f, 0.26f);
      return pen.triangle(-0.4f, 1);
    case Icon::kFirst:
      pen.bar(-0.75f, 0.26f);
      return pen.triangle(0.6f, -1);
    case Icon::kLast:
      pen.bar(0.75f, 0.26f);
      return pen.triangle(-0.6f, 1);
    case Icon::kLoop:
      return pen.loop();
  }
}

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;

}  // namespace

bool icon_button(Icon icon, const char* help, bool active) {
  const float side = em(2);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(int(icon));
  const bool pressed = ImGui::Button("##icon", {side, side});
  ImGui::PopID();
  tooltip(help);
  draw_icon(icon, {{corner.x + side / 2, corner.y + side / 2},
                   side * 0.22f,
                   active ? color::kAccent : color::kText});
  return pressed;
}

void text(std::string_view line) { ImGui::TextUnformatted(line.data(), line.data() + line.size()); }

void faint_text(std::string_view line) {
  ImGui::PushStyleColor(ImGuiCol_Text, color::kFaint);
  text(line);
  ImGui::PopStyleColor();
}

void right_text(std::string_view line, float margin) {
  const float width = ImGui::CalcTextSize(line.data(), line.data() + line.size()).x;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width - margin);
  faint_text(line);
}

void wrapped_text(std::string_view line) {
  ImGui::PushTextWrapPos(0);
  text(line);
  ImGui::PopTextWrapPos();
}

void tooltip(std::string_view line) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  text(line);
  ImGui::EndTooltip();
}

bool begin_fixed(const char* id, const ImVec2& position, const ImVec2& size,
                 ImGuiWindowFlags more) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  return ImGui::Begin(id, nullptr, kFixed | more);
}

bool begin_card(const char* id, const ImVec2& position, float width, bool centered) {
  ImGui::SetNextWindowPos(position, ImGuiCond_Always, {0.5f, centered ? 0.5f : 0});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, em(0.5f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  const ImGuiWindowFlags above = kFixed & ~ImGuiWindowFlags_NoBringToFrontOnFocus;
  return ImGui::Begin(id, nullptr, above | ImGuiWindowFlags_NoFocusOnAppearing);
}

void end_card() {
  ImGui::End();
  ImGui::PopStyleVar(2);
}

std::string count_text(size_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string size_text(size_t bytes) {
  if (bytes < 1000) return format("%zu B", bytes);
  if (bytes < 1000000) return format("%.0f kB", double(bytes) / 1e3);
  return format("%.1f MB", double(bytes) / 1e6);
}

std::string length_text(double metres) {
  if (metres >= 1) return format("%.2f m", metres);
  return format(metres < 1e-3 ? "%.3f mm" : "%.1f mm", metres * 1e3);
}

std::string format(const char* pattern, ...) {
  char buffer[256];
  std::va_list arguments;
  va_start(arguments, pattern);
  const int length = std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
  va_end(arguments);
  return std::string(buffer, size_t(std::clamp(length, 0, int(sizeof buffer) - 1)));
}

}  // namespace saker::viewer
