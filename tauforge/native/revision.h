// The hash of all sources that decide what generated code looks like (cmake/revision.cmake).
#pragma once

namespace tauforge::native {

const char* revision();

}  // namespace tauforge::native
