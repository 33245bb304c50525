// Every formulation once, for explicit instantiation: TAUFORGE_FORMULATIONS(extern, double) declares,
// TAUFORGE_FORMULATIONS(, double) defines. A new formulation enters here with its first commit, so that it
// compiles for every scalar.
#pragma once

#include "tauforge/dynamics/articulated_body.h"
#include "tauforge/dynamics/coriolis_matrix.h"
#include "tauforge/dynamics/gravity_torque.h"
#include "tauforge/dynamics/inverse_dynamics.h"
#include "tauforge/dynamics/jacobian.h"
#include "tauforge/dynamics/mass_matrix.h"
#include "tauforge/dynamics/momentum.h"
#include "tauforge/dynamics/planned/composite_body.h"
#include "tauforge/dynamics/planned/momentum.h"
#include "tauforge/dynamics/planned/newton_euler.h"
#include "tauforge/dynamics/regressor.h"

// clang-format off
#define TAUFORGE_ID(KEYWORD, S, NAME, WORKSPACE) \
  KEYWORD template void NAME<S>(const Tree&, const Parameters<S>&, const State<S>&, WORKSPACE<S>&, std::span<S>);

#define TAUFORGE_FORMULATIONS(KEYWORD, S) \
  TAUFORGE_ID(KEYWORD, S, newton_euler, NewtonEulerWorkspace) \
  TAUFORGE_ID(KEYWORD, S, luh_walker_paul, LuhWalkerPaulWorkspace) \
  TAUFORGE_ID(KEYWORD, S, khalil, KhalilWorkspace) \
  TAUFORGE_ID(KEYWORD, S, augmented_body, AugmentedBodyWorkspace) \
  TAUFORGE_ID(KEYWORD, S, gibbs_appell, GibbsAppellWorkspace) \
  TAUFORGE_ID(KEYWORD, S, kane, KaneWorkspace) \
  TAUFORGE_ID(KEYWORD, S, velocity_torque, VelocityTorqueWorkspace) \
  TAUFORGE_ID(KEYWORD, S, gravity_torque, GravityTorqueWorkspace) \
  TAUFORGE_ID(KEYWORD, S, momentum, MomentumWorkspace) \
  TAUFORGE_ID(KEYWORD, S, lagrange, LagrangeWorkspace) \
  TAUFORGE_ID(KEYWORD, S, coriolis_matrix, CoriolisMatrixWorkspace) \
  TAUFORGE_ID(KEYWORD, S, regressor, RegressorWorkspace) \
  TAUFORGE_ID(KEYWORD, S, rigid_regressor, RegressorWorkspace) \
  KEYWORD template void planned_newton_euler<S>(const Tree&, const Plan&, const Parameters<S>&, const State<S>&, PlannedNewtonEulerWorkspace<S>&, std::span<S>); \
  KEYWORD template void planned_composite_body<S>(const Tree&, const Plan&, const Parameters<S>&, const State<S>&, PlannedCompositeBodyWorkspace<S>&, std::span<S>, std::span<S>); \
  KEYWORD template void planned_momentum<S>(const Tree&, const Plan&, const Parameters<S>&, const State<S>&, PlannedMomentumWorkspace<S>&, std::span<S>); \
  KEYWORD template S gibbs_function<S>(const Tree&, const Parameters<S>&, const State<S>&, GibbsAppellWorkspace<S>&); \
  KEYWORD template S kinetic_energy<S>(const Tree&, const Parameters<S>&, const State<S>&, EnergyWorkspace<S>&); \
  KEYWORD template S potential_energy<S>(const Tree&, const Parameters<S>&, const State<S>&, EnergyWorkspace<S>&); \
  KEYWORD template void compound_link<S>(const Tree&, const Parameters<S>&, std::span<const S>, CompoundLinkWorkspace<S>&, std::span<S>, std::span<S>); \
  KEYWORD template void composite_body<S>(const Tree&, const Parameters<S>&, std::span<const S>, CompositeBodyWorkspace<S>&, std::span<S>); \
  KEYWORD template void walker_orin<S>(const Tree&, const Parameters<S>&, std::span<const S>, WalkerOrinWorkspace<S>&, std::span<S>); \
  KEYWORD template void articulated_body<S>(const Tree&, const Parameters<S>&, const State<S>&, std::span<const S>, std::span<const S>, ArticulatedBodyWorkspace<S>&, std::span<S>); \
  KEYWORD template void forward_kinematics<S>(const Tree&, const Parameters<S>&, const State<S>&, ForwardKinematicsWorkspace<S>&, std::span<Pose<S>>); \
  KEYWORD template void jacobian<S>(const Tree&, const Parameters<S>&, const State<S>&, Index, const Vec3<S>&, JacobianWorkspace<S>&, std::span<S>); \
  KEYWORD template void rigid_inverse_dynamics<S>(InverseDynamics, const Tree&, const Parameters<S>&, const State<S>&, InverseDynamicsWorkspace<S>&, std::span<S>); \
  KEYWORD template void rigid_mass_matrix<S>(MassMatrix, const Tree&, const Parameters<S>&, std::span<const S>, MassMatrixWorkspace<S>&, std::span<S>);
// clang-format on
