// Least squares, A x = b, by the methods the papers name.                       [IHPH92, sec. 4], [Val]
//
//   qr               Householder with column pivoting
//   svd              x = V S^-1 U' b                                            (1)
//   pseudo_inverse   (1) without the directions below rounding                  (2)
//   truncated_svd    (1) with the `rank` largest directions alone               (3)
//   ridge            min |A x - b|^2 + ridge^2 |D x|^2, D the lengths of A's columns      (4)
//   total            errors in A too: the smallest right singular vector of [A | b]       (5)
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace tauforge::identify {

enum class Solver { qr, svd, pseudo_inverse, truncated_svd, ridge, total };
const char* to_text(Solver solver);

struct Pull;

struct SolverChoice {
  Solver solver = Solver::qr;
  double ridge = 0;                       // (4), relative to columns of length one
  int rank = 0;                           // (3)
  std::shared_ptr<const Pull> pull = {};  // rows beside those of the logs, see pull.h; nothing: none
};

// A row-major.
std::vector<double> solve_rows(std::span<const double> A, std::span<const double> b, const SolverChoice& choice);

}  // namespace tauforge::identify
