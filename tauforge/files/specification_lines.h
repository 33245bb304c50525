// The statements of a specification file, before anyone asks what they mean: words with places,
// comments removed, symbols collected.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tauforge/files/source_text.h"

namespace tauforge::files {

struct Word {
  std::string_view text;  // inside the source
  Position at;
};

struct Statement {
  Word key;
  std::vector<Word> values;
};

struct Symbol {
  double value = 0;
  Position at;
  bool used = false;
};

struct SpecificationLines {
  std::vector<Statement> statements;  // all but variable, constant and stop
  std::map<std::string, Symbol, std::less<>> symbols;
  diagnostic::Findings findings;
};

// More findings than this are cut off: the file is something else.
constexpr std::size_t most_findings = 200;

SpecificationLines split_specification(const SourceText& source);

}  // namespace tauforge::files
