# The executive by itself, linked with its own module only. What runs in several threads is a program of its own; the
# module's sources are built into it, so that the thread sanitizer sees them, too.
add_executable(test_executive executive/policy.cpp executive/timing.cpp executive/virtual_time.cpp
  executive/random_schedules.cpp executive/referee.cpp executive/realtime_thread.cpp
  executive/latency.cpp executive/overrun_causes.cpp executive/granted_by_the_kernel.cpp)
file(GLOB executive_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tauforge/executive/*.cpp)
add_executable(test_executive_threads executive/two_threads.cpp executive/real_clock.cpp executive/referee.cpp
  ${executive_sources})
foreach(program test_executive test_executive_threads)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${program} PRIVATE GTest::gtest_main Threads::Threads)
endforeach()
target_link_libraries(test_executive PRIVATE tauforge_executive)
target_link_libraries(test_executive_threads PRIVATE tauforge_diagnostic)
watch_threads(test_executive_threads)
gtest_discover_tests(test_executive TEST_PREFIX executive. TEST_FILTER -*Long.* TEST_LIST executive_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
gtest_discover_tests(test_executive TEST_PREFIX executive. TEST_FILTER *Long.* TEST_LIST executive_long_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 3600 LABELS long)
gtest_discover_tests(test_executive_threads TEST_PREFIX executive. DISCOVERY_TIMEOUT 60
                     PROPERTIES TIMEOUT 600 LABELS threads)
