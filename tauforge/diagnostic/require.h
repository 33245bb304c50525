// A promise between parts of this program. When it is broken the program has a bug: it says which
// line noticed and stops with exit code 3. Bad input is not a broken promise; see result.h.
#pragma once

namespace tauforge::diagnostic {

// A line of this program. std::source_location would do, but clang 14, which builds the fuzz
// targets, does not have it.
struct CodeLine {
  const char* file;
  int line;
  static constexpr CodeLine current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

[[noreturn]] void broken_promise(const char* promise, const CodeLine& where);

inline void require(bool kept, const char* promise, const CodeLine& where = CodeLine::current()) {
  if (!kept) [[unlikely]]
    broken_promise(promise, where);
}

}  // namespace tauforge::diagnostic
