# Pages as text; tests/browser opens them.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/report/*.cpp)
add_executable(test_report ${sources})
set_target_properties(test_report PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_report PRIVATE tauforge_test_support tauforge_report GTest::gtest_main)
gtest_discover_tests(test_report TEST_PREFIX report. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 1200)

# A build without node and npm goes on, and its program will say what is missing.
add_test(NAME report.a_build_without_npm_goes_on COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}/web
         -DPAGE=${CMAKE_BINARY_DIR}/tests/without_npm -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake)
set_tests_properties(report.a_build_without_npm_goes_on PROPERTIES
  PASS_REGULAR_EXPRESSION "The program will have no page .*node and npm were not found")
