#include "tauforge/literature/published_counts.h"

#include <fmt/format.h>

namespace tauforge::literature {

namespace {

using expression::Operations;

struct Formula {
  const char* row;
  const char* who;
  int m_n, m_p, m_0;  // multiplications: m_n n + m_p p + m_0
  int a_n, a_p, a_0;  // additions
  bool prismatic;     // the formula covers prismatic joints
};

// clang-format off
constexpr Formula formulas[] = {
    {"luh_walker_paul", "Hollerbach's count, in [Val]",     150, 0,  -48,  131, 0,  -48, false},
    {"luh_walker_paul", "Fu's count, in [Val]",             117, 0,  -24,  103, 0,  -21, false},
    {"luh_walker_paul", "Zomaya's count, in [Val]",         150, 0,    0,  116, 0,    0, false},
    {"luh_walker_paul", "Craig's count, in [Val]",          126, 0,  -99,  106, 0,  -92, false},
    {"luh_walker_paul", "by the rules of [Val]",            121, 0, -112,   90, 0,  -82, false},
    {"newton_euler",    "[KK87]",                           105, 0,  -92,   94, 0,  -86, false},
    {"khalil",          "[KK87]",                           105, 0,  -92,   94, 0,  -86, false},
    {"gibbs_appell",    "[Val], table 2",                   121, 0, -136,   91, 0, -116, false},
    {"kane",            "[AMR89]",                          105, 4, -109,   90, 2, -105, true},
    {"kane",            "[AMR89], Z0 = Z1",                 105, 4, -117,   90, 2, -108, true},
};
// clang-format on

struct Figure {
  const char* row;
  const char* robot;  // empty: a general robot with six joints
  const char* who;
  Operations operations;
  int total = 0;  // where only the sum was printed
  bool loaded = false;
  bool sequential = true;
};

constexpr Figure figures[] = {
    {"luh_walker_paul", "", "Luh, in [AMR89]", {852, 738}},
    {"newton_euler", "", "Walker and Orin, in [AMR89]", {800, 595}},
    {"newton_euler", "", "Hollerbach and Sahar, in [AMR89]", {688, 558}},
    {"luh_walker_paul", "", "Luh, rounded, in [IHPH92]", {800, 600}},
    {"newton_euler", "", "Raibert, by look-up tables, in [IHPH92]", {460, 260}, 0, false, false},
    {"newton_euler", "", "Lin and Luh, on six processors, in [IHPH92]", {320, 280}, 0, false, false},
    {"newton_euler", "", "Lathrop, pipelined: latency, in [IHPH92]", {15, 43}, 0, false, false},
    {"newton_euler", "", "Lathrop, in parallel: latency, in [IHPH92]", {11, 28}, 0, false, false},
    {"khalil", "", "Khalil, rounded, in [IHPH92]", {540, 480}},
    {"kane", "", "Kane and Levinson, in [AMR89]", {646, 394}},
    {"lagrange", "", "Hollerbach, in [AMR89]", {2195, 1719}},
    {"lagrange", "", "Megahed, in [IHPH92]", {1000, 700}},
    {"mass_matrix:walker_orin", "puma560", "Walker and Orin, in [AKB86]", {}, 2737},
    {"mass_matrix:composite_body", "puma560", "[AKB86], full explicit model", {}, 278},
    {"augmented_body", "renaud6r", "[Ren87], by steps", {181, 127}},
    {"augmented_body", "renaud6r", "[Ren87], z6 merged into y5 and two products shared", {164, 115}},
    {"coefficients", "puma260", "[IHPH92], every sign counted", {98, 70}},
    {"coefficients", "puma260", "[IHPH92]", {190, 150}, 0, true},
    {"velocity_torque", "puma260", "[IHPH92]", {140, 110}},
    {"velocity_torque", "puma260", "[IHPH92]", {200, 170}, 0, true},
};

std::string term(int factor, const char* letter) {
  return factor == 0 ? "" : fmt::format("{}{}{}", factor > 0 ? "+" : "", factor, letter);
}

std::string linear(int n, int p, int constant) {
  std::string text = fmt::format("{}n{}", n, term(p, "p"));
  return constant == 0 ? text : text + fmt::format("{:+}", constant);
}

}  // namespace

std::vector<PublishedCount> published_counts(const std::string& row, int joints, int prismatic,
                                             const std::string& robot) {
  std::vector<PublishedCount> found;
  for (const Formula& f : formulas) {
    // general counts of arms: a joint or two and arms that mostly slide are not what they speak of
    if (row != f.row || joints < 3 || 2 * prismatic > joints || (prismatic > 0 && !f.prismatic)) continue;
    found.push_back({f.who,
                     fmt::format("{} / {}", linear(f.m_n, f.m_p, f.m_0), linear(f.a_n, f.a_p, f.a_0)),
                     {f.m_n * joints + f.m_p * prismatic + f.m_0, f.a_n * joints + f.a_p * prismatic + f.a_0}});
  }
  for (const Figure& f : figures) {
    const bool general = *f.robot == '\0';
    if (row == f.row && (general ? joints == 6 && prismatic == 0 : robot == f.robot))
      found.push_back({f.who, "", f.operations, general, f.total, f.loaded, f.sequential});
  }
  return found;
}

std::string published_step(const std::string& row, int step) {
  if (row != "gibbs_appell") return "";  // Renaud printed his for one robot only
  switch (step) {                        // [Val], table 2; steps 1 and 6 do not occur here
    case 2: return "62n-75 / 46n-61";
    case 4: return "24n-23 / 18n-18";
    case 5: return "31n-38 / 26n-37";
    default: return "";
  }
}

std::string why_different(const std::string& row) {
  if (row == "newton_euler")
    return "first moments and inertias about the frame origins, constants formed off line, nothing computed that no "
           "torque needs";
  if (row == "luh_walker_paul")
    return "rotations in two plane turns (8/4), nothing computed that no torque needs; the printed counts differ among "
           "themselves by their rules only";
  if (row == "khalil")
    return "the printed slope is that of ten moments per link (see newton_euler); on regrouped moments each joint "
           "needs 10 "
           "multiplications and 10 additions less";
  if (row == "augmented_body")
    return "equal by steps; two products that two steps form are shared: 2 multiplications less";
  if (row == "gibbs_appell")
    return "the paper multiplies by full rotation matrices (8/5, and 4n products of sines and cosines); with alpha and "
           "beta "
           "carried together the recursion is that of luh_walker_paul, and costs the same";
  if (row == "kane")
    return "same slope but for 3n additions a - rho, which are constants; the printed steps do not quite add up to the "
           "printed constants";
  if (row == "lagrange") return "ours differentiates the energies with dual numbers and shares what it can";
  if (row == "coefficients")
    return "the listing turns the parallel axes 2 and 3 by the sum of their angles, which this formulation does not; "
           "and it "
           "leaves out products (JS413, JS423), so that its D11, D12, D13 are not exact; the program with a load is "
           "not "
           "printed";
  if (row == "velocity_torque")
    return "the printed programs are not known; this formulation turns the parallel axes 2 and 3 one after the other";
  if (row == "mass_matrix:walker_orin")
    return "the printed count is for a general arm by the rules of that paper; ours is for this robot";
  if (row == "mass_matrix:composite_body") return "another method: explicit formulas against composite bodies";
  return "";
}

}  // namespace tauforge::literature
