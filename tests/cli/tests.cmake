# These tests run the program itself, so it is built before them.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cli/*.cpp)
add_executable(test_cli ${sources})
set_target_properties(test_cli PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_cli PRIVATE tauforge_test_support ${all_modules} GTest::gtest_main nlohmann_json::nlohmann_json
  ${CMAKE_DL_LIBS})
add_dependencies(test_cli tauforge)
gtest_discover_tests(test_cli TEST_PREFIX cli. TEST_FILTER -*Long.* TEST_LIST cli_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 1200 ENVIRONMENT TAUFORGE_CACHE=off)
gtest_discover_tests(test_cli TEST_PREFIX cli. TEST_FILTER *Long.* TEST_LIST cli_long_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 3600 ENVIRONMENT TAUFORGE_CACHE=off LABELS long)
