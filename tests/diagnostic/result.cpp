// A value, findings, or both.
#include "tauforge/diagnostic/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <type_traits>

namespace tauforge::tests {

namespace {

using diagnostic::Result;

Result<int> noted() { return {7, {diagnostic::note({}, "some-code", "a message that lives on the heap, being long")}}; }

TEST(Result, OfACallCanBeLoopedOver) {
  static_assert(std::is_same_v<decltype(noted().findings()), diagnostic::Findings>, "a reference would dangle");
  int count = 0;
  for (const auto& finding : noted().findings()) count += finding.message.starts_with("a message");
  EXPECT_EQ(count, 1);
  const auto kept = noted();
  static_assert(std::is_same_v<decltype(kept.findings()), const diagnostic::Findings&>, "no copy where none is needed");
  EXPECT_EQ(kept.findings().size(), 1u);
}

}  // namespace

}  // namespace tauforge::tests
