// Comments between the steps of a recursion: each joint once outward, once inward.
#include "tauforge/emit/step_comments.h"

#include <gtest/gtest.h>

namespace tauforge::tests {
namespace {

TEST(StepComments, SayWhereAJointsMotionBegins) {
  emit::StepComments steps;
  EXPECT_EQ(steps.before("C1"), "");
  EXPECT_EQ(steps.before("minus_w2_y"), "motion of joint 2");
  EXPECT_EQ(steps.before("U2_xx"), "");
  EXPECT_EQ(steps.before("dw12_z"), "motion of joint 12");
  EXPECT_EQ(steps.before("a3_x"), "");  // statements overlap; the step of joint 3 is past
}

TEST(StepComments, ThenWhatItCarriesTowardsTheBase) {
  emit::StepComments steps;
  EXPECT_EQ(steps.before("F6_x"), "what joint 6 carries");
  EXPECT_EQ(steps.before("n6_z"), "");
  EXPECT_EQ(steps.before("minus_fc5_x"), "what joint 5 carries");
  EXPECT_EQ(steps.before("f6_x"), "");
}

TEST(StepComments, AreSilentAboutOtherNames) {
  emit::StepComments steps;
  for (const char* name : {"t17", "D12", "zero", "w", "", "minus_", "K3", "w0_x"})
    EXPECT_EQ(steps.before(name), "") << name;
}

}  // namespace
}  // namespace tauforge::tests
