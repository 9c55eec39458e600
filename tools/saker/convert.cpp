#include "saker/input.h"
#include "saker/json.h"
#include "saker/messages.h"
#include "saker/verb.h"

#include <chrono>

namespace saker::cli {
namespace {

struct Options {
  std::string file, output;
  std::string packing = "fast";
  double tolerance = 0.1, shell = 3, rate = 0;
  unsigned threads = 0;
  bool report = false, json = false;
};

double ratio(const ClipReport& clip) {
  return clip.packed_bytes > 0 ? double(clip.raw_bytes) / double(clip.packed_bytes) : 0;
}

std::string layout_name(const ClipReport& clip) {
  if (clip.samples == 0) return "none";
  return clip.layout == SampleLayout::kFixed ? "fixed" : "adaptive";
}

Json report_json(const BuiltAsset& built, double seconds) {
  Json clips = Json::array();
  for (const ClipReport& clip : built.clips)
    clips.push_back({{"name", name_or_null(clip.name)},
                     {"raw_bytes", clip.raw_bytes},
                     {"packed_bytes", clip.packed_bytes},
                     {"ratio", ratio(clip)},
                     {"layout", layout_name(clip)},
                     {"levels", clip.levels},
                     {"rate", clip.rate},
                     {"rows", clip.samples},
                     {"rest_tracks", clip.rest_tracks},
                     {"constant_tracks", clip.constant_tracks},
                     {"sampled_tracks", clip.sampled_tracks},
                     {"keyed_tracks", clip.keyed_tracks},
                     {"error_p50_mm", clip.error_median * 1000},
                     {"error_p95_mm", clip.error_95 * 1000},
                     {"error_p99_mm", clip.error_99 * 1000},
                     {"error_max_mm", clip.error * 1000},
                     {"error_joint", clip.error_joint},
                     {"error_time", clip.error_time},
                     {"seconds", clip.seconds}});
  return {{"bytes", built.bytes.size()}, {"seconds", seconds}, {"clips", clips}};
}

void print_report(const BuiltAsset& built, double seconds) {
  std::printf("%-20s %10s %10s %6s %5s %5s %5s %5s %7s %6s %-8s %9s %9s %9s %9s  %s\n", "clip",
              "raw", "packed", "ratio", "rest", "const", "sampl", "keyed", "samples", "Hz",
              "layout", "median mm", "95 % mm", "99 % mm", "worst mm", "at");
  for (const ClipReport& clip : built.clips)
    std::printf(
        "%-20s %10zu %10zu %6.2f %5zu %5zu %5zu %5zu %7zu %6.1f %-8s %9.5f %9.5f %9.5f %9.5f  "
        "%s, %.3f s\n",
        clip.name.c_str(), clip.raw_bytes, clip.packed_bytes, ratio(clip), clip.rest_tracks,
        clip.constant_tracks, clip.sampled_tracks, clip.keyed_tracks, clip.samples, clip.rate,
        (layout_name(clip) + " " + std::to_string(clip.levels)).c_str(), clip.error_median * 1000,
        clip.error_95 * 1000, clip.error_99 * 1000, clip.error * 1000, clip.error_joint.c_str(),
        clip.error_time);
  std::printf("%zu bytes in %.2f s\n", built.bytes.size(), seconds);
}

// A promise that floats cannot keep is said, not hidden.
void warn_of_errors(const BuiltAsset& built, double tolerance) {
  for (const ClipReport& clip : built.clips) {
    if (clip.error <= tolerance) continue;
    std::fprintf(stderr,
                 "warning: clip '%s' is off by up to %.4f mm (joint %s at %.3f s): its coordinates "
                 "are too large for %.4f mm in 32-bit floats\n",
                 clip.name.c_str(), clip.error * 1000, clip.error_joint.c_str(), clip.error_time,
                 tolerance * 1000);
  }
}

int run(const Options& options) {
  if (is_packed(options.file))
    return report({ErrorCode::kInvalidArgument,
                   "is packed already; convert the file that it was made from", options.file});
  auto input = open_input(options.file);
  if (!input) return report(input.error());
  BuildOptions build;
  build.tolerance = options.tolerance / 1000;
  build.shell = options.shell / 100;
  build.rate = options.rate;
  build.packing = options.packing == "small" ? Packing::kSmall : Packing::kFast;
  build.threads = options.threads;
  const auto start = std::chrono::steady_clock::now();
  Result<BuiltAsset> built = [&] {
    ProgressBar bar("packing " + std::filesystem::path(options.file).filename().string());
    return build_asset(*input->scene, build, [&](double share) { bar.show(share); });
  }();
  if (!built) return report(built.error());
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (const auto error = write_file(options.output, built->bytes)) return report(*error);
  warn_of_errors(*built, build.tolerance);
  if (options.json) {
    print_json(report_json(*built, seconds));
  } else if (options.report) {
    print_report(*built, seconds);
  }
  return kDone;
}

}  // namespace

Verb add_convert(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("convert", "Pack a file into a .saker file");
  command->add_option("FILE", options->file, ".glb, .gltf or .skc")->required();
  command->add_option("-o,--output", options->output, "the .saker file to write")->required();
  command
      ->add_option("--pack", options->packing,
                   "fast: sampled fastest; small: half the size, slower to make")
      ->check(CLI::IsMember({"fast", "small"}))
      ->capture_default_str();
  command
      ->add_option("--tolerance", options->tolerance,
                   "millimetres that no point of a joint's shell may be off")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--shell", options->shell, "centimetres from a joint to its shell")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      ->add_option("--rate", options->rate,
                   "samples per second of sampled tracks; 0 chooses per clip")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--threads", options->threads,
                      "clips packed at once; 0: as many as there are cores");
  command->add_flag("--report", options->report, "print what packing did, clip by clip");
  command->add_flag("--json", options->json, "print the report as JSON");
  return {command, [options] { return run(*options); }};
}

}  // namespace saker::cli
