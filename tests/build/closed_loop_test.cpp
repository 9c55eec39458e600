#include "build/closed_loop.h"

#include "build/code_rows.h"
#include "build/principal_axes.h"
#include "build/segment_widths.h"

#include <gtest/gtest.h>

namespace saker {
namespace {

// Residuals that are all different, so that a sample shows which ones it got and how.
double residual_at(uint32_t level, size_t index) { return 100 * (level + 1) + double(index); }

TEST(Midpoints, are_formed_in_the_order_in_which_the_decoder_adds_them_up) {
  for (uint32_t m = 1; m <= kLargestInterval; ++m) {
    std::vector<EncoderNode> nodes = {{32}, {32 + m}};
    append_midpoints(nodes, 0, 1, m, kMidpointLevels);
    std::vector<double> values = {3, -5};
    std::vector<size_t> counts(kMidpointLevels);
    for (size_t n = 2; n < nodes.size(); ++n) {
      const EncoderNode& node = nodes[n];
      const uint32_t level = node.level - 1;
      values.push_back(values[node.left] + (values[node.right] - values[node.left]) * node.share +
                       residual_at(level, counts[level]++));
    }
    ASSERT_EQ(nodes.size(), m + 1);
    for (size_t n = 2; n < nodes.size(); ++n) {
      const MidpointPath path = midpoint_path(m, nodes[n].sample - 32);
      double sum = path.weights[0][0] * 3 + path.weights[0][1] * -5;
      for (uint32_t level = 0; level < kMidpointLevels; ++level)
        sum += double(path.weights[0][2 + level]) * residual_at(level, path.residuals[level]);
      EXPECT_NEAR(values[n], sum, 1e-4) << "sample " << nodes[n].sample - 32 << " of " << m;
    }
  }
}

TEST(CodeWidth, is_what_twos_complement_needs) {
  EXPECT_EQ(code_width(0, 0), 0u);
  EXPECT_EQ(code_width(-1, 0), 1u);
  EXPECT_EQ(code_width(0, 1), 2u);
  EXPECT_EQ(code_width(-2, 1), 2u);
  EXPECT_EQ(code_width(-3, 0), 3u);
  EXPECT_EQ(code_width(-128, 127), 8u);
  EXPECT_EQ(code_width(-1, 128), 9u);
}

TEST(KeyField, shifts_the_codes_of_a_track_with_a_center_evenly_around_zero) {
  TrackCoding coding;
  for (int32_t low = -20; low <= 5; ++low) {
    for (int32_t high = low; high <= low + 40; ++high) {
      CodeRange range;
      range.low[0][0] = low;
      range.high[0][0] = high;
      const RowField field = key_field(coding, range);
      const double codes = high - low + 1;
      EXPECT_EQ(double(field.widths[0]), std::ceil(std::log2(codes)));
      EXPECT_LE(code_width(low - field.shifts[0], high - field.shifts[0]), field.widths[0]);
    }
  }
}

// Level by level from the coarsest, of the first component.
std::vector<int> widths_for(std::array<int32_t, 4> most) {
  CodeRange range;
  for (size_t level = 0; level < 4; ++level) range.high[level + 1][0] = most[level];
  const SegmentWidths widths = segment_widths(range, 3);
  return {widths.bits[0][0], widths.bits[1][0], widths.bits[2][0], widths.bits[3][0]};
}

TEST(SegmentWidths, grow_by_at_most_three_bits_from_each_level_to_the_coarser_one) {
  EXPECT_EQ(widths_for({7, 3, 1, 0}), (std::vector{4, 3, 2, 0}));
  EXPECT_EQ(widths_for({0, 0, 0, 1}), (std::vector{2, 2, 2, 2}));
  EXPECT_EQ(widths_for({511, 0, 0, 0}), (std::vector{10, 7, 4, 1}));
}

TEST(SegmentWidths, know_what_a_header_cannot_say) {
  CodeRange range;
  EXPECT_FALSE(segment_widths(range, 3).any);
  EXPECT_EQ(segment_cost(segment_widths(range, 3), 3, {1, 2, 4, 8}), 1);
  range.high[4][0] = (1 << 14) - 1;
  EXPECT_TRUE(segment_widths(range, 3).possible);
  range.high[4][0] = 1 << 14;
  EXPECT_FALSE(segment_widths(range, 3).possible);
}

TEST(SegmentCost, counts_mask_header_and_residuals) {
  CodeRange range;
  range.high[1][0] = 1;  // two bits at the coarsest level
  EXPECT_EQ(segment_cost(segment_widths(range, 3), 3, {1, 2, 4, 8}), 1 + 5 + 3 * 10 + 2);
}

TEST(PrincipalAxes, begin_with_the_direction_in_which_a_curve_shakes) {
  const DVec3 shaking = normalize(DVec3{1, -2, 0.5});
  std::vector<DVec3> points;
  for (int i = 0; i < 50; ++i)
    points.push_back(shaking * (i % 2 == 0 ? 0.1 : -0.1) + DVec3{0.01 * i, 0, 0});
  const DVec3 first = rotate(principal_axes(points), DVec3{1, 0, 0});
  EXPECT_NEAR(std::fabs(dot(first, shaking)), 1, 1e-9);
}

}  // namespace
}  // namespace saker
