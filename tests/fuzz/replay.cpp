// Every file of the folders that are named, once through a fuzz target: what broke a reader in the past, without clang.
//   replay_NAME FOLDER...
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** words) {
  int replayed = 0;
  for (int k = 1; k < count; ++k)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(words[k])) {
      if (!entry.is_regular_file()) continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(stream), {}};
      std::printf("%s\n", entry.path().filename().c_str());
      std::fflush(stdout);  // the last name is the one that breaks
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
      ++replayed;
    }
  std::printf("%d files replayed\n", replayed);
  return replayed > 0 ? 0 : 1;
}
