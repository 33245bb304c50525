// Names from files are hostile: they become identifiers and comments only through these functions.
#pragma once

#include <set>
#include <string>

namespace tauforge::emit {

// A C identifier that resembles the name: other characters become '_', keywords and names that begin
// with a digit get a leading 'x_', the empty name becomes 'x'.
std::string c_identifier(const std::string& name);

// Identifiers that differ from one another: the second `w1_x` becomes `w1_x_2`.
class UniqueNames {
 public:
  std::string operator()(const std::string& wanted);

 private:
  std::set<std::string> taken_;
};

// Text that cannot end a C comment, start a new line of code, or form a trigraph.
std::string c_comment_text(const std::string& text);

}  // namespace tauforge::emit
