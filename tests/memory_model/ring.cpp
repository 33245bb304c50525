// The ring under every run of a few samples: what comes out is whole and in order, and what did not fit is counted.
#include "tauforge/executive/ring.h"

#include <gtest/gtest.h>

#include <memory>

#include "explorer.h"

namespace tauforge::tests::memory_model {
namespace {

constexpr int pushes = 4, pops = 4;

struct Sample {
  Plain<int> first{0}, second{0};
};

struct Shared {
  executive::Ring<Sample, Atomic> ring{2};
  int accepted = 0;         // by the producer
  std::vector<int> popped;  // by the consumer, then by who looks afterwards
  Shared() { popped.reserve(pushes); }

  bool pop() {
    Sample sample;
    if (!ring.pop(sample)) return false;
    const int value = sample.first.get();
    expect(sample.second.get() == value, "half a sample");
    expect(popped.empty() || popped.back() < value, "samples out of order");
    popped.push_back(value);
    return true;
  }
};

Program ring_program() {
  auto shared = std::make_shared<Shared>();
  const auto producer = [&s = *shared] {
    Sample sample;
    for (int k = 1; k <= pushes; ++k) {
      sample.first = k, sample.second = k;
      s.accepted += s.ring.push(sample);
    }
  };
  const auto consumer = [&s = *shared] {
    for (int k = 0; k < pops; ++k) s.pop();
  };
  return {{producer, consumer}, [shared] {
            while (shared->pop()) {
            }
            expect(static_cast<int>(shared->popped.size()) == shared->accepted, "a sample is lost, or comes twice");
            expect(shared->accepted + static_cast<int>(shared->ring.dropped()) == pushes, "a loss that is not counted");
            std::string came;
            for (const int value : shared->popped) came += std::to_string(value);
            return came;
          }};
}

TEST(RingInEveryRun, GivesWholeSamplesInOrderAndCountsWhatItDrops) {
  const Exploration e = explore(ring_program);
  EXPECT_EQ(e.fault, "");
  // two places: the third and the fourth may find them taken
  std::set<std::string> came;
  for (const auto& [samples, runs] : e.of) came.insert(samples);
  EXPECT_EQ(came, (std::set<std::string>{"12", "123", "124", "1234"}));
  RecordProperty("runs", std::to_string(e.runs));
}

TEST(RingInEveryRun, NeedsEachOfItsMemoryOrders) {
  const Weakened w = weaken_each(ring_program, "executive/ring.h");
  EXPECT_EQ(w.tried, 4u);  // each counter released by one side and acquired by the other
  EXPECT_EQ(w.unnoticed, std::vector<std::string>{});
}

}  // namespace
}  // namespace tauforge::tests::memory_model
