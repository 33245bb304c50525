// Times of old over new generated code, measured in turns: one line per function and robot, for verdict.awk.
//
//   tauforge_old_and_new [--rounds N] --old FOLDER --new FOLDER ROBOT...
//
// For a robot file NAME.toml, both folders hold its compiled code in NAME/native.so. benchmarks/old_and_new prepares them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "benchmarks/generated_code.h"
#include "benchmarks/measure.h"
#include "tauforge/files/read_robot.h"

namespace tauforge::benchmarks {

namespace {

constexpr int runs = 3;

struct Options {
  int rounds = 100;
  std::string old_code, new_code;  // folders
  std::vector<std::string> robots;
};

// False when one side has the function and the other has not.
bool compare(const Options& options, const Subject& subject, Function function, bool batch) {
  const std::string& robot = subject.robot.name;
  const auto contender = [&](const std::string& folder) {
    return GeneratedCode(folder + "/" + robot + "/native.so", robot).contender(folder, subject, function, batch);
  };
  const auto older = contender(options.old_code), newer = contender(options.new_code);
  const std::string title = std::string(to_text(function)) + (batch ? "_batch" : "");
  if (older.has_value() != newer.has_value()) {
    fmt::print(stderr, "{} of {} is in one of the codes only\n", title, robot);
    return false;
  }
  if (!older) return true;
  std::string line = title + " " + robot;
  for (int run = 0; run < runs; ++run) {
    const auto measured = measure({*older, *newer}, subject, function, options.rounds);
    line += fmt::format(" {:.4f}", measured[0].nanoseconds / measured[1].nanoseconds);
  }
  fmt::print("{}\n", line);
  std::fflush(stdout);
  return true;
}

int run(const Options& options) {
  bool fine = true;
  for (const auto& file : options.robots) {
    const auto loaded = files::load_robot(file, {});
    if (!loaded.ok()) {
      fmt::print(stderr, "{}: cannot be read\n", file);
      return 1;
    }
    robot::Robot robot = loaded.value().robot;
    robot.name = std::filesystem::path(file).stem().string();
    const Subject few = make_subject(robot, states_of_one_call);
    for (const Function function :
         {Function::inverse_dynamics, Function::mass_matrix, Function::regressor, Function::forward_dynamics})
      fine = compare(options, few, function, false) && fine;
    if (!robot.tree.floating)
      fine = compare(options, make_subject(robot, states_of_a_batch), Function::inverse_dynamics, true) && fine;
  }
  return fine ? 0 : 1;
}

}  // namespace

}  // namespace tauforge::benchmarks

int main(int argc, char** argv) {
  tauforge::benchmarks::Options options;
  CLI::App app("Times old and new generated code in turns.");
  app.add_option("--rounds", options.rounds, "medians are taken over so many")->check(CLI::Range(1, 10000));
  app.add_option("--old", options.old_code, "folder with NAME/native.so for every robot")->required();
  app.add_option("--new", options.new_code, "likewise")->required();
  app.add_option("robots", options.robots, "robot files, named as their code")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return tauforge::benchmarks::run(options);
}
