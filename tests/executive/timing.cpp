#include "tauforge/executive/timing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tauforge/executive/mailbox.h"
#include "tauforge/executive/ring.h"

namespace {

using namespace tauforge::executive;

TEST(Mailbox, GivesTheFirstValueUntilSomethingIsPublished) {
  Mailbox<int> mailbox(7);
  mailbox.draft() = 8;
  EXPECT_EQ(mailbox.latest(), 7);
  mailbox.publish();
  EXPECT_EQ(mailbox.latest(), 8);
  EXPECT_EQ(mailbox.latest(), 8);
}

TEST(Mailbox, LetsTheNewestWin) {
  Mailbox<int> mailbox(0);
  for (int k = 1; k <= 5; ++k) {
    mailbox.draft() = k;
    mailbox.publish();
  }
  EXPECT_EQ(mailbox.latest(), 5);
}

TEST(Ring, DropsTheNewestAndCountsWhenItIsFull) {
  Ring<int> ring(3);
  int x = -1;
  EXPECT_FALSE(ring.pop(x));
  EXPECT_EQ(x, -1);
  for (int k = 0; k < 5; ++k) EXPECT_EQ(ring.push(k), k < 3);
  EXPECT_EQ(ring.dropped(), 2u);
  for (int k = 0; k < 3; ++k) {
    ASSERT_TRUE(ring.pop(x));
    EXPECT_EQ(x, k);
  }
  EXPECT_FALSE(ring.pop(x));
  EXPECT_TRUE(ring.push(9));
}

TEST(LogHistogram, IsExactBelow128Nanoseconds) {
  for (Nanoseconds x = 0; x < 128; ++x) {
    LogHistogram histogram;
    histogram.add(x);
    histogram.add(1000);  // so that the largest value does not hide the bucket
    EXPECT_EQ(histogram.percentile(50), x);
  }
}

TEST(LogHistogram, HasPercentilesRightToASixtyFourth) {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> times(10.0, 2.0);
  LogHistogram histogram;
  std::vector<Nanoseconds> sorted;
  for (int k = 0; k < 10000; ++k) {
    sorted.push_back(static_cast<Nanoseconds>(times(random)));
    histogram.add(sorted.back());
  }
  std::sort(sorted.begin(), sorted.end());
  for (const double percent : {1.0, 50.0, 90.0, 99.0, 99.9, 100.0}) {
    const auto exact = static_cast<double>(sorted[static_cast<std::size_t>(std::lround(percent * 100)) - 1]);
    EXPECT_GE(static_cast<double>(histogram.percentile(percent)), exact) << percent;
    EXPECT_LE(static_cast<double>(histogram.percentile(percent)), 1.0157 * exact) << percent;
  }
  EXPECT_EQ(histogram.largest(), sorted.back());
  EXPECT_EQ(histogram.percentile(100), sorted.back());
}

TEST(LogHistogram, TakesTheShortestAndTheLongestTime) {
  LogHistogram histogram;
  EXPECT_EQ(histogram.percentile(99), 0);
  histogram.add(-5);
  histogram.add(std::numeric_limits<Nanoseconds>::max());
  EXPECT_EQ(histogram.percentile(50), 0);
  EXPECT_EQ(histogram.percentile(100), std::numeric_limits<Nanoseconds>::max());
}

TEST(Timing, MeasuresPeriodsBetweenBeginsAndJitterAgainstReleases) {
  Timing timing;
  timing.add({.release = 0, .begin = 10, .end = 60, .model_age = 10});
  timing.add({.release = 100, .begin = 104, .end = 230, .model_age = 14, .lost = 1, .overrun = Overrun::computation});
  timing.add({.release = 300, .begin = 300, .end = 310, .model_age = 3, .action = Action::degraded});
  EXPECT_EQ(timing.latency.largest(), 10);
  EXPECT_EQ(timing.computation.largest(), 126);
  EXPECT_EQ(timing.period.count(), 2u);
  EXPECT_DOUBLE_EQ(timing.period.mean(), (94.0 + 196.0) / 2);
  EXPECT_EQ(timing.jitter.largest(), 6);  // 94 instead of 100; a lost release is no jitter
  EXPECT_EQ(timing.model_age.largest(), 14);
  EXPECT_EQ(timing.overruns_by_computation, 1u);
  EXPECT_EQ(timing.overruns_by_scheduling, 0u);
  EXPECT_EQ(timing.lost_releases, 1u);
  EXPECT_EQ(timing.actions[static_cast<std::size_t>(Action::degraded)], 1u);
}

}  // namespace
