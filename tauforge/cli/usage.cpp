#include "tauforge/cli/usage.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "tauforge/cli/terminal.h"
#include "tauforge/diagnostic/did_you_mean.h"

namespace tauforge::cli {

namespace {

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

// "--effrot=3" is about "--effrot", "-xyz" about "-x"; "-" and "-1.5" are values.
std::string option_of(const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return "";
  if (word[1] == '-') return word.substr(0, word.find('='));
  const bool number = word[1] == '.' || std::isdigit(static_cast<unsigned char>(word[1]));
  return number ? "" : word.substr(0, 2);
}

std::string unknown_option(const CLI::App& command, const std::string& title, const std::string& name) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const auto& word : option->get_lnames()) known.push_back("--" + word);
  const std::string guess = diagnostic::did_you_mean(name, known);
  return fmt::format("{}: error: there is no option '{}'; {} [option-unknown]\n", title, printable(name),
                     guess.empty() ? title + " --help lists them" : guess);
}

}  // namespace

const CLI::App* command_named(const CLI::App& program, const std::string& word) {
  const auto found = program.get_subcommands([&](const CLI::App* command) { return command->get_name() == word; });
  return found.empty() ? nullptr : found[0];
}

std::string unknown_command(const CLI::App& program, const std::string& word) {
  const std::string guess = diagnostic::did_you_mean(word, command_names(program));
  return fmt::format("there is no command '{}'; {} [command-unknown]", printable(word),
                     guess.empty() ? program.get_name() + " --help lists them" : guess);
}

std::string usage_text(const CLI::App& program, const std::vector<std::string>& words, const CLI::ParseError& error) {
  const CLI::App* command = &program;
  std::string title = program.get_name();
  for (const auto& word : words) {
    if (word == "--") break;
    if (const std::string option = option_of(word); !option.empty()) {
      if (!command->get_option_no_throw(option)) return unknown_option(*command, title, option);
      continue;
    }
    if (command_names(*command).empty()) continue;
    const CLI::App* next = command_named(*command, word);
    if (!next) return fmt::format("{}: error: {}\n", title, unknown_command(*command, word));
    command = next;
    title += " " + word;
  }
  const std::vector<std::string> rest = program.remaining(true);
  std::string what = printable(error.what());
  if (const std::size_t largest = what.find(" to 1797693"); largest != std::string::npos)  // of CLI::PositiveNumber
    what = what.substr(0, what.find(" not in range")) + " is not positive";
  if (dynamic_cast<const CLI::ExtrasError*>(&error) && !rest.empty())
    what = fmt::format("it is not known what to do with '{}'", printable(fmt::format("{}", fmt::join(rest, " "))));
  else if (!command_names(*command).empty())
    what = fmt::format("a command is missing: {}", fmt::join(command_names(*command), ", "));
  return fmt::format("{}: error: {}\n  hint: {} --help\n", title, what, title);
}

}  // namespace tauforge::cli
