// acknowledge = { code = "reason" }, in a link, a joint or at the top of the file.
#include <fmt/format.h>

#include "tauforge/files/robot_toml_parts.h"

namespace tauforge::files {

robot::Acknowledgements read_acknowledgements(TomlTable& table) {
  robot::Acknowledgements result;
  auto codes = table.table("acknowledge", "the acknowledgements of " + table.owner());
  if (!codes) return result;
  for (const std::string& code : codes->keys()) {
    const auto reason = codes->text(code.c_str());
    if (!reason) continue;
    if (reason->value.find_first_not_of(" \t\n") == std::string::npos)
      table.error(reason->at, "reason-missing",
                  fmt::format("{} acknowledges '{}' without a reason", table.owner(), code),
                  "say why the value stays: " + code + " = \"printed so in Table 5\"");
    result.push_back({{code, reason->at}, reason->value});
  }
  codes->finish();
  return result;
}

}  // namespace tauforge::files
