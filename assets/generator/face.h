#pragma once
// The head with its features, its morphs and its hair.

#include "binding.h"

namespace saki {

// The surface of the head in degrees: longitude from the front towards +x, latitude from the
// middle of the face upwards; `lift` is the distance above the skin.
Vec3 on_head(double longitude, double latitude, double lift = 0);
// The direction away from the skin there.
Vec3 head_normal(double longitude, double latitude);

void add_head(Mesh& mesh, const Binder& binder);  // skin and ears
void add_eyes(Mesh& mesh, const Binder& binder);  // whites, irises, lids, brows, glints
void add_mouth(Mesh& mesh, const Binder& binder);
void add_hair(Mesh& mesh, const Binder& binder);

}  // namespace saki
