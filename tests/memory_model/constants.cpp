// Constants of generated code that are swapped while it computes, under every run of a few payloads: a computation never
// sees those of two set-ups, and they stay as they are while it lasts.
#include "tauforge/control/constants.h"

#include <gtest/gtest.h>

#include <memory>

#include "explorer.h"

namespace tauforge::tests::memory_model {
namespace {

constexpr int payloads = 3, computations = 3, count = 2;

void set_up(const tauforge_run_time* inputs, void* constants) {
  auto* const c = static_cast<double*>(constants);
  for (int k = 0; k < count; ++k) {
    note_write(c + k);
    c[k] = inputs->payload[0];
  }
}

// What generated code does with them: it reads them all.
int computed(const void* constants) {
  const auto* const c = static_cast<const double*>(constants);
  for (int k = 0; k < count; ++k) note_read(c + k);
  expect(c[0] == c[1], "constants of two set-ups");
  return static_cast<int>(c[0]);
}

const tauforge_model& model() {
  static const tauforge_model only = [] {
    tauforge_model m{};
    m.constants_size = count * sizeof(double), m.setup = set_up;
    return m;
  }();
  return only;
}

Program swap_program() {
  auto constants = std::make_shared<control::Constants<Atomic>>(model());
  constants->carry({}), constants->refresh();
  const auto told = [&c = *constants] {
    for (int k = 1; k <= payloads; ++k) c.carry({static_cast<double>(k)});
  };
  const auto computing = [&c = *constants] {
    int newest = 0;
    for (int k = 0; k < computations; ++k) {
      c.refresh();
      const int payload = computed(c.current());
      expect(payload >= newest, "an older payload than before");
      expect(computed(c.current()) == payload, "constants that change during a computation");
      newest = payload;
    }
  };
  return {{told, computing}, [constants] {
            constants->refresh();
            expect(computed(constants->current()) == payloads, "the newest payload is lost");
            return std::string();
          }};
}

TEST(SwappedConstantsInEveryRun, AreThoseOfOneSetUpAndStayDuringAComputation) {
  const Exploration e = explore(swap_program);
  EXPECT_EQ(e.fault, "");
  EXPECT_GT(e.runs, 50u);  // it did explore
  RecordProperty("runs", std::to_string(e.runs));
}

TEST(SwappedConstantsInEveryRun, NeedEachMemoryOrderOfTheMailbox) {
  const Weakened w = weaken_each(swap_program, "executive/mailbox.h");
  EXPECT_EQ(w.tried, 6u);
  EXPECT_EQ(w.unnoticed, std::vector<std::string>{});
}

}  // namespace
}  // namespace tauforge::tests::memory_model
