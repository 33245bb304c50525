// The machine on the bench: cards read and written period by period, without law and guard, because neither may be believed
// before signs and scales are known. What it watches instead is what needs no belief: that cards answer, that nobody presses
// the button, that nothing is hot, and that no joint goes further than a hand's breadth from where brakes were released.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tauforge/commission/pace.h"
#include "tauforge/control/template_model.h"
#include "tauforge/scenario/machine.h"

namespace tauforge::commission {

// Why a bench stopped the machine.
struct Trouble {
  std::string why, mend;
};

class Bench {
 public:
  static constexpr Nanoseconds period = 1'000'000;
  static constexpr double farthest = 0.3;  // from where the brakes were released [rad or m]

  Bench(const robot::Robot& robot, const scenario::Machine& machine, Pace& pace);
  Bench(const Bench&) = delete;
  ~Bench() { stop(); }

  std::size_t drives() const { return n_; }
  const scenario::Machine& machine() const { return machine_; }
  control::Equipment equipment() const { return machine_.hardware.equipment(); }
  const control::TemplateModel& model() const { return model_; }
  const std::vector<double>& largest_torque() const { return largest_; }

  // A period: outputs now, then the time, then a reading. False: trouble, and the machine is stopped.
  bool cycle(std::span<const double> tau, bool brakes, bool enable);
  bool wait(double seconds);  // brakes, no power
  void stop() noexcept;       // no volts, brakes, no power
  void forget_button(bool ignored) { button_counts_ = !ignored; }

  const control::Reading& reading() const { return reading_; }
  bool news() const { return news_; }                         // the last reading brought some
  double read_at() const { return read_at_; }                 // when the newest reading came      [s]
  std::span<const double> q() const { return q_; }            // by the encoders                   [rad or m]
  std::span<const double> coarse() const { return coarse_; }  // by the potentiometers, 20 ms low-pass; else by encoders
  bool absolute() const { return !machine_.potentiometers.empty(); }
  // Mean of the potentiometers over 0.2 s, brakes engaged; and how uncertain each is.
  bool average(std::vector<double>& mean, std::vector<double>& error);
  const Trouble& trouble() const { return trouble_; }
  bool went_too_far() const { return too_far_ < n_; }  // since brakes were released the last time
  void forget_too_far() { too_far_ = n_; }
  std::size_t too_far() const { return too_far_; }
  double seconds() const { return 1e-9 * static_cast<double>(pace_.now()); }
  // Since brakes were released, by the potentiometers; encoders are not believed before they were judged [rad or m].
  double way(std::size_t drive) const { return coarse_[drive] - released_at_[drive]; }
  void believe_encoders() { encoders_known_ = true; }

 private:
  bool read();
  bool first_reading();
  double farthest_way(std::size_t drive) const;
  bool fail(std::string why, std::string mend);
  double by_potentiometer(std::size_t drive) const;

  scenario::Machine machine_;
  Pace& pace_;
  control::TemplateModel model_;
  std::size_t n_;
  control::Reading reading_;
  std::vector<double> largest_, q_, coarse_, released_at_, q_released_at_, volts_, zero_;
  Nanoseconds next_ = 0;
  int silent_ = 0;
  double read_at_ = 0;
  bool any_ = false, news_ = false, released_ = false, button_counts_ = true, encoders_known_ = false;
  std::size_t too_far_ = 0;
  Trouble trouble_;
};

}  // namespace tauforge::commission
