// Xacro is a macro language that ROS expands into URDF. Handed over unexpanded it would read as a
// robot without joints, or as numbers that are not numbers; it is recognised and said instead.
#pragma once

#include <optional>

#include "tauforge/files/xml_text.h"

namespace tauforge::files {

// "xacro-unexpanded" at the first xacro element or ${...} in an attribute; comments do not count,
// nor does a namespace that is declared and never used.
std::optional<diagnostic::Diagnostic> find_unexpanded_xacro(const XmlText& xml);

}  // namespace tauforge::files
