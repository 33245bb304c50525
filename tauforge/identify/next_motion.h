// Which motion would tell more: the drives that the logs move least, and what the logs hardly tell apart, in words.
//
//   range_j   positions that drive j used, of those it may; of 2 pi where the file has no limits                  (1)
//   speed_j   its largest speed, of its limit; of 2 rad/s where the file has none                                 (2)
//   worst     the drive with the least range_j speed_j                                                           (3)
//   weakest   right singular vector of the smallest singular value of the columns scaled to length one           (4)
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/identified_robot.h"

namespace tauforge::identify {

struct MotionSoFar {
  double lowest = 0, highest = 0, fastest = 0;  // [rad or m], per second
  double range_share = 0, speed_share = 0;      // (1), (2)
};
std::vector<MotionSoFar> drive_motions(const robot::Robot& robot, const std::vector<signals::Samples>& logs);

std::size_t worst_moved(const std::vector<MotionSoFar>& motions);  // (3)

// "wrist_3 (so far 4 % of its range, 2 % of its speed)", several joined by commas.
std::string motions_text(const robot::Robot& robot, const std::vector<MotionSoFar>& motions,
                         const std::vector<std::size_t>& drives);

// Names of the parameters in (4), the largest components first, at most this many.
std::vector<std::string> weakest_combination(const Identification& found, std::size_t most = 3);

}  // namespace tauforge::identify
