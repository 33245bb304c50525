// Generated sines and cosines against long double, for every compiler and set of flags that users are likely to have.
#include "tauforge/emit/sincos.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/support/compile_c.h"

namespace tauforge::tests {
namespace {

template <class Real> using Sincos = void (*)(const Real*, Real*, Real*);

template <class Real> emit::SincosOptions options(int count, bool in_vectors) {
  return {"arm_sincos", count, sizeof(Real) == sizeof(float), false, in_vectors};
}

template <class Real> std::string source(int count, bool in_vectors = false) {
  const std::string real = sizeof(Real) == sizeof(float) ? "float" : "double";
  const std::string parameters = "(const " + real + " *a, " + real + " *s, " + real + " *c)";
  return "#include <math.h>\n\n" + emit::sincos_source(options<Real>(count, in_vectors)) + "\nvoid call" + parameters +
         ";\nvoid call" + parameters + "\n{\n  arm_sincos(a, s, c);\n}\n";
}

struct Build {
  std::string name, compiler;
  std::vector<std::string> flags;
  bool fast_math = false;
};

std::vector<Build> builds(bool with_fast_math) {
  std::vector<Build> all;
  for (const char* compiler : {"gcc", "clang"}) {
    const std::string c = compiler;
    all.push_back({c + "_O0", c, {"-O0"}});
    all.push_back({c + "_O2", c, {"-O2"}});
    all.push_back({c + "_O3_native", c, {"-O3", "-march=native"}});
    all.push_back({c + "_O3_native_fused", c, {"-O3", "-march=native", "-ffp-contract=fast"}});
    if (!with_fast_math) continue;
    all.push_back({c + "_Ofast", c, {"-Ofast"}, true});
    all.push_back({c + "_Ofast_native", c, {"-Ofast", "-march=native"}, true});
  }
  return all;
}

// Error in units of the last place of a Real near the true value.
template <class Real> long double ulps(Real computed, long double truth) {
  int exponent = 0;
  std::frexp(truth, &exponent);
  using Limits = std::numeric_limits<Real>;
  const int last_place = std::max(exponent - Limits::digits, Limits::min_exponent - Limits::digits);
  return std::abs(computed - truth) / std::ldexp(1.0L, last_place);
}

constexpr int lanes = 8;

// Everything that has gone wrong in some sine routine, and 200,000 random angles; all in the range.
template <class Real> std::vector<Real> near_angles() {
  using Limits = std::numeric_limits<Real>;
  const Real limit = std::is_same_v<Real, double> ? Real(4e4) : Real(1e4);
  std::vector<Real> angles = {0, Limits::denorm_min(), Limits::min(), limit, std::nextafter(limit, Real(0)), 1};
  // The reals beside each multiple of pi/4: at even ones a result is tiny, at odd ones the quadrant changes.
  for (int n = 1; n < static_cast<int>(1.2733 * limit); ++n) {
    Real angle = static_cast<Real>(n * 0.78539816339744830961566084581987572L);
    for (int k = 0; k < 2; ++k) angle = std::nextafter(angle, Real(0));
    for (int k = 0; k < 5; ++k, angle = std::nextafter(angle, 2 * limit))
      if (angle <= limit) angles.push_back(angle);
  }
  std::mt19937_64 random(7);
  std::uniform_real_distribution<Real> far(-limit, limit), turn(-4, 4), fraction(1, 2);
  std::uniform_int_distribution<int> exponent(Limits::min_exponent - Limits::digits, 0);
  for (int k = 0; k < 80000; ++k) angles.push_back(far(random));
  for (int k = 0; k < 80000; ++k) angles.push_back(turn(random));
  for (int k = 0; k < 40000; ++k) angles.push_back(std::ldexp(fraction(random), exponent(random)));
  const std::size_t half = angles.size();
  for (std::size_t k = 0; k < half; k += 3) angles.push_back(-angles[k]);
  while (angles.size() % lanes != 0) angles.push_back(0);
  return angles;
}

struct Errors {
  long double ulps = 0, absolute = 0;
  long double at = 0;  // the angle of the greatest error in ulps
};

template <class Real>
Errors greatest_errors(Sincos<Real> sincos, const std::vector<Real>& angles, bool with_denormals = true) {
  // The truth does not depend on the flags: long double is 11 bits (or more) better than double.
  static_assert(std::numeric_limits<long double>::digits >= std::numeric_limits<Real>::digits + 11);
  Errors greatest;
  for (std::size_t first = 0; first + lanes <= angles.size(); first += lanes) {
    Real sine[lanes], cosine[lanes];
    sincos(&angles[first], sine, cosine);
    for (int i = 0; i < lanes; ++i) {
      const long double angle = angles[first + i], s = std::sin(angle), c = std::cos(angle);
      if (!with_denormals && angle != 0 && std::abs(angle) < std::numeric_limits<Real>::min()) continue;
      const long double error = std::max(ulps(sine[i], s), ulps(cosine[i], c));
      if (!(error <= greatest.ulps)) greatest.ulps = error, greatest.at = angle;
      greatest.absolute = std::max({greatest.absolute, std::abs(sine[i] - s), std::abs(cosine[i] - c)});
    }
  }
  return greatest;
}

class SincosSource : public testing::TestWithParam<Build> {
 protected:
  void SetUp() override {
    if (!is_installed(GetParam().compiler)) GTEST_SKIP() << GetParam().compiler << " is not installed";
  }
  template <class Real> void is_accurate(bool in_vectors = false) const {
    const CompiledC library(source<Real>(lanes, in_vectors), GetParam().compiler, GetParam().flags);
    ASSERT_TRUE(library.ok()) << library.messages();
    const bool fast_math = GetParam().fast_math;  // takes denormal numbers for zero
    const Errors errors = greatest_errors(library.function<Sincos<Real>>("call"), near_angles<Real>(), !fast_math);
    const auto figure = [](long double x) { return std::to_string(static_cast<double>(x)); };
    const long double one_place = std::numeric_limits<Real>::epsilon();
    RecordProperty("ulps", figure(errors.ulps));
    RecordProperty("absolute", figure(errors.absolute / one_place) + " epsilon");
    if (!fast_math || std::is_same_v<Real, float>) {
      EXPECT_LE(errors.ulps, 2.0L) << "at " << errors.at;
    }
    EXPECT_LE(errors.absolute, one_place);
  }
};

TEST_P(SincosSource, IsWithinTwoUlpsForAllAnglesOfARobot) { is_accurate<double>(); }

TEST_P(SincosSource, IsWithinTwoUlpsOfFloatInSinglePrecision) { is_accurate<float>(); }

TEST_P(SincosSource, IsWithinTwoUlpsInVectors) {
  is_accurate<double>(true);
  is_accurate<float>(true);
}

// All floats of the range, from where the sine begins to differ from the angle. The truth is the double version, whose
// 2 ulp are 2^-28 of those of float.
class SincosOfEveryFloatLong : public SincosSource {};

TEST_P(SincosOfEveryFloatLong, IsWithinTwoUlps) {
  const CompiledC library(source<float>(lanes, true), GetParam().compiler, GetParam().flags);
  const CompiledC better(source<double>(lanes, true), "gcc", {"-O3", "-march=native"});
  ASSERT_TRUE(library.ok() && better.ok()) << library.messages() << better.messages();
  const auto in_float = library.function<Sincos<float>>("call");
  const auto in_double = better.function<Sincos<double>>("call");
  double worst = 0;
  for (auto bits = std::bit_cast<std::uint32_t>(0x1p-13f); bits < std::bit_cast<std::uint32_t>(1e4f); bits += lanes) {
    float angle[lanes], result[2][lanes];
    double same[lanes], truth[2][lanes];
    for (unsigned i = 0; i < lanes; ++i) same[i] = angle[i] = std::bit_cast<float>(bits + i);
    in_float(angle, result[0], result[1]);
    in_double(same, truth[0], truth[1]);
    for (int f = 0; f < 2; ++f)
      for (int i = 0; i < lanes; ++i) {
        const std::uint64_t exponent = std::bit_cast<std::uint64_t>(truth[f][i]) & 0x7ff0000000000000u;
        const double places_per_unit = std::bit_cast<double>((std::uint64_t{2 * 1023 + 23} << 52) - exponent);
        worst = std::max(worst, std::abs(result[f][i] - truth[f][i]) * places_per_unit);
      }
  }
  RecordProperty("ulps", std::to_string(worst));
  EXPECT_LE(worst, 2.0);
}

class SincosBeyond : public SincosSource {
 protected:
  void leaves_it_to_the_library(bool in_vectors) const;
};

void SincosBeyond::leaves_it_to_the_library(bool in_vectors) const {
  const CompiledC library(source<double>(lanes, in_vectors), GetParam().compiler, GetParam().flags);
  ASSERT_TRUE(library.ok()) << library.messages();
  const auto sincos = library.function<Sincos<double>>("call");
  const std::vector<double> far = {std::nextafter(4e4, 5e4), -4e4 - 1, 1e5, -1e9, 1e15, 1e22, 0x1p1000, -1.7e308};
  EXPECT_LE(greatest_errors(sincos, far).ulps, 2.0L);
  // a single one among others, in every place
  for (int place = 0; place < lanes; ++place) {
    std::vector<double> angles = {0.1, -0.2, 3, -4, 50, -600, 7000, 0};
    angles[place] = 1e22;
    EXPECT_LE(greatest_errors(sincos, angles).ulps, GetParam().fast_math ? 4.0L : 2.0L) << place;
  }
}

TEST_P(SincosBeyond, LeavesAnglesBeyondItsRangeToTheLibrary) {
  for (const bool in_vectors : {false, true}) leaves_it_to_the_library(in_vectors);
}

// -ffast-math promises nothing about NaN.
class SincosSourceByTheStandard : public SincosSource {};

TEST_P(SincosSourceByTheStandard, GivesNaNForNaNAndInfinity) {
  for (const bool in_vectors : {false, true}) {
    const CompiledC library(source<double>(lanes, in_vectors), GetParam().compiler, GetParam().flags);
    ASSERT_TRUE(library.ok()) << library.messages();
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const double angle[lanes] = {nan, 1, -nan, infinity, 2, -infinity, 3, std::numeric_limits<double>::signaling_NaN()};
    double sine[lanes], cosine[lanes];
    library.function<Sincos<double>>("call")(angle, sine, cosine);
    for (int i = 0; i < lanes; ++i) {
      EXPECT_EQ(std::isnan(sine[i]), !std::isfinite(angle[i])) << angle[i];
      EXPECT_EQ(std::isnan(cosine[i]), !std::isfinite(angle[i])) << angle[i];
    }
  }
}

const auto name_of = [](const auto& tested) { return tested.param.name; };
INSTANTIATE_TEST_SUITE_P(Builds, SincosSource, testing::ValuesIn(builds(true)), name_of);
INSTANTIATE_TEST_SUITE_P(Builds, SincosOfEveryFloatLong, testing::ValuesIn(builds(true)), name_of);
INSTANTIATE_TEST_SUITE_P(Builds, SincosBeyond, testing::ValuesIn(builds(true)), name_of);
INSTANTIATE_TEST_SUITE_P(Builds, SincosSourceByTheStandard, testing::ValuesIn(builds(false)), name_of);

TEST(SincosText, IsNothingForNoAngles) {
  EXPECT_EQ(emit::sincos_source({"f", 0}), "");
  EXPECT_EQ(emit::sincos_source({"f", -3}), "");
}

TEST(SincosText, LetsNoNameBreakOut) {
  const std::string text = emit::sincos_source({"f(){} int g", 6});
  EXPECT_EQ(text.find("int g"), std::string::npos) << text;
}

// Each angle has its own result: neither the count nor the neighbours matter, and nothing else is written.
template <class Real> void agrees_for_every_count(bool in_vectors) {
  const CompiledC eight(source<Real>(lanes));
  ASSERT_TRUE(eight.ok()) << eight.messages();
  std::mt19937_64 random(11);
  std::uniform_real_distribution<Real> uniform(-10010, 10010);
  for (const int count : {1, 2, 3, 4, 5, 6, 7, 9, 10, 13, 30, 31, 48, 56}) {
    const CompiledC library(source<Real>(count, in_vectors));
    ASSERT_TRUE(library.ok()) << library.messages();
    constexpr Real untouched = 77;
    const auto size = static_cast<std::size_t>(count);
    const auto room = static_cast<std::size_t>(emit::sincos_room(options<Real>(count, in_vectors)));
    std::vector<Real> angle(size + lanes), sine(room + 1, untouched), cosine(room + 1, untouched);
    for (Real& a : angle) a = uniform(random);
    library.function<Sincos<Real>>("call")(angle.data(), sine.data(), cosine.data());
    EXPECT_EQ(sine[room], untouched) << count;
    EXPECT_EQ(cosine[room], untouched) << count;
    for (std::size_t i = 0; i < size; ++i) {
      Real s[lanes], c[lanes];
      eight.function<Sincos<Real>>("call")(&angle[i], s, c);
      EXPECT_EQ(sine[i], s[0]) << count << " " << i;
      EXPECT_EQ(cosine[i], c[0]) << count << " " << i;
    }
  }
}

TEST(SincosText, GivesAnAngleTheSameResultForEveryCount) { agrees_for_every_count<double>(false); }

TEST(SincosText, GivesAnAngleTheSameResultForEveryCountInSinglePrecision) { agrees_for_every_count<float>(false); }

TEST(SincosText, GivesAnAngleTheSameResultForEveryCountInVectors) {
  agrees_for_every_count<double>(true);
  agrees_for_every_count<float>(true);
}

TEST(SincosText, IsExactlyOddAndEvenDownToTheSignOfZero) {
  const CompiledC library(source<double>(lanes));
  ASSERT_TRUE(library.ok()) << library.messages();
  const auto sincos = library.function<Sincos<double>>("call");
  std::vector<double> angles = near_angles<double>(), opposite = angles;
  for (double& a : opposite) a = -a;
  for (std::size_t first = 0; first < angles.size(); first += lanes) {
    double s[lanes], c[lanes], s_opposite[lanes], c_opposite[lanes];
    sincos(&angles[first], s, c);
    sincos(&opposite[first], s_opposite, c_opposite);
    for (int i = 0; i < lanes; ++i) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(-s[i]), std::bit_cast<std::uint64_t>(s_opposite[i])) << angles[first + i];
      ASSERT_EQ(std::bit_cast<std::uint64_t>(c[i]), std::bit_cast<std::uint64_t>(c_opposite[i])) << angles[first + i];
      ASSERT_EQ(s[i] == 0, angles[first + i] == 0) << angles[first + i];
      if (s[i] == 0) {
        ASSERT_EQ(std::signbit(s[i]), std::signbit(angles[first + i]));
      }
    }
  }
}

// An object that traps at the first undefined operation still gives results for NaN, infinity and huge angles.
TEST(SincosText, HasNoUndefinedBehaviour) {
  const CompiledC library(source<double>(lanes), "gcc",
                          {"-O1", "-fsanitize=undefined,float-cast-overflow", "-fsanitize-undefined-trap-on-error"});
  ASSERT_TRUE(library.ok()) << library.messages();
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const double angle[lanes] = {nan, infinity, -infinity, 1e300, -1e300, 4.9e-324, -4e4, 0};
  double sine[lanes], cosine[lanes];
  library.function<Sincos<double>>("call")(angle, sine, cosine);
  EXPECT_NEAR(sine[6], std::sin(-4e4), 1e-15);
}

}  // namespace
}  // namespace tauforge::tests
