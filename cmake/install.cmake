# cmake --install: headers, libraries, the program, and a package for find_package(tauforge CONFIG).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY TAUFORGE_MODULES)
get_property(libraries GLOBAL PROPERTY TAUFORGE_LIBRARIES)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tauforge)

# fmt::fmt comes from the package fmt, and so on: a user of the package has to find the same ones.
set(TAUFORGE_DEPENDENCIES "")
foreach(library ${libraries})
  if(library MATCHES "^([^:]+)::")
    string(APPEND TAUFORGE_DEPENDENCIES "find_dependency(${CMAKE_MATCH_1})\n")
  endif()
endforeach()
string(REPLACE "\n" ";" lines "${TAUFORGE_DEPENDENCIES}")
list(REMOVE_DUPLICATES lines)
string(REPLACE ";" "\n" TAUFORGE_DEPENDENCIES "${lines}")

install(TARGETS ${modules} EXPORT tauforge)
install(EXPORT tauforge NAMESPACE tauforge:: FILE tauforgeTargets.cmake DESTINATION ${package_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tauforge DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(TARGET tauforge)
  install(TARGETS tauforge)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tauforgeConfig.cmake.in
  ${CMAKE_BINARY_DIR}/package/tauforgeConfig.cmake INSTALL_DESTINATION ${package_folder})
# Semantic versioning: while the first number is 0, the second is the one that may break users.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/tauforgeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/tauforgeConfig.cmake ${CMAKE_BINARY_DIR}/package/tauforgeConfigVersion.cmake
  DESTINATION ${package_folder})
