// A bag of hostile bytes, through a file in memory: the reader opens it three times.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/files/csv_recording.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tauforge;
  static const int file = memfd_create("bag", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) return 0;
  files::RecordingOptions options;
  options.most_values = 10000;
  const auto log = files::inspect_recording(path, options);
  for (const auto& finding : log.findings) (void)to_text(finding);
  if (!log.recording) return 0;
  for (const auto* channels : {&log.recording->q, &log.recording->qd, &log.recording->effort})
    for (const auto& series : *channels)
      if (series.size() != log.recording->samples()) __builtin_trap();
  return 0;
}
