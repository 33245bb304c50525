// The two messages of ROS 2 that carry joints, out of their bytes.
//
//   sensor_msgs/msg/JointState         stamp (4 bytes s, 4 bytes ns), frame_id, name[], position[], velocity[], effort[]
//   std_msgs/msg/Float64MultiArray     layout (dimensions: label, size, stride; offset), data[]
//
// Plain CDR, version 1, little-endian, as every middleware of ROS 2 writes it on the machines it runs on: numbers stand at
// multiples of their size, counted behind the four bytes that say so; lists and texts have their length before them.  [CDR]
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tauforge::files {

constexpr const char* joint_state_type = "sensor_msgs/msg/JointState";
constexpr const char* array_type = "std_msgs/msg/Float64MultiArray";

struct JointState {
  std::int64_t stamp = 0;  // [ns]; 0: nobody set it
  std::vector<std::string> name;
  std::vector<double> position, velocity, effort;  // each as long as the names, or empty
};

// Nothing: these bytes are no such message.
std::optional<JointState> read_joint_state(std::span<const unsigned char> bytes);
std::optional<std::vector<double>> read_array(std::span<const unsigned char> bytes);

}  // namespace tauforge::files
