// Which formulation each part of a function goes through, and what it is asked about where there is a choice.
#pragma once

#include <optional>
#include <vector>

#include "tauforge/dynamics/catalogue.h"
#include "tauforge/dynamics/planned/plan.h"
#include "tauforge/robot/robot.h"

namespace tauforge::functions {

struct Choices {
  dynamics::InverseDynamics inverse_dynamics = dynamics::InverseDynamics::newton_euler;
  dynamics::MassMatrix mass_matrix = dynamics::MassMatrix::composite_body;
  dynamics::ForwardDynamics forward_dynamics = dynamics::ForwardDynamics::articulated_body;  // of direct drives

  // Planned formulations take over where a Plan is given; it is kept by reference.
  const dynamics::Plan* newton_euler = nullptr;
  const dynamics::Plan* composite_body = nullptr;
  const dynamics::Plan* momentum = nullptr;

  std::vector<robot::Index> base_columns = {};  // of base_regressor (dynamics/base_columns.h)
  bool bodies_alone = false;                    // regressors without the columns of drives

  std::vector<robot::Frame> frames = {};         // of forward_kinematics; empty: of the links that joints move
  std::optional<robot::Frame> jacobian_of = {};  // absent: the last link
  std::vector<robot::Frame> pushed = {};         // where wrenches act, six numbers each; empty: on the last link
};

}  // namespace tauforge::functions
