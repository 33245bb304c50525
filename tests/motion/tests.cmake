# Linked with its own module only, so that it is built in seconds.
add_executable(test_motion motion/trajectories.cpp motion/closed_forms.cpp motion/sampled.cpp)
set_target_properties(test_motion PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_motion PRIVATE tauforge_motion GTest::gtest_main)
gtest_discover_tests(test_motion TEST_PREFIX motion. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
# What moves real robots needs their files.
add_executable(test_kinematics motion/chain.cpp motion/inverse_kinematics.cpp motion/cartesian_line.cpp)
set_target_properties(test_kinematics PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_kinematics PRIVATE tauforge_motion tauforge_test_support GTest::gtest_main)
gtest_discover_tests(test_kinematics TEST_PREFIX motion. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
