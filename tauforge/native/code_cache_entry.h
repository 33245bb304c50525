// What the cache keeps of verified code besides its files, as text: one thing per line, numbers in full.
#pragma once

#include <optional>
#include <string>

#include "tauforge/native/verified_code.h"

namespace tauforge::native {

std::string entry_text(const VerifiedCode& code, const diagnostic::Findings& findings);

struct CacheEntry {
  VerifiedCode code;  // without request, options, model
  diagnostic::Findings findings;
  std::string library_hash;
};

// With the files of `folder`; nothing where a line or a file is not as it was written.
std::optional<CacheEntry> read_entry(const std::string& text, const std::string& folder);

}  // namespace tauforge::native
