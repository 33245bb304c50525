// What the explicit model looks like on paper: LaTeX that compiles, Markdown, text; whatever the robot is called.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "tauforge/explicit_model/document.h"
#include "tauforge/explicit_model/partition.h"
#include "tests/support/compile_c.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

using explicit_model::Derivation;
using explicit_model::Format;

const std::string hostile = "evil\\end{document}$x_1^2$ & 100% #1 ~ {[<|\"\n\x1b[31m \xc3\xa9\\input{/etc/passwd}";

// Once for each robot, whatever it is called.
Derivation derived(const std::string& file, const std::string& name, bool symbolic, bool abbreviate = true) {
  static std::map<std::tuple<std::string, bool, bool>, Derivation> known;
  const auto found = known.find({file, symbolic, abbreviate});
  if (found != known.end()) {
    Derivation same = found->second;
    same.model.robot = name;
    return same;
  }
  robot::Robot robot = robot_in_folder(file);
  robot.name = name;
  explicit_model::DerivationOptions options;
  options.derive.symbolic = symbolic;
  if (abbreviate) options.share = 0.01;
  options.rule = explicit_model::Rule::paper;
  options.certificate = {.mesh_points = 1000, .cells = 100};
  return known.emplace(std::tuple{file, symbolic, abbreviate}, explicit_model::derivation(robot, options).value())
      .first->second;
}

void expect_that_latex_compiles(const std::string& text) {
  if (!is_installed("pdflatex")) GTEST_SKIP() << "pdflatex is not installed";
  const ScratchFolder folder;
  std::ofstream(folder.file("model.tex")) << text;
  const auto run = run_program({"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape",
                                "-output-directory", folder.file(""), folder.file("model.tex")});
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_TRUE(std::ifstream(folder.file("model.pdf")).good());
}

TEST(Latex, OfThePuma560Compiles) {
  expect_that_latex_compiles(render(document(derived("puma560", "puma560", true), Format::latex, true), Format::latex));
}

// Both kinds of page, and the equations alone in an article of two columns: no line is too long for its column.
TEST(Latex, FitsItsColumns) {
  if (!is_installed("pdflatex")) GTEST_SKIP() << "pdflatex is not installed";
  for (const char* name : {"puma560", "ur10e"}) {
    const auto page = document(derived(name, name, true), Format::latex, false);
    const std::string article =
        "\\documentclass[a4paper,twocolumn]{article}\n\\usepackage{amsmath}\n"
        "\\begin{document}\n" +
        latex_equations(page, 2) + "\\end{document}\n";
    for (const std::string& text : {render(page, Format::latex), render(page, Format::latex, {80, 2}), article}) {
      const ScratchFolder folder;
      std::ofstream(folder.file("model.tex")) << text;
      const auto run = run_program({"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-output-directory",
                                    folder.file(""), folder.file("model.tex")});
      EXPECT_EQ(run.status, 0) << run.output;
      EXPECT_EQ(run.output.find("Overfull"), std::string::npos) << name << run.output;
    }
  }
}

TEST(Latex, OfARobotWithAHostileNameCompiles) {
  const std::string text = render(document(derived("stanford", hostile, true), Format::latex, true), Format::latex);
  EXPECT_EQ(text.find("\\input"), std::string::npos);
  EXPECT_EQ(text.find("\\end{document}"), text.rfind("\\end{document}")) << "the name ended the document";
  expect_that_latex_compiles(text);
}

TEST(Latex, OfPrismaticAndParallelArmsCompiles) {
  expect_that_latex_compiles(render(document(derived("scara", "scara", false), Format::latex, true), Format::latex));
}

TEST(LatexText, LeavesNoSpecialCharacterAlone) {
  EXPECT_EQ(explicit_model::latex_text("a_b"), "a\\_b");
  EXPECT_EQ(explicit_model::latex_text("50%"), "50\\%");
  EXPECT_EQ(explicit_model::latex_text("\\x"), "\\textbackslash{}x");
  EXPECT_EQ(explicit_model::latex_text("\x01\xff"), "\\textbackslash{}x01\\textbackslash{}xff") << "shown, not hidden";
  EXPECT_EQ(explicit_model::latex_text("\xC3\xA9"), "??");
}

TEST(Markdown, EscapesTheNameAndKeepsItsTablesWhole) {
  const std::string text =
      render(document(derived("scara", "a|b<script>", false), Format::markdown, false), Format::markdown);
  EXPECT_NE(text.find("# Explicit model of a\\|b\\<script\\>"), std::string::npos) << text;
  EXPECT_NE(text.find("| `a11` | `"), std::string::npos);
}

TEST(TextReport, HasNoControlCharactersOfTheName) {
  const std::string text = render(document(derived("scara", hostile, false), Format::text, false), Format::text);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(TextReport, PrintsTheGravityOfThePuma560AsThePaperDoes) {
  const std::string text = render(document(derived("puma560", "puma560", true), Format::text, false), Format::text);
  EXPECT_NE(text.find("G2  = g1*C2 + g2*S23 + g3*S2 + g4*C23 + g5*(C23*C4*S5 + S23*C5)\n"), std::string::npos);
  EXPECT_NE(text.find("      ~ -37.235*C2 + 1.024*S2 - 8.454*S23\n"), std::string::npos) << text;
  EXPECT_NE(text.find("b412  = -b214\n"), std::string::npos);
  EXPECT_NE(text.find("c13  = b123/2\n"), std::string::npos);
  EXPECT_NE(text.find("m6*a2*rz6"), std::string::npos);  // I16
}

// Its last joint carries so little that the rule of the paper drops much of what couples it to the others, and more than A bears.
TEST(TextReport, WarnsWhereAJointLosesMuchOfItsTorqueOrInertia) {
  explicit_model::DerivationOptions options;
  options.share = 0.05, options.rule = explicit_model::Rule::paper;
  options.certificate = {.mesh_points = 1000, .cells = 100};
  const Derivation d = explicit_model::derivation(robot_in_folder("stanford"), options).value();
  const std::string text = render(document(d, Format::text, false), Format::text);
  EXPECT_NE(text.find("Joint 6 may lose 19 % of its largest torque"), std::string::npos) << text;
  EXPECT_EQ(text.find("Joint 1 may lose"), std::string::npos);
  EXPECT_NE(text.find("is for torques, not for accelerations: its mass matrix is not positive definite, at q = "),
            std::string::npos);
}

TEST(Partition, BalancesItsBlocksAndLosesNoElement) {
  const Derivation d = derived("puma560", "puma560", false, false);
  for (const int blocks : {1, 2, 4}) {
    const auto p = explicit_model::partition(d.model, d.complete, blocks);
    std::set<int> elements;
    int operations = 0;
    for (const auto& block : p.blocks) {
      for (const int e : block.elements) EXPECT_TRUE(elements.insert(e).second);
      operations += block.operations.total();
      EXPECT_LE(block.received, 18);
      EXPECT_LE(block.sent, 6);
    }
    std::size_t all = 0;
    for (const auto& e : d.complete) all += !e.zero && e.same_as < 0;
    EXPECT_EQ(elements.size(), all);
    EXPECT_GT(p.balance(), 0.95);
    EXPECT_GE(operations + p.additions_after, d.calculations.whole.total());  // what blocks share is computed in each
    const double share = static_cast<double>(p.longest()) / d.calculations.whole.total();
    EXPECT_LE(share, blocks == 1 ? 1.0 : blocks == 2 ? 0.65 : 0.4);
  }
}

}  // namespace
}  // namespace tauforge::tests
