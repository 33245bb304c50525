# The scripts in tools/ are tested like everything else.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME tools.includes_follow_the_dependency_table
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_layers.py)
  add_test(NAME tools.check_layers_finds_faults
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/tools/check_layers_test.py)
else()
  message(WARNING "python3 is missing: the tests of tools/ and the check of the layers are left out")
endif()

find_program(CLANG_FORMAT NAMES clang-format-14 clang-format)
if(CLANG_FORMAT)
  add_test(NAME tools.layout_is_the_formatters COMMAND bash ${PROJECT_SOURCE_DIR}/tools/format.sh)
else()
  message(STATUS "clang-format is missing: the layout of the sources is not checked")
endif()
