// The steps of the procedure, for procedure.cpp. Each adds figures to its record; what is not within its limits makes it fail.
#pragma once

#include <algorithm>

#include "tauforge/commission/bench.h"
#include "tauforge/commission/carrier.h"
#include "tauforge/commission/procedure.h"

namespace tauforge::commission {

struct Context {
  const Order& order;
  Bench& bench;
  Carrier& carrier;

  const robot::Robot& robot() const { return order.robot; }
  const std::string& name(std::size_t drive) const { return order.robot.drives[drive]; }
  const char* unit(std::size_t drive) const;         // "rad" or "m"
  const char* torque_unit(std::size_t drive) const;  // "N m" or "N"
  bool revolute(std::size_t drive) const;
  // The limits of the drive's joint; infinity where there are none.
  double lower(std::size_t drive) const, upper(std::size_t drive) const;
  double velocity(std::size_t drive) const;  // its limit, or 2 [rad/s or m/s]
  // A way that fits into the range of its joint [rad or m].
  double way(std::size_t drive, double usual) const { return std::min(usual, 0.1 * (upper(drive) - lower(drive))); }
  // How fast a joint may become that is pushed without law and guard [rad/s or m/s].
  double pushed_speed(std::size_t drive) const { return std::min(0.5, 0.25 * velocity(drive)); }
  // Towards which side there is more room.
  double direction(std::size_t drive, double q) const;
};

// False: the figure is not within its limits, and the step has failed.
bool judge(StepRecord& record, Figure figure, const std::string& mend);
void fail(StepRecord& record, std::string joint, std::string why, std::string mend);
bool trouble(const Context& context, StepRecord& record);  // of the bench; true: there was some

void dry_run(Context& context, StepRecord& record);
void encoders(Context& context, StepRecord& record);
void torques(Context& context, StepRecord& record);
void brakes(Context& context, StepRecord& record);
void emergency_stop(Context& context, StepRecord& record);
void gravity(Context& context, StepRecord& record);
void slow(Context& context, StepRecord& record);
void full_speed(Context& context, StepRecord& record);

}  // namespace tauforge::commission
