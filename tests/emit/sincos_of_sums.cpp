// Sines and cosines of angles that are sums of others: from those of the others where that saves a vector.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tauforge/emit/sincos.h"
#include "tests/support/compile_c.h"

namespace tauforge::tests {
namespace {

using Sincos = void (*)(const double*, double*, double*);

// Five joints, three of whose axes are parallel, and a difference: as a UR10e has them and one more.
constexpr int joints = 5, angles = 8;
const std::vector<passes::AngleSum> sums = {{5, 1, 2}, {6, 5, 3}, {7, 0, 4, true}};

emit::SincosOptions options(int states) {
  return {"arm_sincos", angles * states, false, false,
          states == 1,  states,          sums,  passes::sums_by_theorem(angles, 3, {.states = states})};
}

std::string source(int states) {
  return "#include <math.h>\n\n" + emit::sincos_source(options(states)) +
         "\nvoid call(const double *a, double *s, double *c);\n"
         "void call(const double *a, double *s, double *c)\n{\n  arm_sincos(a, s, c);\n}\n";
}

// All angles of the states, side by side.
std::vector<double> with_sums(const std::vector<double>& q, int states) {
  std::vector<double> all(static_cast<std::size_t>(angles * states));
  const auto at = [&](int k, int l) -> double& { return all[static_cast<std::size_t>(k * states + l)]; };
  for (int l = 0; l < states; ++l) {
    for (int k = 0; k < joints; ++k) at(k, l) = q[static_cast<std::size_t>(k * states + l)];
    for (const auto& sum : sums) at(sum.of, l) = at(sum.a, l) + (sum.minus ? -at(sum.b, l) : at(sum.b, l));
  }
  return all;
}

struct Results {
  std::vector<double> sine, cosine;
};

Results results(const CompiledC& library, int states, const std::vector<double>& all) {
  const auto room = static_cast<std::size_t>(emit::sincos_room(options(states)));
  Results r{std::vector<double>(room), std::vector<double>(room)};
  library.function<Sincos>("call")(all.data(), r.sine.data(), r.cosine.data());
  return r;
}

class SincosOfSums : public testing::TestWithParam<int> {};

TEST_P(SincosOfSums, AreWithinTwoRoundingsOfOneInEveryBuild) {
  const int states = GetParam();
  for (const char* compiler : {"gcc", "clang"}) {
    if (!is_installed(compiler)) continue;
    for (const std::vector<std::string>& flags :
         {std::vector<std::string>{"-O0"}, {"-O2"}, {"-O3", "-march=native"}, {"-Ofast"}}) {
      const CompiledC library(source(states), compiler, flags);
      ASSERT_TRUE(library.ok()) << library.messages();
      std::mt19937_64 random(3);
      std::uniform_real_distribution<double> turn(-1.3, 1.3);
      double worst = 0;
      for (int trial = 0; trial < 2000; ++trial) {
        std::vector<double> q(static_cast<std::size_t>(joints * states));
        for (double& x : q) x = turn(random);
        const std::vector<double> all = with_sums(q, states);
        const Results r = results(library, states, all);
        for (std::size_t k = 0; k < all.size(); ++k)
          worst = std::max({worst, std::abs(r.sine[k] - std::sin(all[k])), std::abs(r.cosine[k] - std::cos(all[k]))});
      }
      EXPECT_LE(worst, 1e-15) << compiler << flags.back();  // two roundings of 1, and those of the sums of angles
    }
  }
}

TEST_P(SincosOfSums, AreRightWhereTheirPartsAreFarAway) {
  const int states = GetParam();
  const CompiledC library(source(states));
  ASSERT_TRUE(library.ok()) << library.messages();
  std::vector<double> q(static_cast<std::size_t>(joints * states), 0.25);
  const auto set = [&](int k, double value) { q[static_cast<std::size_t>(k * states)] = value; };
  set(1, 0x1p40), set(2, -0x1p40), set(0, 0x1p30), set(4, 0x1p30);
  const std::vector<double> all = with_sums(q, states);
  const Results r = results(library, states, all);
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_NEAR(r.sine[k], std::sin(all[k]), 5e-16) << k;
    EXPECT_NEAR(r.cosine[k], std::cos(all[k]), 5e-16) << k;
  }
}

TEST_P(SincosOfSums, AreNaNWhereAPartIs) {
  const int states = GetParam();
  const CompiledC library(source(states));
  ASSERT_TRUE(library.ok()) << library.messages();
  std::vector<double> q(static_cast<std::size_t>(joints * states), 0.5);
  q[static_cast<std::size_t>(3 * states)] = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> all = with_sums(q, states);
  const Results r = results(library, states, all);
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_EQ(std::isnan(r.sine[k]), std::isnan(all[k])) << k;
    EXPECT_EQ(std::isnan(r.cosine[k]), std::isnan(all[k])) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(States, SincosOfSums, testing::Values(1, 8), testing::PrintToStringParamName());

// A float sum of 100 rad is rounded to 4e-6 rad; sines and cosines of its parts know nothing of that.
TEST(SincosOfSumsInFloat, LoseNothingAtHundredsOfRadians) {
  for (const int states : {1, 8})
    for (const char* compiler : {"gcc", "clang"}) {
      if (!is_installed(compiler)) continue;
      for (const std::vector<std::string>& flags :
           {std::vector<std::string>{"-O0"}, {"-O2"}, {"-O3", "-march=native"}, {"-Ofast"}, {"-O2", "-U__SSE2__"}}) {
        SCOPED_TRACE(compiler + flags.back() + std::to_string(states));
        const emit::SincosOptions in_float{
            "f",         angles * states, true, false,
            states == 1, states,          sums, passes::sums_by_theorem(angles, 3, {.single_precision = true})};
        const CompiledC library("#include <math.h>\n\n" + emit::sincos_source(in_float) +
                                    "\nvoid call(const float *a, float *s, float *c);\n"
                                    "void call(const float *a, float *s, float *c)\n{\n  f(a, s, c);\n}\n",
                                compiler, flags);
        ASSERT_TRUE(library.ok()) << library.messages();
        const auto room = static_cast<std::size_t>(emit::sincos_room(in_float));
        std::mt19937_64 random(5);
        std::uniform_real_distribution<float> turns(-400, 400);
        double worst = 0;
        for (int trial = 0; trial < 2000; ++trial) {
          std::vector<double> q(static_cast<std::size_t>(joints * states));
          for (double& x : q) x = turns(random);
          const std::vector<double> all = with_sums(q, states);  // exact: floats that are added in double
          const std::vector<float> rounded(all.begin(), all.end());
          std::vector<float> sine(room), cosine(room);
          library.function<void (*)(const float*, float*, float*)>("call")(rounded.data(), sine.data(), cosine.data());
          for (std::size_t k = 0; k < all.size(); ++k)
            worst = std::max({worst, std::abs(sine[k] - std::sin(all[k])), std::abs(cosine[k] - std::cos(all[k]))});
        }
        EXPECT_LE(worst, 5e-7);
      }
    }
}

// Eight angles fill four vectors of two; without two of the sums three do. Eight states side by side need no sum.
TEST(SincosOfSumsText, TakeTheirPlaceInVectorsOnlyWhereThereIsOneLeft) {
  const std::string one = emit::sincos_source(options(1)), eight = emit::sincos_source(options(8));
  const std::size_t narrow = one.find("_lanes == 2\n");
  ASSERT_NE(narrow, std::string::npos);
  EXPECT_NE(one.find("sine[7] = sine[0] * cosine[4] - cosine[0] * sine[4];", narrow), std::string::npos) << one;
  EXPECT_NE(one.find("cosine[6] = cosine[5] * cosine[3] - sine[5] * sine[3];", narrow), std::string::npos) << one;
  EXPECT_EQ(one.find("sine[5] = "), std::string::npos) << one;
  EXPECT_NE(eight.find("sine[40 + i] = sine[8 + i] * cosine[16 + i] + cosine[8 + i] * sine[16 + i];"),
            std::string::npos)
      << eight;
  EXPECT_EQ(passes::sums_by_theorem(6, 1, {}), passes::SumsByTheorem());
}

}  // namespace
}  // namespace tauforge::tests
