#include "saker/clip_bench.h"
#include "saker/input.h"
#include "saker/json.h"
#include "saker/messages.h"
#include "saker/verb.h"

#include <saker/isa.h>

namespace saker::cli {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string packing = "fast", isa;
  std::optional<size_t> instances;
  bool json = false;
};

// A file, packed.
struct Subject {
  std::string file;
  Asset asset;
  std::vector<ClipReport> reports;  // one per clip, none when the file was packed before
};

std::vector<std::string> isa_names() {
  std::vector<std::string> names;
  for (const Isa isa : available_isas()) names.emplace_back(isa_name(isa));
  return names;
}

// The best one for an empty name.
void use_isa_named(const std::string& name) {
  for (const Isa isa : available_isas()) {
    if (name.empty() || name == isa_name(isa)) use_isa(isa);
  }
}

Result<Subject> pack(Scene& scene, const std::string& file, const Options& options) {
  BuildOptions build;
  build.packing = options.packing == "small" ? Packing::kSmall : Packing::kFast;
  build.threads = 1;  // the seconds of a clip are its own
  ProgressBar bar("packing " + std::filesystem::path(file).filename().string());
  auto built = build_asset(scene, build, [&](double share) { bar.show(share); });
  if (!built) return built.error();
  auto asset = Asset::from_bytes(std::move(built->bytes), file);
  if (!asset) return asset.error();
  return Subject{file, std::move(*asset), std::move(built->clips)};
}

Result<Subject> open_subject(const std::string& file, const Options& options) {
  auto input = open_input(file);
  if (!input) return input.error();
  auto subject = input->asset ? Result(Subject{file, std::move(*input->asset), {}})
                              : pack(*input->scene, file, options);
  if (!subject) return subject;
  const Asset& asset = subject->asset;
  if (asset.skeleton().joint_count() == 0)
    return Error{ErrorCode::kUnsupported, "has no joints to measure", file};
  if (asset.clips().empty()) return Error{ErrorCode::kUnsupported, "has no clips to measure", file};
  return subject;
}

std::vector<ClipFigures> measure(const Subject& subject, const Options& options) {
  std::vector<size_t> instances = {1, 1000, 10000};
  if (options.instances) instances = {*options.instances};
  std::vector<ClipFigures> all;
  const size_t count = subject.asset.clips().size();
  ProgressBar bar("measuring " + std::filesystem::path(subject.file).filename().string());
  for (size_t i = 0; i < count; ++i) {
    const auto progress = [&](double share) { bar.show((double(i) + share) / double(count)); };
    all.push_back(measure_clip(subject.asset, i, instances, progress));
    if (!subject.reports.empty()) all.back().pack_seconds = subject.reports[i].seconds;
  }
  return all;
}

double nanoseconds(double seconds) { return seconds * 1e9; }

Json figures_json(const ClipFigures& clip) {
  Json chain = Json::array();
  for (const ChainFigure& figure : clip.chain)
    chain.push_back({{"instances", figure.instances},
                     {"clips", figure.clips},
                     {"ns_per_character", nanoseconds(figure.seconds_per_character)}});
  return {{"name", name_or_null(clip.name)},
          {"joints", clip.joints},
          {"samples", clip.samples},
          {"raw_bytes", clip.raw_bytes()},
          {"packed_bytes", clip.packed_bytes},
          {"error_max_mm", clip.error * 1000},
          {"pack_seconds", clip.pack_seconds ? Json(*clip.pack_seconds) : Json()},
          {"ns_pose_forward", nanoseconds(clip.pose_forward)},
          {"ns_pose_random", nanoseconds(clip.pose_random)},
          {"ns_joint_single", nanoseconds(clip.joint_single)},
          {"chain", chain}};
}

void print_clips(const std::vector<ClipFigures>& clips, int width) {
  std::printf("%-*s %6s %7s %10s %10s %6s %9s %7s | %8s %8s %8s\n", width, "clip", "joints",
              "samples", "raw", "packed", "ratio", "error mm", "pack s", "forward", "random",
              "a joint");
  for (const ClipFigures& clip : clips) {
    char seconds[16] = "-";
    if (clip.pack_seconds) std::snprintf(seconds, sizeof(seconds), "%.2f", *clip.pack_seconds);
    std::printf("%-*s %6zu %7zu %10zu %10zu %6.2f %9.5f %7s | %8.1f %8.1f %8.1f\n", width,
                clip.name.c_str(), clip.joints, clip.samples, clip.raw_bytes(), clip.packed_bytes,
                double(clip.raw_bytes()) / double(clip.packed_bytes), clip.error * 1000, seconds,
                nanoseconds(clip.pose_forward), nanoseconds(clip.pose_random),
                nanoseconds(clip.joint_single));
  }
}

void print_chains(const std::vector<ClipFigures>& clips, int width) {
  std::printf("%-*s %8s %9s %9s | %12s %9s\n", width, "clip", "matrices", "clips", "instances",
              "a character", "a matrix");
  for (const ClipFigures& clip : clips) {
    for (const ChainFigure& figure : clip.chain) {
      const double time = nanoseconds(figure.seconds_per_character);
      std::printf("%-*s %8zu %9zu %9zu | %12.1f %9.2f\n", width, clip.name.c_str(), clip.palette,
                  figure.clips, figure.instances, time, time / double(clip.palette));
    }
  }
}

void print_table(const std::vector<ClipFigures>& clips) {
  size_t width = 12;
  for (const ClipFigures& clip : clips) width = std::max(width, clip.name.size());
  const std::string_view isa = isa_name(current_isa());
  std::printf(
      "Times behind | are nanoseconds, the least of many, with %.*s. Of a pose, and of the "
      "model matrix of one joint:\n\n",
      int(isa.size()), isa.data());
  print_clips(clips, int(width));
  std::printf("\nThe whole chain, from times to palettes:\n\n");
  print_chains(clips, int(width));
}

int run(const Options& options) {
  use_isa_named(options.isa);
  std::vector<Subject> subjects;
  for (const std::string& file : options.files) {
    auto subject = open_subject(file, options);
    if (!subject) return report(subject.error());
    if (subject->reports.empty())
      std::fprintf(stderr, "saker: %s: is packed already; how long that took is not known\n",
                   file.c_str());
    subjects.push_back(std::move(*subject));
  }
  std::vector<ClipFigures> clips;
  for (const Subject& subject : subjects) {
    for (ClipFigures& clip : measure(subject, options)) clips.push_back(std::move(clip));
  }
  if (options.json) {
    Json all = Json::array();
    for (const ClipFigures& clip : clips) all.push_back(figures_json(clip));
    print_json(all);
  } else {
    print_table(clips);
  }
  return kDone;
}

}  // namespace

Verb add_bench(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("bench", "Measure packing, sampling and the whole chain");
  command->add_option("FILE", options->files, ".glb, .gltf, .skc or .saker; several make one table")
      ->required();
  command
      ->add_option("--pack", options->packing,
                   "how clips are packed: fast or small; a .saker file stays as it is")
      ->check(CLI::IsMember({"fast", "small"}))
      ->capture_default_str();
  command
      ->add_option("--instances", options->instances,
                   "characters in the crowd, instead of 1, 1000 and 10000")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--isa", options->isa, "instruction set to work with; the best by default")
      ->check(CLI::IsMember(isa_names()));
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] { return run(*options); }};
}

}  // namespace saker::cli
