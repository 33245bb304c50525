# Every tests/fuzz/targets/NAME.cpp holds one LLVMFuzzerTestOneInput. Under clang (cmake --preset fuzz) it becomes the
# program build/fuzz/fuzz/NAME, which ./test --ci and --all runs from the files of tests/fuzz/corpus/NAME and build/fuzz/corpus/NAME.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "the fuzz targets need clang: cmake --preset fuzz")
endif()
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/targets/*.cpp)
add_custom_target(fuzz_targets)
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(fuzz_${name} ${source})
  set_target_properties(fuzz_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  target_link_libraries(fuzz_${name} PRIVATE tauforge_files)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzz_targets fuzz_${name})
endforeach()
target_link_libraries(fuzz_scenario PRIVATE tauforge_scenario)  # the others need the readers, not the formulations,
target_link_libraries(fuzz_machine_file PRIVATE tauforge_cards)  # but for these
target_link_libraries(fuzz_block PRIVATE tauforge_identify)

# Seeds: written from robots/ into build/fuzz/corpus, where ./test --ci and --all lets the targets start.
add_executable(make_seeds ${PROJECT_SOURCE_DIR}/tests/fuzz/make_seeds.cpp)
target_link_libraries(make_seeds PRIVATE tauforge_files)
add_custom_command(TARGET make_seeds POST_BUILD
  COMMAND make_seeds ${PROJECT_SOURCE_DIR}/robots ${CMAKE_BINARY_DIR}/corpus
  COMMENT "Writing seeds for the fuzz targets")
add_dependencies(fuzz_targets make_seeds)
