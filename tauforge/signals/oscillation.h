// A joint that swings freely on a spring, damped by viscous and dry friction.                       [AKB86, sec. 5]
//
//   J qdd + b qd + c sign(qd) + K (q - q0) = 0
//   x_k       where it turns round for the k'th time; s_k = |x_k+1 - x_k| the swing between                    (1)
//   s_k+1   = r s_k - 2 (1 + r) c/K             r: what viscous friction leaves of half an oscillation         (2)
//   T/2     = t_k+1 - t_k                       t_k: swing k passes the middle between x_k and x_k+1           (3)
//
// Every swing is the same damped cosine about its own centre q0 +- c/K, so (2) and (3) are exact: dry friction changes
// amplitudes but not the period. The middle is passed at full speed, where counts of an encoder tell the time best. The
// first swing begins where the record does: released from rest.
#pragma once

#include <optional>
#include <span>

namespace tauforge::signals {

struct Oscillation {
  double period = 0;        // T                                                  [s]
  double period_error = 0;  // its standard error                                 [s]
  double decay = 1;         // r^-2: one amplitude over the next, dry friction apart
  double dry_shift = 0;     // c/K, not below zero                                [rad or m]
  // Standard errors of the two, from what (2) leaves over; nothing with fewer than four swings, which (2) fits exactly.
  std::optional<double> decay_error, dry_shift_error;
  std::size_t swings = 0;  // that were complete
};

// Nothing with fewer than three complete swings. Swings below a fiftieth of the whole range are noise.
std::optional<Oscillation> oscillation(std::span<const double> t, std::span<const double> q);

}  // namespace tauforge::signals
