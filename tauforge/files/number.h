// Numbers in files: read and written the same way on every machine, whatever its locale.
#pragma once

#include <string>
#include <string_view>

namespace tauforge::files {

enum class NumberFault { none, not_a_number, not_finite, out_of_range };

struct ParsedNumber {
  double value = 0;
  NumberFault fault = NumberFault::none;

  bool ok() const { return fault == NumberFault::none; }
};

// The whole text is one decimal number; a leading plus is allowed, blanks are not.
ParsedNumber parse_number(std::string_view text);

// The code of a fault, as findings carry it: "not-a-number", "not-finite", "number-out-of-range".
const char* code_of(NumberFault fault);

// The shortest text that reads back as the same number.
std::string number_text(double value);

}  // namespace tauforge::files
