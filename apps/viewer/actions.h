#pragma once
// Actions: what commands and controls do to the state.

#include "viewer/shortcuts.h"
#include "viewer/state.h"

namespace saker::viewer {

void perform(Command command, State& state);

// Fades over to a clip from its start; to one that plays already as well.
void play_clip(State& state, int clip);

// Frames per second to step through and to count the clip in.
float frame_rate(const Model& model);

// Stops and goes to the next frame (1) or the one before (-1), around the ends when looping.
void step(State& state, int frames);

void notify(State& state, std::string text);

// Puts a document in the place of the model, which keeps its clip and its time when it is the same
// file `again`. `clip` is the name or number of the first clip to play.
void show_document(State& state, std::unique_ptr<Document> document, ModelHandle handle, bool again,
                   const std::string& clip);

// Moves the model on by a frame's time and computes its pose.
void advance(State& state, float seconds);

}  // namespace saker::viewer
