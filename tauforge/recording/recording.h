// A measurement of a moving robot: time stamps, and per joint what was measured at them, in SI units. One file is one
// Recording; a campaign is several. Time stamps may be jittered and may have gaps: nothing here assumes a fixed rate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tauforge::recording {

enum class Effort {
  none,     // only motion was recorded
  torque,   // [N m or N]
  current,  // [A]; a drive gain makes it a torque
};

// One series per joint, each as long as the time stamps.
using Channels = std::vector<std::vector<double>>;

// A hole in the time stamps, between the samples `after` - 1 and `after`.
struct Gap {
  std::size_t after = 0;
  double seconds = 0;
};

struct Recording {
  std::string name;                 // as the user gave it: a path
  std::vector<std::string> joints;  // names of the joints (of the drives of the robot it is read for)
  std::vector<double> t;            // increasing                                            [s]
  Channels q;                       // positions                                             [rad or m]
  Channels qd;                      // measured velocities; empty: not measured              [rad/s or m/s]
  Channels effort;                  // what `effort_kind` says; empty: none
  Effort effort_kind = Effort::none;
  std::vector<Gap> gaps;             // in the order of time
  std::vector<std::uint32_t> line;   // of the file that each sample comes from; empty: not from a file
  std::size_t first_row = 1;         // data row of the file that the first sample comes from
  std::vector<std::string> columns;  // of the file, all of them, read or not

  std::size_t samples() const { return t.size(); }
  std::size_t joint_count() const { return joints.size(); }
};

// A stretch of samples without a gap: [begin, end).
struct Stretch {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};
std::vector<Stretch> stretches(const Recording& recording);

// The usual time between two samples: the median. Zero for fewer than two samples.
double usual_period(const std::vector<double>& t);

// Where time stamps are further apart than `largest` [s]; 0 means ten usual periods.
std::vector<Gap> find_gaps(const std::vector<double>& t, double largest = 0);

// The samples [begin, end) alone, gaps included.
Recording slice(const Recording& recording, std::size_t begin, std::size_t end);

}  // namespace tauforge::recording
