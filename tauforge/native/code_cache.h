// Verified code that was asked for before. An entry belongs to all that decides what the code looks like: the robot with its
// names and limits, the request, the revision of the generator, the compiler with its version, and the processor where flags
// say `native`. It was verified when it was entered; its files are taken only as they were written then.
//
//   $TAUFORGE_CACHE, else $XDG_CACHE_HOME/tauforge, else ~/.cache/tauforge          TAUFORGE_CACHE=off: none
//     KEY/key         what the entry belongs to, in full
//     KEY/manifest    what is to be told of the code (code_cache_entry.h)
//     KEY/files/...   the code, and model.so
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tauforge/native/verified_code.h"

namespace tauforge::native {

constexpr std::uintmax_t cache_limit = 500'000'000;  // bytes; what was used longest ago goes first

std::optional<std::string> cache_folder();

// verified_code, from the cache where it is there. What was cut short or traced, or has a copy in
// JavaScript, is neither taken nor left there, and a
// cache that cannot be written is no error.
diagnostic::Result<VerifiedCode> cached_code(const robot::Robot& robot, const compiler::Request& request,
                                             const CodeOptions& options, const CodeWatch& watch = {});

// Removes entries until the others have at most so many bytes.
void shrink_cache(const std::string& folder, std::uintmax_t limit);

}  // namespace tauforge::native
