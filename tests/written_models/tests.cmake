# What `tauforge derive` writes, in every format, read back in one process: the program's own writers are part of this one.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/written_models/*.cpp)
set(writers derive_compare derive_files derive_json derive_simulate json_text terminal)
list(TRANSFORM writers REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/tauforge/cli/\\1.cpp")
add_executable(test_written_models ${sources} ${writers})
set_target_properties(test_written_models PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_written_models PRIVATE tauforge_test_support ${all_modules} CLI11::CLI11 nlohmann_json::nlohmann_json fmt::fmt
                                                  GTest::gtest_main ${CMAKE_DL_LIBS})
gtest_discover_tests(test_written_models TEST_PREFIX written_models. TEST_FILTER -*Long.* TEST_LIST written_models_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 1200 ENVIRONMENT TAUFORGE_CACHE=off)
gtest_discover_tests(test_written_models TEST_PREFIX written_models. TEST_FILTER *Long.* TEST_LIST written_models_long_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 3600 ENVIRONMENT TAUFORGE_CACHE=off LABELS long)
