#include "build/clip_packer.h"

#include "asset/contents.h"
#include "build/clip_error.h"
#include "build/clip_section.h"

#include <algorithm>
#include <chrono>

namespace saker {
namespace {

// The share of the tolerance that sampling a track may use up, from generous to nothing.
constexpr double kShares[] = {0.2, 0.05, 0.01, 0.0};

// How often samples are encoded finer before fewer tracks are sampled.
constexpr int kRounds = 5;

class Packer {
 public:
  Packer(const Scene& scene, const RawClip& clip, const JointMap& map, const Skeleton& skeleton,
         const Bounds& bounds, const BuildOptions& options, const Progress& progress)
      : map_(map),
        skeleton_(skeleton),
        bounds_(bounds),
        options_(options),
        progress_(progress),
        exact_(scene, clip, map),
        reach_(measure_reach(exact_, options.shell)) {}

  // Packs with the given share of the tolerance for sampling; true when the error is below it.
  bool pack(double share);

  PackedClip take() { return std::move(best_); }

 private:
  std::vector<TrackCoding> code_tracks(const SourceSamples& source, TrackChoice& choice) const;
  std::vector<double> measure(const ClipSection& section);
  ClipSection section_without_samples(const TrackChoice& choice) const;
  bool encode(const TrackChoice& choice, const EncoderInput& input);
  void count_tracks(const TrackChoice& choice, const ClipSection& section);

  const JointMap& map_;
  const Skeleton& skeleton_;
  const Bounds& bounds_;
  const BuildOptions& options_;
  const Progress& progress_;
  ExactClip exact_;
  Reach reach_;
  PackedClip best_;
};

// Moves tracks that cannot be sampled after all from `choice.sampled` to `choice.keyed`.
std::vector<TrackCoding> Packer::code_tracks(const SourceSamples& source,
                                             TrackChoice& choice) const {
  std::vector<TrackCoding> codings;
  for (const JointTrack& track : choice.sampled) {
    const double allowed =
        0.1 * negligible_error(options_) / lever(exact_, reach_, reach_.distance, track);
    const auto coding = track.joint <= UINT16_MAX
                            ? choose_coding(source, track, options_.packing, allowed)
                            : std::nullopt;
    if (coding) {
      codings.push_back(*coding);
    } else {
      choice.keyed.push_back(track);
    }
  }
  return codings;
}

ClipSection Packer::section_without_samples(const TrackChoice& choice) const {
  ClipSection section(exact_, map_);
  for (const ConstantChannel& constant : choice.constants)
    section.add_constant(constant, negligible_error(options_) /
                                       lever(exact_, reach_, reach_.distance, constant.track));
  for (const JointTrack& track : choice.keyed) section.add_keyed(track);
  return section;
}

// Reads the section as a file's reader would and measures that.
std::vector<double> Packer::measure(const ClipSection& section) {
  best_.section = section.bytes(0, bounds_);
  Fault fault;
  UnpackedTracks tracks;
  const format::ChunkEntry whole{format::kClipChunk, 0, 0, best_.section.size()};
  const Clip clip = read_clip(ChunkReader(best_.section, whole, fault), tracks);
  if (fault.rule != nullptr) {
    best_.report.error = 1e30;
    return std::vector<double>(1 << 20, 1e30);
  }
  const ClipError error = measure_error(exact_, skeleton_, clip, options_.shell);
  best_.section = section.bytes(float(error.largest), bounds_);
  ClipReport& report = best_.report;
  report.error = error.largest;
  report.error_time = error.time;
  report.error_joint = error.joint >= 0 ? skeleton_.name(uint32_t(error.joint)) : "";
  report.error_median = error.median;
  report.error_95 = error.percentile95;
  report.error_99 = error.percentile99;
  report.rate = clip.sample_count > 0 ? double(clip.rate()) : 0;
  report.samples = clip.sample_count;
  report.levels = clip.levels;
  report.packed_bytes = best_.section.size();
  return error.intervals;
}

void Packer::count_tracks(const TrackChoice& choice, const ClipSection& section) {
  ClipReport& report = best_.report;
  report.rest_tracks = choice.rest_tracks;
  report.constant_tracks = choice.constants.size();
  report.keyed_tracks = choice.keyed.size();
  report.sampled_tracks =
      exact_.tracks().size() - report.rest_tracks - report.constant_tracks - report.keyed_tracks;
  (void)section;
}

bool Packer::encode(const TrackChoice& choice, const EncoderInput& input) {
  const auto encoder = options_.packing == Packing::kSmall ? make_adaptive_encoder(input, options_)
                                                           : make_fixed_encoder(input, options_);
  encoder->encode([&](double share) {
    if (progress_) progress_(share * 0.8);
  });
  for (int round = 0;; ++round) {
    ClipSection section = section_without_samples(choice);
    section.add_samples(input, encoder->data(), choice.sample_count);
    const std::vector<double> errors = measure(section);
    count_tracks(choice, section);
    if (best_.report.error <= options_.tolerance) return true;
    if (round == kRounds) return false;
    encoder->tighten(errors);
  }
}

bool Packer::pack(double share) {
  TrackChoice choice = choose_tracks(exact_, skeleton_, reach_, options_, share);
  std::vector<TrackCoding> codings;
  SourceSamples source;
  if (!choice.sampled.empty()) {
    source = sample_source(exact_, skeleton_, choice.sample_count);
    codings = code_tracks(source, choice);
  }
  if (!codings.empty()) {
    const EncoderInput input = make_input(source, exact_, skeleton_, reach_, choice.constants,
                                          std::move(codings), options_.shell);
    return encode(choice, input);
  }
  const ClipSection section = section_without_samples(choice);
  measure(section);
  count_tracks(choice, section);
  return best_.report.error <= options_.tolerance;
}

size_t raw_size(const RawClip& clip) {
  size_t bytes = 0;
  for (const Track& track : clip.tracks) bytes += (track.times.size() + track.values.size()) * 4;
  return bytes;
}

}  // namespace

PackedClip pack_clip(const Scene& scene, const RawClip& clip, const JointMap& map,
                     const Skeleton& skeleton, const Bounds& bounds, const BuildOptions& options,
                     const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  Packer packer(scene, clip, map, skeleton, bounds, options, progress);
  for (const double share : kShares) {
    if (packer.pack(share)) break;
  }
  PackedClip packed = packer.take();
  packed.report.name = clip.name;
  packed.report.raw_bytes = raw_size(clip);
  packed.report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (progress) progress(1);
  return packed;
}

}  // namespace saker
