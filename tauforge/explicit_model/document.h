// A derivation as a document of sections, and the document as plain text, Markdown or LaTeX.
#pragma once

#include <string>
#include <vector>

#include "tauforge/diagnostic/layout.h"
#include "tauforge/explicit_model/derivation.h"
#include "tauforge/explicit_model/print.h"

namespace tauforge::explicit_model {

enum class Format { text, markdown, latex };

struct Cell {
  std::string text;
  bool formula = false;  // in the notation of the document
};

struct Section {
  std::string title;
  std::vector<std::string> lines;       // sentences before the table
  std::vector<std::vector<Cell>> rows;  // of a table the first is a heading
  bool equations = false;               // each row is name, formula: set as an equation, not in columns
};

struct Document {
  std::string title;
  std::vector<Section> sections;
};

Notation notation_of(Format format);

// `every_reason`: every vanished and merged symbol by itself, not only how many.
Document document(const Derivation& derivation, Format format, bool every_reason);
// Plain text keeps within `width` where words allow it.
std::string render(const Document& document, Format format, std::size_t width = diagnostic::unlimited);

// Names from files, harmless in LaTeX: special characters escaped, hidden ones shown, what LaTeX cannot print as '?'.
std::string latex_text(const std::string& text);

}  // namespace tauforge::explicit_model
