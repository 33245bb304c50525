#include "tauforge/native/verify_javascript.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <fstream>
#include <map>
#include <random>

#include "tauforge/compiler/reference_case.h"
#include "tauforge/emit/identifier.h"
#include "tauforge/native/deviations.h"
#include "tauforge/native/run_program.h"
#include "tauforge/native/temporary_folder.h"
#include "tauforge/native/write_files.h"

namespace tauforge::native {

namespace {

using emit::SelfTestCase;

// Calls every function as the cases say and writes the results, a number per line.
constexpr const char* driver = R"(import * as module from "./module.mjs";
import { readFileSync, writeFileSync } from "node:fs";
const here = new URL(".", import.meta.url);
const record = (names, values) => Object.fromEntries(names.map((name, i) => [name, values[i]]));
const lines = [];
for (const { name, records, cases } of JSON.parse(readFileSync(new URL("cases.json", here)))) {
  const { call, reads, gives } = module.functions[name];
  for (const { setup, given } of cases) {
    const constants = module.setup ? module.setup(...setup) : null;
    const words = reads.map((word) => word === "constants" ? constants : records[word] ? record(records[word], given[word])
      : Float64Array.from(given[word]));
    const outputs = gives.map(({ name, size }) => records[name] ? {} : new Float64Array(size).fill(NaN));
    call(...words, ...outputs);
    gives.forEach(({ name }, k) => {
      for (const x of records[name] ? records[name].map((element) => outputs[k][element]) : outputs[k]) lines.push(String(x));
    });
  }
}
writeFileSync(new URL("results.txt", here), lines.join("\n") + "\n");
)";

std::string list_text(const std::vector<double>& values) { return fmt::format("[{}]", fmt::join(values, ",")); }

// What structs of a program are made of, by name.
std::string records_text(const expression::Program& program) {
  std::vector<std::string> all;
  const auto add = [&](const std::string& name, const std::vector<std::string>& elements) {
    if (elements.empty() || name == emit::constants_argument) return;
    std::vector<std::string> names;
    for (const auto& element : elements) names.push_back("\"" + emit::c_identifier(element) + "\"");
    all.push_back(fmt::format("\"{}\":[{}]", emit::c_identifier(name), fmt::join(names, ",")));
  };
  for (const auto& a : program.arguments) add(a.name, a.elements);
  for (const auto& o : program.outputs) add(o.name, o.elements);
  return fmt::format("{{{}}}", fmt::join(all, ","));
}

std::string case_text(const emit::Unit& unit, const SelfTestCase& c) {
  const std::pair<const char*, const std::vector<double>*> lists[] = {
      {"q", &c.q}, {"qd", &c.qd}, {"qdd", &c.qdd}, {"tau", &c.tau}, {"wrench", &c.wrench}, {"equation", &c.equation},
      {"b", &c.b}};
  const std::map<std::string, const std::vector<double>*> run_time = {
      {"payload", &c.payload}, {"gravity", &c.gravity}, {"inertias", &c.inertias}, {"friction", &c.friction}};
  std::vector<std::string> given, setup;
  for (const auto& [name, values] : lists)
    if (!values->empty()) given.push_back(fmt::format("\"{}\":{}", name, list_text(*values)));
  if (unit.has_setup())
    for (const auto& p : emit::setup_parameters(unit))
      if (!p.is_output) setup.push_back(list_text(*run_time.at(p.name)));
  return fmt::format("{{\"setup\":[{}],\"given\":{{{}}}}}", fmt::join(setup, ","), fmt::join(given, ","));
}

// NaN where it is none.
double number_of(const std::string& line) {
  double value = 0.0;
  const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), value);
  return fault == std::errc() && end == line.data() + line.size() ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

diagnostic::Result<std::vector<FunctionCheck>> verify_javascript(const robot::Robot& robot,
                                                                 const compiler::Request& request,
                                                                 const compiler::CompiledModel& compiled,
                                                                 const std::string& module, int states) {
  const auto& functions = compiled.unit.functions;
  std::vector<std::vector<SelfTestCase>> cases(functions.size());
  std::vector<std::string> texts;
  for (std::size_t index = 0; index < functions.size(); ++index) {
    std::mt19937 random(static_cast<unsigned>(index) + 1);
    std::vector<std::string> all;
    for (int k = 0; k < states; ++k) {
      cases[index].push_back(compiler::reference_case(robot, request, compiled, index, random));
      all.push_back(case_text(compiled.unit, cases[index].back()));
    }
    texts.push_back(fmt::format("{{\"name\":\"{}\",\"records\":{},\"cases\":[{}]}}",
                                emit::c_identifier(functions[index].name), records_text(functions[index].program),
                                fmt::join(all, ",")));
  }
  const TemporaryFolder folder;
  if (!folder.ok() || write_files(folder.path(), {{"module.mjs", module},
                                                  {"driver.mjs", driver},
                                                  {"cases.json", fmt::format("[{}]", fmt::join(texts, ","))}}))
    return diagnostic::error({}, "temporary-folder", "no temporary folder could be made and written");
  const ProgramRun run = run_program({node_program, folder.path() + "/driver.mjs"});
  if (!run.started)
    return diagnostic::error({}, "node-missing", "there is no Node to verify JavaScript with",
                             "Debian's package is called nodejs");
  if (!run.ok())
    return diagnostic::error({}, "verification-impossible", "Node stopped: " + without_path(folder.path(), run.output));
  std::ifstream results(folder.path() + "/results.txt");
  std::vector<FunctionCheck> checks;
  for (std::size_t index = 0; index < functions.size(); ++index) {
    FunctionCheck check;
    check.name = functions[index].name;
    Deviations deviations(compiled.tolerances.at(index));
    for (const SelfTestCase& c : cases[index]) {
      std::vector<double> got;
      std::string line;
      while (got.size() < c.expected.size() && std::getline(results, line)) got.push_back(number_of(line));
      got.resize(c.expected.size(), std::numeric_limits<double>::quiet_NaN());
      deviations.add(got.data(), c.expected);
    }
    deviations.report(check);
    checks.push_back(check);
  }
  return checks;
}

}  // namespace tauforge::native
