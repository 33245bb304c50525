// --report of every command that has it: a page that holds what the command found, or a word about why there is none.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "program.h"

namespace tauforge::tests {

namespace {

const std::string robots = TAUFORGE_SOURCE_DIR "/robots/";
const std::string examples = TAUFORGE_SOURCE_DIR "/examples/";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The kinds of the documents on a page, as its reader is shown them.
std::vector<std::string> kinds_on(const std::filesystem::path& page) {
  const std::string text = text_of(page), mark = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = text.find(mark) + mark.size();
  const auto data = nlohmann::json::parse(text.substr(begin, text.find("</script>", begin) - begin));
  std::vector<std::string> kinds;
  for (const auto& chapter : data["chapters"])
    for (const auto& document : chapter["documents"]) kinds.push_back(document["kind"]);
  return kinds;
}

// A command, the exit codes that it may have, and what its page has to show. Where the program was built without its page, the
// command says so and how to get one.
void expect_page(const std::string& command, std::vector<int> codes, const std::string& kind) {
  const TemporaryFile page("page.html", "");
  std::filesystem::remove(page.path());
  const Answer answer = run_program(command + " --report " + page.quoted());
  if (answer.text.find("[page-missing]") != std::string::npos) {
    EXPECT_NE(answer.text.find("install node and npm"), std::string::npos) << answer.text;
    EXPECT_NE(answer.exit_code, 0) << answer.text;
    EXPECT_FALSE(std::filesystem::exists(page.path()));
    return;
  }
  EXPECT_NE(std::find(codes.begin(), codes.end(), answer.exit_code), codes.end()) << answer.exit_code << answer.text;
  ASSERT_TRUE(std::filesystem::exists(page.path())) << answer.text;
  EXPECT_EQ(kinds_on(page.path()), std::vector<std::string>{kind});
}

TEST(Report, OfAnExcitingMotionAndOfWhatIsIdentifiedFromIt) {
  const TemporaryFile scenario("motion.toml", ""), log("log.csv", "");
  const std::string robot = "'" + robots + "scara.toml'";
  expect_page("excite " + robot + " --evaluations 40 --scenario " + scenario.quoted(), {0}, "excitation");
  const Answer moved =
      run_program("evaluate " + robot + " --period 0.01 --motion " + scenario.quoted() + " -o " + log.quoted());
  ASSERT_EQ(moved.exit_code, 0) << moved.text;
  expect_page("identify " + robot + " " + log.quoted() + " -o '" + (log.folder() / "found").string() + "'", {0, 5},
              "identification");
}

TEST(Report, OfGeneratedCodeAndOfClosedForms) {
  const TemporaryFile folder("x", "");
  const std::string robot = "'" + robots + "scara.toml'";
  expect_page("generate " + robot + " --effort 100 -o '" + (folder.folder() / "code").string() + "'", {0},
              "generation");
  expect_page("derive " + robot + " --trade-off", {0}, "derivation");
}

TEST(Report, OfMotionsInVirtualTimeAndOnTheRealClock) {
  const std::string what = "'" + robots + "puma560.toml' '" + examples + "first_steps.toml'";
  expect_page("simulate " + what, {0}, "simulation");
  expect_page("run " + what + " --for 0.2s", {0}, "run");
}

TEST(Report, OfTheCampaignOf1992AndOfFaults) {
  expect_page("campaign '" + robots + "puma260.toml' --seeds 1", {0}, "campaign");
  expect_page("simulate '" + robots + "puma560.toml' '" + examples +
                  "faults/puma560.toml' --faults campaign --runs 2 "
                  "--fault-free 1",
              {0, 6}, "fault_campaign");
}

TEST(Report, IsRefusedWhereItCannotBeWritten) {
  const Answer answer = run_program("derive '" + robots + "scara.toml' --report /no/such/folder/page.html");
  EXPECT_EQ(answer.exit_code, 4) << answer.text;
}

}  // namespace

}  // namespace tauforge::tests
