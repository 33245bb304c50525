# Identification of real robots: build/<preset>/benchmarks/identification DATA_DIR, and of virtual ones: benchmarks/coverage. They
# need nothing but our own libraries, so they are always built; the logs are not part of the project.
foreach(program identification coverage)
  set(sources ${program}.cpp identification_subjects.cpp)
  if(program STREQUAL "identification")
    list(APPEND sources identification_ur10e.cpp identification_tx40.cpp)
  endif()
  list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/benchmarks/)
  add_executable(tauforge_benchmark_${program} ${sources})
  set_target_properties(tauforge_benchmark_${program} PROPERTIES OUTPUT_NAME ${program}
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/benchmarks)
  target_include_directories(tauforge_benchmark_${program} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(tauforge_benchmark_${program} PRIVATE TAUFORGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(tauforge_benchmark_${program} PRIVATE tauforge_tauforge nlohmann_json::nlohmann_json fmt::fmt)
endforeach()

# How identification grows with the length and the number of logs: build/<preset>/benchmarks/long_logs.
add_executable(tauforge_benchmark_long_logs ${PROJECT_SOURCE_DIR}/benchmarks/long_logs.cpp)
set_target_properties(tauforge_benchmark_long_logs PROPERTIES OUTPUT_NAME long_logs
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/benchmarks)
target_link_libraries(tauforge_benchmark_long_logs PRIVATE tauforge_files tauforge_functions nlohmann_json::nlohmann_json
                      fmt::fmt)
