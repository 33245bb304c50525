// From a recording to what a regressor needs: positions, velocities, accelerations and efforts at common times.
//
//   filtered           zero-phase Butterworth on q, then central differences on the uniform grid                  (1)
//     qd_k  = (8 (q_k+1 - q_k-1) - (q_k+2 - q_k-2)) / 12 T
//     qdd_k = (16 (q_k+1 + q_k-1) - (q_k+2 + q_k-2) - 30 q_k) / 12 T^2
//   two_step           differences of differences, the differences being the filter            [IHPH92, sec. 4]   (2)
//     qd_k = (q_k+1 - q_k-1) / 2T,  qdd_k = (q_k+2 - 2 q_k + q_k-2) / 4T^2
//   measured_velocity  q and the measured qd filtered; qdd by central differences of qd                           (3)
//
// Jittered time stamps are first brought to a uniform grid by a cubic spline, stretch by stretch between gaps.
#pragma once

#include <cstddef>
#include <vector>

#include "tauforge/recording/recording.h"
#include "tauforge/signals/filter.h"

namespace tauforge::signals {

enum class Derivatives { filtered, two_step, measured_velocity };

enum class Times {
  grid,      // the uniform grid; efforts are brought to it
  recorded,  // the recording's own time stamps; motion is interpolated back, efforts stay as they were measured
};

struct Preparation {
  Derivatives derivatives = Derivatives::filtered;
  Butterworth motion{};  // of positions and measured velocities
  Butterworth effort{};  // of efforts; needs Times::grid
  Times times = Times::grid;
  double delay = 0;       // of efforts behind the motion: an effort is put beside the motion this much earlier     [s]
  double rate_hz = 0;     // of the grid; 0: the recording's usual rate
  std::size_t trim = 0;   // samples dropped at both ends of every stretch, before thinning
  std::size_t every = 1;  // then every k-th sample is kept
};

struct Samples {
  std::vector<double> t;                      // [s]
  recording::Channels q, qd, qdd, effort;     // per joint; effort is empty where the recording has none
  std::vector<recording::Stretch> stretches;  // without gaps inside
  double period = 0;                          // of the grid before thinning                [s]

  std::size_t size() const { return t.size(); }
};

// Stretches too short for the chosen differences are left out. Derivatives::measured_velocity needs recording.qd.
Samples prepare(const recording::Recording& recording, const Preparation& how);

// Derivatives of one uniformly sampled series, by (1) and (2); values at the ends are those of their neighbours.
struct SeriesDerivatives {
  std::vector<double> first, second;
};
SeriesDerivatives central_differences(const std::vector<double>& x, double period);
SeriesDerivatives two_step_differences(const std::vector<double>& x, double period);

}  // namespace tauforge::signals
