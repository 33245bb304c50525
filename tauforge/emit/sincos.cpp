#include "tauforge/emit/sincos.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/emit/identifier.h"

// How the text came about
//
// Reduction [Cody and Waite, Software Manual for the Elementary Functions, 1980]: r = a - n pi/2 with pi/2 split into
// parts short enough that their products with n < 2^15 (float: 2^13) are exact: 38 + 38 + 53 bits (float: 11 + 11 + 11
// + 24). So sums of four angles of 1e4 rad, as parallel axes have them, are in the range of double. All differences but
// the last are exact, the last rounds r to half an ulp, and what is left of pi/2 enters the sine as `rest` beside r.
// That is what keeps 2 ulp where the result is tiny, beside the multiples of pi/2.
//
// Polynomials: sin r = r + r^3 P(r^2) and cos r = 1 - r^2/2 + r^4 Q(r^2) on |r| <= pi/4, weighted minimax by the
// Remez exchange in 400-bit arithmetic, coefficients rounded one after another, lowest first, the others fitted anew
// each time (tools/sincos_coefficients.py). Relative error 2^-57.9 and 2^-63.9 (float: 2^-27.8 and 2^-33.0).
//
// -ffast-math lets compilers take (a + 1.5 2^52) - 1.5 2^52 for a, and a - n p1 - n p2 for a - n (p1 + p2). Neither is
// possible across an operation on the bits of a number, so there is one after each step that must be rounded as
// written. Those operations change nothing, for reasons that a compiler cannot know: they set bits that are set (the
// exponent of `shifted`) or clear bits that are clear (n is an integer of few bits, r1 is below 2; NaN
// still flows, through n), or flip a bit by one that is zero (in float, where r1 can reach 4: `no_bits`). Compilers may
// also take r + (r z P + rest) for r (1 + z P) + rest: that costs an ulp (float: 2.5 instead of 1.6 at worst, of all
// floats up to 1e4). In float it is kept from them as well; in double it is not worth the time.
//
// A call waits for the sines, so what counts is the way from the angle to them: the cosine is (1 - z/2) + z^2 Q rather
// than 1 - z (1/2 - z Q), one operation shorter for a quarter of an ulp, and n `rest` is multiplied where it is added,
// so that the fused operation is the other product's, which is known later. 2 to 4 % of a call.
//
// For one state the vectors are put together from single angles in registers (in_vectors). Loops over an array would load
// vectors that were just stored in pieces, which stalls until the pieces have left the core: 10 to 15 % of a call at -O2.
// Batches have arrays of many angles and keep the loop (in_loops).
//
// Sines of sums of angles may come from those of their parts: passes/angle_sums.h tells why and which.
//
// There is no conversion to an integer type: it would be undefined for NaN and large angles, and is slow in vectors of
// double. Everything is as wide as the angle, so that plain SSE2 suffices and gcc -O2 vectorises (it does so only for
// loops of constant length, a multiple of the vector's, that need no test at run time).
namespace tauforge::emit {

namespace {

constexpr const char* double_kernel = R"(    a.bits = x.bits & ~sign;
    is_far.value = 4e4 - a.value; /* negative; not where NaN flows through */
    far_away |= is_far.bits;

    /* n: the number of quarter turns nearest to a. The sum rounds it to an integer and leaves it in its low bits. */
    shifted.value = a.value * 0x1.45f306dc9c883p-1 + 0x1.8p52; /* 2/pi */
    rounded.bits = shifted.bits | 0x4338000000000000ULL; /* changes nothing, but -ffast-math cannot know */
    n.value = rounded.value - 0x1.8p52;
    n.bits &= ~0xFFFFULL; /* likewise */

    /* r + n rest = a - n pi/2, pi/2 in three parts: products with the first two are exact; rest is the third */
    r1.value = a.value - n.value * 0x1.921fb5444p+0;
    r1.bits &= ~0x4000000000000000ULL; /* likewise: |r1| < 2 */
    const real r = r1.value - n.value * 0x1.68c234c4cp-39;

    /* minimax polynomials on |r| <= pi/4 */
    const real z = r * r, zz = z * z;
    const real P = (-0x1.5555555555548p-3 + z * 0x1.111111110f730p-7)
                   + zz * ((-0x1.a01a019be9217p-13 + z * 0x1.71de35552b513p-19)
                   + zz * (-0x1.ae5e4b83e1a6ep-26 + z * 0x1.5d8b559356644p-33));
    const real Q = (0x1.555555555554bp-5 + z * -0x1.6c16c16c15011p-10)
                   + zz * ((0x1.a01a019c8e7bap-16 + z * -0x1.27e4f7f0f0d4cp-22)
                   + zz * (0x1.1ee9db4d664c7p-29 + z * -0x1.8fa6389f456dep-37));
    s.value = r + (r * z * P + n.value * -0x1.98a2e03707345p-77);
    c.value = (1.0 - 0.5 * z) + zz * Q;
)";

constexpr const char* float_kernel = R"(    a.bits = x.bits & ~sign;
    is_far.value = 1e4f - a.value; /* negative; not where NaN flows through */
    far_away |= is_far.bits;

    /* n: the number of quarter turns nearest to a. The sum rounds it to an integer and leaves it in its low bits. */
    shifted.value = a.value * 0x1.45f306p-1f + 0x1.8p23f; /* 2/pi */
    rounded.bits = shifted.bits | 0x4B400000U; /* changes nothing, but -ffast-math cannot know */
    n.value = rounded.value - 0x1.8p23f;
    n.bits &= ~0xFFU; /* likewise */
    const whole no_bits = shifted.bits & 0x00100000U; /* likewise: 0 */

    /* r + rest = a - n pi/2, pi/2 in four parts: products with the first three are exact */
    r1.value = a.value - n.value * 0x1.92p+0f;
    r1.bits ^= no_bits;
    r2.value = r1.value - n.value * 0x1.fb4p-12f;
    r2.bits ^= no_bits;
    const real r = r2.value - n.value * 0x1.444p-24f;
    const real rest = n.value * -0x1.68c234p-39f;

    /* minimax polynomials on |r| <= pi/4 */
    const real z = r * r;
    const real P = -0x1.555544p-3f + z * (0x1.1106c6p-7f + z * -0x1.991c26p-13f);
    const real Q = 0x1.55554ap-5f + z * (-0x1.6c0c26p-10f + z * 0x1.99e714p-16f);
    tail.value = r * z * P + rest;
    tail.bits ^= no_bits;
    s.value = r + tail.value;
    c.value = 1.0f - z * (0.5f - z * Q);
)";

// What differs between the two precisions besides the kernel.
struct Precision {
  const char* real;
  const char* word;        // an unsigned integer as wide as the number
  const char *zero, *one;  // the integers, literals of that type
  int bits;                // of that integer
  const char* sign;        // its highest bit
  const char* suffix;      // of functions in math.h
  const char* literal;     // the largest angle of its range
  const char* kernel;
  int smallest_vector;  // lanes of 16 bytes
};

constexpr Precision in_double{"double", "unsigned long long", "0ULL", "1ULL", 64, "0x8000000000000000ULL", "",
                              "4e4",    double_kernel,        2};
constexpr Precision in_float{"float", "unsigned", "0U", "1U", 32, "0x80000000U", "f", "1e4f", float_kernel, 4};

// A call costs 4 ns of 80: values wait in memory, and the upper halves of vectors are cleared before it.
constexpr const char* copied_where_fast =
    "#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)\n"
    "__attribute__((always_inline)) inline\n"
    "#endif\n";

// Angles that one loop covers. A count that no vector divides is covered by parts of four (three: of two), the last of
// which overlaps the one before: faster than single angles after the last whole vector.
int part_of(int count, const Precision& p) {
  if (count % p.smallest_vector == 0 || count < p.smallest_vector) return count;
  return count > 4 ? 4 : p.smallest_vector;
}

// Names of types that the kernel uses: numbers, words as wide as they are, and both in one place.
std::string kernel_types(const std::string& real, const std::string& whole, const Precision& p) {
  return fmt::format(
      "  typedef {0} real;\n  typedef {1} whole;\n  typedef union {{ real value; whole bits; }} word;\n"
      "  const {2} sign = {3};\n",
      real, whole, p.word, p.sign);
}

std::string kernel_text(const Precision& p) {
  return fmt::format(
      "    word a, is_far, shifted, rounded, n, r1{3}, s, c;\n{4}"
      "\n    /* odd n exchanges the two; their signs follow from n and from the angle */\n"
      "    const whole odd = {0} - (shifted.bits & {1});\n"
      "    const whole exchange = (s.bits ^ c.bits) & odd;\n"
      "    s.bits ^= exchange ^ (((shifted.bits << {2}) ^ x.bits) & sign);\n"
      "    c.bits ^= exchange ^ (((shifted.bits + {1}) << {2}) & sign);\n",
      p.zero, p.one, p.bits - 2, p.bits == 32 ? ", r2, tail" : "", p.kernel);
}

// Statements for the last `count` sums.
std::string addition_theorem(const SincosOptions& options, int count, const char* indent) {
  std::string text;
  for (std::size_t k = options.sums.size() - static_cast<std::size_t>(count); k < options.sums.size(); ++k) {
    const passes::AngleSum& sum = options.sums[k];
    const auto index = [&](int angle) {
      return options.states > 1 ? fmt::format("{} + i", angle * options.states) : fmt::format("{}", angle);
    };
    text += fmt::format(
        "{0}sine[{1}] = sine[{2}] * cosine[{3}] {4} cosine[{2}] * sine[{3}];\n"
        "{0}cosine[{1}] = cosine[{2}] * cosine[{3}] {5} sine[{2}] * sine[{3}];\n",
        indent, index(sum.of), index(sum.a), index(sum.b), sum.minus ? "-" : "+", sum.minus ? "+" : "-");
  }
  return text;
}

std::string comment_text(const SincosOptions& options, const char* how, const Precision& p) {
  std::string text = fmt::format(
      "/* Sines and cosines of {0} angles [rad], together and without branches, {1}.\n"
      "   Within 2 ulp for |angle| <= {3}{4}; sin{2} and cos{2} beyond; NaN for NaN.\n",
      options.count, how, p.suffix, p.literal, options.single_precision ? ", under -ffast-math too" : "");
  if (!options.single_precision)
    text += "   Under -ffast-math the error is below 2.2e-16, but may exceed 2 ulp of tiny results.\n";
  if (!options.sums.empty())
    text +=
        options.single_precision
            ? "   Sums of angles are not rounded: their sines and cosines come from those of the parts, within 5e-7.\n"
            : "   Those of sums of angles may come from those of the parts, within 1e-15.\n";
  text.insert(text.size() - 1, " */");
  return text;
}

std::string signature_text(const std::string& name, int count, int room, const Precision& p, const char* copied) {
  return fmt::format(
      "{4}static void {0}(const {1} angle[restrict {2}], {1} sine[restrict {3}], {1} cosine[restrict {3}])\n{{\n", name,
      p.real, count, room, copied);
}

// Loops that compilers vectorise.
std::string in_loops(const SincosOptions& options, const Precision& p, const char* copied) {
  const std::string name = c_identifier(options.function);
  const int sums = options.by_theorem.narrow, count = options.count - sums * options.states;
  const int part = part_of(count, p);
  std::string text = comment_text(options, "so that compilers vectorise", p);
  text += fmt::format(
      "{0}static {1} {2}_part(const {3} angle[restrict {4}], {3} sine[restrict {4}], {3} cosine[restrict {4}])\n{{\n",
      copied, p.word, name, p.real, part);
  text += kernel_types(p.real, p.word, p);
  text += fmt::format("  {0} far_away = 0;\n  for (int i = 0; i < {1}; ++i) {{\n    word x;\n    x.value = angle[i];\n",
                      p.word, part);
  text += kernel_text(p);
  text += "    sine[i] = s.value;\n    cosine[i] = c.value;\n  }\n  return far_away & sign;\n}\n\n";
  text += signature_text(name, options.count, options.count, p, copied);
  // Written out, not as a loop: gcc -O3 would unroll the parts inside it before it vectorises them.
  text += fmt::format("  {0} far_away = {1}_part(angle, sine, cosine);\n", p.word, name);
  for (int i = part; i < count; i += part)
    text += fmt::format("  far_away |= {0}_part(angle + {1}, sine + {1}, cosine + {1});\n", name,
                        std::min(i, count - part));
  text += fmt::format(
      "  if (far_away)\n"
      "    for (int i = 0; i < {0}; ++i)\n"
      "      if (fabs{1}(angle[i]) > {2}) {{\n"
      "        sine[i] = sin{1}(angle[i]);\n"
      "        cosine[i] = cos{1}(angle[i]);\n"
      "      }}\n",
      count, p.suffix, p.literal);
  if (sums > 0)
    text += options.states > 1 ? fmt::format("  for (int i = 0; i < {}; ++i) {{\n{}  }}\n", options.states,
                                             addition_theorem(options, sums, "    "))
                               : addition_theorem(options, sums, "  ");
  return text + "}\n";
}

// Vectors put together from single angles, as gcc and clang write them; elsewhere one angle after another.
std::string in_vectors(const SincosOptions& options, const Precision& p, const char* copied) {
  const std::string name = c_identifier(options.function);
  const int count = options.count, narrow = p.smallest_vector, wide = 2 * narrow;
  std::string text = comment_text(options, "in vectors where the machine has them", p);
  const auto types = [&](int lanes) {
    return fmt::format(
        "#define {0}_lanes {1}\n"
        "typedef {2} {0}_real __attribute__((vector_size({3})));\n"
        "typedef {4} {0}_whole __attribute__((vector_size({3})));\n"
        "typedef {2} {0}_place __attribute__((vector_size({3}), aligned(sizeof({2})), may_alias));\n",
        name, lanes, p.real, lanes * p.bits / 8, p.word);
  };
  text += "#if defined(__GNUC__) && defined(__AVX2__)\n" + types(wide);
  text += "#elif defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__))\n" + types(narrow);
  text +=
      fmt::format("#else\n#define {0}_lanes 1\ntypedef {1} {0}_real, {0}_place;\ntypedef {2} {0}_whole;\n#endif\n\n",
                  name, p.real, p.word);
  text += fmt::format("{0}static {1}_whole {1}_part(const {1}_real angle, {2} *sine, {2} *cosine)\n{{\n", copied, name,
                      p.real);
  text += kernel_types(name + "_real", name + "_whole", p);
  text += "  word x;\n  whole far_away = {0};\n  x.value = angle;\n  {\n";
  text += kernel_text(p);
  text += fmt::format(
      "    *({0}_place *)sine = s.value;\n    *({0}_place *)cosine = c.value;\n  }}\n  return far_away & sign;\n}}\n\n",
      name);
  text += fmt::format(
      "static void {0}_far(const {1} angle, {1} *sine, {1} *cosine)\n{{\n"
      "  if (!(fabs{2}(angle) > {3})) return;\n  *sine = sin{2}(angle);\n  *cosine = cos{2}(angle);\n}}\n\n",
      name, p.real, p.suffix, p.literal);
  text += signature_text(name, count, sincos_room(options), p, copied);
  for (const int lanes : {wide, narrow}) {
    text += fmt::format("{0} {1}_lanes == {2}\n", lanes == wide ? "#if" : "#elif", name, lanes);
    const int sums = lanes == wide ? options.by_theorem.wide : options.by_theorem.narrow, direct = count - sums;
    std::string parts;
    for (int i = 0; i < direct; i += lanes) {
      std::string angles;
      for (int l = i; l < i + lanes; ++l)
        angles += fmt::format("{}angle[{}]", l == i ? "" : ", ", std::min(l, direct - 1));
      text += fmt::format("  const {0}_real x{1} = {{{2}}};\n", name, i, angles);
      parts += fmt::format("{3}{0}_part(x{1}, {2})", name, i,
                           i == 0 ? "sine, cosine" : fmt::format("sine + {0}, cosine + {0}", i),
                           i == 0 ? "" : "\n                          | ");
    }
    text += fmt::format("  const {0}_whole far_away = {1};\n", name, parts);
    std::string any;
    for (int l = 0; l < lanes; ++l) any += fmt::format("{}far_away[{}]", l == 0 ? "" : " | ", l);
    text += fmt::format("  const {} any = {};\n{}", p.word, any,
                        options.single_precision ? "" : addition_theorem(options, sums, "  "));
  }
  const int direct = count - std::max(options.by_theorem.wide, options.by_theorem.narrow);
  text += fmt::format(
      "#else\n  {0} any = 0;\n  for (int i = 0; i < {1}; ++i) any |= {2}_part(angle[i], sine + i, cosine + "
      "i);\n#endif\n",
      p.word, options.single_precision ? direct : count, name);
  const auto far_angles = [&](const char* indent) {
    std::string all;
    for (int i = 0; i < direct; ++i)
      all += fmt::format("{2}{0}_far(angle[{1}], sine + {1}, cosine + {1});\n", name, i, indent);
    return all;
  };
  if (options.single_precision && direct < count)
    return text + "  if (any) {\n" + far_angles("    ") + "  }\n" + addition_theorem(options, count - direct, "  ") +
           "}\n";
  text += "  if (!any) return;\n" + far_angles("  ");
  for (int i = direct; i < count; ++i)  // what they were made of may be far away where they are not
    text += fmt::format("  sine[{0}] = sin{1}(angle[{0}]);\n  cosine[{0}] = cos{1}(angle[{0}]);\n", i, p.suffix);
  return text + "}\n";
}

}  // namespace

int sincos_room(const SincosOptions& options) {
  if (!options.in_vectors) return options.count;
  const int widest = 2 * (options.single_precision ? in_float : in_double).smallest_vector;
  return (options.count + widest - 1) / widest * widest;
}

std::string sincos_source(const SincosOptions& options) {
  if (options.count < 1) return "";
  const Precision& p = options.single_precision ? in_float : in_double;
  const char* copied = options.copied ? copied_where_fast : "";
  const std::string fits = fmt::format("typedef char {0}_word_fits[sizeof({1}) == sizeof({2}) ? 1 : -1];\n\n",
                                       c_identifier(options.function), p.real, p.word);
  return (options.in_vectors ? in_vectors(options, p, copied) : in_loops(options, p, copied)) + "\n" + fits;
}

}  // namespace tauforge::emit
