// The verdict on an identification: how good it is, how far it is to be trusted, what to do next.
//
//   noise       rms of the torques above 10 Hz, taken for white: times sqrt(fN / (fN - 10 Hz)), fN half the sampling rate     (1)
//   explained   1 - (error^2 - noise^2) / (torque^2 - noise^2)        of the signal without its noise                         (2)
//   unexplained sqrt(1 - explained) of a drive above 25 %: drive-unexplained                                                 (3)
//
// Doubts, each by its code (docs/identification.md says what to do about them):
//
//   drive-unexplained   (3)                                         validation-far   far worse on logs it has not seen
//   columns-exchanged   two columns the other way round fit better  condition-high   combinations that the logs hardly tell
//   drives-coupled      a drive's torque follows another's motion   drive-still      a drive that hardly moves
//   sign-doubtful       friction that drives                        part-unlike      a part of a log unlike the others
//   bodies-impossible   no bodies explain the torques as well       delay-long       torques and motion too far apart
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/identified_robot.h"

namespace tauforge::identify {

// Of predicted torques on some logs; noise is NaN where the sampling is too slow to tell.
struct Quality {
  RelativeError error;
  double noise = 0;                    // (1) [%]
  double explained = 0;                // (2) [%]
  std::vector<double> noise_of_drive;  // [%]
  std::vector<double> explained_of_drive;
};
Quality quality_of(const std::vector<Validation>& logs);

struct Verdict {
  Quality quality;                // of the reduced model as it is written
  bool fresh = false;             // on logs it has not seen; else on these, every block by a fit without it
  double left_out = 0;            // error on left-out blocks of the logs                           [%]
  double condition = 0;           // of the full model's columns, scaled to length one
  double alike = 0;               // time over which residuals are alike                            [s]
  diagnostic::Findings doubts;    // warnings: not to be trusted; notes: accepted, or merely worth knowing
  std::vector<std::string> next;  // what to do, in sentences; ROBOT stands for the robot's file

  bool trusted() const;
};

Verdict verdict_on(const IdentifiedRobot& found, const std::vector<recording::Recording>& logs,
                   const std::vector<recording::Recording>& fresh, const std::vector<std::string>& accepted,
                   const Progress& progress = {});

}  // namespace tauforge::identify
