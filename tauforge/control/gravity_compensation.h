// Laws that need little or no feedback: torques computed ahead, and gravity carried at the measured position.
//                                                                                             [IHPH92], e = q - q_d
//   feed_forward                      tau = M(q_d) qdd_d + C(q_d, qd_d) qd_d + G(q_d)         open loop      (1)
//   feed_forward_with_gravity         tau = (1) - G(q_d) + G(q)                                              (2)
//   gravity                           tau = G(q)                          the arm stays where it is put      (3)
//   pd_with_gravity                   tau = G(q) - Kd ed - Kp e                                              (4)
//
// (1) never looks at the arm, so an error of the model, and gravity above all, drives it away for as long as the motion
// lasts: slow motions suffer most. (2) looks at the position for gravity alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/control/model.h"

namespace tauforge::control {

enum class GravityLaw : std::uint8_t { feed_forward, feed_forward_with_gravity, gravity, pd_with_gravity };

class GravityCompensation {
 public:
  // Keeps a reference to the model. Kp [N m/rad] and Kd [N m s/rad] per joint are read by (4) alone; drives_carry_gravity:
  // the drives add G(q) by themselves, so it is taken out of the command.
  GravityCompensation(const Model& model, GravityLaw law, std::vector<double> Kp = {}, std::vector<double> Kd = {},
                      bool drives_carry_gravity = false);

  void step(const State& x, const Reference& r, std::span<double> tau) noexcept;

 private:
  const Model& model_;
  GravityLaw law_;
  std::vector<double> Kp_, Kd_;
  bool drives_carry_gravity_;
  std::vector<double> G_, G_d_;  // gravity torques, measured and wanted position
};

}  // namespace tauforge::control
