#include "tauforge/diagnostic/layout.h"

#include <algorithm>
#include <optional>

#include "tauforge/diagnostic/printable.h"

namespace tauforge::diagnostic {

namespace {

constexpr std::size_t gap = 2;        // between columns
constexpr std::size_t narrowest = 8;  // of a column that is shortened
constexpr std::size_t readable = 20;  // of a column that breaks, where its words allow it

// One table while its columns are being fitted.
class Fitting {
 public:
  Fitting(const Rows& rows, std::size_t room, const std::vector<Column>& columns) : rows_(rows), room_(room) {
    for (const auto& row : rows) columns_.resize(std::max(columns_.size(), row.size()));
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      columns_[k].may = k < columns.size() ? columns[k] : Column{};
      for (const auto& row : rows) columns_[k].width = std::max(columns_[k].width, width(cell(row, k)));
    }
  }

  void fit() {
    if (needed() <= room_) return;
    drop_empty();
    while (least() > room_ && drop_one()) {
    }
    break_cells();
    shorten();
  }

  std::string text(std::string_view indent) const {
    std::string out;
    for (const auto& row : rows_) {
      std::vector<std::vector<std::string>> cells;
      std::size_t height = 1;
      for (std::size_t k = 0; k < row.size(); ++k) {
        cells.push_back(lines_of(row[k], columns_[k]));
        if (!columns_[k].gone) height = std::max(height, cells[k].size());
      }
      for (std::size_t line = 0; line < height; ++line) out += one_line(cells, line, indent);
    }
    return out;
  }

  std::vector<std::string> left_out() const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (columns_[k].gone && !columns_[k].empty) names.push_back(cell(rows_[0], k));
    return names;
  }

 private:
  struct State {
    Column may;
    std::size_t width = 0;
    bool gone = false, empty = false;
  };

  static std::string cell(const std::vector<std::string>& row, std::size_t k) { return k < row.size() ? row[k] : ""; }

  std::size_t sum(auto width_of) const {
    std::size_t all = 0;
    for (const State& c : columns_)
      if (!c.gone) all += width_of(c) + (all > 0 ? gap : 0);
    return all;
  }
  std::size_t needed() const {
    return sum([](const State& c) { return c.width; });
  }
  // With every column that breaks as narrow as it stays readable.
  std::size_t least() const {
    return sum([](const State& c) { return c.may.kind == Column::breaks ? std::min(c.width, readable) : c.width; });
  }

  // Nothing is lost with a column of dashes.
  void drop_empty() {
    for (std::size_t k = 0; k < columns_.size() && rows_.size() > 1; ++k)
      if (columns_[k].may.kind == Column::leaves && std::all_of(rows_.begin() + 1, rows_.end(), [&](const auto& row) {
            return cell(row, k).empty() || cell(row, k) == "-";
          }))
        columns_[k].gone = columns_[k].empty = true;
  }

  bool drop_one() {
    State* last = nullptr;
    for (State& c : columns_)
      if (!c.gone && c.may.kind == Column::leaves && (!last || c.may.rank >= last->may.rank)) last = &c;
    if (last) last->gone = true;
    return last != nullptr;
  }

  // The widest first, so that what is hardly too wide stays on one line.
  void break_cells() {
    while (needed() > room_) {
      State* widest = nullptr;
      for (State& c : columns_)
        if (!c.gone && c.may.kind == Column::breaks && c.width > readable && (!widest || c.width > widest->width))
          widest = &c;
      if (!widest) return;
      --widest->width;
    }
  }

  void shorten() {
    while (needed() > room_) {
      State* widest = nullptr;
      for (State& c : columns_)
        if (!c.gone && c.width > narrowest && (!widest || c.width > widest->width)) widest = &c;
      if (!widest) return;
      --widest->width;
    }
  }

  static std::vector<std::string> lines_of(const std::string& text, const State& column) {
    std::vector<std::string> lines = {text};
    if (column.may.kind == Column::breaks && width(text) > column.width) lines = wrapped(text, column.width);
    for (auto& line : lines) line = shortened(line, column.width);
    return lines;
  }

  std::string one_line(const std::vector<std::vector<std::string>>& cells, std::size_t line,
                       std::string_view indent) const {
    std::string out(indent);
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (columns_[k].gone) continue;
      const std::string text = line < cells[k].size() ? cells[k][line] : "";
      out += text;
      out.append(columns_[k].width - width(text) + gap, ' ');
    }
    return out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
  }

  const Rows& rows_;
  std::size_t room_;
  std::vector<State> columns_;
};

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t most) {
  std::vector<std::string> lines = {""};
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view blanks = text.substr(0, begin), word = text.substr(begin, end - begin);
    if (lines.back().empty() || width(lines.back()) + blanks.size() + width(word) <= most)
      lines.back().append(lines.size() > 1 && lines.back().empty() ? "" : blanks).append(word);
    else
      lines.emplace_back(word);
    text.remove_prefix(end);
  }
  return lines;
}

std::string paragraph(std::string_view text, std::size_t most, std::string_view first, std::string_view next) {
  const std::string indent = next.empty() ? std::string(width(first), ' ') : std::string(next);
  const std::size_t taken = std::max(width(first), width(indent));
  std::string out;
  for (const auto& line : wrapped(text, most == unlimited ? most : most > taken ? most - taken : 1)) {
    out += out.empty() ? std::string(first) : indent;
    out += line + "\n";
  }
  return out;
}

std::string shortened(const std::string& text, std::size_t most) {
  if (width(text) <= most) return text;
  std::string_view rest = text;
  std::string out;
  for (std::size_t k = 0; k + 3 < most; ++k) {
    const std::size_t length = first_character(rest).length;
    out += rest.substr(0, length);
    rest.remove_prefix(length);
  }
  return out + std::string("...").substr(0, most);
}

Table table(const Rows& rows, std::size_t most, std::string_view indent, const std::vector<Column>& columns) {
  Fitting fitting(rows, most == unlimited ? most : most - std::min(most, width(indent)), columns);
  fitting.fit();
  return {fitting.text(indent), fitting.left_out()};
}

}  // namespace tauforge::diagnostic
