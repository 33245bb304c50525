// tauforge identify --begin, --reduce and --from: identification from logs that stay where they are.
#pragma once

#include "tauforge/cli/identify_options.h"

namespace tauforge::cli {

struct BlockOptions {
  bool begin = false, reduce = false, from = false;
  std::string round;  // file; empty: by settings, or that of the blocks

  void add(CLI::App& command);
  bool wanted() const { return begin || reduce || from; }
  std::string conflict(const CLI::App& command) const;  // empty: there is none
};

// The exit code comes back.
int identify_by_blocks(const IdentifyOptions& options, const BlockOptions& blocks, const Robot& robot,
                       const IdentifySettings& settings, const std::vector<std::string>& accepted, bool whole);

}  // namespace tauforge::cli
