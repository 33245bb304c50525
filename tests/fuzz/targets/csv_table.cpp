#include "tauforge/files/csv_table.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "tauforge/diagnostic/diagnostic.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tauforge;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const bool allow_non_finite : {false, true}) {
    auto opened = files::CsvReader::from_text("table.csv", text, {allow_non_finite, 200});
    for (const auto& finding : opened.findings()) (void)to_text(finding);
    if (!opened) continue;
    files::CsvReader reader = opened.take();
    std::vector<double> row(reader.columns().size());
    while (reader.next(row)) {
    }
    for (const auto& finding : reader.findings()) (void)to_text(finding);
  }
  return 0;
}
