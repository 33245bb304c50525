// Documents as plain text, Markdown and LaTeX.
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
    if (s.rows.empty()) continue;
    if (!s.lines.empty()) out += "\n";
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
    if (s.equations)
      out += "| element | |\n" + rule(2);
    else
      out += row_text(s.rows[first++]) + rule(s.rows[0].size());
    for (; first < s.rows.size(); ++first) out += row_text(s.rows[first]);
  }
  return out;
}

std::string latex_of(const Document& document) {
  const auto cell = [](const Cell& c) { return c.formula ? "$" + c.text + "$" : latex_text(c.text); };
  std::string out =
      "\\documentclass[a4paper]{article}\n"
      "\\usepackage[margin=20mm]{geometry}\n"
      "\\usepackage{longtable}\n"
      "\\sloppy\\raggedright\n"
      "\\begin{document}\n";
  out += fmt::format("\\section*{{{}}}\n", latex_text(document.title));
  for (const Section& s : document.sections) {
    out += fmt::format("\n\\subsection*{{{}}}\n", latex_text(s.title));
    for (const auto& line : s.lines) out += latex_text(line) + "\n\n";
    if (s.rows.empty()) continue;
    if (s.equations) {
      for (const auto& row : s.rows)
        out += fmt::format("\\noindent\\hangindent=3em\\hangafter=1 {}{}\\par\n", row[0].text.empty() ? "\\quad " : "",
                           cell(row.back()));
      continue;
    }
    // the last column takes the rest of the line and breaks where it must
    const std::size_t columns = s.rows[0].size();
    const char* rest = columns <= 3 ? "0.6" : columns == 4 ? "0.5" : "0.15";
    out += fmt::format("\\begin{{longtable}}{{@{{}}{}p{{{}\\textwidth}}@{{}}}}\n", std::string(columns - 1, 'l'), rest);
    for (std::size_t r = 0; r < s.rows.size(); ++r) {
      for (std::size_t k = 0; k < columns; ++k)
        out += fmt::format("{}{}", k ? " & " : "",
                           k + 1 == columns ? "\\raggedright " + cell(s.rows[r][k]) : cell(s.rows[r][k]));
      out += r == 0 ? " \\tabularnewline \\hline\n" : " \\tabularnewline\n";
    }
    out += "\\end{longtable}\n";
  }
  return out + "\\end{document}\n";
}

}  // namespace

std::string latex_text(const std::string& text) {
  std::string out;
  for (const char c : diagnostic::printable(text)) {
    const auto u = static_cast<unsigned char>(c);
    switch (c) {
      case '\\': out += "\\textbackslash{}"; break;
      case '{': out += "\\{"; break;
      case '}': out += "\\}"; break;
      case '^': out += "\\textasciicircum{}"; break;
      case '~': out += "\\textasciitilde{}"; break;
      case '<': out += "\\textless{}"; break;
      case '>': out += "\\textgreater{}"; break;
      case '|': out += "\\textbar{}"; break;
      case '[': out += "{[}"; break;  // after \\ it would be an argument
      case ']': out += "{]}"; break;
      case '$':
      case '&':
      case '#':
      case '%':
      case '_': out += std::string("\\") + c; break;
      default: out += u < 0x20 || u >= 0x7f ? '?' : c;
    }
  }
  return out;
}

std::string render(const Document& document, Format format, std::size_t width) {
  switch (format) {
    case Format::text: return text_of(document, width);
    case Format::markdown: return markdown_of(document);
    case Format::latex: return latex_of(document);
  }
  return "";
}

}  // namespace tauforge::explicit_model
