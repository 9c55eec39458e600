#pragma once
// The parts of the character's body mesh, in the bind pose, with their skin weights.

#include "binding.h"

namespace saki {

void add_jacket(Mesh& mesh, const Binder& binder);  // trunk and sleeves, one surface
void add_trousers(Mesh& mesh, const Binder& binder);
void add_boots(Mesh& mesh, const Binder& binder);
void add_belt(Mesh& mesh, const Binder& binder);   // with buckle and pouch
void add_hands(Mesh& mesh, const Binder& binder);  // gloves; the left one is a falconer's
void add_scarf(Mesh& mesh, const Binder& binder);

// A flat cross-section: half-widths along x, to the front and to the back.
Ring level(double y, double width, double front, double back, double square = 0, double x = 0,
           double z = 0);

}  // namespace saki
