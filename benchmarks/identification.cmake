# Identification of real robots: build/<preset>/benchmarks/identification DATA_DIR. It needs nothing but our own libraries, so
# it is always built; the logs are not part of the project.
add_executable(tauforge_benchmark_identification ${PROJECT_SOURCE_DIR}/benchmarks/identification.cpp)
set_target_properties(tauforge_benchmark_identification PROPERTIES OUTPUT_NAME identification
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/benchmarks)
target_link_libraries(tauforge_benchmark_identification PRIVATE tauforge_files tauforge_identify nlohmann_json::nlohmann_json
                      fmt::fmt)
