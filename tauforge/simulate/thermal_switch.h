// The switch in a motor's winding that opens when it is too hot. Heat goes with the square of the current, so of the
// torque:
//
//   T dx/dt + x = (tau / rated)^2          x warmth: 1 is what the rated torque leads to in the long run        (1)
//
// It opens above x = 1 and closes again below 0.8. With r = |tau|/rated > 1 from cold it opens after -T log(1 - 1/r^2).
#pragma once

#include <cmath>
#include <limits>

namespace tauforge::simulate {

struct ThermalSettings {
  double rated = std::numeric_limits<double>::infinity();  // that it stands for ever [N m or N]
  double time_constant = 300;                              // T, above zero           [s]
};

class ThermalSwitch {
 public:
  explicit ThermalSwitch(const ThermalSettings& settings = {}) noexcept : settings_(settings) {}
  // dt seconds with this torque: (1) exactly.
  void warm(double dt, double torque) noexcept {
    const double ratio = torque / settings_.rated, end = ratio * ratio;
    warmth_ = end + (warmth_ - end) * std::exp(-dt / settings_.time_constant);
    open_ = warmth_ > (open_ ? 0.8 : 1.0);
  }
  double warmth() const noexcept { return warmth_; }
  bool open() const noexcept { return open_; }

 private:
  ThermalSettings settings_;
  double warmth_ = 0;
  bool open_ = false;
};

}  // namespace tauforge::simulate
