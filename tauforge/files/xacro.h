// Xacro is a macro language that ROS expands into URDF. Handed over unexpanded it would read as a
// robot without joints, or as numbers that are not numbers; it is recognised and said instead. What a
// hasty expansion leaves in colours, shapes, sensors and plug-ins of simulators moves no body: a note.
#pragma once

#include "tauforge/files/xml_text.h"

namespace tauforge::files {

// One finding or none: the error "xacro-unexpanded" at the first xacro element or ${...} that may carry
// dynamics, else the note "xacro-remnant" at the first that cannot. Comments do not count, nor does a
// namespace that is declared and never used.
diagnostic::Findings find_unexpanded_xacro(const XmlText& xml);

}  // namespace tauforge::files
