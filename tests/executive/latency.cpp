#include "tauforge/executive/latency.h"

#include <gtest/gtest.h>

#include "tauforge/executive/cyclictest.h"
#include "tauforge/executive/load.h"

namespace {

using namespace tauforge::executive;

TEST(LatencyCounts, CountWholeMicrosecondsRoundedDown) {
  LatencyCounts counts;
  for (const Nanoseconds t : {999, 1000, 1999, 2000}) counts.add(t);
  EXPECT_EQ(counts.count(), 4u);
  EXPECT_EQ(counts.percentile(25), 0);
  EXPECT_EQ(counts.percentile(75), 1);
  EXPECT_EQ(counts.percentile(100), 2);
  EXPECT_DOUBLE_EQ(counts.mean(), 1.0);
}

TEST(LatencyCounts, GiveThePercentileThatOneOfTheValuesHas) {
  LatencyCounts counts;
  for (std::int64_t us = 1; us <= 10000; ++us) counts.add_microseconds(us, 1);
  EXPECT_EQ(counts.percentile(99.9), 9990);
  EXPECT_EQ(counts.percentile(50), 5000);
  LatencyCounts twice = counts;
  twice.add(counts);
  EXPECT_EQ(twice.count(), 20000u);
  EXPECT_EQ(twice.percentile(99.9), 9990);
  EXPECT_EQ(twice.largest(), 10000);
}

TEST(LatencyCounts, KnowTheLargestHoweverLongItWas) {
  LatencyCounts counts;
  counts.add_microseconds(10, 998);
  counts.add_microseconds(3'000'000, 2);  // three seconds
  EXPECT_EQ(counts.percentile(50), 10);
  EXPECT_EQ(counts.percentile(99.9), 3'000'000);
  EXPECT_EQ(counts.largest(), 3'000'000);
  LatencyCounts sum;
  sum.add(counts), sum.add(counts);
  EXPECT_EQ(sum.count(), 2000u);
  EXPECT_EQ(sum.percentile(100), 3'000'000);
  EXPECT_DOUBLE_EQ(sum.mean(), counts.mean());
}

// As rt-tests 2.4 prints it, without the lines in between.
constexpr const char* answer =
    "# /dev/cpu_dma_latency set to 0us\n"
    "# Histogram\n"
    "000000 000000\n"
    "000013 000002\n"
    "000014 000997\n"
    "# Total: 000000999\n"
    "# Min Latencies: 00013\n"
    "# Avg Latencies: 00013\n"
    "# Max Latencies: 03456\n"
    "# Histogram Overflows: 00001\n"
    "# Histogram Overflow at cycle number:\n"
    "# Thread 0: 00500\n";

TEST(Cyclictest, IsReadWithWhatLiesBeyondItsHistogram) {
  const auto counts = read_cyclictest(answer);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->count(), 1000u);
  EXPECT_EQ(counts->percentile(0.1), 13);
  EXPECT_EQ(counts->percentile(99.9), 14);
  EXPECT_EQ(counts->largest(), 3456);
}

TEST(Cyclictest, IsNotReadFromARefusal) {
  EXPECT_FALSE(read_cyclictest("Unable to change scheduling policy!\nProbably missing capabilities\n"));
  EXPECT_FALSE(read_cyclictest(""));
}

TEST(Cyclictest, IsAskedForTheSamePriorityProcessorAndMemory) {
  const std::vector<std::string> words =
      cyclictest_command(1'000'000, 10'000'000'000, {.synchronous = {.priority = 80, .processor = 1}});
  const std::vector<std::string> expected{"cyclictest",    "--quiet",          "--threads=1",   "--interval=1000",
                                          "--loops=10000", "--histogram=2000", "--policy=fifo", "--priority=80",
                                          "--affinity=1",  "--mlockall"};
  EXPECT_EQ(words, expected);
}

TEST(BareLoop, WakesUpOnceForEveryReleaseThatIsNotLost) {
  const Load load({.computing = 1, .moving_memory = 1, .writing = 1});
  EXPECT_EQ(load.processes(), 3u);
  const BareLoop loop = measure_bare_loop(1'000'000, 50'000'000, {});
  EXPECT_GE(loop.latency.count(), 1u);
  EXPECT_LE(loop.latency.count(), 52u);  // the last is the stop
  EXPECT_FALSE(loop.permissions.empty());
}

}  // namespace
