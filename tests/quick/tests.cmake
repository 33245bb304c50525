# Small proofs of every formulation, compiled for double alone and linked with the robot module only: a change of a
# header is built and tried in seconds. tools/mutants.py lives on that; the thorough tests are in tests/agreement.
add_executable(test_quick quick/formulations.cpp quick/closed_forms.cpp dynamics/closed_forms.cpp spatial/inertia.cpp
  support/random_robot.cpp)
set_target_properties(test_quick PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_quick PRIVATE tauforge_robot GTest::gtest_main)
gtest_discover_tests(test_quick TEST_PREFIX quick. TEST_FILTER "Quick*" DISCOVERY_TIMEOUT 60)
