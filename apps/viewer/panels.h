#pragma once
// Panels: what lies beside, below and over the model.

#include "viewer/state.h"

namespace saker::viewer {

// Clips, display, morph targets, statistics and diagnostics: the left side.
void draw_side_panel(State& state, const Rect& area);

// The transport: buttons, speed and fade, and the timeline.
void draw_transport(State& state, const Rect& area);
// The second row of it.
void draw_timeline(State& state);

// Joint names; the load under way, errors and notices; the cheat sheet; and what to do when there
// is nothing to see.
void draw_overlays(State& state);

}  // namespace saker::viewer
