// Text from outside, made fit for a terminal, a comment, a table: what would act on the screen or hide in the text is shown
// as an escape (\n, \x1b, \u202e), so that what a reader sees is what is there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tauforge::diagnostic {

// The first character of a text that is not empty; a byte that begins no UTF-8 character stands alone and is not valid.
struct Character {
  std::size_t length;  // bytes
  char32_t code;
  bool valid;
};
Character first_character(std::string_view text);

// Neither a control character (C0, C1, delete) nor one that Unicode makes invisible or lets turn the direction of writing,
// by which a comment could pretend to be code ("Trojan Source", CVE-2021-42574).
bool is_visible(char32_t code);

// What is not visible, and every byte that is no UTF-8, as an escape.
std::string printable(std::string_view text);

// Places on the screen: bytes that continue a UTF-8 character take none.
std::size_t width(std::string_view text);

}  // namespace tauforge::diagnostic
