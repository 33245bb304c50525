// Newton's method with damping and lower bounds: minimise f(x) over x >= l.                       [MNT04, sec. 2.4, 3.2]
//
//   (H + mu D^2) h = -f'          H = f'', D the scale of each variable                          (1)
//   rho = (f(x) - f(x + h)) / -(f' h + h H h / 2)                gained, of what was promised    (2)
//   rho > 0:  x <- x + h,  mu <- mu max(1/3, 1 - (2 rho - 1)^3),  nu <- 2                        (3)
//   else, or where (1) has no positive definite matrix:  mu <- nu mu,  nu <- 2 nu                (4)
//
// What stands at its bound and wants to go further stays there; what would cross it goes as far as it may, and (1) is
// solved again for the others. H is the whole of f'': of a sum of squares that stays large, J'J alone (Levenberg and
// Marquardt) leads along curved valleys by steps that hardly move.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace tauforge::identify {

struct Curvature {
  std::vector<double> slope;   // f'
  std::vector<double> second;  // f'' = H, one row after the other
  std::vector<double> scale;   // D, positive
};

struct Objective {
  std::function<double(std::span<const double> x)> value;
  std::function<void(std::span<const double> x, Curvature& at)> curvature;  // all of it has its size already
};

struct Minimum {
  double value = 0;  // f(x)
  int steps = 0;     // tried
  bool converged = false;
};

// From x, which is moved into the bounds first, to the minimum. `lower` has one bound per variable, minus infinity for none.
Minimum minimise(const Objective& f, std::span<const double> lower, int most_steps, std::span<double> x);

}  // namespace tauforge::identify
