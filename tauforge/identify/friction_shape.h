// How the level of a drive's friction depends on its motion; times that level it is a torque. Unlike dynamics/friction.h
// this knows friction with memory, because logs are series of samples:
//
//   coulomb      s = sign(v)                                                                            (1)
//   smooth       s = tanh(v / width)                                       width [rad/s]                (2)
//   presliding   ds/dx = (1 - s sign(dx)) / width                          width [rad]     Dahl         (3)
//
// (3) over a step dx is exact: s' = sign(dx) + (s - sign(dx)) exp(-|dx| / width). It depends on the path alone, not on
// the speed, so at standstill it keeps the direction it came from: real joints stick, a sign of the speed does not.
#pragma once

#include <string>

namespace tauforge::identify {

enum class FrictionForm { coulomb, smooth, presliding };

struct FrictionShape {
  FrictionForm form = FrictionForm::coulomb;
  double width = 0;  // [rad/s] or [rad]; none for coulomb

  friend bool operator==(const FrictionShape&, const FrictionShape&) = default;
};

const char* to_text(FrictionForm form);
std::string to_text(const FrictionShape& shape);

// The step function of one drive; samples come in the order of time.
class FrictionState {
 public:
  double next(const FrictionShape& shape, double q, double qd);

 private:
  bool begun_ = false;
  double last_q_ = 0, s_ = 0;  // of (3)
};

}  // namespace tauforge::identify
