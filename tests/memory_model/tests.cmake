# Lock-free code under every run that C++ allows it; linked with nothing that it does not explore.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/memory_model/*.cpp)
add_executable(test_memory_model ${sources})
set_target_properties(test_memory_model PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_memory_model PRIVATE tauforge_diagnostic GTest::gtest_main)
gtest_discover_tests(test_memory_model TEST_PREFIX memory_model. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
