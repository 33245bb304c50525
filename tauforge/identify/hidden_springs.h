// Springs that hide behind first moments, or first moments behind springs (dynamics/spring.h): said in words.
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/identify.h"

namespace tauforge::identify {

// One sentence for each number of a spring that no motion, or not this one, tells from others.
std::vector<std::string> hidden_springs(const robot::Robot& robot, const BaseParameters& base,
                                        const std::vector<Refusal>& refusals);

}  // namespace tauforge::identify
