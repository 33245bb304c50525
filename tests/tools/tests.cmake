# The scripts in tools/ and benchmarks/ are tested like everything else.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME tools.includes_follow_the_dependency_table
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_layers.py)
  add_test(NAME tools.check_layers_finds_faults
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/tools/check_layers_test.py)
  add_test(NAME tools.mutants_fit_the_sources
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/mutants.py --check)
  add_test(NAME tools.what_is_missing_fails_in_ci
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/tools/stages_test.py $<TARGET_FILE:test_oracles>)
  add_test(NAME tools.builds_say_how_far_they_are
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/tools/build_progress_test.py)
  add_test(NAME tools.old_and_new_says_what_became_slower
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/tools/old_and_new_test.py)
else()
  message(WARNING "python3 is missing: the tests of tools/ and the check of the layers are left out")
endif()

add_test(NAME tools.layout_is_the_formatters COMMAND bash ${PROJECT_SOURCE_DIR}/tools/format.sh)
set_tests_properties(tools.layout_is_the_formatters PROPERTIES SKIP_RETURN_CODE 77)

# The demo with the program that is built here; it is timed for a release build.
if(Python3_FOUND AND CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME tools.demo_tells_the_whole_story 
           COMMAND bash -c "rm -rf \"$DEMO_FOLDER\" && exec \"$0\"" ${PROJECT_SOURCE_DIR}/demo)
  # Paper and run side by side, then the page with its path (so the program has to be built where npm is), then the end.
  set_tests_properties(tools.demo_tells_the_whole_story PROPERTIES LABELS long TIMEOUT 1200
    ENVIRONMENT "TAUFORGE=$<TARGET_FILE:tauforge>;DEMO_FOLDER=${CMAKE_BINARY_DIR}/demo"
    PASS_REGULAR_EXPRESSION "synchronous task, mult. / add. +36 / 36 +[0-9]+ / [0-9]+.*parameters that are kept +23 +2[0-9].*fits that are not to be trusted +- +[0-9]+ of 20.*two rates 10:1, 180 deg/s, busy: torque lost.*Open [^ ]*/demo/report.html in a browser.*All results")
endif()
