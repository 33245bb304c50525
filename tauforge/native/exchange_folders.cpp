#include "tauforge/native/exchange_folders.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>

#include "tauforge/native/held_signals.h"

namespace tauforge::native {

namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

std::error_code renamed(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0 ? std::error_code{} : last_error();
}

}  // namespace

std::error_code exchange_folders(const std::string& one, const std::string& other) {
#ifdef RENAME_EXCHANGE
  if (renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0) return {};
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return last_error();
#endif
  return exchange_in_steps(one, other);
}

std::error_code exchange_in_steps(const std::string& one, const std::string& other) {
  const HeldSignals held;
  const std::string aside = one + "-aside";
  if (const auto failed = renamed(other, aside)) return failed;
  if (const auto failed = renamed(one, other)) {
    renamed(aside, other);
    return failed;
  }
  if (const auto failed = renamed(aside, one)) {
    renamed(other, one), renamed(aside, other);
    return failed;
  }
  return {};
}

}  // namespace tauforge::native
