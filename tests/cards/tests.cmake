# Drivers as users write them (examples/hardware), and one that behaves as badly as a test asks for.
add_subdirectory(${PROJECT_SOURCE_DIR}/examples/hardware ${CMAKE_BINARY_DIR}/examples/hardware)
set_target_properties(udp_arm PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/examples/hardware)
foreach(variant scripted WRONG_ABI NO_FUNCTIONS NULL_TABLE NO_ENTRY)
  add_library(driver_${variant} MODULE ${CMAKE_CURRENT_SOURCE_DIR}/cards/scripted_driver.c)
  target_include_directories(driver_${variant} PRIVATE ${PROJECT_SOURCE_DIR})
  set_target_properties(driver_${variant} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/drivers)
  if(NOT variant STREQUAL scripted)
    target_compile_definitions(driver_${variant} PRIVATE ${variant})
  endif()
  list(APPEND drivers driver_${variant})
endforeach()

file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cards/*.cpp)
add_executable(test_cards ${sources} $<TARGET_OBJECTS:tauforge_counted_allocation>)
set_target_properties(test_cards PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(test_cards PRIVATE tauforge_test_support tauforge_tauforge GTest::gtest_main nlohmann_json::nlohmann_json ${CMAKE_DL_LIBS})
target_compile_definitions(test_cards PRIVATE
  DRIVERS="${CMAKE_BINARY_DIR}/tests/drivers" EXAMPLES="${CMAKE_BINARY_DIR}/examples/hardware")
# they run the program itself, too
add_dependencies(test_cards tauforge ${drivers} flywheel_cards udp_cards udp_arm)
gtest_discover_tests(test_cards TEST_PREFIX cards. TEST_FILTER -*Long.* TEST_LIST cards_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
gtest_discover_tests(test_cards TEST_PREFIX cards. TEST_FILTER *Long.* TEST_LIST cards_long_tests
                     DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 900 LABELS long)
