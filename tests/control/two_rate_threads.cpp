// The synchronous task, both background tasks and the set-up of payloads, each in a thread of its own, under the thread
// sanitizer (see tests.cmake).
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "labelled_model.h"
#include "tauforge/control/two_rate.h"

namespace tauforge::control {
namespace {

using namespace test;

TEST(TwoRateBetweenThreads, UsesWholeMessagesWhilePayloadsAreSetUp) {
  constexpr int steps = 5000, most = 10'000'000;
  GeneratedModel model(labelled_model()), first(labelled_model()), second(labelled_model());
  CoefficientsTask D(first, Point::measured, labelled_entries + labelled_joints, Moment(labelled_joints));
  VelocityTask h(second, Point::measured, labelled_joints, Moment(labelled_joints));
  TwoRate equation(model, Point::measured, false, D.results(), h.results());
  std::atomic<bool> go_on{true};
  const auto repeat = [&](auto work) {
    return std::thread([&go_on, work] {
      while (go_on.load()) work(), std::this_thread::yield();
    });
  };
  std::atomic<std::uint64_t> runs{0}, set_ups{0};
  std::thread of_D = repeat([&] { D.begin(0), D.finish(0), ++runs; });
  std::thread of_h = repeat([&] { h.begin(0), h.finish(0); });
  double payload = 0.0;
  std::thread of_payload = repeat([&] {
    payload += 1e6;
    for (Model* m : {&model, &first, &second}) m->carry({payload});
    ++set_ups;
  });
  std::uint64_t torn = 0, backwards = 0;
  double newest = 0.0;
  for (int k = 1; k <= steps || (newest <= 1e6 && k < most); ++k) {
    model.refresh();
    equation.receive(k);
    for (auto* moments : {&D.moments(), &h.moments()}) {
      Moment& moment = moments->draft();
      moment.time = k;
      std::fill(moment.q.begin(), moment.q.end(), static_cast<double>(k));
      moments->publish();
    }
    const std::array<double, labelled_joints> zero{};
    std::array<double, labelled_joints> tau{};
    equation.torques({zero, zero}, {zero, zero, zero}, zero, tau);
    torn += tau[0] < -1e8 || tau[1] < -1e8;
    backwards += tau[0] < newest;
    newest = std::max(newest, tau[0]);
    std::this_thread::yield();
  }
  while (runs.load() < 10 || set_ups.load() < 10) std::this_thread::yield();
  go_on = false;
  of_D.join(), of_h.join(), of_payload.join();
  EXPECT_EQ(torn, 0u);
  EXPECT_EQ(backwards, 0u);
  EXPECT_GT(newest, 1e6);
}

}  // namespace
}  // namespace tauforge::control
