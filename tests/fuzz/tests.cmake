# The corpus of every fuzz target, replayed once without clang: what broke a reader stays mended in every build.
file(GLOB targets CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/targets/*.cpp)
foreach(source ${targets})
  get_filename_component(name ${source} NAME_WE)
  add_executable(replay_${name} ${source} fuzz/replay.cpp)
  set_target_properties(replay_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(replay_${name} PRIVATE tauforge_files)
  add_test(NAME fuzz.corpus_of_${name}_is_read_or_refused
    COMMAND replay_${name} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name})
  set_tests_properties(fuzz.corpus_of_${name}_is_read_or_refused PROPERTIES TIMEOUT 300)
endforeach()
target_link_libraries(replay_scenario PRIVATE tauforge_scenario)
target_link_libraries(replay_machine_file PRIVATE tauforge_cards)
target_link_libraries(replay_block PRIVATE tauforge_identify)
