// CSV tables: the reader on small texts, and both ways through a large file.
#include "tauforge/files/csv_table.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

namespace tauforge::files {

namespace {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
  std::string errors;  // "line:column code" of each
};

Table read(const std::string& text, const CsvOptions& options = {}) {
  Table table;
  const auto collect = [&](const diagnostic::Findings& findings) {
    for (const auto& f : findings)
      table.errors += (table.errors.empty() ? "" : ", ") + std::to_string(f.at.line) + ":" +
                      std::to_string(f.at.column) + " " + f.code;
  };
  auto result = CsvReader::from_text("t.csv", text, options);
  collect(result.findings());
  if (!result) return table;
  CsvReader reader = result.take();
  table.columns = reader.columns();
  std::vector<double> row(table.columns.size());
  while (reader.next(row)) table.rows.push_back(row);
  collect(reader.findings());
  return table;
}

TEST(CsvTable, ReadsNamesAndNumbers) {
  const Table t = read("t,q1,q:elbow\n0,1.5,-2e-3\n1,+2.5,0\n");
  EXPECT_EQ(t.errors, "");
  EXPECT_EQ(t.columns, (std::vector<std::string>{"t", "q1", "q:elbow"}));
  EXPECT_EQ(t.rows, (std::vector<std::vector<double>>{{0, 1.5, -2e-3}, {1, 2.5, 0}}));
}

TEST(CsvTable, AcceptsWhatOtherProgramsWrite) {
  const Table t = read("\xEF\xBB\xBF# comment\r\n\r\n \"a,b\" , c \r\n \"1\" ,\t2 \r\n\r\n# more\r\n3,4");
  EXPECT_EQ(t.errors, "");
  EXPECT_EQ(t.columns, (std::vector<std::string>{"a,b", "c"}));
  EXPECT_EQ(t.rows, (std::vector<std::vector<double>>{{1, 2}, {3, 4}}));
}

TEST(CsvTable, PointsAtTheCellThatIsWrong) {
  EXPECT_EQ(read("a,b\n1,2\n1,x2\n").errors, "3:3 not-a-number");
  EXPECT_EQ(read("a,b\n1,\n").errors, "2:3 csv-cell-empty");
  EXPECT_EQ(read("a,b\n1;2\n").errors, "2:1 csv-cell-count");
  EXPECT_EQ(read("a,b\n1,2,3\n").errors, "2:5 csv-cell-count");
  EXPECT_EQ(read("a,b\n1,nan\n").errors, "2:3 not-finite");
  EXPECT_EQ(read("a,b\n1,1e999\n").errors, "2:3 number-out-of-range");
  EXPECT_EQ(read("a,b\n1,\"2\n").errors, "2:3 csv-quote");
  EXPECT_EQ(read("a,b\nx,y\n").errors, "2:1 not-a-number, 2:3 not-a-number");
  EXPECT_EQ(read("a,b\n+-1,2\n").errors, "2:1 not-a-number");
  EXPECT_EQ(read("a,b\n1.5 2,3\n").errors, "2:1 not-a-number");
}

TEST(CsvTable, RefusesHeadersThatAreNone) {
  EXPECT_EQ(read("").errors, "0:0 csv-empty");
  EXPECT_EQ(read("\n# only\n").errors, "0:0 csv-empty");
  EXPECT_EQ(read("1,2\n3,4\n").errors, "1:1 csv-header-missing");
  EXPECT_EQ(read("a,a\n").errors, "1:3 csv-column-twice");
  EXPECT_EQ(read("a,,b\n").errors, "1:3 csv-column-unnamed");
}

TEST(CsvTable, UnderstandsSemicolonsTabsAndDecimalCommas) {
  const std::vector<std::vector<double>> rows = {{0.5, -2e-3}, {1, 2.25}};
  EXPECT_EQ(read("t;q1\n0,5;-2e-3\n1;2,25\n").rows, rows);
  EXPECT_EQ(read("t;q1\n0.5;-2e-3\n1;2.25\n").rows, rows);
  EXPECT_EQ(read("t;q1\n 0,5 ; \"-0,002\" \n1;2.25\n").rows, rows);  // a point beside commas, quotes
  EXPECT_EQ(read("t\tq1\n0,5\t-2e-3\n1\t2,25\n").rows, rows);
  EXPECT_EQ(read("\"a;b\",c\n0.5,-2e-3\n1,2.25\n").rows, rows);     // a semicolon within a name separates nothing
  EXPECT_EQ(read("t;q1\n1.234,5;1\n").errors, "2:1 not-a-number");  // thousands are not guessed at
  EXPECT_EQ(read("t\tq1\n1\t\t2\n").errors, "2:4 csv-cell-count");
}

TEST(CsvTable, TakesTheNamesOfColumnsFromElsewhere) {
  const Table t = read("0;1,5\n1;2\n", {.columns = {"t", "q1"}});
  EXPECT_EQ(t.errors, "");
  EXPECT_EQ(t.columns, (std::vector<std::string>{"t", "q1"}));
  EXPECT_EQ(t.rows, (std::vector<std::vector<double>>{{0, 1.5}, {1, 2}}));
  EXPECT_EQ(read("t,q1\n0,1\n", {.columns = {"t", "q1"}}).errors, "1:1 not-a-number, 1:3 not-a-number");
  EXPECT_EQ(read("0,1,2\n", {.columns = {"t", "q1"}}).errors, "1:5 csv-cell-count");
}

TEST(CsvTable, ReadsWhatGzipCompressed) {
  const auto path = std::filesystem::temp_directory_path() / ("tauforge_" + std::to_string(getpid()) + ".csv.gz");
  const auto codes = [&](double& sum) {
    auto result = CsvReader::open(path.string());
    std::string text;
    if (!result) return result.findings()[0].code;
    CsvReader reader = result.take();
    std::array<double, 2> row{};
    while (reader.next(row)) sum += row[1];
    for (const auto& f : reader.findings()) text += f.code;
    if (text.empty()) EXPECT_EQ(reader.bytes_read(), reader.bytes_in_all());
    return text;
  };
  gzFile file = gzopen(path.c_str(), "wb");
  gzputs(file, "t,q1\n");
  std::mt19937_64 random(1);
  for (int k = 0; k < 100000; ++k) gzprintf(file, "%d,%d\n", k, static_cast<int>(random() % 1000) + 1);
  gzclose(file);
  double whole = 0, part = 0, broken = 0;
  EXPECT_EQ(codes(whole), "");
  std::mt19937_64 again(1);
  double expected = 0;
  for (int k = 0; k < 100000; ++k) expected += static_cast<double>(again() % 1000) + 1;
  EXPECT_EQ(whole, expected);

  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  EXPECT_EQ(codes(part), "gzip-truncated");
  std::fstream(path, std::ios::binary | std::ios::in | std::ios::out)
      .seekp(5000)
      .write("garbage, garbage, garbage", 25);
  EXPECT_NE(codes(broken), "");
  std::filesystem::remove(path);
}

TEST(CsvTable, AllowsWhatIsNotFiniteOnlyWhenAsked) {
  const Table t = read("a,b\nnan,-inf\n", {.allow_non_finite = true});
  ASSERT_EQ(t.rows.size(), 1u);
  EXPECT_TRUE(std::isnan(t.rows[0][0]));
  EXPECT_EQ(t.rows[0][1], -std::numeric_limits<double>::infinity());
}

TEST(CsvTable, RefusesLinesWithoutEnd) {
  EXPECT_EQ(read("a\n" + std::string(200, '1') + "\n", {.longest_line = 100}).errors, "2:0 csv-line-too-long");
  const std::string path = (std::filesystem::temp_directory_path() / "tauforge_long.csv").string();
  std::ofstream(path) << "a\n" << std::string(5'000'000, '1');
  auto reader = CsvReader::open(path);
  ASSERT_TRUE(reader.ok());
  CsvReader r = reader.take();
  std::array<double, 1> row;
  EXPECT_FALSE(r.next(row));
  ASSERT_EQ(r.findings().size(), 1u);
  EXPECT_EQ(r.findings()[0].code, "csv-line-too-long");
  std::filesystem::remove(path);
}

TEST(CsvTable, ShowsTheLineAroundTheFault) {
  auto result = CsvReader::from_text("t.csv", "a,b\n1,2\n3,four\n");
  ASSERT_TRUE(result.ok());
  CsvReader reader = result.take();
  std::array<double, 2> row;
  while (reader.next(row)) {
  }
  ASSERT_EQ(reader.findings().size(), 1u);
  EXPECT_EQ(to_text(reader.findings()[0]),
            "t.csv:3:3: error: 'b' is 'four' in line 3 [not-a-number]\n"
            "    3 | 3,four\n"
            "      |   ^~~~ a finite decimal number is needed\n");
}

TEST(CsvTable, WhatIsWrittenReadsBackExactly) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  const std::string path = (std::filesystem::temp_directory_path() / "tauforge exact.csv").string();
  const std::vector<std::string> names = {"plain", "with,comma", "with \"quote\"", "#hash", " blank "};
  std::vector<std::array<double, 5>> rows(300'000);
  for (auto& row : rows)
    for (double& x : row) do
        x = std::bit_cast<double>(random());
      while (!std::isfinite(x));
  {
    auto created = CsvWriter::create(path);
    ASSERT_TRUE(created.ok());
    CsvWriter writer = created.take();
    writer.header(names);
    for (const auto& row : rows) writer.row(row);
    ASSERT_TRUE(writer.finish().empty());
  }
  auto opened = CsvReader::open(path);
  ASSERT_TRUE(opened.ok());
  CsvReader reader = opened.take();
  EXPECT_EQ(reader.columns(), names);
  EXPECT_EQ(reader.find("#hash"), 3u);
  std::array<double, 5> row;
  std::size_t count = 0;
  while (reader.next(row)) {
    ASSERT_EQ(row, rows[count]) << "row " << count;
    ++count;
  }
  EXPECT_TRUE(reader.findings().empty());
  EXPECT_EQ(count, rows.size());
  EXPECT_EQ(reader.bytes_read(), reader.bytes_in_all());
  std::filesystem::remove(path);
}

TEST(CsvTable, SaysWhenTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  auto created = CsvWriter::create("/dev/full");
  ASSERT_TRUE(created.ok());
  CsvWriter writer = created.take();
  writer.row(std::array{1.0, 2.0});
  const auto findings = writer.finish();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "output-unwritable");
  EXPECT_FALSE(CsvWriter::create("/nowhere/at/all.csv").ok());
}

}  // namespace

}  // namespace tauforge::files
