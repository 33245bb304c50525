// Judges an assembled arm by what arms are like. validate sees one value at a time; a mass that is ten
// times too large is possible for a body and shows only against the arm's reach and its drives.
//
// "torque-below-weight": in some posture within its limits the weight beyond a joint asks for more than
// three times the torque the joint may give. Every drive has to hold its own arm; three leaves room for the
// springs that URDF does not describe, and joints whose springs are described are not judged. With springs, the PR2's
// shoulder is asked for 1.7 times its limit and Baxter's for 1.1; without, arms of industry and research for 0.9 times
// and less.
//
// "mass-implausible": what moves weighs more than 400 kg/m^3 times its reach cubed. Of the public
// descriptions at hand the densest is the Staubli TX40 with 131 (23 kg, 0.56 m); the industrial arm of [AMR89]
// has 74 (1379 kg, 2.65 m), RX160 26, PUMA 560 and Panda 15, UR10e 9, legs and humanoids 24 and less.
//
// Of fixed bases alone. The mass is judged of arms: at least three joints in a row, 20 kg, no slide of unknown stroke before
// them.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/robot/robot.h"

namespace tauforge::robot {

diagnostic::Findings judge_plausibility(const Description& description, const Robot& robot);

}  // namespace tauforge::robot
