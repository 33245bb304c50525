// Comments that separate the steps of a recursion in generated code. Statements stand in the order that suits processors, so
// steps overlap: a comment says where the first value of a joint comes, outward its motion, inward what it carries.
#pragma once

#include <string>
#include <string_view>

namespace tauforge::emit {

class StepComments {
 public:
  // Before the value of this name: "motion of joint 3", or nothing where no step begins.
  std::string before(std::string_view name);

 private:
  int outermost_moved_ = 0, innermost_loaded_ = 0;  // joints; 0: none yet
};

}  // namespace tauforge::emit
