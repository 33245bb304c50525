// Bodies that are measured or estimated before they are links.                                        [AKB86, sec. 5, 6]
//
//   knife edge   x = edge + F l / M          balanced on the edge where F = 0; else a balance at distance l bears F    (1)
//   shells       of even thickness: cylinder I = m r^2 about its axis, m (r^2/2 + h^2/12) across; sphere 2/3 m r^2      (2)
//   subtraction  m = M - m_p,  m c = M C - m_p c_p,  moments about one origin subtract                                  (3)
//
// Tolerances: root of the sum of squares of what each measured number does alone.
#pragma once

#include "tauforge/explicit_model/measurement.h"
#include "tauforge/spatial/inertia.h"

namespace tauforge::explicit_model {

struct KnifeEdge {
  Measured edge;      // where the edge is, along the axis that is measured [m]
  Measured distance;  // l, of the balance from the edge [m]
  Measured reading;   // F, mass that the balance bears [kg]
  Measured mass;      // M of the link [kg]
};
Measured centre(const KnifeEdge& x);  // (1) [m]

struct ShellInertia {
  Measured along, across;  // the axis of symmetry [kg m^2]
};
ShellInertia cylinder_shell(const Measured& mass, const Measured& radius, const Measured& length);  // (2)
Measured sphere_shell(const Measured& mass, const Measured& radius);

struct MeasuredBody {
  Measured mass;        // [kg]
  Measured centre[3];   // [m]
  Measured inertia[3];  // xx, yy, zz about the centre of mass [kg m^2]
};
// What is left of a whole when a part is taken off; both in one frame, products of inertia left aside as the paper does.
MeasuredBody without(const MeasuredBody& whole, const MeasuredBody& part);  // (3)

}  // namespace tauforge::explicit_model
