// Identification as [IHPH92, sec. 7] does it, of any robot from any logs of positions and torques:
//
//   qd_k = (q_k+1 - q_k-1) / 2T,  qdd_k = (qd_k+1 - qd_k-1) / 2T      velocities are differences, even where measured   (1)
//   the first and the last 15 samples are dropped                                                                       (2)
//   every trajectory is fitted alone, min |W (D eta - tau)|           W: 1 / the largest torque of the drive            (3)
//   mean, deviation, largest and smallest of each eta_k over the trajectories                                 table 1   (4)
//   eta_k is dropped where |D_k eta_k| stays below 1 % of the largest torque of the drive in every trajectory           (5)
//   (3) and (4) again with what is left                                                                       table 2   (6)
//
// Three things the paper does not print. The weights of (3). What is done about reversals: differences blur the instant at
// which friction changes its sign, so a drive's rows next to its own reversals are left out. And which eta_k (5) judges: it
// had those of table 1 and their means, see Judged.
#pragma once

#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/identify/identify.h"

namespace tauforge::literature {

enum class Judged {
  mean,      // the means of table 1
  alone,     // in each trajectory its own estimate; noise lifts nearly all of them above 1 %
  together,  // the fit of all trajectories, which is the most certain one; what it cannot tell from zero goes as well
};

struct PaperEstimate {
  identify::ParameterName name;
  bool significant = false;
  double torque_share = 0;                      // the largest over trajectories and drives, of what is judged
  double together = 0, together_deviation = 0;  // of all trajectories in one fit; deviation by leaving each one out
  identify::Summary all;                        // table 1
  identify::Summary significant_alone;          // table 2; count 0 where dropped
};

// The columns of one trajectory without weights, as the paper prints them.
struct TrajectoryColumns {
  std::string name;
  std::size_t samples = 0;               // that were left after (2)
  identify::Conditioning before, after;  // with the parameters of table 1, and of table 2
  std::size_t rank_before = 0, rank_after = 0;
};

struct PaperIdentification {
  identify::BaseParameters base;
  std::vector<PaperEstimate> estimates;  // in the order of base.kept
  std::vector<TrajectoryColumns> trajectories;
  identify::Conditioning together_before, together_after;  // of all trajectories in one matrix
  std::size_t significant = 0;
  std::size_t by_mean = 0, by_alone = 0, by_together = 0;  // parameters that each reading of (5) keeps
  double share = 0;                                        // the limit of (5)
  double period = 0;            // of the differences                                          [s]
  identify::TorqueModel model;  // the means of table 2
  robot::Robot reduced;         // the same as a robot: combinations, not bodies

  const TrajectoryColumns& worst() const;  // the trajectory with the largest condition number
};

struct PaperSettings {
  std::size_t trim = 15;          // samples at both ends
  std::size_t from_reversal = 2;  // samples around every change of direction of a drive, left out of its rows
  double period = 0;              // of the samples that are taken [s]; 0: all. The paper's: 28 ms
  double share = 0.01;
  Judged judged = Judged::mean;
  double confidence = 0.99;  // Judged::together: that a parameter is not zero
};

// At least two trajectories. Friction is Coulomb's and viscous, whatever the robot's file has.
diagnostic::Result<PaperIdentification> paper_identification(const robot::Robot& robot,
                                                             const std::vector<recording::Recording>& trajectories,
                                                             const PaperSettings& settings = {});

// Why the result is not to be trusted although it was fitted; nothing: it may be. `written` is the identified robot as
// its file has it.
diagnostic::Findings doubts_about(const PaperIdentification& found, const robot::Robot& written,
                                  const std::vector<recording::Recording>& trajectories);

}  // namespace tauforge::literature
