// Mailbox and ring between two threads, under the thread sanitizer (see tests.cmake).
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "tauforge/executive/mailbox.h"
#include "tauforge/executive/ring.h"

namespace {

using tauforge::executive::Mailbox;
using tauforge::executive::Ring;

struct Model {
  std::array<std::uint64_t, 40> part{};  // all the same: 36 inertial coefficients would be as long
};

TEST(MailboxBetweenThreads, GivesWholeModelsInTheOrderTheyWereWritten) {
  constexpr std::uint64_t last = 20000;
  Mailbox<Model> mailbox;
  std::thread writer([&] {
    for (std::uint64_t k = 1; k <= last; ++k) {
      for (std::uint64_t& p : mailbox.draft().part) p = k;
      mailbox.publish();
      if (k % 64 == 0) std::this_thread::yield();  // so that the reader gets in between on one processor, too
    }
  });
  std::uint64_t newest = 0, torn = 0, backwards = 0;
  while (newest < last) {
    const Model& model = mailbox.latest();
    const std::uint64_t first = model.part.front();
    for (const std::uint64_t p : model.part) torn += p != first;
    backwards += first < newest;
    newest = first;
    if (newest < last) std::this_thread::yield();
  }
  writer.join();
  EXPECT_EQ(torn, 0u);
  EXPECT_EQ(backwards, 0u);
}

TEST(MailboxBetweenThreads, KeepsWhatIsBeingReadWhileManyModelsArrive) {
  Mailbox<Model> mailbox;
  for (std::uint64_t& p : mailbox.draft().part) p = 1;
  mailbox.publish();
  const Model& held = mailbox.latest();
  std::thread writer([&] {
    for (std::uint64_t k = 2; k <= 100; ++k) {
      for (std::uint64_t& p : mailbox.draft().part) p = k;
      mailbox.publish();
    }
  });
  for (int look = 0; look < 100; ++look)
    for (const std::uint64_t p : held.part) ASSERT_EQ(p, 1u);
  writer.join();
  EXPECT_EQ(mailbox.latest().part.back(), 100u);
}

TEST(RingBetweenThreads, LosesNothingButWhatItCounts) {
  constexpr std::uint64_t last = 50000;
  Ring<std::array<std::uint64_t, 4>> ring(16);
  std::atomic<bool> done{false};
  std::thread producer([&] {
    for (std::uint64_t k = 1; k <= last; ++k) {
      ring.push({k, k, k, k});
      if (k % 32 == 0) std::this_thread::yield();
    }
    done.store(true, std::memory_order_release);
  });
  std::uint64_t received = 0, wrong = 0, previous = 0;
  std::array<std::uint64_t, 4> sample{};
  for (;;) {
    const bool all_there = done.load(std::memory_order_acquire);  // asked first: then empty means finished
    if (!ring.pop(sample)) {
      if (all_there) break;
      std::this_thread::yield();
      continue;
    }
    for (const std::uint64_t x : sample) wrong += x != sample.front();
    wrong += sample.front() <= previous;
    previous = sample.front();
    ++received;
  }
  producer.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(received, 0u);
  EXPECT_EQ(received + ring.dropped(), last);
}

}  // namespace
