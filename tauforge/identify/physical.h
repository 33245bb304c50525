// Parameters of bodies that can exist, from what a measurement says about combinations of them.
//
//   minimise  |A pi - b|^2 + w sum_i |P_i0^-1/2 (P_i - P_i0) P_i0^-1/2|^2     over pi = pi(P_1, P_2, ..., drives)      (1)
//   P_i = U_i U_i',  U = e^a [e^d1 s12 s13 t1; 0 e^d2 s23 t2; 0 0 e^d3 t3; 0 0 0 1]   log-Cholesky     [RW22]          (2)
//
// A and b are the measurement reduced by QR (and weighted, so that the residual of each row has variance 1), with one
// column per parameter of dynamics/regressor.h; what A cannot see is decided by the prior alone. P_i is the pseudo-inertia
// of body i, in its link's frame, P_i0 the prior's. By (2) it is positive definite whatever the ten numbers are. The
// prior's weight w is the largest of a falling sequence at which the fit stays within what is allowed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tauforge/identify/base_parameters.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/robot/robot.h"

namespace tauforge::identify {

// A combination of parameters that nothing was measured of: it keeps the prior's value, whatever the bodies do otherwise.
struct Held {
  std::vector<Share> combination;  // columns of the regressor, with their coefficients
  double weight = 0;               // a deviation of 1 / weight counts as much as one row that is off by its deviation
};

struct Evidence {
  std::vector<double> A;        // rows x columns, row-major; columns = dynamics::regressor_columns(robot.tree)
  std::vector<double> b;        // one per row
  double unexplained = 0;       // squared residual that no parameters can remove (of the unconstrained fit)
  std::vector<Held> held = {};  // beside what was measured
};

// A measurement of base parameters, |R beta - z|^2 with one column of R per kept parameter (rows x kept, row-major), as
// evidence about all parameters: a dropped column is the combination of kept ones that it was dropped for.
Evidence evidence_of(const robot::Robot& robot, const BaseParameters& base, std::span<const double> R,
                     std::span<const double> z, double unexplained);

struct PhysicalOptions {
  double allowed_growth = 0.02;   // of the residual's norm, over the unconstrained fit's
  double smallest_mass = 1e-3;    // [kg]
  double smallest_radius = 2e-3;  // no body is thinner: a bound on e^d, its conditional radii of gyration [m]
  bool drives_are_free = false;   // negative friction and rotor inertia are let through
  int most_iterations = 200;      // of each solution
  // w as it is, in place of the largest that is allowed: the fit is pulled to the file as it is, also where that is no body
  std::optional<double> prior_weight = {};
};

struct PhysicalFit {
  std::vector<double> parameters;            // one per column of the regressor
  std::vector<double> smallest_eigenvalue;   // of each body's pseudo-inertia, about its centre of mass   [kg m^2 or kg]
  double residual = 0;                       // norm, with `unexplained`
  double unconstrained = 0;                  // the norm that parameters without physics reach
  double prior_weight = 0;                   // w
  double distance = 0;                       // from the prior, sqrt of the sum in (1)
  std::vector<std::string> replaced_priors;  // links whose prior was no possible body and was made one
  bool converged = false;
  std::string summary;  // of the solver, one line
};

PhysicalFit nearest_possible(const robot::Robot& prior, const Evidence& evidence, const PhysicalOptions& options = {});

// How many of `count` random postures have a mass matrix that is positive definite.
std::size_t positive_definite_postures(const robot::Robot& robot, std::size_t count, unsigned seed = 1);

}  // namespace tauforge::identify
