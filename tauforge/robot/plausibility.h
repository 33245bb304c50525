// Judges an assembled arm by what arms are like. validate sees one value at a time; a mass that is ten
// times too large is possible for a body and shows only against the arm's reach and its drives.
//
// "torque-below-weight": in some posture within its limits the weight beyond a joint asks for more than
// three times the torque the joint may give. Every drive has to hold its own arm; three leaves room for
// springs and counterweights, which files do not describe.
//
// "mass-implausible": what moves weighs more than 400 kg/m^3 times its reach cubed. Published arms, mass of
// the whole arm over reach cubed [kg/m^3]: UR10e 15, Panda 28, iiwa 14 54, KR 210 R2700 55, IRB 6640 79,
// IRB 120 128, KR 1000 titan 143, Cobra s600 190, TX40 212, M-2000iA/2300 217; what moves is about two thirds.
//
// Only arms are judged: fixed bases, chains of at least three joints, no slide of unknown stroke before them.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/robot/robot.h"

namespace tauforge::robot {

diagnostic::Findings judge_plausibility(const Description& description, const Robot& robot);

}  // namespace tauforge::robot
