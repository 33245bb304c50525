#include "tauforge/cli/commission_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "tauforge/files/source_text.h"

namespace tauforge::cli {

namespace {

using commission::Figure;
using commission::Record;
using commission::Step;
using commission::StepRecord;
using commission::Verdict;
using nlohmann::json;

constexpr double infinite = std::numeric_limits<double>::infinity();

json number(double value) { return std::isfinite(value) ? json(value) : json(); }
json text(const std::string& value) { return value.empty() ? json() : json(value); }

json figure_json(const Figure& figure) {
  return {{"what", figure.what},
          {"joint", text(figure.joint)},
          {"seen", number(figure.seen)},
          {"lowest", number(figure.lowest)},
          {"highest", number(figure.highest)},
          {"unit", figure.unit},
          {"fine", figure.fine()}};
}

std::string text_of(const json& object, const char* key) {
  const json& value = object.at(key);
  return value.is_null() ? "" : value.get<std::string>();
}

double number_of(const json& object, const char* key, double otherwise) {
  const json& value = object.at(key);
  return value.is_null() ? otherwise : value.get<double>();
}

template <class Kind, std::size_t size> Kind named(const json& value, const std::array<Kind, size>& all) {
  for (const Kind kind : all)
    if (value == to_text(kind)) return kind;
  throw std::invalid_argument(fmt::format("{} is not known", value.dump()));
}

Record record_of(const json& object) {
  if (object.at("schema") != 1) throw std::invalid_argument("this version reads schema 1");
  Record record{
      text_of(object, "robot"), text_of(object, "driver"), text_of(object, "by"), text_of(object, "date"), {}, {}};
  const json& hashes = object.at("hashes");
  record.hashes = {text_of(hashes, "robot"), text_of(hashes, "machine"), text_of(hashes, "code")};
  for (const json& found : object.at("steps")) {
    StepRecord& step = record.steps.emplace_back();
    step.step = named(found.at("step"), commission::all_steps);
    step.verdict = named(found.at("verdict"), std::array{Verdict::passed, Verdict::failed, Verdict::declined});
    step.began = text_of(found, "began"), step.seconds = number_of(found, "seconds", 0);
    step.notes = found.at("notes").get<std::vector<std::string>>();
    step.joint = text_of(found, "joint"), step.why = text_of(found, "why"), step.mend = text_of(found, "mend");
    for (const json& figure : found.at("figures"))
      step.figures.push_back({text_of(figure, "what"), text_of(figure, "joint"),
                              number_of(figure, "seen", std::numeric_limits<double>::quiet_NaN()),
                              number_of(figure, "lowest", -infinite), number_of(figure, "highest", infinite),
                              text_of(figure, "unit")});
    const auto fine = [](const Figure& figure) { return figure.fine(); };
    if (step.verdict == Verdict::passed && !std::all_of(step.figures.begin(), step.figures.end(), fine))
      throw std::invalid_argument(fmt::format("step {} cannot have passed with these figures", to_text(step.step)));
  }
  if (object.at("passed") != record.passed()) throw std::invalid_argument("'passed' contradicts its steps");
  return record;
}

}  // namespace

json record_json(const Record& record) {
  json steps = json::array();
  for (const StepRecord& step : record.steps) {
    json figures = json::array();
    for (const Figure& figure : step.figures) figures.push_back(figure_json(figure));
    steps.push_back({{"step", to_text(step.step)},
                     {"verdict", to_text(step.verdict)},
                     {"began", step.began},
                     {"seconds", step.seconds},
                     {"figures", std::move(figures)},
                     {"notes", step.notes},
                     {"joint", text(step.joint)},
                     {"why", text(step.why)},
                     {"mend", text(step.mend)}});
  }
  return {
      {"schema", 1},
      {"robot", record.robot},
      {"driver", record.driver},
      {"by", record.by},
      {"date", record.date},
      {"passed", record.passed()},
      {"hashes", {{"robot", record.hashes.robot}, {"machine", record.hashes.machine}, {"code", record.hashes.code}}},
      {"steps", std::move(steps)}};
}

diagnostic::Result<std::shared_ptr<const Record>> read_record(const std::string& path) {
  const auto source = files::read_source(path);
  if (!source) return source.findings();
  try {
    return std::make_shared<const Record>(record_of(json::parse(source.value()->text)));
  } catch (const std::exception& wrong) {
    return diagnostic::error({}, "record-invalid",
                             fmt::format("'{}' is no record of tauforge commission: {}", path, wrong.what()),
                             "docs/commissioning.md");
  }
}

}  // namespace tauforge::cli
