// Text from outside on its way into a page: names of files and links may hold anything, also "</script>".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace tauforge::report {

// Between tags, and in attributes with double quotes.
std::string in_html(std::string_view text);

// Generated functions between <script> and </script>: they have no '<' outside comments.
std::string in_script(std::string text);

// JSON between such tags, in ASCII.
std::string in_json_script(const nlohmann::json& value);

// Every text of a value, names of members included, as diagnostic::printable shows it.
void make_printable(nlohmann::json& value);

// Numbers as they are in memory, IEEE 754 binary64, the lowest byte first.
std::string base64(std::span<const double> values);

}  // namespace tauforge::report
