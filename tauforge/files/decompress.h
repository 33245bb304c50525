// Blocks of bytes as other programs packed them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tauforge::files {

// Each gives just `length` bytes, or nothing: the block is broken, or was longer or shorter before it was packed.
std::optional<std::vector<unsigned char>> from_zstd(std::span<const unsigned char> packed, std::size_t length);
std::optional<std::vector<unsigned char>> from_lz4_frame(std::span<const unsigned char> packed, std::size_t length);
// zlib; the length is not known before, and at most `most`.
std::optional<std::vector<unsigned char>> from_zlib(std::span<const unsigned char> packed, std::size_t most);

}  // namespace tauforge::files
