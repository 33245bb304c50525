// The experiments of [IHPH92, sec. 7] at the end of the whole chain: examples/paper000/run identifies the virtual PUMA 260
// from Denavit-Hartenberg parameters and logs, and drives it by that. Shares and medians over noises and moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

namespace tauforge::tests {

namespace {

nlohmann::json chain_over(int seeds) {
  const std::string command = "python3 '" TAUFORGE_SOURCE_DIR "/examples/paper000/run' --json --seeds " +
                              std::to_string(seeds) + " '" TAUFORGE_BINARY_DIR "/tauforge'";
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return {};
  char block[4096];
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, pipe)) > 0;) text.append(block, n);
  return pclose(pipe) == 0 ? nlohmann::json::parse(text) : nlohmann::json{};
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void expect_findings_of_the_paper(const nlohmann::json& chain, std::size_t seeds) {
  ASSERT_TRUE(chain.contains("rows"));
  ASSERT_EQ(chain["rows"].size(), 6u);  // joints 1, 2, 3 alone and together
  double faster_is_better = 0.0;
  std::vector<double> fast, gains;
  for (const auto& row : chain["rows"]) {
    const auto errors = row["fast"].get<std::vector<double>>();
    ASSERT_EQ(errors.size(), seeds);
    fast.insert(fast.end(), errors.begin(), errors.end());
    faster_is_better += row["faster_is_better"].get<double>() / 6.0;
    if (row["gain"].is_null()) continue;
    const auto times = row["gain"].get<std::vector<double>>();
    gains.insert(gains.end(), times.begin(), times.end());
  }
  const auto below = std::count_if(fast.begin(), fast.end(), [](double error) { return error < 10.0; });
  EXPECT_GE(static_cast<double>(below), 0.95 * static_cast<double>(fast.size()));  // of 90 degrees at 180 deg/s
  EXPECT_LT(median(fast), 2.0);
  EXPECT_GE(faster_is_better, 0.85);
  EXPECT_GT(median(gains), 4.0);  // "considerably reduced", with gravity at the measured position
}

}  // namespace

TEST(ChainOf1992, FindsWhatThePaperFound) { expect_findings_of_the_paper(chain_over(4), 4); }

TEST(ChainOf1992Long, FindsWhatThePaperFound) { expect_findings_of_the_paper(chain_over(20), 20); }

}  // namespace tauforge::tests
