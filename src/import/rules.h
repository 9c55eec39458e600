#pragma once
// The rules that reading a file can find broken. For glTF 2.0 codes and severities are those of the
// Khronos glTF-Validator; the last groups are Saker's own. The third column says whether a file
// that breaks the rule still has a defined meaning.

#include <saker/result.h>

#include <cstdint>

namespace saker {

enum class Effect : uint8_t {
  kGoOn,    // the rest of the file says clearly what is meant
  kRefuse,  // it does not: refuse the file, or the track when an animation is being read
};

struct Rule {
  const char* code;
  Severity severity;
  Effect effect;
  ErrorCode error = ErrorCode::kMalformed;
};

// How far a quaternion may be from unit length: the validator's tolerance.
inline constexpr double kUnitTolerance = 0.00769;

namespace rules {

constexpr Severity kError = Severity::kError, kWarning = Severity::kWarning,
                   kInformation = Severity::kInformation;
constexpr Effect kGoOn = Effect::kGoOn, kRefuse = Effect::kRefuse;

// clang-format off
// GLB
inline constexpr Rule kGlbInvalidMagic{"GLB_INVALID_MAGIC", kError, kRefuse};
inline constexpr Rule kGlbInvalidVersion{"GLB_INVALID_VERSION", kError, kRefuse, ErrorCode::kUnsupported};
inline constexpr Rule kGlbLengthTooSmall{"GLB_LENGTH_TOO_SMALL", kError, kRefuse};
inline constexpr Rule kGlbLengthMismatch{"GLB_LENGTH_MISMATCH", kError, kRefuse};
inline constexpr Rule kGlbEndOfHeader{"GLB_UNEXPECTED_END_OF_HEADER", kError, kRefuse};
inline constexpr Rule kGlbEndOfChunkHeader{"GLB_UNEXPECTED_END_OF_CHUNK_HEADER", kError, kRefuse};
inline constexpr Rule kGlbEndOfChunkData{"GLB_UNEXPECTED_END_OF_CHUNK_DATA", kError, kRefuse};
inline constexpr Rule kGlbChunkTooBig{"GLB_CHUNK_TOO_BIG", kError, kRefuse};
inline constexpr Rule kGlbFirstChunk{"GLB_UNEXPECTED_FIRST_CHUNK", kError, kRefuse};
inline constexpr Rule kGlbEmptyChunk{"GLB_EMPTY_CHUNK", kError, kRefuse};
inline constexpr Rule kGlbChunkUnaligned{"GLB_CHUNK_LENGTH_UNALIGNED", kError, kGoOn};
inline constexpr Rule kGlbDuplicateChunk{"GLB_DUPLICATE_CHUNK", kError, kGoOn};
inline constexpr Rule kGlbUnexpectedBin{"GLB_UNEXPECTED_BIN_CHUNK", kError, kGoOn};
inline constexpr Rule kGlbUnknownChunk{"GLB_UNKNOWN_CHUNK_TYPE", kWarning, kGoOn};
inline constexpr Rule kGlbExtraData{"GLB_EXTRA_DATA", kWarning, kGoOn};
inline constexpr Rule kGlbEmptyBin{"GLB_EMPTY_BIN_CHUNK", kInformation, kGoOn};

// JSON
inline constexpr Rule kInvalidJson{"INVALID_JSON", kError, kRefuse};
inline constexpr Rule kByteOrderMark{"INVALID_JSON", kError, kGoOn};
inline constexpr Rule kTypeMismatch{"TYPE_MISMATCH", kError, kRefuse};
inline constexpr Rule kArrayTypeMismatch{"ARRAY_TYPE_MISMATCH", kError, kRefuse};
inline constexpr Rule kArrayLength{"ARRAY_LENGTH_NOT_IN_LIST", kError, kRefuse};
inline constexpr Rule kEmptyEntity{"EMPTY_ENTITY", kError, kGoOn};
inline constexpr Rule kDuplicateElements{"DUPLICATE_ELEMENTS", kError, kGoOn};
inline constexpr Rule kUndefinedProperty{"UNDEFINED_PROPERTY", kError, kRefuse};
inline constexpr Rule kUnexpectedProperty{"UNEXPECTED_PROPERTY", kWarning, kGoOn};
inline constexpr Rule kUnsatisfiedDependency{"UNSATISFIED_DEPENDENCY", kError, kGoOn};
inline constexpr Rule kUnresolvedReference{"UNRESOLVED_REFERENCE", kError, kRefuse};
inline constexpr Rule kValueNotInRange{"VALUE_NOT_IN_RANGE", kError, kRefuse};
inline constexpr Rule kValueOdd{"VALUE_NOT_IN_RANGE", kError, kGoOn};
inline constexpr Rule kValueNotInList{"VALUE_NOT_IN_LIST", kWarning, kRefuse};
inline constexpr Rule kValueUnknown{"VALUE_NOT_IN_LIST", kWarning, kGoOn};
inline constexpr Rule kValueMultipleOf{"VALUE_MULTIPLE_OF", kError, kGoOn};

// The file as a whole
inline constexpr Rule kMajorVersion{"UNKNOWN_ASSET_MAJOR_VERSION", kError, kRefuse, ErrorCode::kUnsupported};
inline constexpr Rule kMinVersion{"UNKNOWN_ASSET_MINOR_VERSION", kWarning, kRefuse, ErrorCode::kUnsupported};
inline constexpr Rule kExtensionRequired{"UNSUPPORTED_EXTENSION", kInformation, kRefuse, ErrorCode::kUnsupported};
inline constexpr Rule kExtensionUsed{"UNSUPPORTED_EXTENSION", kInformation, kGoOn};

inline constexpr Rule kCompressed{"UNSUPPORTED_EXTENSION", kInformation, kRefuse, ErrorCode::kUnsupported};

// Buffers and what they are called
inline constexpr Rule kInvalidUri{"INVALID_URI", kError, kRefuse};
inline constexpr Rule kInvalidImageUri{"INVALID_URI", kError, kGoOn};
inline constexpr Rule kNonRelativeUri{"NON_RELATIVE_URI", kWarning, kRefuse, ErrorCode::kUnsupported};
inline constexpr Rule kNonRelativeImageUri{"NON_RELATIVE_URI", kWarning, kGoOn};
inline constexpr Rule kIoError{"IO_ERROR", kError, kRefuse, ErrorCode::kIo};
inline constexpr Rule kImageIoError{"IO_ERROR", kError, kGoOn};
inline constexpr Rule kUriInGlb{"URI_GLB", kInformation, kGoOn};
inline constexpr Rule kDataUriInGlb{"DATA_URI_GLB", kWarning, kGoOn};
inline constexpr Rule kDataUriMimeType{"BUFFER_DATA_URI_MIME_TYPE_INVALID", kError, kGoOn};
inline constexpr Rule kBufferTooShort{"BUFFER_BYTE_LENGTH_MISMATCH", kError, kRefuse};
inline constexpr Rule kBufferMissingGlbData{"BUFFER_MISSING_GLB_DATA", kError, kRefuse};
inline constexpr Rule kBufferGlbChunkTooBig{"BUFFER_GLB_CHUNK_TOO_BIG", kWarning, kGoOn};
inline constexpr Rule kViewTooLong{"BUFFER_VIEW_TOO_LONG", kError, kRefuse};
inline constexpr Rule kViewStride{"BUFFER_VIEW_INVALID_BYTE_STRIDE", kError, kGoOn};
inline constexpr Rule kViewStrideTooBig{"BUFFER_VIEW_TOO_BIG_BYTE_STRIDE", kError, kGoOn};
inline constexpr Rule kViewTargetOverride{"BUFFER_VIEW_TARGET_OVERRIDE", kError, kGoOn};

// Accessors
inline constexpr Rule kAccessorTooLong{"ACCESSOR_TOO_LONG", kError, kRefuse};
inline constexpr Rule kAccessorOffsetAlignment{"ACCESSOR_OFFSET_ALIGNMENT", kError, kGoOn};
inline constexpr Rule kAccessorTotalAlignment{"ACCESSOR_TOTAL_OFFSET_ALIGNMENT", kError, kGoOn};
inline constexpr Rule kAccessorMatrixAlignment{"ACCESSOR_MATRIX_ALIGNMENT", kError, kGoOn};
inline constexpr Rule kAccessorNormalized{"ACCESSOR_NORMALIZED_INVALID", kError, kGoOn};
inline constexpr Rule kAccessorSmallStride{"ACCESSOR_SMALL_BYTESTRIDE", kError, kGoOn};
inline constexpr Rule kSparseCount{"ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE", kError, kRefuse};
inline constexpr Rule kSparseIndexRange{"ACCESSOR_SPARSE_INDEX_OOB", kError, kRefuse};
inline constexpr Rule kSparseIndexOrder{"ACCESSOR_SPARSE_INDICES_NON_INCREASING", kError, kGoOn};
inline constexpr Rule kAccessorInvalidFloat{"ACCESSOR_INVALID_FLOAT", kError, kGoOn};
inline constexpr Rule kMinMismatch{"ACCESSOR_MIN_MISMATCH", kError, kGoOn};
inline constexpr Rule kMaxMismatch{"ACCESSOR_MAX_MISMATCH", kError, kGoOn};
inline constexpr Rule kBelowMin{"ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND", kError, kGoOn};
inline constexpr Rule kAboveMax{"ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND", kError, kGoOn};

// Meshes
inline constexpr Rule kInvalidAttribute{"MESH_PRIMITIVE_INVALID_ATTRIBUTE", kError, kGoOn};
inline constexpr Rule kSemanticContinuity{"MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", kError, kGoOn};
inline constexpr Rule kJointsWeightsMismatch{"MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", kError, kGoOn};
inline constexpr Rule kNoPosition{"MESH_PRIMITIVE_NO_POSITION", kWarning, kGoOn};
inline constexpr Rule kTangentWithoutNormal{"MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL", kWarning, kGoOn};
inline constexpr Rule kUnusedTangent{"UNUSED_MESH_TANGENT", kInformation, kGoOn};
inline constexpr Rule kGeneratedTangents{"MESH_PRIMITIVE_GENERATED_TANGENT_SPACE", kWarning, kGoOn};
inline constexpr Rule kTooFewTexcoords{"MESH_PRIMITIVE_TOO_FEW_TEXCOORDS", kError, kGoOn};
inline constexpr Rule kAttributeShape{"MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", kError, kRefuse};
inline constexpr Rule kAttributeFormat{"MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", kError, kGoOn};
inline constexpr Rule kAttributeUnsignedInt{"MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT", kError, kGoOn};
inline constexpr Rule kAttributeUnaligned{"MESH_PRIMITIVE_ACCESSOR_UNALIGNED", kError, kGoOn};
inline constexpr Rule kAttributeWithoutStride{"MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", kError, kGoOn};
inline constexpr Rule kPositionWithoutBounds{"MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", kError, kGoOn};
inline constexpr Rule kUnequalCount{"MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", kError, kRefuse};
inline constexpr Rule kIndicesFormat{"MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", kError, kRefuse};
inline constexpr Rule kIndicesStride{"MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", kError, kGoOn};
inline constexpr Rule kIndexRange{"ACCESSOR_INDEX_OOB", kError, kRefuse};
inline constexpr Rule kIndexRestart{"ACCESSOR_INDEX_PRIMITIVE_RESTART", kError, kRefuse};
inline constexpr Rule kIndexDegenerate{"ACCESSOR_INDEX_TRIANGLE_DEGENERATE", kInformation, kGoOn};
inline constexpr Rule kIncompatibleMode{"MESH_PRIMITIVE_INCOMPATIBLE_MODE", kWarning, kGoOn};
inline constexpr Rule kMorphNoBase{"MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", kError, kGoOn};
inline constexpr Rule kMorphCount{"MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", kError, kRefuse};
inline constexpr Rule kMorphUnequalTargets{"MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", kError, kGoOn};
inline constexpr Rule kMeshWeightsCount{"MESH_INVALID_WEIGHTS_COUNT", kError, kGoOn};
inline constexpr Rule kVectorNotUnit{"ACCESSOR_VECTOR3_NON_UNIT", kError, kGoOn};
inline constexpr Rule kTangentSign{"ACCESSOR_INVALID_SIGN", kError, kGoOn};
inline constexpr Rule kColorNotClamped{"ACCESSOR_NON_CLAMPED", kError, kGoOn};

// Skins
inline constexpr Rule kJointRange{"ACCESSOR_JOINTS_INDEX_OOB", kError, kRefuse};
inline constexpr Rule kJointRangeWeightless{"ACCESSOR_JOINTS_INDEX_OOB", kError, kGoOn};
inline constexpr Rule kJointDuplicate{"ACCESSOR_JOINTS_INDEX_DUPLICATE", kError, kGoOn};
inline constexpr Rule kJointZeroWeight{"ACCESSOR_JOINTS_USED_ZERO_WEIGHT", kWarning, kGoOn};
inline constexpr Rule kWeightNegative{"ACCESSOR_WEIGHTS_NEGATIVE", kError, kGoOn};
inline constexpr Rule kWeightsNotNormalized{"ACCESSOR_WEIGHTS_NON_NORMALIZED", kError, kGoOn};
inline constexpr Rule kBindCount{"INVALID_IBM_ACCESSOR_COUNT", kError, kRefuse};
inline constexpr Rule kBindFormat{"SKIN_IBM_INVALID_FORMAT", kError, kRefuse};
inline constexpr Rule kBindStride{"SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE", kError, kGoOn};
inline constexpr Rule kBindLastRow{"ACCESSOR_INVALID_IBM", kError, kGoOn};
inline constexpr Rule kNoCommonRoot{"SKIN_NO_COMMON_ROOT", kError, kGoOn};
inline constexpr Rule kSkeletonInvalid{"SKIN_SKELETON_INVALID", kError, kGoOn};

// Nodes and scenes
inline constexpr Rule kNodeLoop{"NODE_LOOP", kError, kRefuse};
inline constexpr Rule kNodeParentOverride{"NODE_PARENT_OVERRIDE", kError, kRefuse};
inline constexpr Rule kNodeMatrixTrs{"NODE_MATRIX_TRS", kError, kGoOn};
inline constexpr Rule kNodeMatrixShears{"NODE_MATRIX_NON_TRS", kError, kGoOn};
inline constexpr Rule kNodeMatrixDefault{"NODE_MATRIX_DEFAULT", kInformation, kGoOn};
inline constexpr Rule kRotationNotUnit{"ROTATION_NON_UNIT", kError, kGoOn};
inline constexpr Rule kNodeWeights{"NODE_WEIGHTS_INVALID", kError, kGoOn};
inline constexpr Rule kSkinWithoutSkinnedMesh{"NODE_SKIN_WITH_NON_SKINNED_MESH", kError, kGoOn};
inline constexpr Rule kSkinnedMeshWithoutSkin{"NODE_SKINNED_MESH_WITHOUT_SKIN", kWarning, kGoOn};
inline constexpr Rule kSkinnedLocalTransforms{"NODE_SKINNED_MESH_LOCAL_TRANSFORMS", kWarning, kGoOn};
inline constexpr Rule kSkinnedParentTransforms{"NODE_SKINNED_MESH_PARENT_TRANSFORMS", kWarning, kGoOn};
inline constexpr Rule kSkinnedNotRoot{"NODE_SKINNED_MESH_NON_ROOT", kInformation, kGoOn};
inline constexpr Rule kSkinNotInScene{"NODE_SKIN_NO_SCENE", kError, kGoOn};
inline constexpr Rule kSceneNonRoot{"SCENE_NON_ROOT_NODE", kError, kGoOn};

// Animations
inline constexpr Rule kInputFormat{"ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT", kError, kRefuse};
inline constexpr Rule kInputWithoutBounds{"ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS", kError, kGoOn};
inline constexpr Rule kInputTooFew{"ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS", kError, kGoOn};
inline constexpr Rule kInputNegative{"ACCESSOR_ANIMATION_INPUT_NEGATIVE", kError, kRefuse};
inline constexpr Rule kInputNotIncreasing{"ACCESSOR_ANIMATION_INPUT_NON_INCREASING", kError, kRefuse};
inline constexpr Rule kInputNegativeRepaired{"ACCESSOR_ANIMATION_INPUT_NEGATIVE", kError, kGoOn};
inline constexpr Rule kInputNotIncreasingRepaired{"ACCESSOR_ANIMATION_INPUT_NON_INCREASING", kError, kGoOn};
inline constexpr Rule kSamplerStride{"ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", kError, kGoOn};
inline constexpr Rule kOutputFormat{"ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", kError, kRefuse};
inline constexpr Rule kOutputCount{"ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", kError, kRefuse};
inline constexpr Rule kOutputNotUnit{"ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION", kError, kGoOn};
inline constexpr Rule kTargetNodeMatrix{"ANIMATION_CHANNEL_TARGET_NODE_MATRIX", kError, kRefuse};
inline constexpr Rule kTargetNoMorphs{"ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", kError, kRefuse};
inline constexpr Rule kTargetSkinnedNode{"ANIMATION_CHANNEL_TARGET_NODE_SKIN", kWarning, kGoOn};
inline constexpr Rule kDuplicateTargets{"ANIMATION_DUPLICATE_TARGETS", kError, kGoOn};

// Raw motion (SKC1)
inline constexpr Rule kSkcInvalidMagic{"SKC_INVALID_MAGIC", kError, kRefuse};
inline constexpr Rule kSkcUnexpectedEnd{"SKC_UNEXPECTED_END", kError, kRefuse};
inline constexpr Rule kSkcExtraData{"SKC_EXTRA_DATA", kError, kRefuse};
inline constexpr Rule kSkcNoJoints{"SKC_NO_JOINTS", kError, kRefuse};
inline constexpr Rule kSkcNoSamples{"SKC_NO_SAMPLES", kError, kRefuse};
inline constexpr Rule kSkcRate{"SKC_INVALID_RATE", kError, kRefuse};
inline constexpr Rule kSkcTimes{"SKC_TIMES_NOT_INCREASING", kError, kRefuse};
inline constexpr Rule kSkcParent{"SKC_INVALID_PARENT", kError, kRefuse};
inline constexpr Rule kSkcNotFinite{"SKC_VALUE_NOT_FINITE", kError, kRefuse};
inline constexpr Rule kSkcNoRotation{"SKC_ROTATION_WITHOUT_LENGTH", kError, kRefuse};
inline constexpr Rule kSkcNotUnit{"SKC_ROTATION_NON_UNIT", kError, kGoOn};

// What the validator has no code for
inline constexpr Rule kInvalidUtf8{"INVALID_UTF8", kWarning, kGoOn};
inline constexpr Rule kMemoryLimit{"MEMORY_LIMIT", kError, kRefuse, ErrorCode::kLimit};
inline constexpr Rule kBufferWithoutData{"BUFFER_WITHOUT_DATA", kError, kRefuse};
inline constexpr Rule kWeightsMissing{"VERTEX_WITHOUT_WEIGHTS", kInformation, kGoOn};
inline constexpr Rule kInfluencesDropped{"VERTEX_INFLUENCES_DROPPED", kInformation, kGoOn};
inline constexpr Rule kAccessorUnreadable{"ACCESSOR_UNREADABLE", kInformation, kRefuse};
inline constexpr Rule kKeysNotFinite{"ANIMATION_KEYS_NOT_FINITE", kInformation, kRefuse};
inline constexpr Rule kTooManyIssues{"TOO_MANY_ISSUES", kInformation, kGoOn};
// clang-format on

}  // namespace rules
}  // namespace saker
