// The functions that exist once per instruction set; included inside the namespace of each. Their
// arguments have been checked.

// Of poses in tiles.
void sample_poses(const Skeleton& skeleton, const ClipTime* times, const PoseSpan& poses);
void blend_poses(const PoseSpan& from, const PoseSpan& to, const float* weights,
                 const PoseSpan& out);
void blend_layers(const Skeleton& skeleton, const PoseLayer* layers, size_t layer_count,
                  const PoseSpan& out);
void make_additive(const PoseSpan& poses, const PoseSpan& reference, const PoseSpan& out);
void add_poses(const PoseSpan& base, const PoseSpan& delta, const float* weights, const float* mask,
               const PoseSpan& out);
void convert_poses(const Skeleton& skeleton, const PoseSpan& poses, float* models);

// Of one pose, in rows of `stride` floats.
void sample_alone(const Skeleton& skeleton, const ClipTime& at, float* pose, size_t stride);
void convert_alone(const Skeleton& skeleton, const float* pose, float* models);

void sample_one_joint(const Skeleton& skeleton, const Clip& clip, float time, uint32_t joint,
                      float* model);
void make_palette_tile(const PalettePlan& plan, const PaletteTile& tile);
void make_palette_alone(const PalettePlan& plan, const PaletteTile& tile);
size_t palette_tile_width();  // characters that make_palette_tile works on
void skin(const Affine* palette, const SkinInfluences& influences, size_t first, size_t end,
          const SkinSource& from, const SkinTarget& to);  // blocks from `first` on
