#include "tauforge/face/control_code.h"

#include <filesystem>
#include <map>

#include "tauforge/commission/record.h"
#include "tauforge/face/code_steps.h"
#include "tauforge/native/code_for_control.h"
#include "tauforge/native/code_in_folder.h"
#include "tauforge/native/content_hash.h"
#include "tauforge/native/revision.h"

namespace tauforge {

namespace {

namespace fs = std::filesystem;

bool told_of_payloads(const scenario::Scenario& scenario) {
  return tells_of_payloads(scenario) || scenario.guard.payload.has_value();
}

// C alone: pages and tables about it may change.
std::string hash_of_folder(const std::string& folder) {
  std::map<std::string, std::string> files;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (const fs::path& path = entry.path(); path.extension() == ".c" || path.extension() == ".h")
      files[path.filename()] = native::contents(path);
  std::string all;
  for (const auto& [name, text] : files) all += name + '\n' + std::to_string(text.size()) + '\n' + text;
  return native::hash_of(all);
}

}  // namespace

Result<std::shared_ptr<const native::LoadedModel>> code_for(const scenario::Scenario& scenario,
                                                            const Progress& progress) {
  if (!scenario.control.generated) return std::shared_ptr<const native::LoadedModel>();
  Cancellable watched(progress);
  const bool payload = told_of_payloads(scenario);
  if (const auto& folder = scenario.control.code_folder; !folder.value.empty()) {
    watched({"compiling and comparing the code in " + folder.value, {}});
    auto code = native::code_in_folder(folder, scenario.robot, payload);
    const Findings findings = code.findings();
    if (!code) return findings;
    return {std::make_shared<const native::LoadedModel>(code.take()), findings};
  }
  CodeSteps steps(watched, native::request_for_control(payload).calls.size() + 1);
  auto code = native::code_for_control(scenario.robot, payload, steps.watch(native::options_for_control()));
  if (watched.cancelled()) return cancelled();
  const Findings findings = code.findings();
  if (!code) return findings;
  return {std::make_shared<const native::LoadedModel>(std::move(*code.take().model)), findings};
}

std::string hash_of_code(const scenario::Scenario& scenario) {
  if (!scenario.control.generated) return "templates " + native::hash_of(native::revision());
  if (const auto& folder = scenario.control.code_folder.value; !folder.empty()) return hash_of_folder(folder);
  return "generated " + native::hash_of(commission::hash_of(scenario.robot) + native::revision() +
                                        (told_of_payloads(scenario) ? " payload" : ""));
}

}  // namespace tauforge
