// Where in which text something stands. A Position keeps its text alive, so a finding can show the
// offending line long after the file has been closed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tauforge::diagnostic {

struct Source {
  std::string name;  // as the user gave it: a path, or "-" for standard input
  std::string text;
};

struct Position {
  std::shared_ptr<const Source> source;  // null: the position is not known
  int line = 0;                          // 1-based; 0: the file as a whole
  int column = 0;                        // 1-based, in bytes
  int length = 1;                        // how much of the line the caret underlines, in bytes
};

// A value together with the place it was read from. Two are equal when their values are.
template <class T> struct Located {
  T value{};
  Position at;

  friend bool operator==(const Located& a, const Located& b) { return a.value == b.value; }
};

// "file:line:column", shortened where line or column are unknown.
std::string to_text(const Position& at);

// The text of the position's line, without its end; empty when unknown.
std::string_view line_text(const Position& at);

}  // namespace tauforge::diagnostic
