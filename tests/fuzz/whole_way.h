// Whatever a reader lets through must also survive being judged, assembled and written, and as TOML be read back the same.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/robot/repair.h"
#include "tauforge/robot/validate.h"

namespace tauforge::fuzz {

inline void print(const diagnostic::Findings& findings) {
  for (const auto& finding : findings) (void)to_text(finding);
}

// Not diagnostic::require, which ends the program in order: libFuzzer keeps the input of an abort.
inline void promise(bool kept, const char* what) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

inline void round_trip(const robot::Description& description) {
  const auto written = files::write_robot(description, robot::Format::toml);
  if (!written) return;
  const auto again = files::read_robot(files::source_from_text("again.toml", written.value()));
  promise(again.ok(), "what is written as TOML can be read");
  if (written.value().find("\\uFFFD") != std::string::npos) return;  // bytes that are not UTF-8 do not come back
  promise(same_content(again.value(), description), "what is written as TOML is read back the same");
}

inline void whole_way(const std::string& name, const std::uint8_t* data, std::size_t size, bool lenient = false) {
  const auto source = files::source_from_text(name, {reinterpret_cast<const char*>(data), size});
  const auto description = files::read_robot(source, {lenient});
  print(description.findings());
  if (!description) return;
  print(robot::validate(description.value()));
  (void)robot::repair(description.value());
  for (const auto mimic : {robot::MimicPolicy::independent, robot::MimicPolicy::coupled}) {
    robot::AssembleOptions options;
    options.mimic = mimic;
    print(robot::assemble(description.value(), options).findings());
  }
  for (const auto format : {robot::Format::toml, robot::Format::urdf, robot::Format::specification})
    print(files::write_robot(description.value(), format).findings());
  round_trip(description.value());
}

}  // namespace tauforge::fuzz
