#include "tauforge/compiler/request_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/diagnostic/printable.h"

namespace tauforge::compiler {

using diagnostic::printable;

namespace {

diagnostic::Diagnostic unknown(const char* code, const char* what, const std::string& name,
                               const std::vector<std::string>& known) {
  const std::string guess = diagnostic::did_you_mean(name, known);
  return diagnostic::error({}, code,
                           fmt::format("there is no {} '{}'; {}{}there are: {}", what, printable(name), guess,
                                       guess.empty() ? "" : " ", fmt::join(known, ", ")));
}

}  // namespace

std::optional<diagnostic::Diagnostic> add_calls(const std::vector<std::string>& names, Request& request) {
  const auto twice = [](const std::string& message) { return diagnostic::error({}, "function-twice", message); };
  std::vector<std::string> known;
  for (const auto& info : functions::function_list()) known.emplace_back(info.name);
  for (const auto& text : names) {
    Call call;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('+', begin), text.size());
      const std::string name = text.substr(begin, end - begin);
      const auto function = functions::function_named(name);
      if (!function) return unknown("function-unknown", "function", name, known);
      if (std::count(call.functions.begin(), call.functions.end(), *function))
        return twice(fmt::format("'{}' names {} twice", printable(text), name));
      call.functions.push_back(*function);
      begin = end + 1;
    }
    for (const Call& earlier : request.calls)
      if (earlier.functions == call.functions) return twice(fmt::format("{} is asked for twice", printable(text)));
    request.calls.push_back(call);
  }
  return std::nullopt;
}

std::optional<diagnostic::Diagnostic> add_run_time(const std::vector<std::string>& names, Request& request) {
  robot::RunTime& open = request.run_time;
  for (const auto& name : names) {
    if (name == "payload")
      open.payload = true;
    else if (name == "gravity")
      open.gravity = true;
    else if (name == "inertias")
      open.inertias = true;
    else if (name == "friction")
      open.friction = true;
    else
      return unknown("run-time-unknown", "run-time input", name, {"payload", "gravity", "inertias", "friction"});
  }
  return std::nullopt;
}

}  // namespace tauforge::compiler
