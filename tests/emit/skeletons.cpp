// Skeletons of generated files: every place is filled, once.
#include "tauforge/emit/skeletons.h"

#include <gtest/gtest.h>

namespace tauforge::tests {
namespace {

TEST(Skeletons, AreFilledEverywhere) {
  EXPECT_EQ(emit::filled("@A@, @B@ and @A@.", {{"A", "one"}, {"B", "two"}}), "one, two and one.");
  EXPECT_EQ(emit::filled("@A@@A@", {{"A", "x"}}), "xx");
  EXPECT_EQ(emit::filled("no place", {}), "no place");
}

// What a robot is called is no place.
TEST(Skeletons, DoNotLookAtWhatWasFilledIn) {
  EXPECT_EQ(emit::filled("@A@ @B@", {{"A", "@B@"}, {"B", "@A@"}}), "@B@ @A@");
}

TEST(SkeletonsDeathTest, HaveNoPlaceThatNobodyFills) {
  EXPECT_DEATH(emit::filled("@A@ @B@", {{"A", "one"}}), "every place in a skeleton is filled");
  EXPECT_DEATH(emit::filled("someone@somewhere", {}), "a place in a skeleton ends");
}

}  // namespace
}  // namespace tauforge::tests
