#include "tauforge/commission/pace.h"

#include <algorithm>

#include "tauforge/executive/clock.h"
#include "tauforge/scenario/real_time.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::commission {

namespace {

// A scenario counts its time from zero; the machine has been running for a while by then.
class Later : public control::Hardware {
 public:
  Later(control::Hardware& hardware, Nanoseconds by) : hardware_(hardware), by_(by), latest_(by) {}

  std::size_t drives() const noexcept override { return hardware_.drives(); }
  control::Equipment equipment() const noexcept override { return hardware_.equipment(); }
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override {
    return hardware_.read(at(now), reading);
  }
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override {
    return hardware_.write(at(now), outputs);
  }
  Nanoseconds latest() const noexcept { return latest_; }

 private:
  Nanoseconds at(Nanoseconds now) noexcept { return latest_ = std::max(latest_, now + by_); }
  control::Hardware& hardware_;
  Nanoseconds by_, latest_;
};

}  // namespace

scenario::Outcome VirtualPace::play(const scenario::Scenario& scenario, const scenario::Machine& machine,
                                    const tauforge_model* code) {
  Later later(machine.hardware, now_);
  // what the truth is, nobody asks: the virtual robot stands for cards here
  scenario::Outcome outcome = scenario::simulate(scenario, scenario::behind(later, machine), code);
  now_ = later.latest() + scenario.executive.period;
  return outcome;
}

Nanoseconds RealPace::now() const noexcept { return executive::clock_now(); }
void RealPace::wait_until(Nanoseconds time) noexcept { executive::sleep_until(time); }

scenario::Outcome RealPace::play(const scenario::Scenario& scenario, const scenario::Machine& machine,
                                 const tauforge_model* code) {
  executive::MeasuredRun measured;
  scenario::RunSettings settings;
  settings.go_on = go_on_;
  return scenario::run(scenario, machine, code, settings, measured);
}

}  // namespace tauforge::commission
