# These tests start compilers and load what they made.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/native/*.cpp)
add_executable(test_native ${sources})
set_target_properties(test_native PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_native PRIVATE tauforge_test_support tauforge_native GTest::gtest_main)
gtest_discover_tests(test_native TEST_PREFIX native. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 1200)
