#include "viewer/actions.h"
#include "viewer/files.h"
#include "viewer/panels.h"
#include "viewer/theme.h"
#include "viewer/widgets.h"

#include <algorithm>

namespace saker::viewer {
namespace {

void draw_title(const State& state) {
  if (!state.model) {
    text("No file");
    return;
  }
  const Document& document = *state.model->document;
  text(display(document.path.filename()));
  tooltip(display(document.path));
  ImGui::PushFont(small_font());
  faint_text(size_text(document.file_bytes) +
             (document.reports.empty() ? "" : ", packed " + size_text(document.packed_bytes)) +
             (state.loader.watching() ? ", watched" : ""));
  ImGui::PopFont();
}

bool begin_section(const char* title, bool open) {
  ImGui::Spacing();
  ImGui::PushStyleColor(ImGuiCol_Header, color::kPanel);
  ImGui::PushStyleColor(ImGuiCol_Text, color::kFaint);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {em(0.15f), em(0.25f)});
  const bool shown = ImGui::CollapsingHeader(title, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  return shown;
}

// A line to choose, with something faint at its right.
bool choice(int id, std::string_view label, const std::string& detail, bool chosen) {
  ImGui::PushID(id);
  const bool pressed = ImGui::Selectable("##choice", chosen);
  ImGui::PopID();
  ImGui::SameLine(em(0.5f));
  ImGui::PushStyleColor(ImGuiCol_Text, chosen ? color::kAccent : color::kText);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float detail_width = ImGui::CalcTextSize(detail.c_str()).x;
  const float right = corner.x + ImGui::GetContentRegionAvail().x - detail_width - em(1);
  ImGui::PushClipRect(corner, {right, corner.y + em(2)}, true);
  text(label);
  ImGui::PopClipRect();
  ImGui::PopStyleColor();
  right_text(detail, em(0.4f));
  return pressed;
}

void draw_clips(State& state) {
  const Model& model = *state.model;
  const auto clips = model.asset().clips();
  const float line = ImGui::GetTextLineHeightWithSpacing();
  // A long list scrolls by itself, so that what is below stays in reach.
  const float lines = std::min(float(clips.size() + 1), 10.0f);
  ImGui::BeginChild("clips", {0, line * lines + em(0.2f)});
  for (size_t i = 0; i < clips.size(); ++i) {
    const std::string name =
        clips[i].name.empty() ? format("clip %zu", i) : std::string(clips[i].name);
    const bool plays = model.player.clip() == int(i);
    if (choice(int(i), name, format("%.2f s", clips[i].duration), plays)) play_clip(state, int(i));
    if (plays && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
  }
  if (choice(-1, "Rest pose", "", model.player.clip() < 0)) play_clip(state, -1);
  ImGui::EndChild();
}

void draw_display(Display& display) {
  struct Toggle {
    const char* label;
    bool* value;
  };
  const Toggle toggles[] = {
      {"Meshes", &display.meshes},     {"Wireframe", &display.wireframe},
      {"Skeleton", &display.skeleton}, {"Joint names", &display.joint_names},
      {"Grid", &display.grid},         {"Shadow", &display.shadow},
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {em(0.2f), em(0.12f)});
  ImGui::Columns(2, "display", false);
  for (const Toggle& toggle : toggles) {
    ImGui::Checkbox(toggle.label, toggle.value);
    ImGui::NextColumn();
  }
  ImGui::Columns(1);
  ImGui::PopStyleVar();
}

std::string target_name(const Asset::Mesh& mesh, size_t target) {
  const bool named = target < mesh.target_names.size() && !mesh.target_names[target].empty();
  return named ? std::string(mesh.target_names[target]) : format("target %zu", target);
}

// Shows the weight that the clip gives, until a hand moves it: then it holds that one.
void draw_weight(Model& model, size_t index, const std::string& name) {
  std::optional<float>& held = model.held_weights[index];
  float weight = model.weights[index];
  ImGui::PushID(int(index));
  ImGui::SetNextItemWidth(em(8));
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, held ? color::kAccent : color::kFaint);
  if (ImGui::SliderFloat("##weight", &weight, std::min(0.0f, weight), std::max(1.0f, weight)))
    held = weight;
  ImGui::PopStyleColor();
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) held.reset();
  tooltip(held ? "Held. Right click gives it back to the clip." : "Drag to hold a weight.");
  ImGui::SameLine();
  text(name);
  ImGui::PopID();
}

void draw_morphs(Model& model) {
  const bool holds = std::any_of(model.held_weights.begin(), model.held_weights.end(),
                                 [](const auto& held) { return held.has_value(); });
  size_t index = 0;
  for (const Asset::Instance& instance : model.asset().instances()) {
    const Asset::Mesh& mesh = model.asset().meshes()[instance.mesh];
    for (size_t target = 0; target < instance.weights.size(); ++target, ++index)
      draw_weight(model, index, target_name(mesh, target));
  }
  ImGui::BeginDisabled(!holds);
  if (ImGui::Button("Give back to the clip"))
    std::fill(model.held_weights.begin(), model.held_weights.end(), std::nullopt);
  ImGui::EndDisabled();
}

void row(const char* label, const std::string& value) {
  faint_text(label);
  ImGui::SameLine(em(7.5f));
  text(value);
}

void draw_statistics(const Document& document) {
  const Statistics& sum = document.statistics;
  row("Joints", count_text(sum.joints));
  row("Triangles", count_text(sum.triangles));
  row("Vertices", count_text(sum.vertices));
  row("Meshes", count_text(sum.instances));
  row("Skins", count_text(sum.skins));
  row("Materials", count_text(sum.materials));
  row("Images", count_text(sum.images));
  row("Morph targets", count_text(sum.morph_targets));
}

// The clip that plays: how it is stored, and what that cost in truth.
void draw_packing(const Model& model) {
  const Clip& clip = *model.clip();
  row("Largest error", length_text(clip.error));
  if (clip.sample_count > 0)
    row("Samples", format("%u at %.4g Hz", clip.sample_count, double(clip.rate())));
  row("Tracks", format("%zu sampled, %zu keyed", clip.sampled.size(),
                       clip.keyed.size() + clip.curves.size()));
  const auto& reports = model.document->reports;
  const size_t index = size_t(model.player.clip());
  if (index >= reports.size()) return;
  const ClipReport& report = reports[index];
  row("Packed", size_text(report.raw_bytes) + " to " + size_text(report.packed_bytes));
  if (!report.error_joint.empty())
    tooltip(format("The largest error is at joint %s at %.3f s.", report.error_joint.c_str(),
                   report.error_time));
}

ImU32 severity_color(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return color::kBad;
    case Severity::kWarning:
      return color::kWarning;
    case Severity::kInformation:
      return color::kInformation;
    case Severity::kHint:
      return color::kFaint;
  }
  return color::kFaint;
}

void draw_diagnostic(const Diagnostic& diagnostic) {
  ImGui::PushStyleColor(ImGuiCol_Text, severity_color(diagnostic.severity));
  wrapped_text(diagnostic.code);
  ImGui::PopStyleColor();
  wrapped_text(diagnostic.message);
  ImGui::PushStyleColor(ImGuiCol_Text, color::kFaint);
  wrapped_text(diagnostic.path);
  ImGui::PopStyleColor();
  ImGui::Spacing();
}

void draw_diagnostics(const Diagnostics& diagnostics) {
  // A broken file can have thousands; nobody reads on from here.
  constexpr size_t kShown = 100;
  ImGui::PushFont(small_font());
  const size_t shown = std::min(diagnostics.size(), kShown);
  for (size_t i = 0; i < shown; ++i) draw_diagnostic(diagnostics[i]);
  if (diagnostics.size() > shown) faint_text(format("and %zu more", diagnostics.size() - shown));
  ImGui::PopFont();
}

void draw_diagnostics_section(const State& state) {
  if (state.diagnostics.empty()) return;
  // "###" keeps the section open when its count changes.
  const std::string title = format("Diagnostics (%zu)###diagnostics", state.diagnostics.size());
  if (begin_section(title.c_str(), state.error.has_value())) draw_diagnostics(state.diagnostics);
}

void draw_sections(State& state) {
  // What was refused is what the person wants to know about.
  if (state.error) draw_diagnostics_section(state);
  if (state.model && begin_section("Clips", true)) draw_clips(state);
  if (begin_section("Display", true)) draw_display(state.display);
  if (state.model) {
    if (!state.model->weights.empty() && begin_section("Morph targets", false))
      draw_morphs(*state.model);
    if (state.model->clip() && begin_section("Packing", true)) draw_packing(*state.model);
    if (begin_section("Statistics", true)) draw_statistics(*state.model->document);
  }
  if (!state.error) draw_diagnostics_section(state);
}

void draw_footer(const State& state) {
  ImGui::PushFont(small_font());
  const bool plays = state.model && state.model->clip() && !state.playback.paused;
  faint_text(format("%.1f ms", state.frame_ms) +
             (plays ? format(", %.0f fps", state.frame_rate) : ""));
  right_text("H: all keys");
  ImGui::PopFont();
}

}  // namespace

void draw_side_panel(State& state, const Rect& area) {
  if (begin_fixed("side", {area.x, area.y}, {area.width, area.height})) {
    draw_title(state);
    const float footer = ImGui::GetTextLineHeightWithSpacing();
    ImGui::BeginChild("sections", {0, -footer});
    draw_sections(state);
    ImGui::EndChild();
    draw_footer(state);
  }
  ImGui::End();
}

}  // namespace saker::viewer
