// The tables of a scenario, one function each; see scenario.h. Errors go to the findings of the table.
#pragma once

#include "tauforge/files/toml_table.h"
#include "tauforge/scenario/scenario.h"

namespace tauforge::scenario {

struct ScenarioTable {
  const files::TomlValue& raw;
  files::TomlTable& table;
};

void read_executive(const ScenarioTable& file, ExecutiveSettings& executive);
// After the robots, the motion's beginning and the machine are known.
void read_control(const ScenarioTable& file, const std::vector<double>& start, Scenario& scenario);
// After the plant: PD knows the inertia of a payload that models are told of from the beginning. A light wrist that carries
// something would swing otherwise.
void tell_gains_of_the_payload(const std::vector<double>& start, Scenario& scenario);
void read_plant(const ScenarioTable& file, const std::vector<double>& start, Scenario& scenario);
// Before the motion, which is judged by them: narrower limits of position than those of the robot's file.
void read_positions(const ScenarioTable& file, Scenario& scenario);
// After control, plant and motion.
void read_guard(const ScenarioTable& file, Scenario& scenario);
void read_fault(const ScenarioTable& file, Scenario& scenario);
void read_homing(const ScenarioTable& file, Scenario& scenario);
void read_brakes(const ScenarioTable& file, Scenario& scenario);
void read_output(const ScenarioTable& file, Scenario& scenario);
// After all of them: in the order of time, without those that change nothing.
void arrange_outputs(Scenario& scenario, files::TomlTable& file);

// From 0 to `longest` seconds; stays as it is where the key is absent.
void read_time(files::TomlTable& table, const char* key, double longest, Nanoseconds& time);

// { mass, centre = [x, y, z], inertia = [xx, yy, zz, xy, yz, xz] about the centre }, in the frame of the last link.
std::optional<spatial::Inertia<double>> read_payload(files::TomlTable& table);
// When the model learns of a payload; nothing: never.
std::optional<Nanoseconds> read_told_after(files::TomlTable& table);

}  // namespace tauforge::scenario
