// Whatever a reader lets through must also survive being judged, assembled and written.
#pragma once

#include <cstdint>
#include <string>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/robot/repair.h"
#include "tauforge/robot/validate.h"

namespace tauforge::fuzz {

inline void print(const diagnostic::Findings& findings) {
  for (const auto& finding : findings) (void)to_text(finding);
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
}

}  // namespace tauforge::fuzz
