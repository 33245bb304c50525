#include "tauforge/scenario/motion_table.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "tauforge/files/csv_table.h"
#include "tauforge/motion/spline.h"
#include "tauforge/motion/tabulated.h"

namespace tauforge::scenario {

namespace {

constexpr std::size_t most_rows = 2'000'000;

// Where the values of all drives stand; nothing when one is missing.
std::optional<std::vector<std::size_t>> columns(const files::CsvReader& table, const char* letter,
                                                const std::vector<std::string>& drives, std::string& missing) {
  std::vector<std::size_t> places;
  for (std::size_t j = 0; j < drives.size(); ++j) {
    auto place = table.find(fmt::format("{}:{}", letter, drives[j]));
    if (!place) place = table.find(fmt::format("{}{}", letter, j + 1));
    if (!place) {
      missing = fmt::format("{}:{}", letter, drives[j]);
      return std::nullopt;
    }
    places.push_back(*place);
  }
  return places;
}

}  // namespace

std::shared_ptr<const motion::Trajectory> read_motion_table(const std::string& path, const robot::Robot& robot,
                                                            diagnostic::Findings& findings) {
  auto opened = files::CsvReader::open(path);
  diagnostic::append(findings, opened.findings());
  if (!opened.ok()) return nullptr;
  files::CsvReader table = opened.take();
  std::string missing = "t", unused;
  const auto time = table.find("t");
  const auto q = columns(table, "q", robot.drives, missing);
  if (!time) missing = "t";
  if (!time || !q) {
    findings.push_back(diagnostic::error(table.place_of(0), "column-missing",
                                         fmt::format("the table has no column '{}'", missing),
                                         "t and q:NAME of every drive, as `tauforge excite -o` writes them"));
    return nullptr;
  }
  const auto qd = columns(table, "qd", robot.drives, unused), qdd = columns(table, "qdd", robot.drives, unused);
  std::vector<motion::Tabulated::Row> rows;
  std::vector<double> row(table.columns().size());
  const auto fail = [&](std::size_t column, const char* code, const std::string& message, const char* hint) {
    findings.push_back(diagnostic::error(table.place_of(column), code, message, hint));
    return nullptr;
  };
  const auto pick = [&](const std::vector<std::size_t>& places) {
    std::vector<double> values;
    for (const std::size_t place : places) values.push_back(row[place]);
    return values;
  };
  while (table.next(row)) {
    if (!rows.empty() && !(row[*time] > rows.back().t))
      return fail(*time, "time-order", fmt::format("t is {:.9g} after {:.9g}", row[*time], rows.back().t),
                  "times increase from row to row");
    if (rows.size() == most_rows) return fail(0, "too-many-rows", "the table is too long", "at most 2000000 rows");
    const bool derivatives = qd && qdd;
    rows.push_back({row[*time], pick(*q), derivatives ? pick(*qd) : std::vector<double>{},
                    derivatives ? pick(*qdd) : std::vector<double>{}});
  }
  diagnostic::append(findings, table.findings());
  if (diagnostic::has_error(table.findings())) return nullptr;
  if (rows.size() < 2)
    return fail(0, "too-few-rows", fmt::format("the table has {} rows", rows.size()), "at least two");
  if (qd && qdd) return std::make_shared<motion::Tabulated>(std::move(rows));
  std::vector<std::vector<double>> points;
  std::vector<double> times;
  for (auto& r : rows) points.push_back(std::move(r.q)), times.push_back(r.t - rows.front().t);
  return std::make_shared<motion::Spline>(points, std::move(times));
}

}  // namespace tauforge::scenario
