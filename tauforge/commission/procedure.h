// How a machine is put into service: a written procedure, one step after the other, each explained, agreed to, judged by
// numbers and kept. The first step that fails stops the machine and ends it.                 docs/commissioning.md
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tauforge/commission/pace.h"
#include "tauforge/commission/record.h"
#include "tauforge/robot/robot.h"
#include "tauforge/scenario/machine.h"

namespace tauforge::commission {

// Who stands beside the machine.
class Operator {
 public:
  virtual ~Operator() = default;
  virtual bool agrees(const std::string& question) = 0;  // no: the procedure ends there
  virtual void hears(const std::string& what) = 0;
  // The emergency stop: is to be pressed soon after `now`, then to be released. Of a virtual arm, somebody has to do it.
  virtual void presses(Nanoseconds) {}
  virtual void releases() {}
};

struct Order {
  const robot::Robot& robot;
  const scenario::Machine& machine;
  Pace& pace;
  Operator& person;
  std::string driver, by;
  Fingerprints hashes;
  Step from = Step::dry_run;             // steps before it are those of
  std::optional<Record> earlier = {};    // ... which passed them all with the same machine (refused_from)
  const tauforge_model* code = nullptr;  // that runs from step 5 on; nothing: the templates
};

Record carry_out(const Order& order);

}  // namespace tauforge::commission
