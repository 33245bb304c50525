#include "tauforge/scenario/faulty_machine.h"

#include <algorithm>
#include <bit>

namespace tauforge::scenario {

using control::CardStatus;

namespace {

constexpr std::uint64_t seed_of_losses = 0x10551055;  // other random numbers than those of the potentiometers

}  // namespace

FaultyMachine::FaultyMachine(const Machine& machine, const Scenario& scenario, executive::Ring<Truth>& truth,
                             Clock clock)
    : hardware_(machine.hardware),
      virtual_robot_(machine.virtual_robot),
      scenario_(scenario),
      faults_(scenario.faults),
      done_(faults_.size()),
      switched_(scenario.outputs.size()),
      pulses_(machine.hardware.drives()),
      base_(scenario.machine.payload),
      known_base_(scenario.payload_told ? scenario.machine.payload : spatial::Inertia<double>{}),
      truth_(truth),
      clock_(machine.virtual_robot ? clock : nullptr),
      encoders_(machine.hardware.drives(), scenario, machine.virtual_robot),
      factors_(machine.hardware.drives()),
      in_force_(machine.hardware.drives()),
      arrived_(machine.hardware.drives()),
      volts_(machine.hardware.drives()),
      noise_(scenario.machine.seed ^ seed_of_losses) {}

CardStatus FaultyMachine::read(std::int64_t told, control::Reading& reading) noexcept {
  const Nanoseconds now = told - ahead_;
  if (faults_.empty()) return read_cards(now, reading);
  const Nanoseconds before = clock_ ? clock_() : 0;
  if (virtual_robot_) virtual_robot_->advance(now);  // nothing breaks before its time
  const Nanoseconds advancing = clock_ ? clock_() - before : 0;
  look_at_faults(now);
  const bool lost = is_lost() && any_arrived_;
  const CardStatus status = read_cards(now, reading);
  computing_time_ += advancing;
  reading.hot |= hot_;
  reading.emergency_stop = reading.emergency_stop || pressed_;
  for (std::size_t j = 0; j < pulses_.size(); ++j) {
    if (no_index_ >> j & 1u)
      reading.index_pulses[j] = pulses_[j];
    else
      pulses_[j] = reading.index_pulses[j];
  }
  encoders_.falsify(now, reading);
  if (!lost) {
    arrived_ = reading, any_arrived_ = true;  // of the same size: nothing is allocated
    return status;
  }
  reading = arrived_;
  return std::max(status, CardStatus::stale);
}

CardStatus FaultyMachine::read_cards(Nanoseconds now, control::Reading& reading) noexcept {
  const Nanoseconds before = clock_ ? clock_() : 0;
  const CardStatus status = hardware_.read(now, reading);
  computing_time_ = clock_ ? clock_() - before : 0;
  if (virtual_robot_) keep_truth(now);
  return status;
}

CardStatus FaultyMachine::write(std::int64_t told, const control::Outputs& outputs) noexcept {
  const Nanoseconds now = told - ahead_;
  if (is_lost()) return CardStatus::stale;  // what was written before holds
  control::Outputs passed = outputs;
  if (!virtual_robot_ && !faults_.empty()) {
    for (std::size_t j = 0; j < volts_.size(); ++j) volts_[j] = factors_[j].motor * outputs.volts[j];
    passed.volts = volts_;
  }
  const CardStatus status = hardware_.write(now, passed);
  if (outputs.digital != digital_) grasp(now, outputs.digital ^ digital_, outputs.digital);
  digital_ = outputs.digital;
  return status;
}

void FaultyMachine::look_at_faults(Nanoseconds now) noexcept {
  hot_ = no_index_ = 0, pressed_ = false, loss_ = 0;
  encoders_.clear();
  std::fill(factors_.begin(), factors_.end(), Factors{});
  for (std::size_t k = 0; k < faults_.size() && faults_[k].at <= now; ++k) {
    const Fault& fault = faults_[k];
    if (!done_[k]) begin(fault, now);
    done_[k] = true;
    if (!fault.lasts(now)) continue;
    if (fault.kind == FaultKind::emergency_stop) pressed_ = true;
    if (fault.kind == FaultKind::packet_loss) loss_ = std::max(loss_, fault.probability);
    for (std::size_t j = 0; j < factors_.size(); ++j) {
      if (!fault.concerns(j)) continue;
      if (fault.kind == FaultKind::motor_hot) hot_ |= std::uint64_t{1} << j;
      if (fault.kind == FaultKind::index_missing) no_index_ |= std::uint64_t{1} << j;
      if (fault.kind == FaultKind::torque_constant) factors_[j].motor *= fault.factor;
      if (fault.kind == FaultKind::friction) factors_[j].friction *= fault.factor;
      if (fault.kind == FaultKind::brake_slips) factors_[j].brake *= fault.factor;
      encoders_.suffer(j, fault);
    }
  }
  encoders_.begin_reading();
  if (virtual_robot_) change_the_arm();
}

// What happens once.
void FaultyMachine::begin(const Fault& fault, Nanoseconds now) noexcept {
  if (fault.kind == FaultKind::encoder_jumps && fault.drive) encoders_.jump(*fault.drive, fault.counts);
  if (fault.kind != FaultKind::payload || !virtual_robot_) return;
  base_ = fault.payload;
  if (fault.told_after) known_base_ = fault.payload;
  carry(now, fault.told_after);
}

void FaultyMachine::change_the_arm() noexcept {
  for (std::size_t j = 0; j < factors_.size(); ++j) {
    const Factors &now = factors_[j], &before = in_force_[j];
    if (now.motor != before.motor) virtual_robot_->set_motor(j, now.motor);
    if (now.friction != before.friction) virtual_robot_->set_friction(j, now.friction);
    if (now.brake != before.brake) virtual_robot_->set_brake(j, now.brake);
    in_force_[j] = now;
  }
}

// Outputs are switched in the order of the scenario: each change of a line is the next that it has there.
void FaultyMachine::grasp(Nanoseconds now, std::uint64_t changed, std::uint64_t digital) noexcept {
  const auto& outputs = scenario_.outputs;
  std::uint64_t open = changed;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const auto& [at, line, on] = outputs[k].switching;
    if (switched_[k] || !(open & line) || static_cast<bool>(digital & line) != on) continue;
    switched_[k] = true, open &= ~line;
    Held& held = held_[static_cast<std::size_t>(std::countr_zero(line))];
    if (on && outputs[k].payload)
      held = {*outputs[k].payload, outputs[k].told_after};
    else if (!on && held.load.m != 0.0)
      held.load = {};
    else
      continue;
    carry(now, held.told_after);
  }
}

void FaultyMachine::carry(Nanoseconds now, std::optional<Nanoseconds> told_after) noexcept {
  spatial::Inertia<double> all = base_, known = known_base_;
  for (const Held& held : held_) {
    all = all + held.load;
    if (held.told_after) known = known + held.load;
  }
  if (virtual_robot_) virtual_robot_->set_payload(all);
  if (!told_after) return;
  loads_.push({now + *told_after, told(known)});
}

void FaultyMachine::keep_truth(Nanoseconds now) noexcept {
  Truth truth;
  truth.time = now;
  const auto keep = [](std::span<const double> from, auto& to) { std::copy(from.begin(), from.end(), to.begin()); };
  keep(virtual_robot_->q(), truth.q), keep(virtual_robot_->qd(), truth.qd), keep(virtual_robot_->torque(), truth.tau);
  truth_.push(truth);
}

}  // namespace tauforge::scenario
