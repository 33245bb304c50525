// The bodies of an identified robot beside those of the description, and who decided each number: logs tell combinations of
// parameters (base_parameters.h), so that most numbers of single bodies are where the description left them, given what the
// logs do tell.
//
//   B pi = beta    told combinations; number k of pi is measured where e_k is in the row space of B, and not told where B e_k = 0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tauforge/identify/identified_robot.h"

namespace tauforge::identify {

enum class Known { measured, combined, not_told };  // combined: told together with others

// Mass, centre of mass (3), inertia about it (xx yy zz xy yz xz), in the frame of the link.
struct BodyValues {
  std::string link;
  std::array<double, 10> value = {}, described = {};
  std::array<Known, 10> known = {};
};
std::vector<BodyValues> body_values(const IdentifiedRobot& found);

}  // namespace tauforge::identify
