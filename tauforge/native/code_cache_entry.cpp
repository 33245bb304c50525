#include "tauforge/native/code_cache_entry.h"

#include <fmt/format.h>

#include <sstream>

#include "tauforge/native/content_hash.h"

namespace tauforge::native {

namespace {

using Numbers = CodeFunction::Numbers;
using expression::Operations;

constexpr const char* heading = "tauforge code 1";

// Words may have blanks and line ends: how long they are stands before them.
std::string word(const std::string& text) { return fmt::format("{}:{}", text.size(), text); }

std::string numbers_text(const char* kind, const std::vector<Numbers>& list) {
  std::string text;
  for (const auto& one : list) text += fmt::format("{} {} {}\n", kind, word(one.name), one.size);
  return text;
}

std::string pair(const Operations& o) { return fmt::format("{} {}", o.multiplications, o.additions); }
std::string time(const CallTime& t) { return fmt::format("{} {} {}", t.nanoseconds, t.rounds, t.shared); }

class Reader {
 public:
  explicit Reader(const std::string& text) : in_(text) { in_.imbue(std::locale::classic()); }

  bool ok() const { return ok_; }
  bool next(std::string& kind) { return ok_ && static_cast<bool>(in_ >> kind); }
  template <class T> T number() {
    T value{};
    ok_ = ok_ && static_cast<bool>(in_ >> value);
    return value;
  }
  std::string word() {
    const auto size = number<std::size_t>();
    std::string text(ok_ && size < (1u << 20) ? size : 0, ' ');
    ok_ = ok_ && in_.get() == ':' && text.size() == size;
    if (ok_ && size > 0) ok_ = static_cast<bool>(in_.read(text.data(), static_cast<std::streamsize>(size)));
    return text;
  }
  Numbers numbers() {
    std::string name = word();
    return {std::move(name), number<std::size_t>()};
  }
  Operations operations() {
    const int multiplications = number<int>();
    return {multiplications, number<int>()};
  }
  CallTime time() {
    CallTime time;
    time.nanoseconds = number<double>(), time.rounds = number<int>(), time.shared = number<int>();
    return time;
  }
  void fail() { ok_ = false; }

 private:
  std::istringstream in_;
  bool ok_ = true;
};

}  // namespace

std::string entry_text(const VerifiedCode& code, const diagnostic::Findings& findings) {
  std::string text = fmt::format("{}\n", heading);
  for (std::size_t i = 0; i < code.functions.size(); ++i) {
    const auto& function = code.functions[i];
    const auto& report = code.compiled.reports[i];
    text += fmt::format("function {}\n", word(function.name));
    text += numbers_text("argument", function.arguments) + numbers_text("setup", function.setup) +
            numbers_text("result", function.results);
    if (report.free) text += fmt::format("free {}\n", pair(*report.free));
    text += fmt::format("report {} {} {} {} {} {} {} {}\n", pair(report.plain), pair(report.setup), pair(report.run),
                        report.fused, report.trigonometry.sines, report.trigonometry.cosines, report.worst_error,
                        report.evaluations);
    const auto& check = code.checks[i];
    text += fmt::format("check {} {} {} {} {}\n", check.deviation, check.allowed, check.used, time(check.call),
                        time(check.batch));
  }
  if (code.observer)
    text += fmt::format("observer {} {} {}\n", code.observer->steps, code.observer->deviation, code.observer->allowed);
  if (code.friction_step)
    text += fmt::format("friction_step {} {} {}\n", code.friction_step->steps, code.friction_step->deviation,
                        code.friction_step->allowed);
  if (code.casadi)
    text += fmt::format("casadi {} {} {}\n", code.casadi->functions, code.casadi->deviation, code.casadi->used);
  for (const auto& finding : findings)
    text += fmt::format("note {} {} {}\n", word(finding.code), word(finding.message), word(finding.hint));
  for (const auto& file : code.files) text += fmt::format("file {} {}\n", word(file.name), hash_of(file.text));
  return text + fmt::format("library {}\nexact {}\nend\n", hash_of(contents(code.library)), code.request.exact ? 1 : 0);
}

std::optional<CacheEntry> read_entry(const std::string& text, const std::string& folder) {
  CacheEntry entry;
  VerifiedCode& code = entry.code;
  if (!text.starts_with(std::string(heading) + "\n")) return std::nullopt;
  Reader in(text.substr(std::string(heading).size()));
  bool complete = false;
  for (std::string kind; !complete && in.next(kind);) {
    const bool of_function = kind == "argument" || kind == "setup" || kind == "result" || kind == "free" ||
                             kind == "report" || kind == "check";
    if (of_function && code.functions.empty()) return std::nullopt;
    auto* const function = of_function ? &code.functions.back() : nullptr;
    auto* const report = of_function ? &code.compiled.reports.back() : nullptr;
    if (kind == "function") {
      code.functions.push_back({in.word(), {}, {}, {}});
      code.compiled.reports.emplace_back().name = code.functions.back().name;
      code.checks.emplace_back().name = code.functions.back().name;
    } else if (kind == "argument") {
      function->arguments.push_back(in.numbers());
    } else if (kind == "setup") {
      function->setup.push_back(in.numbers());
    } else if (kind == "result") {
      function->results.push_back(in.numbers());
    } else if (kind == "free") {
      report->free = in.operations();
    } else if (kind == "report") {
      report->plain = in.operations(), report->setup = in.operations(), report->run = in.operations();
      report->fused = in.number<int>();
      report->trigonometry.sines = in.number<int>(), report->trigonometry.cosines = in.number<int>();
      report->worst_error = in.number<double>(), report->evaluations = in.number<long long>();
    } else if (kind == "check") {
      auto& check = code.checks.back();
      check.deviation = in.number<double>(), check.allowed = in.number<double>(), check.used = in.number<double>();
      check.call = in.time(), check.batch = in.time();
    } else if (kind == "observer") {
      code.observer.emplace();
      code.observer->steps = in.number<int>(), code.observer->deviation = in.number<double>();
      code.observer->allowed = in.number<double>();
    } else if (kind == "friction_step") {
      code.friction_step.emplace();
      code.friction_step->steps = in.number<int>(), code.friction_step->deviation = in.number<double>();
      code.friction_step->allowed = in.number<double>();
    } else if (kind == "casadi") {
      code.casadi.emplace();
      code.casadi->functions = in.number<int>(), code.casadi->deviation = in.number<double>();
      code.casadi->used = in.number<double>();
    } else if (kind == "note") {
      std::string name = in.word(), message = in.word();
      entry.findings.push_back(diagnostic::note({}, std::move(name), std::move(message), in.word()));
    } else if (kind == "file") {
      std::string name = in.word(), file = contents(folder + "/" + name), hash;
      in.next(hash);
      if (!in.ok() || hash_of(file) != hash) return std::nullopt;
      code.files.push_back({std::move(name), std::move(file)});
    } else if (kind == "library") {
      in.next(entry.library_hash);
    } else if (kind == "exact") {
      code.request.exact = in.number<int>() != 0;
    } else {
      complete = kind == "end";
      if (!complete) in.fail();
    }
  }
  if (!complete || !in.ok() || code.functions.empty()) return std::nullopt;
  return entry;
}

}  // namespace tauforge::native
