#include "tauforge/cli/help.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "tauforge/cli/terminal.h"
#include "tauforge/cli/usage.h"
#include "tauforge/diagnostic/printable.h"

namespace tauforge::cli {

namespace {

using diagnostic::paragraph;

std::size_t help_width() { return std::clamp<std::size_t>(page_width(), 80, 100); }

// CLI11 calls a value of an option by its C++ type, unless the command has given it a name.
std::string placeholder(const std::string& type, bool choice) {
  constexpr std::array raw = {"INT", "UINT", "FLOAT", "TEXT", "ENUM"};
  if (std::find(raw.begin(), raw.end(), type) == raw.end()) return type;
  return type == "INT" || type == "UINT" ? "N" : type == "FLOAT" ? "NUMBER" : choice ? "WORD" : "TEXT";
}

// "FLOAT in [0 - 0.5]" as "0 to 0.5", "{a,b,c}" as "a, b or c"; nothing of what has no words.
std::string rule_text(const std::string& rule) {
  if (rule == "POSITIVE") return "more than 0";
  if (rule == "NONNEGATIVE") return "0 or more";
  if (const std::size_t begin = rule.find(" in ["); begin != std::string::npos) {
    const std::string range = rule.substr(begin + 5, rule.size() - begin - 6);
    const std::size_t middle = range.find(" - ");
    return range.substr(0, middle) + " to " + range.substr(middle + 3);
  }
  if (!rule.starts_with("{")) return "";
  std::vector<std::string> words;
  std::istringstream list(rule.substr(1, rule.find('}') - 1));
  for (std::string word; std::getline(list, word, ',');) words.push_back(word.substr(0, word.find("->")));
  const std::string last = words.back();
  words.pop_back();
  return fmt::format("{}{}{}", fmt::join(words, ", "), words.empty() ? "" : " or ", last);
}

class Help : public CLI::Formatter {
 public:
  Help() {
    label("OPTIONS", "options");
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const std::string type = option->get_type_name();
    const std::size_t colon = type.find(':');
    const std::string rules = colon == std::string::npos ? "" : type.substr(colon + 1);
    std::string name = make_option_name(option, is_positional);
    if (!is_positional && option->get_type_size() != 0)
      name += " " + placeholder(type.substr(0, colon), rules.starts_with("{"));
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size && option->get_allow_extra_args())
      name += " ...";
    std::string text = option->get_description();
    std::istringstream list(rules);
    for (std::string rule; std::getline(list, rule, ':');)
      if (const std::string allowed = rule_text(rule); !allowed.empty() && !says(text, rule)) text += "; " + allowed;
    return entry(name, text);
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description(), 12);
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    return "\n" + CLI::Formatter::make_usage(app, name);
  }

  std::string make_description(const CLI::App* app) const override {
    return paragraph(app->get_description(), help_width());
  }

  // Sentences are set anew; what is indented stays as it is.
  std::string make_footer(const CLI::App* app) const override {
    std::istringstream lines(app->get_footer());
    std::string out, sentences;
    const auto flush = [&] {
      if (!sentences.empty()) out += paragraph(sentences, help_width());
      sentences.clear();
    };
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty() && line[0] != ' ' && !line.ends_with(':')) {
        sentences += (sentences.empty() ? "" : " ") + line;
        continue;
      }
      if (line.ends_with(':') && line[0] != ' ') {
        sentences += (sentences.empty() ? "" : " ") + line;
        flush();
        continue;
      }
      flush();
      out += example(line, out.find("Examples:\n") != std::string::npos);
    }
    flush();
    return out;
  }

 private:
  // Whether a description already names every word of {a,b,c}.
  static bool says(const std::string& text, const std::string& rule) {
    if (!rule.starts_with("{")) return false;
    std::istringstream list(rule.substr(1, rule.find('}') - 1));
    for (std::string word; std::getline(list, word, ',');)
      if (text.find(word.substr(0, word.find("->"))) == std::string::npos) return false;
    return true;
  }

  static std::string entry(const std::string& name, const std::string& text, std::size_t column = 26) {
    const std::string begin = "  " + name;
    const std::string blanks(column + 2, ' ');
    if (diagnostic::width(begin) < column + 1)
      return paragraph(text, help_width(), begin + std::string(column + 2 - diagnostic::width(begin), ' '));
    return begin + "\n" + paragraph(text, help_width(), blanks);
  }

  // A command line that is too long goes on behind a backslash.
  static std::string example(const std::string& line, bool command) {
    if (diagnostic::width(line) <= help_width()) return line + "\n";
    const std::size_t begin = line.find_first_not_of(' ');
    const std::string indent(begin, ' ');
    std::string text = paragraph(line.substr(begin), help_width() - (command ? 2 : 0), indent, indent + "    ");
    for (std::size_t at = 0; command && (at = text.find('\n', at)) + 1 < text.size(); at += 3) text.insert(at, " \\");
    return text;
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<Help>(); }

void add_help(CLI::App& program, Chosen& chosen) {
  const char* group = "About the program";
  auto path = std::make_shared<std::vector<std::string>>();
  CLI::App* help = program.add_subcommand("help", "print all about one command")->group(group);
  help->add_option("COMMAND", *path, "as in: tauforge help check");
  help->callback([path, &program, &chosen] {
    chosen = [path, &program]() -> int {
      const CLI::App* about = &program;
      std::string before;
      for (const auto& word : *path) {
        const CLI::App* next = command_named(*about, word);
        if (!next) {
          fmt::print(stderr, "tauforge: error: {}\n", unknown_command(*about, word));
          return exit_usage;
        }
        before += (before.empty() ? "" : " ") + about->get_name();
        about = next;
      }
      fmt::print("{}",
                 about->get_formatter()->make_help(about, (before.empty() ? "" : before + " ") + about->get_name(),
                                                   CLI::AppFormatMode::Normal));
      return exit_fine;
    };
  });
  program.add_subcommand("version", "print the version")->group(group)->callback([&chosen] {
    chosen = []() -> int {
      fmt::print("tauforge {}\n", TAUFORGE_VERSION);
      return exit_fine;
    };
  });
}

}  // namespace tauforge::cli
