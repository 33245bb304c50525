// Times of generated code and of other libraries on the same robots and states, in one process.
//
//   tauforge_benchmark [--json] [--rounds N] --code FOLDER ROBOT... [--floating ROBOT...]
//
// For a robot file NAME.toml, FOLDER/NAME holds its generated code built twice: native.so, plain.so. benchmarks/run
// prepares them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "benchmarks/generated_code.h"
#include "benchmarks/measure.h"
#include "tauforge/files/read_robot.h"

namespace tauforge::benchmarks {

namespace {

struct Row {
  std::string function, robot, contender;
  Measurement measured;
  double ratio;  // to our native build
};

struct Options {
  bool json = false;
  int rounds = 20;
  std::string code;                           // folder of the generated code
  std::vector<std::string> robots, floating;  // files; those of `floating` get a free base
};

std::vector<Row> rows_of(const Subject& subject, const std::string& code, Function function, bool batch,
                         const std::vector<Peer>& others, int rounds, std::vector<std::string>& skipped) {
  const std::string& robot = subject.robot.name;
  const std::string title = std::string(to_text(function)) + (batch ? ", batch" : "");
  std::vector<Contender> contenders;
  const struct { const char *file, *name; } builds[] = {{"native.so", "tauforge"}, {"plain.so", "tauforge -O2"}};
  for (const auto& build : builds)
    if (auto ours =
            GeneratedCode(code + "/" + robot + "/" + build.file, robot).contender(build.name, subject, function, batch))
      contenders.push_back(std::move(*ours));
  if (contenders.empty()) {
    skipped.push_back(fmt::format("{} of {}: not among the generated functions", title, robot));
    return {};
  }
  for (const Peer& peer : others)
    if (peer.contender)
      if (auto other = peer.contender(subject, function)) contenders.push_back(std::move(*other));
  const auto measured = measure(contenders, subject, function, rounds);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < contenders.size(); ++i)
    rows.push_back({title, robot, contenders[i].name, measured[i], measured[i].nanoseconds / measured[0].nanoseconds});
  return rows;
}

void print(const std::vector<Row>& rows) {
  std::string last;
  for (const Row& row : rows) {
    const std::string title = row.function + " " + row.robot;
    if (title != last) fmt::print("\n{}, {}\n", row.function, row.robot);
    last = title;
    fmt::print("  {:<14}{:>10.1f} ns  {:>7.2f} x   deviation {:.1e}", row.contender, row.measured.nanoseconds,
               row.ratio, row.measured.deviation);
    if (row.measured.shared_turns > 0) fmt::print("   {} rounds on a shared core", row.measured.shared_turns);
    fmt::print("\n");
  }
}

nlohmann::json to_json(const std::vector<Row>& rows) {
  auto list = nlohmann::json::array();
  for (const Row& row : rows)
    list.push_back({{"function", row.function},
                    {"robot", row.robot},
                    {"contender", row.contender},
                    {"nanoseconds", row.measured.nanoseconds},
                    {"ratio", row.ratio},
                    {"deviation", row.measured.deviation},
                    {"shared_turns", row.measured.shared_turns}});
  return list;
}

int run(const Options& options) {
  const std::vector<Peer> others = peers();
  std::vector<std::string> skipped;
  auto libraries = nlohmann::json::array();
  for (const Peer& peer : others) {
    if (peer.contender)
      libraries.push_back({{"name", peer.name}, {"version", peer.how}});
    else
      skipped.push_back(fmt::format("{}: not installed ({})", peer.name, peer.how));
  }
  if (!options.json) {
    fmt::print(
        "Times per state, median of {} interleaved rounds; x: times as long as our native build.\n"
        "Turns during which another program used the same core are repeated.\n",
        options.rounds);
    for (const auto& library : libraries)
      fmt::print("{} {}\n", library["name"].get<std::string>(), library["version"].get<std::string>());
  }
  std::vector<Row> rows;
  const auto compare = [&](const std::string& file, bool floating) {
    files::LoadOptions as;
    as.assemble.floating_base = floating;
    const auto loaded = files::load_robot(file, as);
    if (!loaded.ok()) {
      skipped.push_back(file + ": cannot be read");
      return;
    }
    robot::Robot robot = loaded.value().robot;
    robot.name = std::filesystem::path(file).stem().string();
    const auto add = [&](const Subject& subject, Function function, bool batch) {
      const auto more = rows_of(subject, options.code, function, batch, others, options.rounds, skipped);
      if (!options.json) print(more), std::fflush(stdout);
      rows.insert(rows.end(), more.begin(), more.end());
    };
    const Subject few = make_subject(robot, states_of_one_call);
    add(few, Function::inverse_dynamics, false);
    if (!robot.tree.floating) add(make_subject(robot, states_of_a_batch), Function::inverse_dynamics, true);
    for (const Function function : {Function::mass_matrix, Function::regressor, Function::forward_dynamics})
      if (!robot.tree.floating) add(few, function, false);
  };
  for (const auto& file : options.robots) compare(file, false);
  for (const auto& file : options.floating) compare(file, true);
  if (options.json) {
    const nlohmann::json result = {{"rows", to_json(rows)}, {"peers", libraries}, {"skipped", skipped}};
    fmt::print("{}\n", result.dump(2));
  } else if (!skipped.empty()) {
    fmt::print("\nSkipped\n");
    for (const auto& line : skipped) fmt::print("  {}\n", line);
  }
  return 0;
}

}  // namespace

}  // namespace tauforge::benchmarks

int main(int argc, char** argv) {
  tauforge::benchmarks::Options options;
  CLI::App app("Times generated code and other libraries on the same robots and states.");
  app.add_flag("--json", options.json, "a list of objects instead of tables");
  app.add_option("--rounds", options.rounds, "the median is taken over so many")->check(CLI::Range(1, 10000));
  app.add_option("--code", options.code, "folder with NAME/native.so and NAME/plain.so for every robot")->required();
  app.add_option("robots", options.robots, "robot files, named as their code");
  app.add_option("--floating", options.floating, "robot files whose base is freed");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return tauforge::benchmarks::run(options);
}
