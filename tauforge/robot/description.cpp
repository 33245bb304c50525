#include "tauforge/robot/description.h"

namespace tauforge::robot {

bool same_content(const Description& a, const Description& b) {
  return a.name == b.name && a.source == b.source && a.links == b.links && a.joints == b.joints &&
         a.floating_base == b.floating_base && a.gravity == b.gravity && a.gravity_directions == b.gravity_directions &&
         a.meaning == b.meaning && a.payload == b.payload && a.transmission == b.transmission &&
         a.acknowledged == b.acknowledged;
}

}  // namespace tauforge::robot
