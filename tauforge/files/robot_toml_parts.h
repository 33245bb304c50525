// The parts of a robot file, each read from its table: what docs/robot-file.md calls link, joint,
// drive. Used by robot_toml.cpp; payloads of scenarios are read like links.
#pragma once

#include <optional>

#include "tauforge/files/toml_table.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

std::optional<robot::Convention> read_convention(TomlTable& table);

// acknowledge = { code = "reason" }
robot::Acknowledgements read_acknowledgements(TomlTable& table);

// Nothing when the table has none of the inertial keys.
std::optional<robot::InertialDescription> read_inertial(TomlTable& table, robot::Meaning meaning);
robot::LinkDescription read_link(TomlTable& table, robot::Meaning meaning);

// The keys of a drive, in the table of its joint or in a [[transmission.drive]].
robot::DriveDescription read_drive(TomlTable& table);
robot::JointDescription read_joint(TomlTable& table, robot::Convention file_convention);

// [transmission] of a robot file; nothing where there is none.
std::optional<robot::TransmissionDescription> read_transmission(TomlTable& file);

}  // namespace tauforge::files
