# That the synchronous path allocates nothing, takes no lock and makes no system call but to sleep and to read a clock. A
# program of its own, because it puts itself in front of malloc and of the locks.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/synchronous_path/*.cpp)
add_executable(test_synchronous_path ${sources} scenario/scenarios.cpp)
set_target_properties(test_synchronous_path PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_compile_definitions(test_synchronous_path PRIVATE TAUFORGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(test_synchronous_path PRIVATE tauforge_scenario GTest::gtest_main ${CMAKE_DL_LIBS})
gtest_discover_tests(test_synchronous_path TEST_PREFIX synchronous_path. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
