// What accessors say about their numbers, against the numbers.

#include "import/document.h"

#include <algorithm>
#include <cmath>

namespace saker::gltf {
namespace {

// A bound is written in decimals, numbers are stored in fewer bits.
double as_stored(const Accessor& accessor, double bound) {
  return accessor.is_float() ? double(float(bound)) : bound;
}

struct Range {
  double min = HUGE_VAL, max = -HUGE_VAL;
  size_t below = 0, above = 0;  // how many numbers lie outside the declared bounds
};

void check_bound(Report& report, const std::string& path, bool is_min, double declared,
                 double actual, size_t outside) {
  if (declared != actual)
    report.add(is_min ? rules::kMinMismatch : rules::kMaxMismatch, path,
               "declared is " + text(declared) + ", but it is " + text(actual));
  if (outside != 0)
    report.add(is_min ? rules::kBelowMin : rules::kAboveMax, path,
               std::to_string(outside) + " elements lie outside this bound");
}

void check_bounds(Report& report, const Cursor& json, const Accessor& accessor,
                  const std::vector<double>& values) {
  const size_t width = accessor.width();
  const std::vector<double> declared_min = json.numbers("min"), declared_max = json.numbers("max");
  for (size_t c = 0; c < width; ++c) {
    const double min =
        declared_min.size() == width ? as_stored(accessor, declared_min[c]) : -HUGE_VAL;
    const double max =
        declared_max.size() == width ? as_stored(accessor, declared_max[c]) : HUGE_VAL;
    Range range;
    for (size_t i = c; i < values.size(); i += width) {
      range.min = std::min(range.min, values[i]);
      range.max = std::max(range.max, values[i]);
      range.below += values[i] < min;
      range.above += values[i] > max;
    }
    const std::string component = "/" + std::to_string(c);
    if (std::isfinite(min))
      check_bound(report, json.path("min") + component, true, min, range.min, range.below);
    if (std::isfinite(max))
      check_bound(report, json.path("max") + component, false, max, range.max, range.above);
  }
}

}  // namespace

void check_accessors(Document& document) {
  const Report::Lenient lenient(document.report);  // only what is used can cost the file
  const uint64_t held = document.bytes_held;       // the numbers are not kept
  const Cursor list = document.array("accessors");
  for (size_t i = 0; i < document.accessors.size(); ++i) {
    const Accessor& accessor = document.accessors[i];
    const uint64_t left = document.options.memory_limit - document.bytes_held;
    if (!accessor.readable || !accessor.is_stored() || !has_data(document, accessor) ||
        accessor.count() > left / (accessor.width() * sizeof(double)))
      continue;
    std::vector<double> values;
    if (!read_raw(document, int(i), accessor.path, values)) continue;
    if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }))
      report_not_finite(document, accessor);
    const Cursor json = list.item(i);
    if (json.has("min") || json.has("max")) check_bounds(document.report, json, accessor, values);
  }
  document.bytes_held = held;
}

}  // namespace saker::gltf
