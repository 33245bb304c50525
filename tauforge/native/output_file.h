// A file that is complete or absent. Rows go to a temporary neighbour that takes the name at the end; interrupted or
// failed runs leave nothing behind. What is no ordinary file (a pipe, a device) is written directly.
#pragma once

#include <optional>
#include <string>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/native/removed_on_signal.h"

namespace tauforge::native {

class OutputFile {
 public:
  // "-" is standard output.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  ~OutputFile();  // removes what was not completed

  // What is wrong with the path before anything is computed: a folder, no such folder.
  diagnostic::Findings refusal() const;
  // Where to write.
  const std::string& write_to() const { return temporary_.empty() ? target_ : temporary_; }
  bool is_stream() const { return temporary_.empty(); }
  // Gives the file its name.
  diagnostic::Findings complete();
  // What was written stays, under the name that it has now, for somebody to look at; that name, or nothing.
  std::string leave_part();

 private:
  std::string path_, target_, temporary_;
  std::optional<RemovedOnSignal> guard_;  // of the temporary neighbour
};

// The finding that a path cannot be written.
diagnostic::Findings unwritable(const std::string& path, const std::string& why);

// A whole text at once; what went wrong comes back.
diagnostic::Findings write_text(const std::string& path, const std::string& text);

// Whether writing to `output` would overwrite `input`.
bool same_file(const std::string& output, const std::string& input);

}  // namespace tauforge::native
