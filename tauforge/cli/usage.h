// What is wrong with a command line, and what was probably meant.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace tauforge::cli {

const CLI::App* command_named(const CLI::App& program, const std::string& word);  // null: there is none

// "there is no command 'chekc'; did you mean 'check'? ..."
std::string unknown_command(const CLI::App& program, const std::string& word);

// The same for an option, and CLI11's own words for the rest, with the command that they are about.
std::string usage_text(const CLI::App& program, const std::vector<std::string>& words, const CLI::ParseError& error);

}  // namespace tauforge::cli
