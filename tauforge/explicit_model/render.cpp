// Documents as plain text and Markdown.
#include <fmt/format.h>

#include <algorithm>

#include "tauforge/diagnostic/layout.h"
#include "tauforge/diagnostic/printable.h"
#include "tauforge/explicit_model/document.h"

namespace tauforge::explicit_model {

namespace {

std::string text_of(const Document& document, std::size_t width) {
  using diagnostic::paragraph;
  using diagnostic::printable;
  const std::string title = printable(document.title);
  std::string out = fmt::format("{}\n{}\n", title, std::string(std::min(diagnostic::width(title), width), '='));
  for (const Section& s : document.sections) {
    out += "\n" + paragraph(printable(s.title), width);
    for (const auto& line : s.lines) out += paragraph(printable(line), width, "  ");
    diagnostic::Rows rows;
    for (const auto& row : s.rows) {
      rows.emplace_back();
      for (const Cell& cell : row) rows.back().push_back(printable(cell.text));
      if (s.equations && !rows.back()[0].empty()) rows.back().back().insert(0, "= ");
    }
    const std::size_t columns = rows.empty() ? 0 : rows[0].size();
    out += diagnostic::table(rows, width, "  ", std::vector(columns, diagnostic::breaks)).text;
    for (const auto& line : s.after) out += paragraph(printable(line), width, "  ");
  }
  return out;
}

// Characters that Markdown or HTML would take for their own.
std::string markdown_text(const std::string& text) {
  std::string out;
  for (const char c : diagnostic::printable(text)) {
    if (std::string_view("\\`*_{}[]<>#+-!|&~$").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_of(const Document& document) {
  const auto cell = [](const Cell& c) {
    return c.text.empty() ? "" : c.formula ? "`" + c.text + "`" : markdown_text(c.text);
  };
  std::string out = fmt::format("# {}\n", markdown_text(document.title));
  for (const Section& s : document.sections) {
    out += fmt::format("\n## {}\n\n", markdown_text(s.title));
    for (const auto& line : s.lines) out += markdown_text(line) + "\n";
    if (!s.lines.empty() && !s.rows.empty()) out += "\n";
    const auto row_text = [&](const std::vector<Cell>& row) {
      std::string text = "|";
      for (const Cell& c : row) text += " " + cell(c) + " |";
      return text + "\n";
    };
    const auto rule = [](std::size_t columns) {
      std::string text = "|";
      for (std::size_t k = 0; k < columns; ++k) text += "---|";
      return text + "\n";
    };
    std::size_t first = 0;
    if (s.rows.empty())
      ;
    else if (s.equations)
      out += "| element | |\n" + rule(2);
    else
      out += row_text(s.rows[first++]) + rule(s.rows[0].size());
    for (; first < s.rows.size(); ++first) out += row_text(s.rows[first]);
    for (const auto& line : s.after) out += "\n" + markdown_text(line) + "\n";
  }
  return out;
}

}  // namespace

std::string render(const Document& document, Format format, const Layout& layout) {
  switch (format) {
    case Format::text: return text_of(document, layout.width);
    case Format::markdown: return markdown_of(document);
    case Format::latex: return latex_document(document, layout.columns);
  }
  return "";
}

}  // namespace tauforge::explicit_model
