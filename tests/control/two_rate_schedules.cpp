// Two rates and new payloads under random schedules: whole messages, the newest of each, their ages, h + D_i of exactly
// these, and never an older payload after a newer one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "labelled_model.h"
#include "tauforge/control/two_rate.h"
#include "tauforge/executive/virtual_executive.h"
#include "tests/support/splitmix.h"

namespace tauforge::control {
namespace {

using namespace test;

constexpr Nanoseconds period = 1000;
// labels: a payload's number times this, plus the time at which the state was seen
constexpr double payload_step = 1e6;

using Random = tauforge::tests::Splitmix;

// A task, by this test's own account of what it has published.
template <class Task> struct Recorded : executive::BackgroundTask {
  Task task;
  const double& payload;            // that all models were told last
  Nanoseconds read_ = 0, read = 0;  // of the run; of what was published last
  double carried_ = 0, label = 0;
  const Nanoseconds* seen;  // the state that the loop published last

  template <class... Arguments>
  Recorded(const double& told_payload, const Nanoseconds* newest_state, Arguments&&... arguments)
      : task(arguments...), payload(told_payload), seen(newest_state) {}
  void begin(Nanoseconds now) noexcept override { task.begin(now), read_ = *seen, carried_ = payload; }
  bool finish(Nanoseconds now) noexcept override {
    const bool usable = task.finish(now);
    if (usable) read = read_, label = static_cast<double>(read_) + carried_;
    return usable;
  }
};

struct SetUps : executive::BackgroundTask {
  std::vector<Model*> models;
  double payload = 0.0, next = 0.0;
  void begin(Nanoseconds) noexcept override { next = payload + payload_step; }
  bool finish(Nanoseconds) noexcept override {
    for (Model* model : models) model->carry({next});
    payload = next;
    return true;
  }
};

struct LabelledLoop : executive::SynchronousTask {
  GeneratedModel model{labelled_model()}, first{labelled_model()}, second{labelled_model()};
  SetUps set_ups;
  Nanoseconds seen = 0;
  Recorded<CoefficientsTask> D;
  Recorded<VelocityTask> h;
  TwoRate equation;
  const char* fault = nullptr;
  double newest_D = 0;
  std::uint64_t torques = 0;

  LabelledLoop()
      : D(set_ups.payload, &seen, first, Point::measured, labelled_entries + labelled_joints, Moment(labelled_joints)),
        h(set_ups.payload, &seen, second, Point::measured, labelled_joints, Moment(labelled_joints)),
        equation(model, Point::measured, false, D.task.results(), h.task.results()) {
    set_ups.models = {&model, &first, &second};
  }
  Nanoseconds receive(Nanoseconds now) noexcept override {
    model.refresh();
    const Nanoseconds read = equation.receive(now);
    if (read != std::min(D.read, h.read)) fault = "an age that is not that of the older message";
    for (auto* moments : {&D.task.moments(), &h.task.moments()}) {
      Moment& moment = moments->draft();
      moment.time = now;
      std::fill(moment.q.begin(), moment.q.end(), static_cast<double>(now));
      moments->publish();
    }
    seen = now;
    expected_D_ = D.label, expected_b_ = D.label + h.label;  // of what has been received, whatever arrives meanwhile
    return read;
  }
  void full(Nanoseconds) noexcept override {
    const std::array<double, labelled_joints> zero{};
    std::array<double, labelled_joints> tau{};
    equation.torques({zero, zero}, {zero, zero, zero}, zero, tau);
    ++torques;
    if (tau[0] < -1e8 || tau[1] < -1e8) fault = "a torn message";
    if (tau[0] != expected_D_) fault = "a D that is not the newest";
    if (tau[1] != expected_b_) fault = "b is not h + D_i of what was received";
    if (tau[0] < newest_D) fault = "an older state or payload after a newer one";
    newest_D = std::max(newest_D, tau[0]);
  }
  void degraded(Nanoseconds) noexcept override {}
  void stop(Nanoseconds) noexcept override {}
  void apply(Nanoseconds) noexcept override {}

 private:
  double expected_D_ = 0, expected_b_ = 0;
};

struct RandomSchedule : executive::Schedule {
  Random random{0};
  Nanoseconds latency(std::int64_t) noexcept override { return random.chance(4) ? random.between(0, 3 * period) : 0; }
  Nanoseconds computation(std::int64_t, executive::Action) noexcept override {
    return random.chance(5) ? random.between(0, 4 * period) : random.between(100, 800);
  }
  Nanoseconds background(std::size_t, std::int64_t) noexcept override {
    return random.chance(5) ? random.between(0, 20 * period) : random.between(100, 3000);
  }
  bool acknowledges(std::int64_t) noexcept override { return true; }
};

void check_schedules(std::uint64_t first, std::uint64_t count) {
  std::uint64_t torques = 0;
  executive::Ring<executive::Sample> ring(64);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    RandomSchedule schedule;
    schedule.random.state = seed * 0x2545f4914f6cdd1du;
    LabelledLoop loop;
    executive::Policies policies;
    policies.age_bound = 100 * period;
    executive::VirtualExecutive executive(loop, period, policies, schedule, ring);
    for (executive::BackgroundTask* task :
         std::initializer_list<executive::BackgroundTask*>{&loop.D, &loop.h, &loop.set_ups})
      executive.add(*task, schedule.random.between(500, 6000));
    executive.run(30 * period);
    for (executive::Sample s; ring.pop(s);) {
    }
    ASSERT_EQ(loop.fault, nullptr) << loop.fault << ", schedule " << seed;
    torques += loop.torques;
  }
  EXPECT_GT(torques, 10 * count);
}

TEST(TwoRateSchedules, UseWholeMessagesTheNewestOfEachAndTheNewestPayload) { check_schedules(1, 20'000); }

TEST(TwoRateSchedulesLong, UseWholeMessagesTheNewestOfEachAndTheNewestPayload) {
  check_schedules(1'000'001, 1'000'000);
}

}  // namespace
}  // namespace tauforge::control
