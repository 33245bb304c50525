// Texts of generated files with places to fill in, @NAME@. They are the files emit/*.in, compiled into the program.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace tauforge::emit {

namespace skeletons {

extern const std::string_view casadi, casadi_function;  // casadi.c.in, casadi_function.c.in
extern const std::string_view cmake_lists;              // CMakeLists.txt.in
extern const std::string_view example;                  // example.c.in
extern const std::string_view model;                    // model.c.in
extern const std::string_view self_test;                // selftest.c.in

}  // namespace skeletons

// The skeleton with every place filled. What is filled in is not looked at again: no robot's name becomes a place.
std::string filled(std::string_view skeleton, const std::map<std::string_view, std::string>& places);

}  // namespace tauforge::emit
