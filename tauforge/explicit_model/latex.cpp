// Documents as LaTeX: equations numbered and aligned, lines that fit the column, tables that fit the page.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/explicit_model/document.h"

namespace tauforge::explicit_model {

namespace {

// Of one line of mathematics in ten point type, from above, in points: fonts of Computer Modern.
double width_of(std::string_view text) {
  double width = 0;
  bool small = false, braces = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '\\') {
      std::size_t end = k + 1;
      while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end]))) ++end;
      const std::string_view command = text.substr(k, end - k);
      width += command == "\\cdot" ? 7.5 : command == "\\quad" ? 10 : command == "\\approx" ? 13.5 : 0;
      k = end - 1;
      continue;
    }
    if (c == '_' || c == '^') {
      small = true, braces = k + 1 < text.size() && text[k + 1] == '{';
      width += 0.5;
      continue;
    }
    if (c == '{' || c == '}') {
      if (c == '}') small = false;
      continue;
    }
    if (c == ' ' || c == '&') continue;
    double one = 5.3;
    if (c == '+' || c == '-' || c == '=') one = small ? 6.5 : 12.3;
    if (c == '(' || c == ')') one = 3.9;
    if (c == '.' || c == ',') one = 2.8;
    if (c == 'm') one = 8.8;
    width += small && one == 5.3 ? 4.2 : one;
    if (small && !braces) small = false;
  }
  return width;
}

// At blanks before + and -, also within brackets.
std::vector<std::string> broken(const std::string& formula, double first, double next) {
  std::vector<std::string> lines(1);
  double room = first;
  std::size_t from = 0;
  while (from < formula.size()) {
    std::size_t to = from + 1;
    while (to < formula.size() && !(formula[to] == ' ' && (formula[to + 1] == '+' || formula[to + 1] == '-'))) ++to;
    const std::string part = formula.substr(from, to - from);
    const double width = width_of(part);
    if (width > room && !lines.back().empty()) lines.emplace_back(), room = next;
    lines.back() += part;
    room -= width;
    from = to;
  }
  return lines;
}

double column_width(int columns) { return columns == 1 ? 480.0 : 221.0; }

std::string equations_of(const Section& section, const std::string& label, int columns) {
  constexpr double number = 34, equals = 14, indent = 22;  // "(123)" and its distance
  std::string out = "\\begin{align}\n";
  double names = 0;  // the widest stands left of all the signs
  for (const auto& row : section.rows) names = std::max(names, width_of(row[0].text));
  const double room = column_width(columns) - number - names - equals;
  for (std::size_t r = 0; r < section.rows.size(); ++r) {
    const auto& row = section.rows[r];
    const bool numbered = !row[0].text.empty();
    const auto lines = broken(row[1].text, room, room - indent);
    for (std::size_t l = 0; l < lines.size(); ++l) {
      if (l == 0)
        out += numbered ? fmt::format("{} &= {}", row[0].text, lines[l]) : fmt::format("&\\approx {}", lines[l]);
      else
        out += "&\\quad {}" + lines[l];
      const bool last_line = l + 1 == lines.size();
      if (last_line && numbered) {
        std::string element = row[0].text;
        std::erase_if(element, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
        out += fmt::format(" \\label{{eq:{}:{}}}", label, element);
      } else {
        out += " \\notag";
      }
      out += last_line && r + 1 == section.rows.size() ? "\n" : " \\\\\n";
    }
  }
  return out + "\\end{align}\n";
}

std::string cell_text(const Cell& c) { return c.formula ? "$" + c.text + "$" : latex_text(c.text); }

// Columns of a table: as wide as their cells, or of a given width in which cells break between words and terms.
struct Columns {
  std::vector<double> natural, least;  // in points: the widest cell, the widest word or term
  std::vector<double> breaks;          // width of a column whose cells break; 0: they do not
  bool fit = true;
};

double width_of(const Cell& cell, const std::string& part) {
  constexpr double letter = 5.4;
  return cell.formula ? width_of(part) : letter * static_cast<double>(part.size());
}

// The widest part that does not break, of text between blanks, of a formula between its signs.
double widest_part(const Cell& cell) {
  double widest = 0;
  for (std::size_t from = 0; from < cell.text.size();) {
    std::size_t to = from + 1;
    if (cell.formula)
      while (to < cell.text.size() && !(cell.text[to] == ' ' && (cell.text[to + 1] == '+' || cell.text[to + 1] == '-')))
        ++to;
    else
      to = std::min(cell.text.find(' ', to), cell.text.size());
    widest = std::max(widest, width_of(cell, cell.text.substr(from, to - from)));
    from = to;
  }
  return widest;
}

// The narrow ones get what they need; the others share the rest evenly, but none gets less than its widest part.
Columns columns_of(const Section& section, double room, double size) {
  const std::size_t count = section.rows[0].size();
  Columns c{std::vector(count, 0.0), std::vector(count, 0.0), std::vector(count, 0.0)};
  for (const auto& row : section.rows)
    for (std::size_t k = 0; k < count; ++k) {
      c.natural[k] = std::max(c.natural[k], size * width_of(row[k], row[k].text));
      c.least[k] = std::max(c.least[k], size * widest_part(row[k]));
    }
  std::vector<bool> settled(count, false);
  for (bool changed = true; changed;) {
    changed = false;
    const auto open = static_cast<double>(std::count(settled.begin(), settled.end(), false));
    const double share = room / open;
    for (std::size_t k = 0; k < count && !changed; ++k) {
      if (settled[k] || (c.natural[k] > share && c.least[k] <= share)) continue;
      settled[k] = changed = true;
      if (c.natural[k] > share) c.breaks[k] = c.least[k];
      room -= c.breaks[k] > 0 ? c.least[k] : c.natural[k];
    }
    if (changed) continue;
    for (std::size_t k = 0; k < count; ++k)
      if (!settled[k]) c.breaks[k] = share;
  }
  c.fit = room >= 0;
  return c;
}

// Lines that a row needs, from above: words and terms leave a part of every line empty.
double lines_of(const std::vector<Cell>& row, const Columns& c, double size) {
  double lines = 1;
  for (std::size_t k = 0; k < row.size(); ++k)
    if (c.breaks[k] > 0) lines = std::max(lines, std::ceil(1.3 * size * width_of(row[k], row[k].text) / c.breaks[k]));
  return lines;
}

// On a page of one column tables break by themselves; on one of two they are set in pieces, since longtable knows one
// column only, and what does not fit a column floats over both.
std::string table_of(const Section& section, int columns) {
  const std::size_t count = section.rows[0].size();
  const double size = columns == 1 ? 1.0 : 0.8, between = columns == 1 ? 12 : 6;
  const double gaps = between * static_cast<double>(count - 1);
  Columns shape = columns_of(section, column_width(columns) - gaps, size);
  const bool wide = columns == 2 && !shape.fit;
  if (wide) shape = columns_of(section, column_width(1) - gaps, size);
  std::string kinds;
  for (const double width : shape.breaks) kinds += width > 0 ? fmt::format("p{{{:.1f}pt}}", width) : "l";
  const std::string begin =
      columns == 1
          ? fmt::format("\\begin{{longtable}}{{@{{}}{}@{{}}}}\n", kinds)
          : fmt::format("{}{{\\footnotesize\\setlength{{\\tabcolsep}}{{{}pt}}\\begin{{tabular}}{{@{{}}{}@{{}}}}\n",
                        wide ? "\\begin{table*}[!t]\\centering" : "\\par\\smallskip\\noindent", between / 2, kinds);
  const std::string end = columns == 1 ? "\\end{longtable}\n"
                          : wide       ? "\\end{tabular}}\\end{table*}\n"
                                       : "\\end{tabular}}\\par\\smallskip\n";
  std::string out;
  const auto line = [&](const std::vector<Cell>& row, const char* after) {
    for (std::size_t k = 0; k < count; ++k)
      out += fmt::format("{}{}{}", k ? " & " : "", shape.breaks[k] > 0 ? "\\raggedright " : "", cell_text(row[k]));
    out += after;
  };
  const double most_lines = wide ? 62 : 36;  // half a column; what floats stands above a page's columns
  double lines = 0;
  for (std::size_t r = 1; r < section.rows.size() || r == 1; ++r) {
    const double more = r < section.rows.size() ? lines_of(section.rows[r], shape, size) : 0;
    const bool next_piece = columns == 2 && lines > 0 && lines + more > most_lines;
    if (next_piece) out += end, lines = 0;
    if (r == 1 || next_piece) {
      out += begin, line(section.rows[0], " \\tabularnewline \\hline\n\\noalign{\\smallskip}\n");
      if (columns == 1) out += "\\endhead\n";  // again on the next page
    }
    if (r < section.rows.size()) line(section.rows[r], " \\tabularnewline\n");
    lines += more;
  }
  return out + end;
}

// Sentences; what stands between grave accents is a command.
std::string sentence(const std::string& line) {
  std::string out;
  bool command = false;
  for (std::size_t from = 0; from <= line.size(); command = !command) {
    const std::size_t to = std::min(line.find('`', from), line.size());
    const std::string part = latex_text(line.substr(from, to - from));
    out += command ? "\\texttt{" + part + "}" : part;
    from = to + 1;
  }
  return out;
}

std::string section_text(const Section& s, const std::string& label, int columns) {
  std::string out = fmt::format("\n\\subsection*{{{}}}\n", latex_text(s.title));
  std::vector<std::string> lines = s.latex;
  if (lines.empty())
    for (const auto& line : s.lines) lines.push_back(sentence(line));
  const bool display = s.equations && !s.rows.empty();  // belongs to the paragraph before it
  for (std::size_t k = 0; k < lines.size(); ++k) out += lines[k] + (display && k + 1 == lines.size() ? "\n" : "\n\n");
  if (!s.rows.empty()) out += s.equations ? equations_of(s, label, columns) : table_of(s, columns);
  for (const auto& line : s.after) out += "\n" + line + "\n";
  return out;
}

}  // namespace

std::string latex_equations(const Document& document, int columns) {
  // else a table of equations is one box, and what is longer than the column is lost
  std::string out = "% Needs \\usepackage{amsmath}.\n\\begingroup\\allowdisplaybreaks\n";
  for (const Section& s : document.sections)
    if (s.equations && !s.rows.empty()) out += "% " + s.title + "\n" + equations_of(s, document.label, columns);
  return out + "\\endgroup\n";
}

std::string latex_document(const Document& document, int columns) {
  std::string out = fmt::format(
      "\\documentclass[a4paper{}]{{article}}\n"
      "\\usepackage[margin=20mm]{{geometry}}\n"
      "\\usepackage{{amsmath}}\n"
      "\\usepackage{{longtable}}\n"
      "\\allowdisplaybreaks\n"
      "\\setlength{{\\emergencystretch}}{{3em}}\n"
      "\\setlength{{\\parindent}}{{0pt}}\n"
      "\\begin{{document}}\n",
      columns == 1 ? "" : ",twocolumn");
  out += fmt::format("\\section*{{{}}}\n", latex_text(document.title));
  for (const Section& s : document.sections) out += section_text(s, document.label, columns);
  return out + "\\end{document}\n";
}

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

}  // namespace tauforge::explicit_model
