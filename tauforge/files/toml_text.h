// Any text as a TOML string, in quotes. Names come from files we did not write: quotes, newlines and
// control characters are escaped, bytes that are not UTF-8 become U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace tauforge::files {

std::string toml_text(std::string_view text);

}  // namespace tauforge::files
