// Findings that the author of a file stands by.
#include "tauforge/robot/acknowledge.h"

#include <gtest/gtest.h>

#include "tauforge/robot/repair.h"

namespace tauforge::robot {

namespace {

using diagnostic::Findings;
using diagnostic::Severity;

const auto file = std::make_shared<const diagnostic::Source>(diagnostic::Source{"arm.toml", "\n\n\n"});

Position line(int n) { return {file, n, 1, 1}; }

// Link a on lines 5 to 9, link b on lines 10 to 19, joint j from line 20.
Description arm() {
  Description d;
  d.links.resize(2);
  d.links[0].where.at = line(5), d.links[1].where.at = line(10);
  d.joints.resize(1);
  d.joints[0].where.at = line(20);
  return d;
}

Findings findings() {
  return {diagnostic::warning(line(7), "triangle-inequality", "a"),
          diagnostic::warning(line(12), "triangle-inequality", "b"), diagnostic::error(line(13), "mass-negative", "b"),
          diagnostic::warning(line(22), "limits-reversed", "j")};
}

TEST(Acknowledge, AWarningOfThatLinkBecomesANoteWithTheReason) {
  Description d = arm();
  d.links[1].acknowledged = {{{"triangle-inequality", line(15)}, "as printed"}};
  Findings all = findings();
  acknowledge(d, all);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].severity, Severity::warning) << "link a says nothing";
  EXPECT_EQ(all[1].severity, Severity::note);
  EXPECT_EQ(all[1].hint, "acknowledged: as printed");
  EXPECT_EQ(all[3].severity, Severity::warning);
}

TEST(Acknowledge, AtTheTopOfTheFileItHoldsEverywhere) {
  Description d = arm();
  d.acknowledged = {{{"triangle-inequality", line(2)}, "as printed"}};
  Findings all = findings();
  acknowledge(d, all);
  EXPECT_EQ(all[0].severity, Severity::note);
  EXPECT_EQ(all[1].severity, Severity::note);
}

TEST(Acknowledge, AnErrorStaysAnError) {
  Description d = arm();
  d.links[1].acknowledged = {{{"mass-negative", line(15)}, "antigravity"}};
  Findings all = findings();
  acknowledge(d, all);
  EXPECT_EQ(all[2].severity, Severity::error);
}

TEST(Acknowledge, WhatIsRepairedIsNoLongerAcknowledged) {
  Description d = arm();
  for (auto& link : d.links) {
    link.inertial.emplace();
    link.inertial->mass.value = 1;
    link.inertial->inertia.value = {0.1, 0.1, 0.1, 0, 0, 0};
    link.acknowledged = {{{"triangle-inequality", line(15)}, "as printed"}};
  }
  d.links[0].inertial->inertia.value.zz = 0.3;
  const Repaired repaired = repair(d);
  EXPECT_TRUE(repaired.description.links[0].acknowledged.empty());
  EXPECT_EQ(repaired.description.links[1].acknowledged.size(), 1u) << "nothing was repaired there";
}

TEST(Acknowledge, WhatFitsNothingIsReported) {
  Description d = arm();
  d.joints[0].acknowledged = {{{"limits-reversed", line(23)}, "so it is"}, {{"limits-revresed", line(24)}, "so it is"}};
  Findings all = findings();
  acknowledge(d, all);
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[3].severity, Severity::note);
  EXPECT_EQ(all[4].code, "acknowledgement-unused");
  EXPECT_EQ(all[4].severity, Severity::warning);
  EXPECT_EQ(all[4].at.line, 24);
}

}  // namespace

}  // namespace tauforge::robot
