// Seeds for the fuzz targets of robots: those of the project in every format that can hold them. What is written by hand is
// in tests/fuzz/corpus.
//   make_seeds ROBOTS_FOLDER CORPUS_FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "tauforge/files/read_robot.h"

int main(int count, char** words) {
  using namespace tauforge;
  if (count != 3) return std::fputs("usage: make_seeds ROBOTS_FOLDER CORPUS_FOLDER\n", stderr), 2;
  const std::filesystem::path robots = words[1], corpus = words[2];
  for (const char* target : {"robot_toml", "urdf", "specification"})
    std::filesystem::create_directories(corpus / target);
  for (const auto& entry : std::filesystem::directory_iterator(robots)) {
    const auto source = files::read_source(entry.path().string());
    if (!source) continue;
    const auto description = files::read_robot(source.value());
    if (!description) continue;
    const std::string stem = entry.path().stem().string();
    const auto write = [&](const char* target, robot::Format format) {
      if (const auto text = files::write_robot(description.value(), format))
        std::ofstream(corpus / target / stem, std::ios::binary) << text.value();
    };
    write("robot_toml", robot::Format::toml);
    write("urdf", robot::Format::urdf);
    write("specification", robot::Format::specification);
    if (description.value().format == robot::Format::specification)  // with symbols and comments
      std::ofstream(corpus / "specification" / (stem + "_as_written"), std::ios::binary) << source.value()->text;
  }
  return 0;
}
