#include <algorithm>
#include <cmath>

#include "viewer/panels.h"
#include "viewer/scene_view.h"
#include "viewer/shortcuts.h"
#include "viewer/theme.h"
#include "viewer/widgets.h"

namespace saker::viewer {
namespace {

constexpr ImGuiWindowFlags kUntouched = ImGuiWindowFlags_NoInputs;

struct Label {
  ImVec2 joint, corner, size;

  bool overlaps(const Label& other) const {
    return corner.x < other.corner.x + other.size.x && other.corner.x < corner.x + size.x &&
           corner.y < other.corner.y + other.size.y && other.corner.y < corner.y + size.y;
  }
};

void draw_label(const Label& label, std::string_view name) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float pad = em(0.2f);
  list.AddCircleFilled(label.joint, em(0.16f), color::kAccent);
  list.AddRectFilled({label.corner.x - pad, label.corner.y},
                     {label.corner.x + label.size.x + pad, label.corner.y + label.size.y},
                     IM_COL32(20, 22, 26, 190), pad);
  list.AddText(small_font(), small_font()->FontSize, label.corner, color::kText, name.data(),
               name.data() + name.size());
}

// A name that would lie on another is left out: zooming in brings it up.
void draw_joint_names(const State& state) {
  if (!state.display.joint_names || !state.model) return;
  constexpr size_t kMost = 500;
  const Skeleton& skeleton = state.model->asset().skeleton();
  const auto matrices = state.model->player.matrices();
  const Rect& scene = state.scene;
  const Projector project(state);
  ImGui::GetBackgroundDrawList()->PushClipRect({scene.x, scene.y},
                                               {scene.x + scene.width, scene.y + scene.height});
  std::vector<Label> placed;
  for (uint32_t joint = 0; joint < skeleton.joint_count() && placed.size() < kMost; ++joint) {
    const auto at = project(origin(matrices[joint]));
    const std::string_view name = skeleton.name(joint);
    if (!at || name.empty()) continue;
    ImGui::PushFont(small_font());
    const ImVec2 size = ImGui::CalcTextSize(name.data(), name.data() + name.size());
    ImGui::PopFont();
    const Label label{{at->x, at->y}, {at->x + em(0.5f), at->y - size.y / 2}, size};
    const auto covers = [&](const Label& other) { return label.overlaps(other); };
    if (std::any_of(placed.begin(), placed.end(), covers)) continue;
    draw_label(label, name);
    placed.push_back(label);
  }
  ImGui::GetBackgroundDrawList()->PopClipRect();
}

ImVec2 top_middle(const Rect& scene) { return {scene.x + scene.width / 2, scene.y + em(1)}; }

float card_width(const Rect& scene, float most) {
  return std::max(std::min(em(most), scene.width - em(2)), em(6));
}

void draw_progress(const State& state) {
  const auto progress = state.loader.progress();
  if (!progress) return;
  begin_card("progress", top_middle(state.scene), card_width(state.scene, 24));
  text((progress->share > 0 ? "Packing " : "Reading ") + progress->name);
  // While nothing is known, a bar that wanders.
  const float share = progress->share > 0 ? float(progress->share)
                                          : float(0.5 - 0.5 * std::cos(state.clock * 2.5)) * 0.2f;
  ImGui::ProgressBar(share, {-1, em(0.4f)}, "");
  end_card();
}

void draw_error(State& state) {
  if (!state.error || state.loader.progress()) return;
  ImGui::PushStyleColor(ImGuiCol_Border, color::kBad);
  begin_card("error", top_middle(state.scene), card_width(state.scene, 40));
  ImGui::PushStyleColor(ImGuiCol_Text, color::kBad);
  text("This file cannot be shown");
  ImGui::PopStyleColor();
  wrapped_text(state.error->message);
  ImGui::PushStyleColor(ImGuiCol_Text, color::kFaint);
  wrapped_text(state.error->where);
  if (state.model) wrapped_text("You still see the one before.");
  ImGui::PopStyleColor();
  const bool dismissed = ImGui::Button("Dismiss");
  end_card();
  ImGui::PopStyleColor();
  if (dismissed) state.error.reset();
}

void draw_notice(const State& state) {
  const double left = state.notice.until - state.clock;
  if (left <= 0) return;
  const Rect& scene = state.scene;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 size = ImGui::CalcTextSize(state.notice.text.c_str());
  const ImVec2 corner{scene.x + (scene.width - size.x) / 2, scene.y + scene.height - em(3.2f)};
  const auto faded = [&](ImU32 ink) {
    ImVec4 out = color_of(ink);
    out.w *= float(std::min(left * 2, 1.0));
    return ImGui::ColorConvertFloat4ToU32(out);
  };
  list.AddRectFilled({corner.x - em(0.8f), corner.y - em(0.45f)},
                     {corner.x + size.x + em(0.8f), corner.y + size.y + em(0.45f)},
                     faded(color::kPanel), em(0.5f));
  list.AddText(corner, faded(color::kText), state.notice.text.c_str());
}

void centered_text(ImFont* font, const ImVec2& middle, ImU32 ink, const char* line) {
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e6f, 0, line);
  ImGui::GetBackgroundDrawList()->AddText(
      font, font->FontSize, {middle.x - size.x / 2, middle.y - size.y / 2}, ink, line);
}

void draw_welcome(const State& state) {
  if (state.model || state.loader.progress()) return;
  const Rect& scene = state.scene;
  const ImVec2 middle{scene.x + scene.width / 2, scene.y + scene.height / 2};
  const ImVec2 half{std::min(em(14), scene.width / 2 - em(1)), em(5)};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 low{middle.x - half.x, middle.y - half.y};
  const ImVec2 high{middle.x + half.x, middle.y + half.y};
  list.AddRectFilled(low, high, IM_COL32(27, 29, 33, 225), em(0.8f));
  list.AddRect(low, high, color::kBorder, em(0.8f), 0, em(0.1f));
  centered_text(large_font(), {middle.x, middle.y - em(1.3f)}, color::kText, "Drop a .glb here");
  ImFont* body = ImGui::GetFont();
  centered_text(body, {middle.x, middle.y + em(0.8f)}, color::kFaint, "or a .gltf or .saker file");
  centered_text(body, {middle.x, middle.y + em(2.4f)}, color::kFaint, "H shows all keys");
}

// The keys of a command that stand at `index` and after it in the table, as one text.
std::string key_names(std::span<const Shortcut> table, size_t index) {
  std::string names = table[index].label;
  for (size_t i = index + 1; i < table.size() && table[i].command == table[index].command; ++i) {
    if (table[i].label[0] != 0) names += std::string("  ") + table[i].label;
  }
  return names;
}

void draw_help_row(const std::string& keys, std::string_view help) {
  ImGui::PushStyleColor(ImGuiCol_Text, color::kAccent);
  text(keys);
  ImGui::PopStyleColor();
  ImGui::SameLine(em(8));
  text(help);
}

void draw_mouse_help() {
  faint_text("Mouse");
  draw_help_row("Left drag", "Turn around the model");
  draw_help_row("Right drag", "Move (middle too)");
  draw_help_row("Wheel", "Closer or farther");
}

void draw_help(State& state) {
  if (!state.display.help) return;
  const Rect& scene = state.scene;
  begin_card("help", {scene.x + scene.width / 2, scene.y + scene.height / 2}, card_width(scene, 44),
             true);
  ImGui::Columns(2, "keys", false);
  const auto table = shortcuts();
  for (size_t i = 0; i < table.size(); ++i) {
    if (i > 0 && table[i].command == table[i - 1].command) continue;
    const bool new_group = i == 0 || table[i].group != table[i - 1].group;
    if (new_group && i > 0) ImGui::Spacing();
    if (new_group) faint_text(table[i].group);
    draw_help_row(key_names(table, i), table[i].help);
  }
  draw_mouse_help();
  ImGui::Columns(1);
  end_card();
}

}  // namespace

void draw_overlays(State& state) {
  draw_joint_names(state);
  draw_welcome(state);
  draw_progress(state);
  draw_error(state);
  draw_help(state);
  draw_notice(state);
}

}  // namespace saker::viewer
