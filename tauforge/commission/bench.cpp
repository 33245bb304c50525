#include "tauforge/commission/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/simulate/virtual_robot.h"

namespace tauforge::commission {

namespace {

constexpr double low_pass = 0.02;  // [s]
// periods without news: of an arm that drives carry, and of one that brakes hold
constexpr int most_silent = 50, most_silent_at_rest = 500;

}  // namespace

Bench::Bench(const robot::Robot& robot, const scenario::Machine& machine, Pace& pace)
    : machine_(machine), pace_(pace), model_(robot), n_(machine.hardware.drives()), reading_(n_) {
  largest_ = simulate::greatest_torques(robot);
  for (std::size_t j = 0; j < n_; ++j)
    largest_[j] = std::min(largest_[j], std::abs(machine_.axes[j].torque_per_volt) * machine_.axes[j].max_volts);
  q_.assign(n_, 0.0), coarse_ = released_at_ = q_released_at_ = volts_ = zero_ = q_;
  too_far_ = n_;
  next_ = pace_.now();
}

void Bench::stop() noexcept {
  std::fill(volts_.begin(), volts_.end(), 0.0);
  machine_.hardware.write(pace_.now(), {volts_, control::brakes, false});
  released_ = false;
}

bool Bench::fail(std::string why, std::string mend) {
  stop();
  trouble_ = {std::move(why), std::move(mend)};
  return false;
}

double Bench::by_potentiometer(std::size_t j) const {
  const control::Potentiometer& p = machine_.potentiometers[j];
  return (reading_.potentiometers[j] - p.volts_at_zero) / p.volts_per_unit;
}

bool Bench::read() {
  const control::CardStatus status = machine_.hardware.read(pace_.now(), reading_);
  news_ = status == control::CardStatus::fine;
  silent_ = news_ ? 0 : silent_ + 1;
  if (status == control::CardStatus::failed || silent_ > (released_ ? most_silent : most_silent_at_rest))
    return fail(status == control::CardStatus::failed ? "the cards failed" : "the cards say nothing new",
                "power and wires of the cards, their driver");
  if (reading_.emergency_stop && button_counts_)
    return fail("the emergency stop is pressed, or its wire is broken", "release the button; its wire");
  if (!news_) return true;
  if (reading_.hot != 0) return fail("a motor is hot, or the wire of its switch is broken", "let it cool; the wire");
  const double share = any_ ? -std::expm1((read_at_ - seconds()) / low_pass) : 1.0;
  read_at_ = seconds();
  for (std::size_t j = 0; j < n_; ++j) {
    q_[j] = machine_.axes[j].step * static_cast<double>(reading_.counts[j]) + machine_.axes[j].offset;
    coarse_[j] += share * ((absolute() ? by_potentiometer(j) : q_[j]) - coarse_[j]);
  }
  any_ = true;
  return true;
}

// Nothing is commanded before it is known where the arm is.
bool Bench::first_reading() {
  for (;;) {
    stop();
    pace_.wait_until(pace_.now() + period);
    if (!pace_.go_on()) return fail("it was interrupted", "begin again, or with --from");
    if (!read()) return false;
    if (any_) return true;
  }
}

double Bench::farthest_way(std::size_t j) const {
  return std::max(std::abs(way(j)), encoders_known_ ? std::abs(q_[j] - q_released_at_[j]) : 0.0);
}

bool Bench::cycle(std::span<const double> tau, bool brakes, bool enable) {
  if (!pace_.go_on()) return fail("it was interrupted", "begin again, or with --from");
  if (!any_ && !first_reading()) return false;
  if (!brakes && !released_) released_at_ = coarse_, q_released_at_ = q_, too_far_ = n_;
  released_ = !brakes;
  for (std::size_t j = 0; j < n_; ++j) {
    const control::Axis& axis = machine_.axes[j];
    volts_[j] = std::clamp(tau[j] / axis.torque_per_volt, -axis.max_volts, axis.max_volts);
    if (!enable || !std::isfinite(volts_[j])) volts_[j] = 0;
  }
  if (machine_.hardware.write(pace_.now(), {volts_, brakes ? control::brakes : 0, enable}) ==
      control::CardStatus::failed)
    return fail("the cards take no commands", "power and wires of the cards, their driver");
  next_ = std::max(next_ + period, pace_.now() + period / 2);
  pace_.wait_until(next_);
  if (!read()) return false;
  for (std::size_t j = 0; released_ && j < n_; ++j)
    if (farthest_way(j) > farthest && too_far_ == n_) too_far_ = j;
  return true;
}

bool Bench::wait(double time) {
  for (const double begin = seconds(); seconds() - begin < time;)
    if (!cycle(zero_, true, false)) return false;
  return true;
}

bool Bench::average(std::vector<double>& mean, std::vector<double>& error) {
  constexpr int samples = 200;
  std::vector<double> squares(n_, 0.0);
  mean.assign(n_, 0.0), error.assign(n_, 0.0);
  for (int k = 1; k <= samples; k += news_) {
    if (!cycle(zero_, true, false)) return false;
    if (!news_) continue;
    for (std::size_t j = 0; j < n_; ++j) {
      const double x = absolute() ? by_potentiometer(j) : q_[j], from_mean = x - mean[j];
      mean[j] += from_mean / k, squares[j] += from_mean * (x - mean[j]);
    }
  }
  for (std::size_t j = 0; j < n_; ++j) error[j] = std::sqrt(squares[j] / (samples - 1) / samples);
  return true;
}

}  // namespace tauforge::commission
