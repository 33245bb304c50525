// The numbers that searches for Plans are tuned by. They were found by trial on robots/counting; none is right or wrong,
// but another one makes another sequence of evaluations, so other plans and other generated code:
// tests/compiler/benchmark_counts.cpp says whether for the better.
//
// A share is a part of the effort: 0.45 means when 45% of it is spent.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <variant>

#include "tauforge/dynamics/state.h"

namespace tauforge::compiler {

// Effort of a search where nobody says otherwise: programs that are recorded and counted. More finds little more.
inline constexpr int default_evaluations = 33000;

// Joints of the robot that the effort is meant for. An evaluation of a larger one takes longer, and counts for more.
inline constexpr long long joints_of_an_arm = 8;

inline constexpr double never = std::numeric_limits<double>::infinity();  // as a share
inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

// Metropolis: a step that costs more is taken with the chance exp(-more / temperature). The temperature is in operations
// and falls in a straight line over a run.
struct Cooling {
  double hot, drop;
};
inline constexpr unsigned chance_steps = 100000;  // so finely a chance is drawn

// Threshold accepting: a step that costs one or two more is taken one time in so many, from the beginning to the end.
struct Threshold {
  unsigned two_more_one_in, one_more_one_in;
};

struct Annealing {
  std::array<double, 3> run_ends;           // shares; a run from each of the best plans. 0: no such run
  std::variant<Cooling, Threshold> accept;  // what costs more
  std::optional<unsigned> seed = {};        // nothing: the effort so far, so another one for each run
  unsigned two_changes_one_in = 0;          // a step is two changes at once one time in so many; 0: never
  int patience = 0;             // steps per joint without gain before a restart from the pool; 0: no restarts
  int tries = 100;              // steps from one plan before the objective begins at it once more
  std::size_t most_equals = 1;  // so many plans that are equally cheap come back from a run
};

struct SearchTuning {
  // What an evaluation counts for: 1 of an arm.
  long long (*weight)(const robot::Tree& tree);

  struct Starts {
    double proposed;        // share: as many are proposed as it would evaluate ...
    double until;           // ... and evaluated until this share is spent
    std::size_t best;       // descents begin at so many of the best, of whatever kind,
    std::size_t descended;  // and at one of every kind (PlanMoves::features), so many in all
  } starts;

  struct Descents {
    double begin_until;     // share: none begins later
    double continue_until;  // share: none looks at all changes once more later
  } descents;

  // What restarts and the choice of the final plan draw from, cheapest first.
  struct Pool {
    std::size_t most;
    bool
        of_all;  // starts and every step of annealing, each once; otherwise what descents and runs end with, equals too
  } pool;

  Annealing annealing;

  struct Factoring {
    int effort;     // of one, in evaluations, once more times the weight; 0: it is not accounted for
    bool of_large;  // programs that the pipeline would not factor (factor_program.h) are factored all the same
  } factoring;

  // Which plans of the pool are factored: at least so many, and more of small programs, which take less time.
  struct Finalists {
    int least;
    int operations;  // so many in all
    int restarts;    // of factor_sums
  } finalists;

  // The last improvement counts factored programs. Changes that cost too much before factoring are not factored.
  struct Polish {
    int most_more;                            // operations before factoring
    int restarts;                             // of factor_sums
    int operations = 0;                       // of all that is factored in a descent: large programs take long
    std::optional<Annealing> annealing = {};  // instead of the descent
    int perturbations_one_in = 0;             // of the effort, to choose among the equals that annealing found
  } polish;
};

// Torques by Newton-Euler: many choices per link, each of little effect. Descents and a long walk with restarts.
inline constexpr SearchTuning newton_euler_tuning{
    .weight = [](const robot::Tree& tree) { return std::max(1LL, tree.size() / joints_of_an_arm); },
    .starts = {.proposed = 1.0 / 3, .until = never, .best = 4, .descended = 12},
    .descents = {.begin_until = 0.66666667, .continue_until = 1.0},  // rounded up: at two thirds another one begins
    .pool = {.most = 16, .of_all = true},
    .annealing = {.run_ends = {0.9},
                  .accept = Threshold{.two_more_one_in = 50, .one_more_one_in = 12},
                  .seed = 1,
                  .two_changes_one_in = 4,
                  .patience = 60},
    .factoring = {.effort = 0, .of_large = true},
    .finalists = {.least = 1, .operations = 6000, .restarts = 6},
    .polish = {.most_more = 2, .restarts = 3, .operations = 40000},
};

// Mass matrix and gravity by composite bodies: few choices per link, but every pair of joints has places to meet, and what
// one change gains depends on many others. Much annealing, half of it on factored programs, which gain most here.
inline constexpr SearchTuning composite_body_tuning{
    .weight =
        [](const robot::Tree& tree) {  // pairs of joints
          const long long rows = dynamics::base_rows(tree) + tree.size();
          return std::max(1LL, rows * rows / (joints_of_an_arm * joints_of_an_arm));
        },
    .starts = {.proposed = 1.0, .until = 0.15, .best = 0, .descended = unlimited},
    .descents = {.begin_until = 0.45, .continue_until = 0.45},
    .pool = {.most = unlimited, .of_all = false},
    // sums: 0.6 instead of the last would end that run an evaluation earlier
    .annealing = {.run_ends = {0.45 + 0.05, 0.45 + 2 * 0.05, 0.45 + 3 * 0.05},
                  .accept = Cooling{.hot = 0.9, .drop = 0.7}},
    .factoring = {.effort = 10, .of_large = false},
    .finalists = {.least = 6, .operations = 0, .restarts = 1},
    .polish = {.most_more = 4,
               .restarts = 1,
               .annealing = Annealing{.run_ends = {0.8},
                                      .accept = Cooling{.hot = 0.6, .drop = 0.5},
                                      .seed = 7,
                                      .tries = 100,
                                      .most_equals = 8},
               .perturbations_one_in = 50},
};

// Moves. Slides of origins combine: at most so many combinations begin a search.
inline constexpr std::size_t most_slid_starts = 64;
// Runs of parallel axes are written before or after their joints turn, in all combinations up to so many runs, beyond one
// run at a time.
inline constexpr std::size_t most_combined_runs = 7;
// Of which kind a random change of a Newton-Euler plan is, in parts of their sum.
struct RandomKinds {
  unsigned link = 11, gauge = 6, less_gauge = 1, unit = 1, slide = 1;
  constexpr unsigned sum() const { return link + gauge + less_gauge + unit + slide; }
};
inline constexpr RandomKinds random_kinds{};

}  // namespace tauforge::compiler
