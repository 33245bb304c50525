// The layout of a recording as hostile text, then a small log read with whatever it says.
#include <cstdint>
#include <string>
#include <string_view>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/files/csv_recording.h"
#include "tests/fuzz/whole_way.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tauforge;
  constexpr std::string_view log =
      "t,q1,q2,qd1,qd2,tau1,tau2,i1,i2\n0,0,90,1,2,3,4,5,6\n1,0.5,91,1,2,3,4,5,6\n2,1,92,1,2,nan,4,5,6\n3,1,93,1,2,3,4,"
      "5,6\n";
  auto layout =
      files::read_recording_layout(files::source_from_text("layout.toml", {reinterpret_cast<const char*>(data), size}));
  fuzz::print(layout.findings());
  if (!layout) {
    fuzz::promise(diagnostic::has_error(layout.findings()), "a layout that is refused has a reason");
    return 0;
  }
  files::RecordingOptions options;
  options.most_values = 10000;
  options.layout = layout.take();
  const auto read = files::inspect_recording_text("log.csv", log, options);
  fuzz::print(read.findings);
  if (!read.recording) {
    fuzz::promise(diagnostic::has_error(read.findings), "a log that is refused has a reason");
    return 0;
  }
  for (const auto* channels : {&read.recording->q, &read.recording->qd, &read.recording->effort})
    for (const auto& series : *channels)
      fuzz::promise(series.size() == read.recording->samples(), "every channel has every sample");
  return 0;
}
