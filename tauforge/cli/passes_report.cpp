#include "tauforge/cli/passes_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

namespace {

const compiler::PassInfo& info(compiler::Pass pass) { return compiler::pass_list()[static_cast<std::size_t>(pass)]; }

}  // namespace

std::string passes_text(const std::vector<compiler::PassRecord>& passes) {
  std::vector<std::vector<std::string>> rows = {
      {"function", "pass", "mult / add", "live values", "bytes of C", "ms", "what it does"}};
  for (const auto& p : passes) {
    const bool begins = p.pass == compiler::pass_list().front().pass;
    std::vector<std::string> row = {
        begins ? p.function : "", info(p.pass).name, "-", "-", "-", p.ran ? fmt::format("{:.1f}", p.milliseconds) : "-",
        info(p.pass).what};
    if (p.size) {
      row[2] = fmt::format("{} / {}", p.size->operations.multiplications, p.size->operations.additions);
      row[3] = fmt::format("{}", p.size->live_values);
      if (p.size->bytes > 0) row[4] = fmt::format("{}", p.size->bytes);
    }
    rows.push_back(std::move(row));
  }
  return "\nAfter each pass (no ms: it was left out):\n" +
         table(rows, "  ", {{}, {}, {}, {}, {}, {}, diagnostic::leaves(1)});
}

nlohmann::json passes_json(const std::vector<compiler::PassRecord>& passes) {
  nlohmann::json all = nlohmann::json::array();
  for (const auto& p : passes) {
    nlohmann::json one = {{"function", p.function}, {"pass", info(p.pass).name}, {"ran", p.ran}};
    if (p.ran) one["milliseconds"] = p.milliseconds;
    if (p.size) {
      one["multiplications"] = p.size->operations.multiplications;
      one["additions"] = p.size->operations.additions;
      one["live_values"] = p.size->live_values;
      if (p.size->bytes > 0) one["bytes"] = p.size->bytes;
    }
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace tauforge::cli
