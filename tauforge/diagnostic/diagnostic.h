// What the program has to say about its input: a place, a stable code, a sentence, a way out.
//
//   arm.toml:14:10: error: mass of link 'forearm' is -3.2 kg [mass-negative]
//      14 |   mass = -3.2
//         |          ^~~~ a mass is not negative [kg]
#pragma once

#include <string>
#include <vector>

#include "tauforge/diagnostic/position.h"

namespace tauforge::diagnostic {

enum class Severity { note, warning, error };

struct Diagnostic {
  Position at;
  std::string code;     // stable, kebab-case: users grep for it, tests assert it
  std::string message;  // what is wrong, with the offending value
  std::string hint;     // the rule that was broken or the way out; may be empty
  Severity severity = Severity::error;
};

using Findings = std::vector<Diagnostic>;

Diagnostic note(Position at, std::string code, std::string message, std::string hint = "");
Diagnostic warning(Position at, std::string code, std::string message, std::string hint = "");
Diagnostic error(Position at, std::string code, std::string message, std::string hint = "");

bool has_error(const Findings& findings);
void append(Findings& to, const Findings& more);

// By line and column; findings about the file as a whole come first. Stable: of several findings at
// one place the reader's come before those of validate and assemble.
void sort_by_place(Findings& findings);

std::string to_text(const Diagnostic& diagnostic);
const char* to_text(Severity severity);

}  // namespace tauforge::diagnostic
