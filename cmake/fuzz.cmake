# Every tests/fuzz/NAME.cpp with LLVMFuzzerTestOneInput becomes the program build/fuzz/fuzz/NAME.
# ./test --all runs each, starting from the files in tests/fuzz/corpus/NAME.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "the fuzz targets need clang: cmake --preset fuzz")
endif()
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp)
add_custom_target(fuzz_targets)  # and only what they need: the readers, not the formulations
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(fuzz_${name} ${source})
  set_target_properties(fuzz_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  target_link_libraries(fuzz_${name} PRIVATE tauforge_files)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzz_targets fuzz_${name})
endforeach()
