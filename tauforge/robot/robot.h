// A robot ready for dynamics: structure, numbers, names, limits.
#pragma once

#include <string>
#include <vector>

#include "tauforge/robot/description.h"
#include "tauforge/robot/parameters.h"
#include "tauforge/robot/tree.h"

namespace tauforge::robot {

// A link of the file: rigidly part of a body (fixed joints are lumped).
struct Frame {
  std::string name;
  Index body = Tree::base;
  Pose<double> X;  // of the link's frame in the body's frame
};

struct Robot {
  std::string name;
  Tree tree;
  Parameters<double> parameters;
  std::vector<std::string> joints;        // names, one per body
  std::vector<std::string> links;         // name of the link that joint i moves, one per body
  std::vector<std::string> drives;        // names of the coordinates theta
  std::vector<LimitsDescription> limits;  // one per joint
  std::vector<double> drive_gain;         // one per drive, 1 where not given [N m per unit]
  std::string base_link;
  std::vector<Frame> frames;  // every link of the file, lumped ones included
  Meaning meaning = Meaning::physical;
  std::vector<Vector> gravity_directions;  // empty: the parameters hold for any gravity
};

}  // namespace tauforge::robot
