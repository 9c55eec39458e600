#include "build/clip_packer.h"

#include "asset/contents.h"
#include "asset/unpack_tracks.h"
#include "build/clip_error.h"
#include "build/clip_section.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace saker {
namespace {

// The share of the tolerance that sampling a track may use up, from generous to nothing, and how
// often to try with it.
struct Attempt {
  double share;
  int tries;
};
constexpr Attempt kAttempts[] = {{0.4, 1}, {0.1, 1}, {0.02, 4}, {0.0, 1}};

// How often samples are encoded finer before fewer tracks are sampled.
constexpr int kRounds = 8;

// The share that a chord between rotations, in place of the arc, may take.
constexpr double kChordShare = 0.0025;

// The share that a constant's code may take. What is above a sampled joint is made up for.
constexpr double kCodeShare = 0.1;

// The rest of the time goes into measuring.
constexpr double kEncodingShare = 0.8;

class Packer {
 public:
  Packer(const Scene& scene, const RawClip& clip, const JointMap& map, const Skeleton& skeleton,
         const Bounds& bounds, const BuildOptions& options, SampleLayout layout,
         const Progress& progress)
      : map_(map),
        skeleton_(skeleton),
        bounds_(bounds),
        options_(options),
        layout_(layout),
        progress_(progress),
        exact_(scene, clip, map),
        reach_(measure_reach(exact_, options.shell)) {}

  PackedClip pack();

 private:
  // Packs with the given share of the tolerance for sampling; true when the error is below it. All
  // but the last of the tries each keep the keys of what moves the joint that is furthest off.
  bool attempt(double share, int tries);

  std::vector<TrackCoding> code_tracks(const SourceSamples& source, TrackChoice& choice) const;
  std::vector<double> measure(const ClipSection& section);
  ClipSection section_without_samples(const TrackChoice& choice) const;
  bool encode(const TrackChoice& choice, const EncoderInput& input, std::vector<JointTrack>& unfit);
  std::vector<JointTrack> tracks_of_worst(const TrackChoice& choice) const;
  void count_tracks(const TrackChoice& choice);

  const JointMap& map_;
  const Skeleton& skeleton_;
  const Bounds& bounds_;
  const BuildOptions& options_;
  SampleLayout layout_;
  const Progress& progress_;
  ExactClip exact_;
  Reach reach_;
  PackedClip packed_;
  int worst_joint_ = -1;
};

void keep_keys(const JointTrack& track, TrackChoice& choice) {
  std::erase_if(choice.sampled, [&](const JointTrack& t) { return t.track == track.track; });
  choice.keyed.push_back(track);
}

// Tracks that cannot be sampled after all move from `choice.sampled` to `choice.keyed`.
std::vector<TrackCoding> Packer::code_tracks(const SourceSamples& source,
                                             TrackChoice& choice) const {
  std::vector<TrackCoding> codings;
  for (const JointTrack& track : std::vector<JointTrack>(choice.sampled)) {
    const double allowed =
        kChordShare * options_.tolerance / lever(exact_, reach_, reach_.distance, track);
    const auto coding = track.joint <= UINT16_MAX
                            ? choose_coding(source, track, options_.packing, allowed)
                            : std::nullopt;
    if (coding) {
      codings.push_back(*coding);
    } else {
      keep_keys(track, choice);
    }
  }
  return codings;
}

ClipSection Packer::section_without_samples(const TrackChoice& choice) const {
  ClipSection section(exact_, map_);
  for (const ConstantChannel& constant : choice.constants) {
    const double reach = lever(exact_, reach_, reach_.distance, constant.track);
    section.add_constant(constant, kCodeShare * options_.tolerance / reach);
  }
  for (const JointTrack& track : choice.keyed) section.add_keyed(track);
  return section;
}

// Reads the section as a file's reader would and measures that.
std::vector<double> Packer::measure(const ClipSection& section) {
  packed_.section = section.bytes(0, bounds_);
  Fault fault;
  UnpackedTracks tracks;
  const format::ChunkEntry whole{format::kClipChunk, 0, 0, packed_.section.size()};
  Clip clip = read_clip(ChunkReader(packed_.section, whole, fault), tracks);
  if (fault.rule != nullptr) throw std::logic_error(fault.rule);
  list_sources(clip, tracks);
  const ClipError error = measure_error(exact_, skeleton_, clip, options_.shell);
  packed_.section = section.bytes(float(error.largest), bounds_);
  ClipReport& report = packed_.report;
  report.error = error.largest;
  report.error_time = error.time;
  worst_joint_ = error.joint;
  report.error_joint = error.joint >= 0 ? skeleton_.name(uint32_t(error.joint)) : "";
  report.error_median = error.median;
  report.error_95 = error.percentile95;
  report.error_99 = error.percentile99;
  report.rate = clip.sample_count > 0 ? double(clip.rate()) : 0;
  report.samples = clip.sample_count;
  report.layout = clip.layout;
  report.levels = clip.levels;
  report.packed_bytes = packed_.section.size();
  return error.intervals;
}

void Packer::count_tracks(const TrackChoice& choice) {
  ClipReport& report = packed_.report;
  report.rest_tracks = choice.rest.size();
  report.constant_tracks = choice.constants.size();
  report.sampled_tracks = choice.sampled.size();
  report.keyed_tracks = choice.keyed.size();
}

// Encodes and measures until the error is below the tolerance. Otherwise false, and `unfit` has the
// tracks whose codes would be too wide.
bool Packer::encode(const TrackChoice& choice, const EncoderInput& input,
                    std::vector<JointTrack>& unfit) {
  const auto encoder = layout_ == SampleLayout::kAdaptive ? make_adaptive_encoder(input, options_)
                                                          : make_fixed_encoder(input, options_);
  encoder->encode([&](double share) { progress_(share * kEncodingShare); });
  double last_error = 0;
  for (int round = 0;; ++round) {
    for (const size_t track : encoder->too_wide()) unfit.push_back(input.tracks[track].track);
    if (!unfit.empty()) return false;
    ClipSection section = section_without_samples(choice);
    section.add_samples(input, encoder->data(), choice.sample_count);
    const std::vector<double> errors = measure(section);
    count_tracks(choice);
    const bool hopeless = round >= 2 && packed_.report.error > 0.995 * last_error;
    if (packed_.report.error <= options_.tolerance || round == kRounds || hopeless) break;
    last_error = packed_.report.error;
    encoder->tighten(errors);
  }
  return packed_.report.error <= options_.tolerance;
}

// Everything that moves the joint that is furthest off.
std::vector<JointTrack> Packer::tracks_of_worst(const TrackChoice& choice) const {
  std::vector<JointTrack> tracks;
  for (int j = worst_joint_; j >= 0; j = exact_.parent(size_t(j))) {
    for (const JointTrack& track : choice.sampled) {
      if (int(track.joint) == j) tracks.push_back(track);
    }
  }
  return tracks;
}

bool Packer::attempt(double share, int tries) {
  TrackChoice choice = choose_tracks(exact_, skeleton_, reach_, options_, share);
  SourceSamples source;
  if (!choice.sampled.empty()) source = sample_source(exact_, skeleton_, choice.sample_count);
  while (!choice.sampled.empty()) {
    std::vector<TrackCoding> codings = code_tracks(source, choice);
    if (codings.empty()) break;
    const EncoderInput input =
        make_input(source, exact_, skeleton_, reach_, choice, std::move(codings), options_.shell);
    std::vector<JointTrack> unfit;
    if (encode(choice, input, unfit)) return true;
    if (unfit.empty() && --tries <= 0) return false;
    if (unfit.empty()) unfit = tracks_of_worst(choice);
    if (unfit.empty()) return false;
    for (const JointTrack& track : unfit) keep_keys(track, choice);
  }
  measure(section_without_samples(choice));
  count_tracks(choice);
  return packed_.report.error <= options_.tolerance;
}

PackedClip Packer::pack() {
  for (const Attempt& a : kAttempts) {
    if (attempt(a.share, a.tries)) break;
  }
  return std::move(packed_);
}

}  // namespace

size_t raw_size(const RawClip& clip) {
  size_t bytes = 0;
  for (const Track& track : clip.tracks) bytes += (track.times.size() + track.values.size()) * 4;
  return bytes;
}

PackedClip pack_clip(const Scene& scene, const RawClip& clip, const JointMap& map,
                     const Skeleton& skeleton, const Bounds& bounds, const BuildOptions& options,
                     const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  double done = 0;
  const auto pack = [&](SampleLayout layout, double begin, double end) {
    const Progress of_layout = [&](double share) {
      done = std::max(done, begin + share * (end - begin));
      if (progress) progress(done);
    };
    return Packer(scene, clip, map, skeleton, bounds, options, layout, of_layout).pack();
  };
  const bool small = options.packing == Packing::kSmall;
  PackedClip packed = pack(SampleLayout::kFixed, 0, small ? 0.1 : 1);
  if (small) {
    // Not always the smaller one: short clips have little to adapt to.
    PackedClip adaptive = pack(SampleLayout::kAdaptive, 0.1, 1);
    if (adaptive.section.size() <= packed.section.size()) packed = std::move(adaptive);
  }
  packed.report.name = clip.name;
  packed.report.raw_bytes = raw_size(clip);
  packed.report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (progress) progress(1);
  return packed;
}

}  // namespace saker
