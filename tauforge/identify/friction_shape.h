// How the level of a drive's friction depends on its motion; times that level it is a torque. Unlike dynamics/friction.h
// this knows friction with memory, because logs are series of samples:
//
//   coulomb      s = sign(v)                                                                            (1)
//   smooth       s = tanh(v / width)                                       width [rad/s]                (2)
//   presliding   elasto-plastic over the distance `width`                  width [rad]                  (3)
//   stribeck     s = sign(v), and of what rest adds to the level           width [rad/s]                (4)
//                sign(v) exp(-(v / width)^2)
//
// (3) is dynamics/presliding.h. It depends on the path alone, not on the speed, so at standstill it keeps the direction it
// came from: real joints stick, a sign of the speed does not.
#pragma once

#include <string>

namespace tauforge::identify {

enum class FrictionForm { coulomb, smooth, presliding, stribeck };

// The share of the level below which presliding friction is all spring.
inline constexpr double elastic_share = 0.5;

struct FrictionShape {
  FrictionForm form = FrictionForm::coulomb;
  double width = 0;  // [rad/s] or [rad]; none for coulomb

  friend bool operator==(const FrictionShape&, const FrictionShape&) = default;
};

// What multiplies the direction s: a level, or what it grows by per load and per root of the speed (dynamics/friction.h).
// rest: what the level at rest has more, the second column of (4); the others of (4) are those of coulomb.
enum class FrictionPart { level, load, root, rest };

// Which parts of friction that grow are in a model.
struct FrictionGrowthChoice {
  bool load = false, root = false;
};

const char* to_text(FrictionForm form);
std::string to_text(const FrictionShape& shape);

// The step function of one drive; samples come in the order of time.
class FrictionState {
 public:
  double next(const FrictionShape& shape, double t, double qd);

 private:
  bool begun_ = false;
  double last_t_ = 0, last_qd_ = 0, s_ = 0;  // of (3)
};

}  // namespace tauforge::identify
