// Blocks and rounds of hostile bytes. The sum at the end is made right, so that what stands before it is read, too.
#include <cstdint>
#include <string>

#include "tauforge/diagnostic/content_hash.h"
#include "tauforge/identify/rounds.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tauforge;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto round = identify::read_round_model("fuzz.round", bytes);
  for (const auto& finding : round.findings()) (void)to_text(finding);
  if (round && !identify::read_round_model("again.round", to_text(round.value()))) __builtin_trap();
  const identify::BlockBytes as_it_is[] = {{"fuzz.block", bytes}};
  for (const auto& finding : identify::merged_bytes(as_it_is).findings()) (void)to_text(finding);
  if (size < 8) return 0;
  bytes.resize(size - 8);
  diagnostic::ContentHash hash;
  hash.add(bytes);
  for (int k = 0; k < 8; ++k) bytes += static_cast<char>(hash.value() >> (8 * k) & 0xff);
  const identify::BlockBytes summed[] = {{"fuzz.block", bytes}};
  const auto read = identify::merged_bytes(summed);
  for (const auto& finding : read.findings()) (void)to_text(finding);
  if (!read) return 0;
  if (read.value().size() != bytes.size()) __builtin_trap();  // logs are sorted, nothing is lost
  const identify::BlockBytes twice[] = {{"a.block", read.value()}, {"b.block", read.value()}};
  const auto same = identify::merged_bytes(std::span(twice).first(1));
  if (!same || same.value() != read.value()) __builtin_trap();
  for (const auto& finding : identify::merged_bytes(twice).findings()) (void)to_text(finding);
  return 0;
}
