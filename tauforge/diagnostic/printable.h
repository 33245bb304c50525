// Text from outside, made fit for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace tauforge::diagnostic {

// Control characters must not steer the terminal: each becomes `instead`. A blank keeps a caret below aligned.
std::string printable(std::string_view text, char instead);

// Places on the screen: bytes that continue a UTF-8 character take none.
std::size_t width(std::string_view text);

}  // namespace tauforge::diagnostic
