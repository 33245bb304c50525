# Linked with its own module only, so that it is built in seconds. What runs in several threads is a program of its own; the
# sources it needs are built into it, so that the thread sanitizer sees them, too.
add_executable(test_control control/law.cpp control/feed_forward.cpp control/two_rate.cpp control/two_rate_schedules.cpp
  control/axes.cpp control/braking.cpp control/guard.cpp control/stop.cpp control/momentum_observer.cpp)
target_link_libraries(test_control PRIVATE tauforge_control GTest::gtest_main)
add_executable(test_control_threads control/two_rate_threads.cpp ${PROJECT_SOURCE_DIR}/tauforge/control/two_rate.cpp
  ${PROJECT_SOURCE_DIR}/tauforge/control/equation.cpp)
target_link_libraries(test_control_threads PRIVATE tauforge_diagnostic GTest::gtest_main Threads::Threads)
watch_threads(test_control_threads)
set_target_properties(test_control test_control_threads PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
gtest_discover_tests(test_control TEST_PREFIX control. TEST_FILTER -*Long.* TEST_LIST control_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
gtest_discover_tests(test_control TEST_PREFIX control. TEST_FILTER *Long.* TEST_LIST control_long_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 3600 LABELS long)
gtest_discover_tests(test_control_threads TEST_PREFIX control. DISCOVERY_TIMEOUT 60
                     PROPERTIES TIMEOUT 600 LABELS threads)
