#include "benchmarks/peers.h"

namespace tauforge::benchmarks {

std::vector<Peer> peers() {
  return {
#ifdef TAUFORGE_WITH_PINOCCHIO
      {"Pinocchio", std::string(pinocchio_version()) + ", compiled from its headers with the same flags",
       pinocchio_contender},
#else
      {"Pinocchio", "python package pin", nullptr},
#endif
#ifdef TAUFORGE_WITH_MUJOCO
      {"MuJoCo", std::string(mujoco_version()) + ", library as published", mujoco_contender},
#else
      {"MuJoCo", "python package mujoco", nullptr},
#endif
#ifdef TAUFORGE_WITH_KDL
      {"KDL", std::string(TAUFORGE_WITH_KDL) + ", library of the distribution", kdl_contender},
#else
      {"KDL", "Debian package liborocos-kdl-dev", nullptr},
#endif
  };
}

}  // namespace tauforge::benchmarks
