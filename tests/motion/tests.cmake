# Linked with its own module only, so that it is built in seconds.
add_executable(test_motion motion/trajectories.cpp motion/closed_forms.cpp)
set_target_properties(test_motion PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_motion PRIVATE tauforge_motion GTest::gtest_main)
gtest_discover_tests(test_motion TEST_PREFIX motion. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
