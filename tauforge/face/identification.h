// What an identification says of itself, beside tauforge.h: what stops it, its bodies, its verdict, and scores of what was written.
#pragma once

#include "tauforge/tauforge.h"

namespace tauforge {

// identify_robot, in spite of findings and doubts with these codes. Logs that it is to be judged by are examined as well.
Result<Identification> identify_robot(const Robot& robot, std::span<const Recording> logs,
                                      std::span<const Recording> fresh, const IdentifySettings& settings,
                                      const std::vector<std::string>& accepted, const Progress& progress);

// A number of a body: as found, as described, and who decided it.
struct IdentifiedMoment {
  enum class From { logs, both, file } from = From::both;  // both: the logs tell combinations of it with others
  double value = 0, described = 0;
};
struct IdentifiedBody {
  std::string link;
  IdentifiedMoment mass;                    // [kg]
  std::array<IdentifiedMoment, 3> centre;   // of mass, in the link's frame                              [m]
  std::array<IdentifiedMoment, 6> inertia;  // about the centre of mass: xx yy zz xy yz xz               [kg m^2]
};

// How good an identification is, how far to trust it, what to do next.
struct Verdict {
  bool trusted = false;
  Findings doubts;                // warnings: why it is not to be trusted; notes: those that were accepted
  std::vector<std::string> next;  // in sentences; ROBOT stands for the robot's file
  bool fresh = false;             // figures are of logs it has not seen; else of left-out blocks of the others
  double error = 0;               // of the torques                                                        [%]
  double noise = 0;               // of the torques themselves; NaN: sampled too slowly to tell            [%]
  double explained = 0;           // of the torques without their noise                                    [%]
  std::vector<double> error_of_drive, noise_of_drive, explained_of_drive;
  double left_out = 0;                     // error on left-out blocks                                              [%]
  double condition = 0;                    // of the full model's columns, scaled to length one
  double alike = 0;                        // time over which residuals are alike                                   [s]
  struct Hausman {                         // do least squares and instrumental variables differ by more than chance?
    std::string why_not;                   // there is no test; empty: there is one
    double statistic = 0;                  // F
    std::size_t columns = 0, freedom = 0;  // its degrees of freedom
    double p = 1;                          // probability of as much by chance
    double reference = 0;                  // of the simulated loop                                       [Hz]
    bool biased = false;                   // p is below 1 %
  } hausman = {};
};

// What was written, a robot's file or code, judged on logs as whoever reads it will use it.
struct Score {
  struct OfLog {
    std::string log;
    bool fresh = false;            // not one that it was learned from
    double error = 0;              // of the torques                                                             [%]
    std::vector<double> of_drive;  // [%]
  };
  std::vector<OfLog> logs;
  double error = 0;             // over the logs it was learned from                                          [%]
  std::optional<double> fresh;  // over the others                                                            [%]
  double difference = 0;        // of its torques from those of the model, as a share of a drive's largest
  bool as_fitted = false;       // that is rounding; if not, it is a fault of this library
};

std::vector<IdentifiedBody> bodies_of(const Identification& found);  // of possible()

// `logs` are those it was learned from, `fresh` others of this robot.
Verdict verdict_on(const Identification& found, std::span<const Recording> logs, std::span<const Recording> fresh,
                   const std::vector<std::string>& accepted);
// The same, which whoever watches its progress may cancel.
Result<Verdict> verdict_on(const Identification& found, std::span<const Recording> logs,
                           std::span<const Recording> fresh, const std::vector<std::string>& accepted,
                           const Progress& progress);

enum class Written { possible, reduced };  // which of the two robots a file or code was made of
Score score(const Identification& found, Written which, const Robot& as_read, std::span<const Recording> logs,
            std::span<const Recording> fresh);
Score score(const Identification& found, Written which, const GeneratedCode& code, std::span<const Recording> logs,
            std::span<const Recording> fresh);

}  // namespace tauforge
