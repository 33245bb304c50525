// The specification file of [IHPH92], Appendix A (.dyn): a serial arm in standard Denavit-Hartenberg
// parameters, its moments about the far frame's origin. One statement per line, % starts a comment:
//
//   number_links 6
//   mass  0 0 0 0 0 m6              one value per link, a number or a symbol       [kg]
//   sigma 0 0 0 0 0 0               0 revolute, 1 prismatic
//   alpha dpar apar                 twist in degrees, distance, length             [deg, m, m]
//   adyna bdyna cdyna ddyna edyna fdyna   inertia xx yy zz xy yz xz, tensor signs  [kg m^2]
//   xgrav ygrav zgrav               first moments, mass times centre               [kg m]
//   iadyna                          motor inertia felt at the joint                [kg m^2 or kg]
//   option moment                   the inputs are moments (they always are)
//   variable m6 2.768114            the number behind a symbol: a dynamic parameter,
//   constant a2 0.2032              or a length
//   stop
//
// The key of the motor inertia is lost in print: the line begins with its values. `iadyna` fits the
// family of names; `ia` is understood too, and so is the printed form, with a warning.
// Keys of our own, so that nothing of the paper's robot is lost: fsdyna (Coulomb friction, the
// paper's fs), dsdyna (viscous friction, its ds), thetapar (joint offset, degrees), gravity (gx gy gz).
// The parameters are identified ones: the description's meaning is `base`.
#pragma once

#include "tauforge/files/source_text.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

struct SpecificationOptions {
  bool lenient = false;  // a list of zeros that is too short is filled up, with a warning
};

Result<robot::Description> read_specification(const SourceText& source, const SpecificationOptions& options = {});

}  // namespace tauforge::files
