// Every row of the two tables in policy.h: how a policy is entered and how it is left.
#include "tauforge/executive/policy.h"

#include <gtest/gtest.h>

namespace {

using namespace tauforge::executive;

constexpr Nanoseconds young = 100, old = 101;

Supervisor supervisor(OverrunPolicy overrun, AgePolicy age, int recovery = 3) {
  return Supervisor({.overrun = overrun, .recovery = recovery, .age = age, .age_bound = 100});
}

TEST(OverrunPolicy, SkipAppliesTheLateCommandAndGoesOn) {
  Supervisor s = supervisor(OverrunPolicy::skip, AgePolicy::degrade);
  EXPECT_EQ(s.end(s.begin(young), false), Outcome::applied);
  EXPECT_EQ(s.begin(young), Action::full);
}

TEST(OverrunPolicy, HoldLastThrowsTheLateCommandAwayAndGoesOn) {
  Supervisor s = supervisor(OverrunPolicy::hold_last, AgePolicy::degrade);
  EXPECT_EQ(s.end(s.begin(young), false), Outcome::discarded);
  EXPECT_EQ(s.begin(young), Action::full);
}

TEST(OverrunPolicy, DegradeIsLeftAfterEnoughReleasesInTimeOneAfterTheOther) {
  Supervisor s = supervisor(OverrunPolicy::degrade, AgePolicy::hold_last);
  EXPECT_EQ(s.end(s.begin(young), false), Outcome::discarded);
  EXPECT_EQ(s.begin(young), Action::degraded);
  EXPECT_EQ(s.end(Action::degraded, true), Outcome::applied);
  EXPECT_EQ(s.end(s.begin(young), false), Outcome::discarded);  // late again: counting starts anew
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(s.begin(young), Action::degraded) << k;
    EXPECT_EQ(s.end(Action::degraded, true), Outcome::applied);
  }
  EXPECT_EQ(s.begin(young), Action::full);
}

TEST(OverrunPolicy, SafeStopIsLeftByAcknowledgingOnly) {
  Supervisor s = supervisor(OverrunPolicy::safe_stop, AgePolicy::hold_last);
  EXPECT_EQ(s.end(s.begin(young), false), Outcome::stopped);
  for (int k = 0; k < 100; ++k) {
    EXPECT_EQ(s.begin(young), Action::stop);
    EXPECT_EQ(s.end(Action::stop, true), Outcome::stopped);
  }
  s.acknowledge();
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(s.begin(young), Action::degraded);
    EXPECT_EQ(s.end(Action::degraded, true), Outcome::applied);
  }
  EXPECT_EQ(s.begin(young), Action::full);
}

TEST(AgePolicy, HoldLastIsLeftWithTheFirstYoungModel) {
  Supervisor s = supervisor(OverrunPolicy::skip, AgePolicy::hold_last);
  EXPECT_EQ(s.begin(old), Action::hold);
  EXPECT_EQ(s.end(Action::hold, true), Outcome::discarded);
  EXPECT_EQ(s.begin(young), Action::full);
}

TEST(AgePolicy, DegradeIsLeftWithTheFirstYoungModel) {
  Supervisor s = supervisor(OverrunPolicy::skip, AgePolicy::degrade);
  EXPECT_EQ(s.begin(old), Action::degraded);
  EXPECT_EQ(s.end(Action::degraded, true), Outcome::applied);
  EXPECT_EQ(s.begin(young), Action::full);
}

TEST(AgePolicy, SafeStopStaysThoughTheModelIsYoungAgain) {
  Supervisor s = supervisor(OverrunPolicy::skip, AgePolicy::safe_stop);
  EXPECT_EQ(s.begin(old), Action::stop);
  EXPECT_EQ(s.end(Action::stop, true), Outcome::stopped);
  EXPECT_EQ(s.begin(young), Action::stop);
  s.acknowledge();
  EXPECT_EQ(s.begin(young), Action::degraded);
}

TEST(Policies, PreferADegradedStepToAHeldCommand) {
  Supervisor s = supervisor(OverrunPolicy::degrade, AgePolicy::hold_last);
  s.end(s.begin(young), false);
  EXPECT_EQ(s.begin(old), Action::degraded);
}

TEST(Policies, IgnoreAnAcknowledgementWithoutAStop) {
  Supervisor s = supervisor(OverrunPolicy::degrade, AgePolicy::hold_last);
  s.acknowledge();
  EXPECT_EQ(s.begin(young), Action::full);
}

}  // namespace
