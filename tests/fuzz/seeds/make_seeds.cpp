// Seeds for the fuzz targets: the project's robots in every format that can hold them, tables, recordings.
//   make_seeds ROBOTS_FOLDER CORPUS_FOLDER
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "tauforge/files/csv_table.h"
#include "tauforge/files/read_robot.h"

int main(int count, char** words) {
  using namespace tauforge;
  if (count != 3) return std::fputs("usage: make_seeds ROBOTS_FOLDER CORPUS_FOLDER\n", stderr), 2;
  const std::filesystem::path robots = words[1], corpus = words[2];
  for (const char* target : {"robot_toml", "urdf", "specification", "csv_table", "csv_recording"})
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
  std::ofstream(corpus / "csv_table" / "table", std::ios::binary)
      << "\xEF\xBB\xBF# c\r\nt,\"q:a,b\" , q2\n0,+1.5e-3,\"-2\"\n\n1,inf,nan\n";
  std::ofstream(corpus / "csv_recording" / "motors", std::ios::binary)
      << "time_unit = \"ms\"\nposition = \"qm{}\"\ncurrent = [\"i1\", \"i2\"]\ngains = [1, 2]\nsign = [1, -1]\n"
         "joint_to_motor = [[3, 0], [1, 2]]\nposition_offset_deg = [0, 90]\nrows = [1, 3]\nlargest_gap = 0.5\n\n"
         "t,qm1,qm2,i1,i2\n0,1,2,3,4\n1,1,2,nan,4\n2,1,2,3,4\n";
  std::ofstream(corpus / "csv_recording" / "plain", std::ios::binary)
      << "t,q:a,q:b,qd:a,qd:b,tau:a,tau:b\n0,1,2,3,4,5,6\n0.1,1,2,3,4,5,6\n0.1,1,2,3,4,5,6\n9,1,2,3,4,5,6\n";
  return 0;
}
