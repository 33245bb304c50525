#include "tauforge/files/mat_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/decompress.h"
#include "tauforge/files/little_endian.h"

namespace tauforge::files {

using diagnostic::error;

namespace {

using Bytes = std::span<const unsigned char>;

constexpr std::size_t header = 128;  // [bytes]
constexpr std::size_t most_columns = 10'000;

// Types of elements and classes of arrays, as [MAT5] numbers them.
enum Type { int8 = 1, uint8, int16, uint16, int32, uint32, single, reals = 9, int64 = 12, uint64, matrix, compressed };
enum Class { structure = 2, first_numeric = 6, last_numeric = 15 };

struct Element {
  std::uint32_t type = 0;
  Bytes content;
};

// A tag and what it announces; contents of at most four bytes stand within the tag.
std::optional<Element> next_element(LittleEndian& bytes) {
  if (bytes.rest().size() < 8) return std::nullopt;
  const auto word = bytes.number<std::uint32_t>();
  Element element;
  if (const std::uint32_t small = word >> 16; small != 0) {
    element.type = word & 0xFFFF;
    element.content = bytes.take(4);
    if (small > 4 || bytes.broken()) return std::nullopt;
    element.content = element.content.first(small);
    return element;
  }
  element.type = word;
  element.content = bytes.take(bytes.number<std::uint32_t>());
  if (bytes.broken()) return std::nullopt;
  const std::size_t padding = element.type == compressed ? 0 : (8 - element.content.size() % 8) % 8;
  bytes.take(std::min(padding, bytes.rest().size()));  // files may end without it
  return element;
}

template <class T> void convert(Bytes from, std::vector<double>& to) {
  LittleEndian bytes(from);
  for (std::size_t k = 0; k < from.size() / sizeof(T); ++k) to.push_back(static_cast<double>(bytes.number<T>()));
}

std::vector<double> numbers(const Element& element) {
  std::vector<double> list;
  switch (element.type) {
    case int8: convert<std::int8_t>(element.content, list); break;
    case uint8: convert<std::uint8_t>(element.content, list); break;
    case int16: convert<std::int16_t>(element.content, list); break;
    case uint16: convert<std::uint16_t>(element.content, list); break;
    case int32: convert<std::int32_t>(element.content, list); break;
    case uint32: convert<std::uint32_t>(element.content, list); break;
    case single: convert<float>(element.content, list); break;
    case reals: convert<double>(element.content, list); break;
    case int64: convert<std::int64_t>(element.content, list); break;
    case uint64: convert<std::uint64_t>(element.content, list); break;
    default: break;
  }
  return list;
}

struct Variable {
  std::string name;
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;  // column by column
};

// The array in an element, or the arrays in the fields of a struct; what is neither is passed over. False: broken.
bool read_array(Bytes content, const std::string& field, int depth, std::vector<Variable>& to) {
  LittleEndian bytes(content);
  const auto flags = next_element(bytes), sizes = next_element(bytes), name = next_element(bytes);
  if (!flags || !sizes || !name) return content.empty();  // an empty array has no parts
  const std::vector<double> flag = numbers(*flags), size = numbers(*sizes);
  if (flag.empty() || size.size() < 2) return false;
  const int kind = static_cast<int>(flag[0]) & 0xFF;
  Variable v;
  v.name = field.empty() ? std::string(name->content.begin(), name->content.end()) : field;
  if (kind >= first_numeric && kind <= last_numeric && size.size() == 2) {
    const auto real = next_element(bytes);
    if (!real) return size[0] == 0.0 || size[1] == 0.0;
    v.values = numbers(*real);
    if (size[0] < 0.0 || size[1] < 0.0 || size[0] * size[1] != static_cast<double>(v.values.size())) return false;
    v.rows = static_cast<std::size_t>(size[0]), v.columns = static_cast<std::size_t>(size[1]);
    to.push_back(std::move(v));
  } else if (kind == structure && depth == 0 && size[0] == 1.0 && size[1] == 1.0) {
    const auto length = next_element(bytes), names = next_element(bytes);
    if (!length || !names) return false;
    const std::vector<double> each = numbers(*length);
    if (each.empty() || each[0] < 1.0 || each[0] > 1024.0) return false;
    const auto step = static_cast<std::size_t>(each[0]);
    for (std::size_t at = 0; at + step <= names->content.size(); at += step) {
      const auto part = names->content.subspan(at, step);
      const std::string word(part.begin(), std::find(part.begin(), part.end(), 0));
      const auto value = next_element(bytes);
      if (!value || (value->type == matrix && !read_array(value->content, word, depth + 1, to))) return false;
    }
  }
  return true;
}

}  // namespace

bool begins_as_mat(Bytes begin) {
  constexpr std::string_view word = "MATLAB ";
  return begin.size() >= word.size() && std::equal(word.begin(), word.end(), begin.begin());
}

diagnostic::Result<MatTable> MatTable::open(const std::string& path, const std::string& time, std::size_t most) {
  std::error_code failed;
  const auto size = std::filesystem::file_size(path, failed);
  std::ifstream file(path, std::ios::binary);
  if (failed || !file) return error(whole_file(path), "file-unreadable", fmt::format("cannot open '{}'", path));
  if (size > most)
    return error(whole_file(path), "mat-too-large", fmt::format("'{}' has {} bytes", path, size),
                 fmt::format("at most {}: save the signals in parts", most));
  std::vector<unsigned char> bytes(size);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!file) return error(whole_file(path), "file-unreadable", fmt::format("reading '{}' failed", path));
  return from_bytes(path, bytes, time, most);
}

diagnostic::Result<MatTable> MatTable::from_bytes(const std::string& name, Bytes file, const std::string& time,
                                                  std::size_t most) {
  const auto at = whole_file(name);
  constexpr std::string_view hdf5 = "MATLAB 7.3";
  if (file.size() > hdf5.size() && std::equal(hdf5.begin(), hdf5.end(), file.begin()))
    return error(at, "mat-version", fmt::format("'{}' is of version 7.3", name), "save it with save(..., '-v7')");
  if (file.size() < header || file[126] != 'I' || file[127] != 'M')
    return error(at, "mat-broken", fmt::format("'{}' is no MATLAB file of level 5, little-endian", name),
                 "save it with save(..., '-v7')");
  std::vector<Variable> variables;
  LittleEndian bytes(file.subspan(header));
  bool good = true;
  while (good && !bytes.rest().empty()) {
    const auto element = next_element(bytes);
    good = element.has_value();
    if (good && element->type == compressed) {
      const auto plain = from_zlib(element->content, most);
      LittleEndian inner(plain ? Bytes(*plain) : Bytes());
      const auto unpacked = next_element(inner);
      good = unpacked && (unpacked->type != matrix || read_array(unpacked->content, "", 0, variables));
    } else if (good && element->type == matrix) {
      good = read_array(element->content, "", 0, variables);
    }
  }
  if (!good)
    return error(at, "mat-broken", fmt::format("'{}' cannot be read to its end", name), "was it copied whole?");

  std::vector<std::string> names;
  for (const Variable& v : variables) names.push_back(v.name);
  const auto clock =
      std::find_if(variables.begin(), variables.end(), [&](const Variable& v) { return v.name == time; });
  if (clock == variables.end() || clock->values.empty())
    return error(at, "column-missing", fmt::format("'{}' has no variable '{}' with the times", name, time),
                 names.empty() ? "there are no arrays of numbers in it"
                               : fmt::format("its variables: {}. {}", fmt::join(names, ", "),
                                             diagnostic::did_you_mean(time, names)));
  MatTable table;
  table.name_ = name, table.rows_ = clock->values.size();
  for (Variable& v : variables) {
    const std::size_t n = table.rows_;
    const bool lying = v.rows != n && v.columns == n;
    const std::size_t columns = lying ? v.rows : v.columns;
    if ((v.rows != n && !lying) || table.columns_.size() + columns > most_columns) continue;
    for (std::size_t c = 0; c < columns; ++c) {
      const std::string column = columns == 1 ? v.name : v.name + std::to_string(c + 1);
      if (std::find(table.columns_.begin(), table.columns_.end(), column) != table.columns_.end())
        return error(at, "csv-column-twice", fmt::format("'{}' is there twice", column),
                     "two structs with the same field?");
      std::vector<double> values(n);
      for (std::size_t r = 0; r < n; ++r) values[r] = v.values[lying ? r * columns + c : c * n + r];
      table.columns_.push_back(column);
      table.values_.push_back(std::move(values));
    }
  }
  return table;
}

bool MatTable::next(std::span<double> row) {
  if (row_ == rows_) return false;
  for (std::size_t c = 0; c < values_.size(); ++c) row[c] = values_[c][row_];
  ++row_;
  return true;
}

diagnostic::Position MatTable::place_of(std::size_t) const {
  diagnostic::Position place = whole_file(name_);
  place.line = line();
  return place;
}

}  // namespace tauforge::files
