// A MATLAB file of hostile bytes.
#include <cstdint>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/files/mat_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tauforge;
  auto opened = files::MatTable::from_bytes("log.mat", {data, size}, "t", 1 << 20);
  for (const auto& finding : opened.findings()) (void)to_text(finding);
  if (!opened) return 0;
  files::MatTable table = opened.take();
  std::vector<double> row(table.columns().size());
  while (table.next(row)) continue;
  return 0;
}
