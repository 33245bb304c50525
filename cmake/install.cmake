# cmake --install: headers, libraries, the program, robots, examples, and a package for find_package(tauforge CONFIG).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tauforge)

# Every module is a component with an export set of its own, so that a user of one need not have what another is linked with.
# modules_of_NAME: the module after all that it uses, directly or not; packages_of_NAME: where their libraries come from, as
# fmt::fmt comes from the package fmt. Both are read from the links themselves: these are what the exported targets name.
get_property(modules GLOBAL PROPERTY TAUFORGE_MODULES)
set(TAUFORGE_TABLE "")
foreach(module ${modules})
  set(modules_of_${module} "")
  set(packages_of_${module} "")
  get_target_property(links tauforge_${module} INTERFACE_LINK_LIBRARIES)
  foreach(link ${links})
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" link "${link}")
    if(link MATCHES "^tauforge(_|::)(.+)$")
      set(used ${CMAKE_MATCH_2})
      if(NOT DEFINED modules_of_${used})
        message(FATAL_ERROR "module ${module} uses ${used}, which has to be declared before it")
      endif()
      list(APPEND modules_of_${module} ${modules_of_${used}})
      list(APPEND packages_of_${module} ${packages_of_${used}})
    elseif(link MATCHES "^([^:]+)::")
      list(APPEND packages_of_${module} ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(APPEND modules_of_${module} ${module})
  foreach(property modules packages)
    list(REMOVE_DUPLICATES ${property}_of_${module})
    list(JOIN ${property}_of_${module} " " words)
    string(APPEND TAUFORGE_TABLE "  set(${property}_of_${module} ${words})\n")
  endforeach()

  install(TARGETS tauforge_${module} EXPORT tauforge_${module} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT tauforge_${module} NAMESPACE tauforge:: FILE ${module}Targets.cmake DESTINATION ${package_folder})
endforeach()

list(JOIN modules " " TAUFORGE_MODULES)
configure_file(${CMAKE_CURRENT_LIST_DIR}/tauforgeConfig.cmake.in ${CMAKE_BINARY_DIR}/package/tauforgeConfig.cmake @ONLY)
# Semantic versioning: while the first number is 0, the second is the one that may break users.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/tauforgeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/tauforgeConfig.cmake ${CMAKE_BINARY_DIR}/package/tauforgeConfigVersion.cmake
  DESTINATION ${package_folder})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/tauforge DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN cli EXCLUDE)  # the program's own
install(TARGETS tauforge)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/robots ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/tauforge
  PATTERN run PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
