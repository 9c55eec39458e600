#include "viewer/actions.h"
#include "viewer/panels.h"
#include "viewer/theme.h"
#include "viewer/widgets.h"

#include <algorithm>

namespace saker::viewer {
namespace {

void draw_buttons(State& state) {
  const auto button = [&](Icon icon, const char* help, Command command, bool active = false) {
    if (icon_button(icon, help, active)) perform(command, state);
    ImGui::SameLine(0, em(0.25f));
  };
  const bool paused = state.playback.paused;
  button(Icon::kFirst, "First frame (Home)", Command::kFirstFrame);
  button(Icon::kStepBack, "One frame back (Left)", Command::kStepBack);
  button(paused ? Icon::kPlay : Icon::kPause, paused ? "Play (Space)" : "Pause (Space)",
         Command::kPlayPause);
  button(Icon::kStepForward, "One frame on (Right)", Command::kStepForward);
  button(Icon::kLast, "Last frame (End)", Command::kLastFrame);
  button(Icon::kLoop, state.playback.looping ? "Loops (L)" : "Plays once (L)", Command::kLoop,
         state.playback.looping);
}

void draw_time(const Model& model) {
  const float rate = frame_rate(model);
  const Player& player = model.player;
  ImGui::AlignTextToFramePadding();
  text(format("%.2f", player.time()));
  ImGui::SameLine(0, em(0.25f));
  faint_text(format("/ %.2f s   frame %.0f / %.0f", player.duration(), player.time() * rate,
                    player.duration() * rate));
}

constexpr float kSliderWidth = 7, kLabelGap = 0.5f, kSliderGap = 1.2f;  // em

void slider(const char* label, const char* help, float& value, float low, float high,
            const char* pattern, float usual) {
  ImGui::AlignTextToFramePadding();
  faint_text(label);
  ImGui::SameLine(0, em(kLabelGap));
  ImGui::SetNextItemWidth(em(kSliderWidth));
  ImGui::PushID(label);
  ImGui::SliderFloat("##value", &value, low, high, pattern, ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) value = usual;
  tooltip(help);
  ImGui::PopID();
}

void draw_sliders(State& state) {
  const float width = ImGui::CalcTextSize("Speed").x + ImGui::CalcTextSize("Fade").x +
                      em(2 * (kSliderWidth + kLabelGap) + kSliderGap);
  ImGui::SameLine(std::max(ImGui::GetContentRegionMax().x - width, 0.0f));
  slider("Speed", "Below zero plays backwards. Right click: 1.", state.playback.speed, -2, 2,
         "%.2f", 1);
  ImGui::SameLine(0, em(kSliderGap));
  slider("Fade", "From one clip to the next, in seconds. Right click: 0.3.", state.playback.fade, 0,
         2, "%.2f s", 0.3f);
}

// Buttons and sliders are as high as icon buttons, so that a row has one middle line.
float tall_padding() { return (em(2) - ImGui::GetFontSize()) / 2; }

}  // namespace

void draw_transport(State& state, const Rect& area) {
  if (begin_fixed("transport", {area.x, area.y}, {area.width, area.height})) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {em(0.5f), tall_padding()});
    ImGui::BeginDisabled(!state.model);
    draw_buttons(state);
    if (state.model && state.model->clip()) {
      ImGui::SameLine(0, em(0.8f));
      draw_time(*state.model);
    }
    draw_sliders(state);
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    draw_timeline(state);
  }
  ImGui::End();
}

}  // namespace saker::viewer
