#include "tauforge/report/folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tauforge/files/read_robot.h"
#include "tauforge/native/temporary_folder.h"
#include "tauforge/report/document_kind.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class Folder {
 public:
  void write(const std::string& name, const std::string& text) const { std::ofstream(fs::path(path()) / name) << text; }
  const std::string& path() const { return folder_.path(); }

 private:
  native::TemporaryFolder folder_;
};

const std::string robots = std::string(TAUFORGE_SOURCE_DIR) + "/robots/";

TEST(ReportFolder, TellsDocumentsByTheirMembers) {
  EXPECT_EQ(report::kind_of({{"estimates", json::array()}, {"training", {}}}), "identification");
  EXPECT_EQ(report::kind_of({{"drives", {}}, {"events", {}}, {"period_s", 1}}), "simulation");
  EXPECT_EQ(report::kind_of({{"drives", {}}, {"events", {}}, {"period_s", 1}, {"timing", {{"granted", {}}}}}), "run");
  EXPECT_EQ(report::kind_of({{"kinds", {}}, {"false_alarms", {}}}), "fault_campaign");
  EXPECT_EQ(report::kind_of({{"something", "else"}}), "");
  EXPECT_EQ(report::kind_of(json::array({1, 2})), "");
}

TEST(ReportFolder, TakesTablesInTheOrderOfTheirNumbersAndTheIdentifiedRobotFirst) {
  const Folder folder;
  fs::copy(robots + "scara.toml", folder.path() + "/a.toml");
  fs::copy(robots + "puma560.toml", folder.path() + "/z.identified.toml");
  for (const char* name : {"log10.csv", "log9.csv"}) folder.write(name, "t,q1\n0,1\n0.5,2\n");
  folder.write("answer.json", R"({"kinds": [], "false_alarms": {}})");
  folder.write("other.json", R"({"not": "ours"})");
  folder.write("scenario.toml", "schema = 1\n[motion]\n");
  folder.write("notes.txt", "nothing");
  const auto chapter = report::read_folder(folder.path());
  ASSERT_TRUE(chapter.ok());
  ASSERT_EQ(chapter.value().tables.size(), 2u);
  EXPECT_EQ(chapter.value().tables[0].name, "log9.csv");
  EXPECT_EQ(chapter.value().tables[0].values, (std::vector<std::vector<double>>{{0.0, 0.5}, {1.0, 2.0}}));
  ASSERT_EQ(chapter.value().documents.size(), 1u);
  ASSERT_TRUE(chapter.value().robot.has_value());
  EXPECT_EQ(chapter.value().robot->details().robot.name, robot_in_folder("puma560").name);
}

TEST(ReportFolder, RefusesWhatItCannotReadOrShow) {
  const Folder empty, broken, torn;
  EXPECT_EQ(report::read_folder(empty.path()).findings()[0].code, "folder-empty");
  EXPECT_EQ(report::read_folder(empty.path() + "/none").findings()[0].code, "folder-unreadable");
  broken.write("a.json", "{\"kinds\": ");
  EXPECT_EQ(report::read_folder(broken.path()).findings()[0].code, "json-syntax");
  torn.write("a.csv", "t,q1\n0\n");
  EXPECT_FALSE(report::read_folder(torn.path()).ok());
}

}  // namespace
}  // namespace tauforge::tests
