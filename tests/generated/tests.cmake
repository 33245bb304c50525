# These tests compile and load generated code, and run the program itself, so it is built before them.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/generated/*.cpp)
add_executable(test_generated ${sources})
set_target_properties(test_generated PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_generated PRIVATE tauforge_test_support tauforge_native tauforge_control GTest::gtest_main ${CMAKE_DL_LIBS})
add_dependencies(test_generated tauforge)
gtest_discover_tests(test_generated TEST_PREFIX generated. TEST_FILTER -*Long.* TEST_LIST generated_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 1200)
gtest_discover_tests(test_generated TEST_PREFIX generated. TEST_FILTER *Long.* TEST_LIST generated_long_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 3600 LABELS long)
