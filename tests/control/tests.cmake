# Linked with its own module only, so that it is built in seconds.
add_executable(test_control control/law.cpp control/feed_forward.cpp control/two_rate.cpp control/axes.cpp control/guard.cpp)
set_target_properties(test_control PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_control PRIVATE tauforge_control GTest::gtest_main)
gtest_discover_tests(test_control TEST_PREFIX control. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
