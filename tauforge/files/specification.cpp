#include "tauforge/files/specification.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "tauforge/files/degrees.h"
#include "tauforge/files/number.h"
#include "tauforge/files/specification_lines.h"

namespace tauforge::files {

namespace {

using diagnostic::error;
using diagnostic::Findings;
using diagnostic::note;
using diagnostic::warning;
using robot::Description;
using robot::Located;

constexpr std::size_t most_joints = 1000;
constexpr std::array required_keys = {"alpha", "dpar", "apar"};
constexpr std::array list_keys = {"mass",  "sigma",  "alpha",  "dpar",   "apar",  "thetapar", "adyna",
                                  "bdyna", "cdyna",  "ddyna",  "edyna",  "fdyna", "xgrav",    "ygrav",
                                  "zgrav", "iadyna", "fsdyna", "dsdyna", "ofdyna"};

using List = std::vector<Located<double>>;

class Reader {
 public:
  Reader(const SourceText& source, const SpecificationOptions& options)
      : source_(source),
        options_(options),
        lines_(split_specification(source)),
        findings_(std::move(lines_.findings)) {}

  Result<Description> run() {
    if (lines_.statements.empty() && lines_.symbols.empty() && !diagnostic::has_error(findings_))
      return error({source_, 0, 0, 1}, "file-empty", fmt::format("'{}' holds no statement", source_->name),
                   "a specification file begins with number_links");
    if (!read_number_of_links()) return std::move(findings_);
    for (const Statement& statement : lines_.statements) {
      if (findings_.size() >= most_findings) break;
      read_statement(statement);
    }
    for (const char* key : required_keys)
      if (!lists_.count(key) && !diagnostic::has_error(findings_))
        findings_.push_back(error({source_, 0, 0, 1}, "key-missing", fmt::format("'{}' is not given", key),
                                  "alpha, dpar and apar are needed for every link"));
    for (const auto& [name, symbol] : lines_.symbols)
      if (!symbol.used && findings_.size() < most_findings)
        findings_.push_back(note(symbol.at, "symbol-unused", fmt::format("symbol '{}' is not used", name)));
    if (diagnostic::has_error(findings_)) return std::move(findings_);
    Description description = describe();
    if (diagnostic::has_error(findings_)) return std::move(findings_);
    return {std::move(description), std::move(findings_)};
  }

 private:
  bool read_number_of_links() {
    for (const Statement& statement : lines_.statements) {
      if (statement.key.text != "number_links") continue;
      const ParsedNumber n = parse_number(statement.values.size() == 1 ? statement.values[0].text : "");
      if (n.ok() && n.value >= 1 && n.value <= most_joints && n.value == std::floor(n.value)) {
        n_ = static_cast<std::size_t>(n.value);
        return true;
      }
      const Word& word = statement.values.empty() ? statement.key : statement.values[0];
      findings_.push_back(error(word.at, "number-of-links",
                                fmt::format("number_links is '{}'", statement.values.empty() ? "" : word.text),
                                fmt::format("one whole number from 1 to {}", most_joints)));
      return false;
    }
    findings_.push_back(error({source_, 0, 0, 1}, "key-missing", "number_links is not given",
                              "a specification file [Izaguirre et al., Appendix A] begins with: number_links N"));
    return false;
  }

  void read_statement(const Statement& statement) {
    const std::string_view key = statement.key.text;
    if (key == "number_links") {
      if (std::exchange(seen_number_, true)) report_twice(statement);
    } else if (key == "option" || key == "option.update") {
      read_option(statement);
    } else if (key == "gravity") {
      read_gravity(statement);
    } else if (key == "ia") {
      read_list("iadyna", statement);
    } else if (std::find(list_keys.begin(), list_keys.end(), key) != list_keys.end()) {
      read_list(std::string(key), statement);
    } else if (is_printed_motor_inertia(statement)) {
      findings_.push_back(warning(statement.key.at, "motor-inertia-key",
                                  "a line of values without a key is taken as the motor inertias",
                                  "write iadyna before the values"));
      Statement keyed{statement.key, {statement.key}};
      keyed.values.insert(keyed.values.end(), statement.values.begin(), statement.values.end());
      read_list("iadyna", keyed);
    } else {
      const std::string shown(key.substr(0, 60));
      findings_.push_back(
          error(statement.key.at, "key-unknown", fmt::format("'{}' is not a key of a specification file", shown),
                "number_links, mass, sigma, alpha, dpar, apar, adyna..fdyna, xgrav..zgrav, iadyna, ..."));
    }
  }

  // The paper prints "ia1 ia2 ia3 ia4 ia5 ia6": as many known values as links, and no key.
  bool is_printed_motor_inertia(const Statement& statement) const {
    const auto known = [&](const Word& word) {
      return lines_.symbols.count(word.text) || parse_number(word.text).ok();
    };
    return statement.values.size() + 1 == n_ && known(statement.key) &&
           std::all_of(statement.values.begin(), statement.values.end(), known);
  }

  void report_twice(const Statement& statement) {
    findings_.push_back(error(statement.key.at, "key-twice", fmt::format("'{}' is given twice", statement.key.text),
                              "remove one of the two"));
  }

  void read_option(const Statement& statement) {
    if (statement.values.size() == 1 && statement.values[0].text == "moment") {
      if (statement.key.text == "option.update")
        findings_.push_back(note(statement.key.at, "option-unused",
                                 "option.update moment has no effect: symbols become their numbers"));
      return;
    }
    findings_.push_back(warning(statement.key.at, "option-unknown",
                                fmt::format("'{} {}' is not understood", statement.key.text,
                                            statement.values.empty() ? "" : statement.values[0].text),
                                "only 'moment' is known: inertias and first moments are the inputs"));
  }

  void read_gravity(const Statement& statement) {
    if (!gravity_.empty()) return report_twice(statement);
    if (statement.values.size() != 3) {
      findings_.push_back(error(statement.key.at, "list-length",
                                fmt::format("gravity has {} values", statement.values.size()),
                                "three are needed: gx gy gz [m/s^2]"));
      return;
    }
    for (const Word& word : statement.values) gravity_.push_back(value_of(word));
  }

  void read_list(const std::string& key, const Statement& statement) {
    if (lists_.count(key)) return report_twice(statement);
    List& list = lists_[key];
    for (const Word& word : statement.values) list.push_back(value_of(word));
    if (list.size() == n_) return;
    const bool zeros = std::all_of(statement.values.begin(), statement.values.end(), [&](const Word& word) {
      const ParsedNumber number = parse_number(word.text);
      return number.ok() && number.value == 0.0;
    });
    const std::string message = fmt::format("'{}' has {} value{} for {} link{}", key, list.size(),
                                            list.size() == 1 ? "" : "s", n_, n_ == 1 ? "" : "s");
    const Position at = statement.key.at;
    if (options_.lenient && zeros && list.size() < n_) {
      findings_.push_back(warning(at, "list-padded", message, "all are zero: filled up with zeros"));
      list.resize(n_, {0.0, at});
      return;
    }
    findings_.push_back(error(
        at, "list-length", message,
        zeros && list.size() < n_ ? "one value per link; --lenient fills up a list of zeros" : "one value per link"));
  }

  Located<double> value_of(const Word& word) {
    if (const auto symbol = lines_.symbols.find(word.text); symbol != lines_.symbols.end()) {
      symbol->second.used = true;
      return {symbol->second.value, word.at};
    }
    const ParsedNumber number = parse_number(word.text);
    if (number.ok()) return {number.value, word.at};
    if (findings_.size() >= most_findings) return {0.0, word.at};
    const std::string shown(word.text.substr(0, 60));
    const char first = word.text[0];
    const bool symbol = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_';
    if (symbol && number.fault != NumberFault::not_finite)
      findings_.push_back(error(word.at, "symbol-undefined", fmt::format("symbol '{}' has no value", shown),
                                fmt::format("add a line: variable {} NUMBER", shown)));
    else
      findings_.push_back(error(word.at, code_of(number.fault), fmt::format("'{}' is not a usable number", shown),
                                "a finite decimal number or a symbol"));
    return {0.0, word.at};
  }

  const Located<double>& item(const char* key, std::size_t i) const {
    static const Located<double> zero{};
    const auto list = lists_.find(key);
    return list == lists_.end() ? zero : list->second[i];
  }

  Description describe() {
    Description d;
    d.format = robot::Format::specification;
    d.at = {source_, 0, 0, 1};
    d.name = std::filesystem::path(source_->name).stem().string();
    d.meaning = robot::Meaning::base;
    if (gravity_.size() == 3) d.gravity = {gravity_[0].value, gravity_[1].value, gravity_[2].value};
    d.links.push_back({{"base", d.at}, std::nullopt});
    for (std::size_t i = 0; i < n_; ++i) {
      const Position at = item("alpha", i).at;
      d.links.push_back({{fmt::format("link{}", i + 1), at}, inertial(i)});
      d.joints.push_back(joint(i, at));
    }
    return d;
  }

  robot::InertialDescription inertial(std::size_t i) const {
    robot::InertialDescription b;
    b.mass = item("mass", i);
    b.centre = {{item("xgrav", i).value, item("ygrav", i).value, item("zgrav", i).value}, item("xgrav", i).at};
    b.centre_is_first_moment = true;
    b.inertia = {{item("adyna", i).value, item("bdyna", i).value, item("cdyna", i).value, item("ddyna", i).value,
                  item("edyna", i).value, item("fdyna", i).value},
                 item("adyna", i).at};
    b.about = robot::InertiaAbout::frame_origin;
    return b;
  }

  robot::JointDescription joint(std::size_t i, const Position& at) {
    const auto radians = [](const Located<double>& degrees) {
      return Located<double>{radians_from_degrees(degrees.value), degrees.at};
    };
    robot::JointDescription j;
    j.name = {fmt::format("joint{}", i + 1), at};
    j.parent = {i == 0 ? "base" : fmt::format("link{}", i), at};
    j.child = {fmt::format("link{}", i + 1), at};
    const Located<double>& sigma = item("sigma", i);
    if (sigma.value != 0.0 && sigma.value != 1.0)
      findings_.push_back(error(sigma.at, "sigma", fmt::format("sigma of link {} is {}", i + 1, sigma.value),
                                "0 revolute, 1 prismatic"));
    j.kind = sigma.value == 1.0 ? robot::JointKind::prismatic : robot::JointKind::revolute;
    j.placement.convention = robot::Convention::standard_dh;
    j.placement.alpha = radians(item("alpha", i));
    j.placement.theta = radians(item("thetapar", i));
    j.placement.a = item("apar", i);
    j.placement.d = item("dpar", i);
    if (lists_.count("iadyna")) j.drive.motor_inertia = item("iadyna", i).value;
    j.drive.friction.coulomb = item("fsdyna", i).value;
    j.drive.friction.viscous = item("dsdyna", i).value;
    j.drive.friction.offset = item("ofdyna", i).value;
    return j;
  }

  SourceText source_;
  SpecificationOptions options_;
  SpecificationLines lines_;
  Findings findings_;
  std::size_t n_ = 0;
  bool seen_number_ = false;
  std::map<std::string, List, std::less<>> lists_;
  List gravity_;
};

}  // namespace

Result<Description> read_specification(const SourceText& source, const SpecificationOptions& options) {
  return Reader(source, options).run();
}

}  // namespace tauforge::files
