#pragma once
// The records of a .saker file, as they lie on disk. docs/file-format.md is their description in
// words. All numbers are little endian, records have no padding, and
// files of another version are refused.

#include <saker/clip.h>

#include <bit>
#include <cstdint>

namespace saker::format {

static_assert(std::endian::native == std::endian::little, "records are used in place");

inline constexpr char kMagic[8] = {'S', 'A', 'K', 'E', 'R', '\r', '\n', '\x1a'};
inline constexpr uint32_t kVersion = 2;
inline constexpr size_t kChunkAlignment = 64;
inline constexpr size_t kArrayAlignment = 16;

struct FileHeader {
  char magic[8];
  uint64_t checksum;  // XXH64 with seed 0 of everything behind this field
  uint32_t version;
  uint32_t chunk_count;
  uint64_t file_size;
};

constexpr uint32_t chunk_type(const char (&name)[5]) {
  return uint32_t(uint8_t(name[0])) | uint32_t(uint8_t(name[1])) << 8 |
         uint32_t(uint8_t(name[2])) << 16 | uint32_t(uint8_t(name[3])) << 24;
}

inline constexpr uint32_t kSkeletonChunk = chunk_type("SKEL");
inline constexpr uint32_t kSkinChunk = chunk_type("SKIN");
inline constexpr uint32_t kMeshChunk = chunk_type("MESH");
inline constexpr uint32_t kInstancesChunk = chunk_type("INST");
inline constexpr uint32_t kMaterialsChunk = chunk_type("MATL");
inline constexpr uint32_t kImageChunk = chunk_type("IMAG");
inline constexpr uint32_t kClipChunk = chunk_type("CLIP");

struct ChunkEntry {
  uint32_t type;
  uint32_t reserved;
  uint64_t offset;  // from the start of the file, a multiple of kChunkAlignment
  uint64_t size;
};

// `count` elements at `offset` bytes from the start of the chunk, a multiple of kArrayAlignment.
struct ArrayRange {
  uint32_t offset = 0;
  uint32_t count = 0;
};

struct SkeletonRecord {
  ArrayRange parents;  // int32_t
  ArrayRange rest;     // Transform
  ArrayRange fixed;    // FixedJoint
  ArrayRange nodes;    // int32_t
  ArrayRange names;    // TextRange
  ArrayRange text;     // char
};

struct SkinRecord {
  ArrayRange name;           // char
  ArrayRange joints;         // uint32_t
  ArrayRange inverse_binds;  // Affine
};

struct MorphTargetRecord {
  ArrayRange positions;  // Vec3
  ArrayRange normals;    // Vec3
};

struct PrimitiveRecord {
  uint32_t topology;
  int32_t material;
  uint32_t influences;
  ArrayRange positions;            // Vec3
  ArrayRange normals;              // Vec3
  ArrayRange texture_coordinates;  // Vec2
  ArrayRange colors;               // Vec4
  ArrayRange joints;               // uint16_t
  ArrayRange weights;              // float
  ArrayRange indices;              // uint32_t
  ArrayRange targets;              // MorphTargetRecord
};

struct MeshRecord {
  ArrayRange name;          // char
  ArrayRange primitives;    // PrimitiveRecord
  ArrayRange target_names;  // TextRange
  ArrayRange text;          // char
};

struct InstanceRecord {
  uint32_t joint;
  uint32_t mesh;
  int32_t skin;
  uint32_t visible;
  uint32_t first_weight;
  uint32_t weight_count;
};

struct InstancesRecord {
  Bounds rest_bounds;
  ArrayRange instances;  // InstanceRecord
  ArrayRange weights;    // float
};

struct MaterialRecord {
  TextRange name;
  Vec4 base_color;
  int32_t image;
  uint32_t wrap_u, wrap_v;
  uint32_t nearest;
  uint32_t alpha_mode;
  float alpha_cutoff;
  uint32_t double_sided;
  uint32_t unlit;
};

struct MaterialsRecord {
  ArrayRange materials;  // MaterialRecord
  ArrayRange text;       // char
};

struct ImageRecord {
  ArrayRange name;   // char
  ArrayRange bytes;  // uint8_t
};

struct ConstantVectorRecord {
  uint16_t joint;
  uint16_t channel;
  float value[3];
};

struct ConstantRotationRecord {
  uint16_t joint;
  uint16_t code[4];  // 20 bits per component, see rotation_code.h; low bits first
};

// Bits of SampledTrackRecord::encoding.
// Which component of a rotation is not stored; 3 for framed ones and those with all four.
inline constexpr uint8_t kDroppedMask = 3;
inline constexpr uint8_t kFramed = 4;
inline constexpr uint8_t kFourComponents = 8;
inline constexpr uint8_t kCurved = 16;

struct SampledTrackRecord {
  uint16_t joint;
  uint8_t channel;
  uint8_t encoding;
  uint8_t step;           // keys, and the residuals of fixed blocks, count in 2^(-step / 2)
  uint8_t residual_step;  // the residuals of segments count in 2^(-(residual_step + e) / 2)
};

// 10 bits per component, see rotation_code.h.
struct FrameRecord {
  uint32_t middle;
  uint32_t axes;
};

struct ClipRecord {
  ArrayRange name;  // char
  float duration;
  uint32_t joint_count;
  float error;
  Bounds bounds;
  uint32_t sample_count;
  uint16_t layout;  // SampleLayout
  uint16_t levels;
  ArrayRange constant_vectors;    // ConstantVectorRecord
  ArrayRange constant_rotations;  // ConstantRotationRecord
  ArrayRange sampled;             // SampledTrackRecord
  ArrayRange widths;              // uint8_t
  ArrayRange centers;             // float
  ArrayRange frames;              // FrameRecord
  ArrayRange blocks;              // byte
  ArrayRange segments;            // uint32_t
  ArrayRange residuals;           // byte
  ArrayRange keyed;               // KeyedJointTrack
  ArrayRange curves;              // Curve
  ArrayRange key_times;           // float
  ArrayRange key_values;          // float
  ArrayRange buckets;             // uint32_t
  ArrayRange text;                // char
};

// The residuals between two neighbouring keys, kAdaptive. Bits are counted from the low end.
//
// A bit per track tells whether it has residuals here. From the next byte, a header per track that
// has: e (5 bits), and per component the width at the finest level (4 bits) and what each coarser
// level has more than the finer one beside it (2 bits each, finer first). From the next byte, per
// such track and level, coarsest first, and residual: its components in that level's widths, in
// two's complement. A level's components take at most kWordBits together.
inline constexpr uint32_t kStepBits = 5, kFinestBits = 4, kMoreBits = 2;
inline constexpr uint32_t kComponentBits = kFinestBits + (kAdaptiveLevels - 1) * kMoreBits;
inline constexpr uint32_t kWordBits = 57;

// Arrays of bits end with this many zero bytes, so that a word may be read at any of their bytes.
inline constexpr size_t kBitPadding = 8;

static_assert(sizeof(FileHeader) == 32 && sizeof(ChunkEntry) == 24);
static_assert(sizeof(ConstantVectorRecord) == 16 && sizeof(ConstantRotationRecord) == 10);
static_assert(sizeof(SampledTrackRecord) == 6 && sizeof(FrameRecord) == 8);
static_assert(sizeof(KeyedTrack) == 28 && sizeof(KeyedJointTrack) == 36 && sizeof(Curve) == 44);

}  // namespace saker::format
