#include "viewer/actions.h"
#include "viewer/panels.h"
#include "viewer/theme.h"
#include "viewer/widgets.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace saker::viewer {
namespace {

// The ruler of a clip, and which time is where on it.
struct Ruler {
  ImVec2 corner, size;
  float duration = 0;
  float rate = 0;

  float x(float time) const { return corner.x + (duration > 0 ? time / duration : 0) * size.x; }
  float time(float at) const { return std::clamp((at - corner.x) / size.x, 0.0f, 1.0f) * duration; }
  float pixels_per_second() const { return duration > 0 ? size.x / duration : 0; }
};

// The smallest of 1, 2, 5, 10, ... (or their tenths) that is not less.
float round_step(float least) {
  const float decade = std::pow(10.0f, std::floor(std::log10(least)));
  for (const float factor : {1.0f, 2.0f, 5.0f}) {
    if (decade * factor >= least) return decade * factor;
  }
  return decade * 10;
}

void draw_ticks(const Ruler& ruler, float step, float length, ImU32 ink) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bottom = ruler.corner.y + ruler.size.y;
  const int count = int(ruler.duration / step + 0.001f);
  for (int i = 0; i <= count; ++i) {
    const float x = std::round(ruler.x(float(i) * step)) + 0.5f;
    list.AddLine({x, bottom - length}, {x, bottom}, ink);
  }
}

void draw_labels(const Ruler& ruler, float step) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int decimals = std::max(0, int(std::ceil(-std::log10(step) - 0.001f)));
  const int count = int(ruler.duration / step + 0.001f);
  for (int i = 0; i <= count; ++i) {
    const float time = float(i) * step;
    const std::string label = format("%.*f", decimals, time);
    const float x = ruler.x(time) + em(0.3f);
    if (x + ImGui::CalcTextSize(label.c_str()).x > ruler.corner.x + ruler.size.x) break;
    list.AddText({x, ruler.corner.y + em(0.1f)}, color::kFaint, label.c_str());
  }
}

void draw_scale(const Ruler& ruler) {
  const float second = ruler.pixels_per_second();
  if (second <= 0) return;
  const float step = round_step(em(4) / second);
  if (second / ruler.rate >= em(0.4f)) draw_ticks(ruler, 1 / ruler.rate, em(0.3f), color::kBorder);
  draw_ticks(ruler, step, em(0.6f), color::kFaint);
  ImGui::PushFont(small_font());
  draw_labels(ruler, step);
  ImGui::PopFont();
}

// The pixels of the ruler at which a track that is stored as keys has one.
std::set<int> key_pixels(const Ruler& ruler, const Clip& clip) {
  std::set<int> pixels;
  const auto add = [&](const KeyedTrack& track) {
    for (const float time : clip.key_times.subspan(track.first_time, track.key_count))
      pixels.insert(int(ruler.x(std::clamp(time, 0.0f, ruler.duration))));
  };
  for (const KeyedJointTrack& track : clip.keyed) add(track.keys);
  for (const Curve& curve : clip.curves) add(curve.keys);
  return pixels;
}

void draw_keys(const Ruler& ruler, const Clip& clip) {
  const std::set<int> pixels = key_pixels(ruler, clip);
  // A key on every frame says nothing.
  if (float(pixels.size()) * em(0.8f) > ruler.size.x) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = ruler.corner.y + ruler.size.y - em(0.45f), r = em(0.18f);
  for (const int pixel : pixels) {
    const float x = float(pixel) + 0.5f;
    list.AddQuadFilled({x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}, color::kInformation);
  }
}

void draw_playhead(const Ruler& ruler, float time) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = std::round(ruler.x(time)) + 0.5f;
  const float top = ruler.corner.y, bottom = top + ruler.size.y, half = em(0.36f);
  list.AddRectFilled({ruler.corner.x, top}, {x, bottom}, color::kAccentDim, em(0.3f),
                     ImDrawFlags_RoundCornersLeft);
  list.AddLine({x, top}, {x, bottom}, color::kAccent, em(0.12f));
  const ImVec2 head[] = {{x - half, top - half * 0.6f},
                         {x + half, top - half * 0.6f},
                         {x + half, top + half * 0.5f},
                         {x, top + half * 1.3f},
                         {x - half, top + half * 0.5f}};
  list.AddConvexPolyFilled(head, 5, color::kAccent);
}

// Sets the time while a hand holds the playhead.
void scrub(State& state, const Ruler& ruler) {
  Player& player = state.model->player;
  const float pointed = ruler.time(ImGui::GetMousePos().x);
  state.playback.scrubbing = ImGui::IsItemActive();
  if (state.playback.scrubbing) player.seek(pointed);
  if (ImGui::IsItemHovered() && !state.playback.scrubbing)
    tooltip(format("%.3f s, frame %.0f", pointed, pointed * ruler.rate));
}

}  // namespace

void draw_timeline(State& state) {
  state.playback.scrubbing = false;
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + em(0.3f));
  Ruler ruler{ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail(), 0, 30};
  ImGui::GetWindowDrawList()->AddRectFilled(
      ruler.corner, {ruler.corner.x + ruler.size.x, ruler.corner.y + ruler.size.y}, color::kRaised,
      em(0.3f));
  if (ruler.size.x <= 0 || ruler.size.y <= 0) return;
  ImGui::InvisibleButton("timeline", ruler.size);
  if (!state.model || !state.model->clip()) return;
  ruler.duration = state.model->player.duration();
  ruler.rate = frame_rate(*state.model);
  scrub(state, ruler);
  draw_scale(ruler);
  draw_keys(ruler, *state.model->clip());
  draw_playhead(ruler, state.model->player.time());
}

}  // namespace saker::viewer
