# The whole control loop in its threads. The modules whose memory goes from thread to thread are built into the program, so
# that the thread sanitizer sees them; what one thread alone computes with is linked as it is.
set(seen_by_sanitizer)
foreach(module executive control simulate scenario)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tauforge/${module}/*.cpp)
  list(APPEND seen_by_sanitizer ${sources})
endforeach()
add_executable(test_whole_loop_threads whole_loop/threads.cpp scenario/scenarios.cpp ${seen_by_sanitizer})
set_target_properties(test_whole_loop_threads PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_compile_definitions(test_whole_loop_threads PRIVATE TAUFORGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(test_whole_loop_threads PRIVATE tauforge_files tauforge_motion tauforge_functions tauforge_recording
  fmt::fmt GTest::gtest_main Threads::Threads ${CMAKE_DL_LIBS})
watch_threads(test_whole_loop_threads)
gtest_discover_tests(test_whole_loop_threads TEST_PREFIX whole_loop. DISCOVERY_TIMEOUT 60
                     PROPERTIES TIMEOUT 600 LABELS threads)
