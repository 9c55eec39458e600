#include "viewer/panels.h"
#include "viewer/scene_view.h"
#include "viewer/shortcuts.h"
#include "viewer/theme.h"
#include "viewer/widgets.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace saker::viewer {
namespace {

struct Label {
  ImVec2 joint, corner, size;

  bool overlaps(const Label& other) const {
    return corner.x < other.corner.x + other.size.x && other.corner.x < corner.x + size.x &&
           corner.y < other.corner.y + other.size.y && other.corner.y < corner.y + size.y;
  }
};

void draw_label(const Label& label, const std::string& name) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float pad = em(0.2f);
  list.AddCircleFilled(label.joint, em(0.16f), color::kAccent);
  list.AddRectFilled({label.corner.x - pad, label.corner.y},
                     {label.corner.x + label.size.x + pad, label.corner.y + label.size.y},
                     IM_COL32(20, 22, 26, 190), pad);
  list.AddText(label.corner, color::kText, name.c_str());
}

// Names that would lie on another are left out: zooming in brings them up. Those that were seen in
// the frame before come first, so that names do not flicker while joints move.
class JointNames {
 public:
  explicit JointNames(State& state)
      : project_(state), skeleton_(state.model->asset().skeleton()), seen_(state.named_joints) {}

  void draw(std::span<const Affine> matrices) {
    std::vector<bool> before = std::exchange(seen_, std::vector<bool>(matrices.size()));
    before.resize(matrices.size());
    for (const bool turn : {true, false}) {
      for (uint32_t joint = 0; joint < matrices.size(); ++joint) {
        if (before[joint] == turn) place(joint, origin(matrices[joint]));
      }
    }
  }

 private:
  void place(uint32_t joint, const Vec3& position) {
    constexpr size_t kMost = 500;
    const auto at = project_(position);
    if (!at || placed_.size() == kMost) return;
    const std::string name = name_of(joint);
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    const Label label{{at->x, at->y}, {at->x + em(0.5f), at->y - size.y / 2}, size};
    const auto covers = [&](const Label& other) { return label.overlaps(other); };
    if (std::any_of(placed_.begin(), placed_.end(), covers)) return;
    draw_label(label, name);
    placed_.push_back(label);
    seen_[joint] = true;
  }

  std::string name_of(uint32_t joint) const {
    const std::string_view name = skeleton_.name(joint);
    return name.empty() ? format("node %d", skeleton_.nodes[joint]) : std::string(name);
  }

  Projector project_;
  const Skeleton& skeleton_;
  std::vector<bool>& seen_;
  std::vector<Label> placed_;
};

void draw_joint_names(State& state) {
  if (!state.display.joint_names || !state.model) return;
  const Rect& scene = state.scene;
  ImGui::GetBackgroundDrawList()->PushClipRect({scene.x, scene.y},
                                               {scene.x + scene.width, scene.y + scene.height});
  ImGui::PushFont(small_font());
  JointNames(state).draw(state.model->player.matrices());
  ImGui::PopFont();
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

// An arrow down into a tray.
void draw_drop_sign(const ImVec2& middle) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto stroke = [&](std::initializer_list<ImVec2> points) {
    for (const ImVec2& p : points) list.PathLineTo({middle.x + em(p.x), middle.y + em(p.y)});
    list.PathStroke(color::kAccent, 0, em(0.14f));
  };
  stroke({{0, -1}, {0, 0.45f}});
  stroke({{-0.55f, -0.1f}, {0, 0.45f}, {0.55f, -0.1f}});
  stroke({{-1, 0.3f}, {-1, 1}, {1, 1}, {1, 0.3f}});
}

void draw_welcome(const State& state) {
  if (state.model || state.loader.progress()) return;
  const Rect& scene = state.scene;
  const ImVec2 middle{scene.x + scene.width / 2, scene.y + scene.height / 2};
  const ImVec2 half{std::min(em(14), scene.width / 2 - em(1)), em(5.4f)};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 low{middle.x - half.x, middle.y - half.y};
  const ImVec2 high{middle.x + half.x, middle.y + half.y};
  list.AddRectFilled(low, high, IM_COL32(27, 29, 33, 225), em(0.8f));
  list.AddRect(low, high, color::kBorder, em(0.8f), 0, em(0.1f));
  draw_drop_sign({middle.x, middle.y - em(2.6f)});
  centered_text(large_font(), {middle.x, middle.y + em(0.2f)}, color::kText, "Drop a .glb here");
  ImFont* body = ImGui::GetFont();
  centered_text(body, {middle.x, middle.y + em(2.1f)}, color::kFaint,
                "or a .gltf, .skc or .saker file");
  centered_text(body, {middle.x, middle.y + em(3.6f)}, color::kFaint, "H shows all keys");
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

void draw_help_group(const char* group) {
  const auto table = shortcuts();
  faint_text(group);
  for (size_t i = 0; i < table.size(); ++i) {
    const bool second_key = i > 0 && table[i].command == table[i - 1].command;
    if (table[i].group == group && !second_key) draw_help_row(key_names(table, i), table[i].help);
  }
  ImGui::Spacing();
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
  draw_help_group(kPlaying);
  draw_mouse_help();
  ImGui::NextColumn();
  draw_help_group(kLooking);
  draw_help_group(kFileAndWindow);
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
