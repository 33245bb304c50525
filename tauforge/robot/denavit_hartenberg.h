// Any serial arm as a table of standard Denavit-Hartenberg parameters: frame i at the far end of link i, its z on the axis
// of joint i+1, its x on the common normal of the two axes [Paul 1981].
//
// What hangs rigidly together becomes one link, a payload included. Frame 0 is the base's own where joint 1 turns about its
// z; otherwise it is put on the axis of joint 1, and gravity is turned with it. Joints, drives and limits stay as they were.
//
// Refused: trees, floating bases, coupled joints ("specification-serial", "-floating", "-transmission"), and neighbouring
// axes that are nearly parallel ("specification-nearly-parallel"): their common normal is so far away that digits are lost.
#pragma once

#include "tauforge/robot/assemble.h"

namespace tauforge::robot {

Result<Description> in_denavit_hartenberg(const Description& description, const AssembleOptions& options = {});

}  // namespace tauforge::robot
