# Pages as text; tests/browser opens them.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/report/*.cpp)
add_executable(test_report ${sources})
set_target_properties(test_report PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_report PRIVATE tauforge_test_support tauforge_report GTest::gtest_main)
gtest_discover_tests(test_report TEST_PREFIX report. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 1200)
