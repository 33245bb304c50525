// How a motion from 0 to 1 is spread over the time from 0 to 1.                             u time, s way
//
//   ramp        s = u                                      constant speed: velocity jumps at both ends         (1)
//   cubic       s = 3 u^2 - 2 u^3                          zero end velocity                                   (2)
//   poly345     s = 10 u^3 - 15 u^4 + 6 u^5                ... and acceleration                                (3)
//   poly4567    s = 35 u^4 - 84 u^5 + 70 u^6 - 20 u^7      ... and jerk                                        (4)
//   cycloid     s = u - sin(2 pi u) / (2 pi)               as (3); the time law of the Stanford arm in [AMR89]  (5)
//
//   law        largest speed   largest acceleration
//   ramp       1               -
//   cubic      3/2             6
//   poly345    15/8            10/sqrt(3)   = 5.7735
//   poly4567   35/16           84 sqrt(5)/25 = 7.5132
//   cycloid    2               2 pi
#pragma once

#include <cstdint>
#include <vector>

#include "tauforge/motion/trajectory.h"

namespace tauforge::motion {

enum class TimeLaw : std::uint8_t { ramp, cubic, poly345, poly4567, cycloid };

struct Way {
  double s = 0, sd = 0, sdd = 0;  // the way and its derivatives with respect to u
};

// At rest before 0 and after 1.
Way way(TimeLaw law, double u);

// From one position to another, all joints together.
class PointToPoint : public Trajectory {
 public:
  PointToPoint(std::vector<double> from, std::vector<double> to, double seconds, TimeLaw law = TimeLaw::poly345);

  std::size_t joints() const override { return from_.size(); }
  double duration() const override { return seconds_; }
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const override;

 private:
  std::vector<double> from_, to_;
  double seconds_;
  TimeLaw law_;
};

}  // namespace tauforge::motion
