// The time in which a machine is put into service: that of the clock for cards, virtual time for the virtual robot, which
// then walks through the whole procedure in seconds, and in the same way each time.
#pragma once

#include <functional>

#include "tauforge/executive/punctual_thread.h"
#include "tauforge/scenario/outcome.h"

namespace tauforge::commission {

using executive::Nanoseconds;

class Pace {
 public:
  virtual ~Pace() = default;
  virtual Nanoseconds now() const noexcept = 0;
  virtual void wait_until(Nanoseconds time) noexcept = 0;
  // A scenario on the machine, from now on; it ends with brakes and without power.
  // `code`: that it runs on, or null for the templates.
  virtual scenario::Outcome play(const scenario::Scenario& scenario, const scenario::Machine& machine,
                                 const tauforge_model* code) = 0;
  virtual bool go_on() const { return true; }  // false: somebody wants to end it
  // How long somebody is waited for [s]: nobody of flesh and blood needs that in virtual time.
  virtual double patience() const noexcept = 0;
};

class VirtualPace : public Pace {
 public:
  Nanoseconds now() const noexcept override { return now_; }
  void wait_until(Nanoseconds time) noexcept override { now_ = time > now_ ? time : now_; }
  scenario::Outcome play(const scenario::Scenario& scenario, const scenario::Machine& machine,
                         const tauforge_model* code) override;
  double patience() const noexcept override { return 3.0; }

 private:
  Nanoseconds now_ = 0;
};

// Keeps its thread punctual, as far as that is allowed.
class RealPace : public Pace {
 public:
  explicit RealPace(std::function<bool()> go_on) : go_on_(std::move(go_on)) {}
  bool go_on() const override { return go_on_(); }
  Nanoseconds now() const noexcept override;
  void wait_until(Nanoseconds time) noexcept override;
  scenario::Outcome play(const scenario::Scenario& scenario, const scenario::Machine& machine,
                         const tauforge_model* code) override;
  double patience() const noexcept override { return 30.0; }

 private:
  std::function<bool()> go_on_;
  executive::PunctualThread punctual_{60};  // below the loops that it plays
};

}  // namespace tauforge::commission
