// tauforge measure knife-edge, shell, subtract: bodies that are measured or estimated before they are links.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/cli/json_text.h"
#include "tauforge/cli/measure_commands.h"
#include "tauforge/cli/measure_into.h"

namespace tauforge::cli {

namespace {

using explicit_model::MeasuredBody;

struct BodyCommand {
  IntoRobot into;
  bool json = false;

  // Into the robot file where one is given, then to standard output.
  int finish(const IntoRobot::Change& change, nlohmann::json result, const std::string& text) const {
    if (into.wanted()) {
      if (const int code = into.write(change); code != exit_fine) return code;
      result["written"] = into.output;
    }
    if (json)
      fmt::print("{}", json_text(result));
    else
      fmt::print("{}{}", text, into.told());
    return exit_fine;
  }
  void add_options(CLI::App& command, bool with_axis) {
    into.add_options(command, IntoRobot::Where::link, with_axis);
    command.add_flag("--json", json, "machine-readable output");
  }
};

int overflow() { return refuse_measurement("these numbers give no result: it overflows [measurement-range]"); }

struct KnifeEdgeCommand : BodyCommand {
  Quantity edge, distance{"0", {}}, reading{"0", {}}, mass{"1", {}};

  int run() {
    for (const std::string& wrong :
         {edge.read("--edge", Sign::any), distance.read("--distance", Sign::any),
          reading.read("--reading", Sign::zero_or_more), mass.read("--mass"), into.wrong_usage()})
      if (!wrong.empty()) return refuse_measurement(wrong);
    if (reading.value.value != 0 && distance.value.value == 0)
      return refuse_measurement(
          "--reading needs --distance, of the balance from the edge, and --mass [options-conflict]");
    const Measured c = centre(explicit_model::KnifeEdge{edge.value, distance.value, reading.value, mass.value});
    if (!is_finite(c)) return overflow();
    return finish([&](robot::Description& d) { return into.set_centre(d, c); }, {{"centre", measured_json(c, "m")}},
                  fmt::format("centre of mass along the axis: {}\n", measured_text(c, "m")));
  }
};

struct ShellCommand : BodyCommand {
  Quantity mass, radius, length;

  int run() {
    const bool sphere = length.text.empty();
    for (const std::string& wrong : {mass.read("--mass"), radius.read("--radius", Sign::zero_or_more),
                                     sphere ? "" : length.read("--length", Sign::zero_or_more), into.wrong_usage()})
      if (!wrong.empty()) return refuse_measurement(wrong);
    const Measured ball = sphere_shell(mass.value, radius.value);
    const auto I =
        sphere ? explicit_model::ShellInertia{ball, ball} : cylinder_shell(mass.value, radius.value, length.value);
    if (!is_finite(I.along) || !is_finite(I.across)) return overflow();
    if (sphere && into.axis.empty()) into.axis = "z";  // all axes are alike
    return finish([&](robot::Description& d) { return into.set_inertias(d, I.along, I.across); },
                  {{"along", inertia_json(I.along)}, {"across", inertia_json(I.across)}},
                  sphere ? fmt::format("inertia about any axis: {}\n", inertia_text(ball))
                         : fmt::format("inertia about the axis of the cylinder: {}\nacross it: {}\n",
                                       inertia_text(I.along), inertia_text(I.across)));
  }
};

struct BodyOptions {
  Quantity mass;
  QuantityTriple centre, inertia;

  void add_options(CLI::App& command, const std::string& before, const char* of) {
    const auto add = [&](const char* name, std::string& text, const std::string& meaning, const char* type) {
      command.add_option("--" + before + name, text, meaning)->type_name(type)->required();
    };
    add("mass", mass.text, fmt::format("{} [kg]", of), "VALUE");
    add("centre", centre.text, fmt::format("{}: x,y,z in the link's frame [m]", of), "X,Y,Z");
    add("inertia", inertia.text, fmt::format("{}: xx,yy,zz about its own centre of mass [kg m^2]", of), "XX,YY,ZZ");
  }
  std::string read(const std::string& before, MeasuredBody& body) {
    for (const std::string& wrong :
         {mass.read(("--" + before + "mass").c_str()), centre.read(("--" + before + "centre").c_str(), Sign::any),
          inertia.read(("--" + before + "inertia").c_str(), Sign::zero_or_more)})
      if (!wrong.empty()) return wrong;
    body.mass = mass.value;
    for (int k = 0; k < 3; ++k) body.centre[k] = centre.value[k], body.inertia[k] = inertia.value[k];
    return "";
  }
};

struct SubtractCommand : BodyCommand {
  BodyOptions whole, part;

  int run() {
    MeasuredBody all, off;
    for (const std::string& wrong : {whole.read("", all), part.read("part-", off), into.wrong_usage()})
      if (!wrong.empty()) return refuse_measurement(wrong);
    if (off.mass.value >= all.mass.value)
      return refuse_measurement("the part is as heavy as the whole, or heavier: nothing is left [measurement-range]");
    const MeasuredBody rest = without(all, off);
    nlohmann::json centre = nlohmann::json::array(), inertia = nlohmann::json::array();
    std::string text = fmt::format("mass: {}\n", measured_text(rest.mass, "kg"));
    for (int k = 0; k < 3; ++k) {
      if (!is_finite(rest.centre[k]) || !is_finite(rest.inertia[k])) return overflow();
      centre.push_back(measured_json(rest.centre[k], "m")), inertia.push_back(inertia_json(rest.inertia[k]));
      text += fmt::format("centre {}: {}\n", "xyz"[k], measured_text(rest.centre[k], "m"));
    }
    for (int k = 0; k < 3; ++k)
      text += fmt::format("inertia {0}{0} about it: {1}\n", "xyz"[k], inertia_text(rest.inertia[k]));
    return finish([&](robot::Description& d) { return into.set_body(d, rest); },
                  {{"mass", measured_json(rest.mass, "kg")}, {"centre", centre}, {"inertia", inertia}}, text);
  }
};

template <class Command>
CLI::App* add(CLI::App& measure, const std::shared_ptr<Command>& state, Chosen& chosen, const char* name,
              const char* meaning) {
  CLI::App* command = measure.add_subcommand(name, meaning);
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
  return command;
}

}  // namespace

void add_measure_bodies(CLI::App& measure, Chosen& chosen) {
  auto knife = std::make_shared<KnifeEdgeCommand>();
  CLI::App* edge = add(measure, knife, chosen, "knife-edge", "centre of mass of a link that lies on an edge");
  edge->add_option("--edge", knife->edge.text, "where the edge is, along the link's axis [m]")
      ->type_name("VALUE")
      ->required();
  edge->add_option("--distance", knife->distance.text, "of the balance from the edge [m]; where it does not balance")
      ->type_name("VALUE");
  edge->add_option("--reading", knife->reading.text, "mass that the balance bears [kg]")->type_name("VALUE");
  edge->add_option("--mass", knife->mass.text, "of the link [kg]; with --reading")->type_name("VALUE");
  edge->get_option("--reading")->needs(edge->get_option("--distance"))->needs(edge->get_option("--mass"));
  knife->add_options(*edge, true);

  auto shell = std::make_shared<ShellCommand>();
  CLI::App* thin =
      add(measure, shell, chosen, "shell", "inertia of a thin shell: a cylinder, or a sphere without --length");
  thin->add_option("--mass", shell->mass.text, "[kg]")->type_name("VALUE")->required();
  thin->add_option("--radius", shell->radius.text, "[m]")->type_name("VALUE")->required();
  thin->add_option("--length", shell->length.text, "of the cylinder [m]")->type_name("VALUE");
  shell->add_options(*thin, true);

  auto subtract = std::make_shared<SubtractCommand>();
  CLI::App* rest =
      add(measure, subtract, chosen, "subtract", "a link that was measured with another body on it, less that body");
  subtract->whole.add_options(*rest, "", "of the whole");
  subtract->part.add_options(*rest, "part-", "of the part that is taken off");
  subtract->add_options(*rest, false);
  rest->footer("Both in one frame. Products of inertia are left aside, as in the 1986 paper.");
}

}  // namespace tauforge::cli
