// A record of a machine that was put into service and passed every step, as tauforge commission writes it.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "tauforge/commission/record.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/native/content_hash.h"
#include "tauforge/native/revision.h"

namespace tauforge::tests {

inline std::string templates() { return "templates " + native::hash_of(native::revision()); }

inline std::string record_text(const std::string& robot_path, const std::string& machine_path,
                               const std::string& code = templates()) {
  std::ifstream file(machine_path, std::ios::binary);
  const std::string machine{std::istreambuf_iterator<char>(file), {}};
  const robot::Robot robot = files::load_robot(robot_path, {}).take().robot;
  std::string steps;
  for (const commission::Step step : commission::all_steps)
    steps += std::string(steps.empty() ? "" : ", ") + R"({"step": ")" + to_text(step) +
             R"(", "verdict": "passed", "began": "", "seconds": 1, "figures": [], "notes": [], "joint": null, )" +
             R"("why": null, "mend": null})";
  return R"({"schema": 1, "robot": ")" + robot.name + R"(", "driver": "", "by": "", "date": "", "passed": true, )" +
         R"("hashes": {"robot": ")" + commission::hash_of(robot) + R"(", "machine": ")" + commission::hash_of(machine) +
         R"(", "code": ")" + code + R"("}, "steps": [)" + steps + "]}";
}

}  // namespace tauforge::tests
