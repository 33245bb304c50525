// A layout, a blank line, a table: both readers on hostile text.
#include "tauforge/files/csv_recording.h"

#include <cstdint>
#include <string_view>

#include "tauforge/diagnostic/diagnostic.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tauforge;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t blank = text.find("\n\n");
  const bool has_layout = blank != std::string_view::npos;
  files::RecordingOptions options;
  options.most_values = 10000;
  if (has_layout) {
    auto layout =
        files::read_recording_layout(files::source_from_text("layout.toml", std::string(text.substr(0, blank + 1))));
    for (const auto& finding : layout.findings()) (void)to_text(finding);
    if (layout) options.layout = layout.take();
  }
  const auto log = files::inspect_recording_text("log.csv", has_layout ? text.substr(blank + 2) : text, options);
  for (const auto& finding : log.findings) (void)to_text(finding);
  if (!log.recording) return 0;
  const auto& r = *log.recording;
  for (const auto* channels : {&r.q, &r.qd, &r.effort})
    for (const auto& series : *channels)
      if (series.size() != r.samples()) __builtin_trap();
  for (const auto& part : recording::stretches(r)) (void)recording::slice(r, part.begin, part.end);
  return 0;
}
