#include "tauforge/robot/generic_inertias.h"
#include "tests/support/robots.h"

#include <gtest/gtest.h>

namespace tauforge::tests {
namespace {

TEST(GenericInertias, KeepThePatternAndNothingElse) {
  const robot::Robot puma = robot_in_folder("counting/puma560_armstrong");
  const robot::Robot generic = robot::generic_inertias(puma, 1);
  EXPECT_EQ(generic.parameters.drive, puma.parameters.drive);
  const auto &link1 = generic.parameters.body[0], &link4 = generic.parameters.body[3];
  EXPECT_EQ(link1.m, 0.0);
  EXPECT_GE(link1.I.zz, 0.3);
  EXPECT_GE(link4.m, 0.3);
  EXPECT_EQ(link4.h.x, 0.0);
  EXPECT_GE(link4.h.z, 0.3) << "a negative first moment counts as one that is there";
  EXPECT_NE(link4.I.xx, link4.I.yy) << "equal moments of the file are no promise";
}

TEST(GenericInertias, DependOnTheSeedAlone) {
  const robot::Robot arm = robot_in_folder("counting/rx90_all");
  const auto moment = [&](unsigned seed) { return robot::generic_inertias(arm, seed).parameters.body[5].I.xz; };
  EXPECT_EQ(moment(2), moment(2));
  EXPECT_NE(moment(2), moment(3));
}

}  // namespace
}  // namespace tauforge::tests
