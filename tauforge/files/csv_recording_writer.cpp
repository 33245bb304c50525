#include "tauforge/files/csv_recording.h"
#include "tauforge/files/csv_table.h"

namespace tauforge::files {

diagnostic::Findings write_recording(const recording::Recording& recording, const std::string& path,
                                     const std::string& shown) {
  auto created = CsvWriter::create(path, shown);
  if (!created.ok()) return created.findings();
  CsvWriter writer = created.take();
  const char* effort = recording.effort_kind == recording::Effort::current ? "i" : "tau";
  const std::pair<const char*, const recording::Channels&> measured[] = {
      {"q", recording.q}, {"qd", recording.qd}, {effort, recording.effort}};
  std::vector<std::string> header{"t"};
  for (const auto& [letter, channels] : measured)
    for (std::size_t j = 1; j <= channels.size(); ++j) header.push_back(letter + std::to_string(j));
  writer.header(header);
  std::vector<double> row;
  for (std::size_t k = 0; k < recording.samples(); ++k) {
    row.assign(1, recording.t[k]);
    for (const auto& [letter, channels] : measured)
      for (const auto& series : channels) row.push_back(series[k]);
    writer.row(row);
  }
  return writer.finish();
}

}  // namespace tauforge::files
