// A machine whose cards, drives and load suffer what a scenario says; keeps the truth where there is one. The same in
// virtual and in real time: each fault looks at the time it is told.
//
// A tool of a virtual robot that closes takes its payload, and leaves it when it opens. Encoders of a virtual robot lose
// their pulses themselves, between two readings, too, and its motors really turn the other way. Of other machines the counts
// that were read and the volts that are written are changed; their payload, friction and brakes cannot be changed from here,
// so faults of these do nothing (FaultForm::real).
#pragma once

#include <array>
#include <vector>

#include "tauforge/scenario/encoder_faults.h"
#include "tauforge/scenario/faults.h"
#include "tauforge/scenario/machine.h"

namespace tauforge::scenario {

class FaultyMachine : public control::Hardware {
 public:
  // Keeps references to the hardware, the scenario and the truth. `clock` tells how long a virtual robot takes to be
  // computed; without it, in virtual time, that takes none.
  using Clock = Nanoseconds (*)();
  FaultyMachine(const Machine& machine, const Scenario& scenario, executive::Ring<Truth>& truth, Clock clock = nullptr);

  std::size_t drives() const noexcept override { return hardware_.drives(); }
  control::Equipment equipment() const noexcept override { return hardware_.equipment(); }
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override;
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override;
  std::int64_t computing_time() const noexcept override { return computing_time_; }
  // The loop's clock is ahead of the machine's by so much from now on (faulty_clock.h).
  void set_ahead(Nanoseconds ahead) noexcept { ahead_ = ahead; }
  // Those that models are told about, in the order in which the arm took them; for one reader.
  executive::Ring<Load>& loads() noexcept { return loads_; }

 private:
  void look_at_faults(Nanoseconds now) noexcept;
  void begin(const Fault& fault, Nanoseconds now) noexcept;
  void change_the_arm() noexcept;
  control::CardStatus read_cards(Nanoseconds now, control::Reading& reading) noexcept;
  bool is_lost() noexcept { return loss_ > 0 && noise_.uniform() < loss_; }
  void carry(Nanoseconds now, std::optional<Nanoseconds> told_after) noexcept;
  void keep_truth(Nanoseconds now) noexcept;
  void grasp(Nanoseconds now, std::uint64_t changed, std::uint64_t digital) noexcept;

  control::Hardware& hardware_;
  simulate::VirtualRobot* virtual_robot_;
  const Scenario& scenario_;
  const std::vector<Fault>& faults_;
  std::vector<bool> done_;
  std::vector<bool> switched_;         // outputs of the scenario that were
  std::uint64_t digital_ = 0;          // outputs as written last
  std::vector<std::uint32_t> pulses_;  // of the index, those that arrived
  struct Held {
    spatial::Inertia<double> load;
    std::optional<Nanoseconds> told_after;
  };
  std::array<Held, 64> held_{};                 // by the tools, line by line
  spatial::Inertia<double> base_, known_base_;  // besides: of [plant] or a fault; what models are told of it
  executive::Ring<Load> loads_{64};
  executive::Ring<Truth>& truth_;
  Clock clock_;
  Nanoseconds computing_time_ = 0, ahead_ = 0;

  // as they are now; bit i for drive i: several faults may concern the same one
  std::uint64_t hot_ = 0, no_index_ = 0;
  bool pressed_ = false;
  double loss_ = 0;
  EncoderFaults encoders_;
  struct Factors {
    double motor = 1, friction = 1, brake = 1;
  };
  std::vector<Factors> factors_, in_force_;
  control::Reading arrived_;  // the last that was not lost,
  bool any_arrived_ = false;  // if there was one
  std::vector<double> volts_;
  simulate::Noise noise_;
};

}  // namespace tauforge::scenario
