#include "tauforge/files/decompress.h"

#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>

namespace tauforge::files {

std::optional<std::vector<unsigned char>> from_zstd(std::span<const unsigned char> packed, std::size_t length) {
  std::vector<unsigned char> plain(length);
  const std::size_t got = ZSTD_decompress(plain.data(), length, packed.data(), packed.size());
  if (ZSTD_isError(got) || got != length) return std::nullopt;
  return plain;
}

std::optional<std::vector<unsigned char>> from_lz4_frame(std::span<const unsigned char> packed, std::size_t length) {
  LZ4F_dctx* made = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION))) return std::nullopt;
  const std::unique_ptr<LZ4F_dctx, void (*)(LZ4F_dctx*)> context(
      made, [](LZ4F_dctx* c) { LZ4F_freeDecompressionContext(c); });
  std::vector<unsigned char> plain(length);
  std::size_t in = 0, out = 0;
  while (in < packed.size()) {
    std::size_t taken = packed.size() - in, given = length - out;
    const std::size_t state =
        LZ4F_decompress(context.get(), plain.data() + out, &given, packed.data() + in, &taken, nullptr);
    if (LZ4F_isError(state)) return std::nullopt;
    in += taken, out += given;
    if (state == 0) break;  // the frame is complete
    if (taken == 0 && given == 0) return std::nullopt;
  }
  if (out != length) return std::nullopt;
  return plain;
}

std::optional<std::vector<unsigned char>> from_zlib(std::span<const unsigned char> packed, std::size_t most) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ends(&stream, inflateEnd);
  std::vector<unsigned char> plain(std::min<std::size_t>(most, 4 * packed.size() + 1024));
  stream.next_in = const_cast<unsigned char*>(packed.data());  // zlib does not write there
  stream.avail_in = static_cast<uInt>(packed.size());
  std::size_t out = 0;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    if (out == plain.size()) {
      if (out >= most) return std::nullopt;
      plain.resize(std::min(most, 2 * plain.size()));
    }
    stream.next_out = plain.data() + out;
    stream.avail_out = static_cast<uInt>(plain.size() - out);
    state = inflate(&stream, Z_NO_FLUSH);
    out = plain.size() - stream.avail_out;
    if (state == Z_BUF_ERROR && stream.avail_out == 0) continue;
    if (state != Z_OK && state != Z_STREAM_END) return std::nullopt;
    if (state == Z_OK && stream.avail_in == 0 && stream.avail_out > 0) return std::nullopt;  // it breaks off
  }
  plain.resize(out);
  return plain;
}

}  // namespace tauforge::files
