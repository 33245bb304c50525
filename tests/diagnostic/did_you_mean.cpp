// Guesses are near the word that was written, or there are none.
#include "tauforge/diagnostic/did_you_mean.h"

#include <gtest/gtest.h>

namespace tauforge::tests {

namespace {

using diagnostic::did_you_mean;

const std::vector<std::string> keys = {"mass", "centre", "inertia", "motor_inertia"};

TEST(DidYouMean, ForgivesALetterLeftOutPutInOrMistakenAndTwoChangedOver) {
  for (const char* word : {"cenre", "centtre", "cemtre", "cetnre"})
    EXPECT_EQ(did_you_mean(word, keys), "did you mean 'centre'?") << word;
}

TEST(DidYouMean, PrefersTheCandidateWithTheFewestErrors) {
  EXPECT_EQ(did_you_mean("motor_inetria", keys), "did you mean 'motor_inertia'?");
  EXPECT_EQ(did_you_mean("inetria", keys), "did you mean 'inertia'?");
}

TEST(DidYouMean, IsSilentWhereNothingIsNear) {
  EXPECT_EQ(did_you_mean("gravity", keys), "");
  EXPECT_EQ(did_you_mean("mass", {}), "");
  EXPECT_EQ(did_you_mean("", keys), "");
}

// Two letters with one error are half of the word: any other word would be as near.
TEST(DidYouMean, AllowsShortWordsFewerErrors) {
  EXPECT_EQ(did_you_mean("t1", {"t2"}), "");
  EXPECT_EQ(did_you_mean("tau", {"tas"}), "did you mean 'tas'?");
}

TEST(DidYouMean, KnowsASynonymBeforeAnythingThatIsOnlyNear) {
  constexpr std::pair<std::string_view, std::string_view> synonyms[] = {{"com", "centre"}};
  EXPECT_EQ(did_you_mean("com", {"con", "centre"}), "did you mean 'con'?");
  EXPECT_EQ(did_you_mean("com", {"con", "centre"}, synonyms), "did you mean 'centre'?");
  EXPECT_EQ(did_you_mean("com", {"con"}, synonyms), "did you mean 'con'?") << "ours is not possible here";
}

}  // namespace

}  // namespace tauforge::tests
