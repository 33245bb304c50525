#include "tests/fuzz/whole_way.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tauforge::fuzz::whole_way("robot.dyn", data, size, false);
  tauforge::fuzz::whole_way("robot.dyn", data, size, true);
  return 0;
}
