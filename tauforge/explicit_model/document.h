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
  std::vector<std::string> latex = {};  // stands in LaTeX in place of the lines
  std::vector<std::string> after = {};  // sentences after the table; in LaTeX as they are
};

struct Document {
  std::string title;
  std::string label;  // of the robot, in labels of equations: letters and digits
  std::vector<Section> sections;
};

Notation notation_of(Format format);

// Elements with more terms are not for reading: then documents show what the model is made of, and where to go for code.
constexpr std::size_t most_readable_terms = 60;
bool is_readable(const Derivation& derivation);

// `every_reason`: every vanished and merged symbol by itself, not only how many.
Document document(const Derivation& derivation, Format format, bool every_reason);

struct Layout {
  std::size_t width = diagnostic::unlimited;  // of plain text, where words allow it
  int columns = 1;                            // of LaTeX pages
};
std::string render(const Document& document, Format format, const Layout& layout = {});

// LaTeX without preamble, for a paper of one's own: amsmath is all it needs.
std::string latex_equations(const Document& document, int columns);
std::string latex_document(const Document& document, int columns);

// Names from files, harmless in LaTeX: special characters escaped, hidden ones shown, what LaTeX cannot print as '?'.
std::string latex_text(const std::string& text);

}  // namespace tauforge::explicit_model
