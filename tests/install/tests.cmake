# Installs the package under the build folder and builds a project of somebody else against it.
# Not under sanitizers: the outside project would have to know of them.
if(TAUFORGE_SANITIZE)
  return()
endif()
set(outside_source ${PROJECT_SOURCE_DIR}/tests/install)
set(outside ${CMAKE_BINARY_DIR}/install-test)

add_test(NAME install.clean COMMAND ${CMAKE_COMMAND} -E rm -rf ${outside})
add_test(NAME install.package COMMAND ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR} --prefix ${outside}/prefix)
add_test(NAME install.outside_configures COMMAND ${CMAKE_COMMAND} -S ${outside_source} -B ${outside}/build
  -G ${CMAKE_GENERATOR} -DCMAKE_PREFIX_PATH=${outside}/prefix -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
add_test(NAME install.outside_builds COMMAND ${CMAKE_COMMAND} --build ${outside}/build)
add_test(NAME install.outside_computes_the_holding_torque
  COMMAND ${outside}/build/outside ${outside_source}/pendulum.toml)

set_tests_properties(install.clean PROPERTIES FIXTURES_SETUP install_clean)
set_tests_properties(install.package PROPERTIES FIXTURES_REQUIRED install_clean FIXTURES_SETUP install_package)
set_tests_properties(install.outside_configures PROPERTIES FIXTURES_REQUIRED install_package FIXTURES_SETUP install_configured)
set_tests_properties(install.outside_builds PROPERTIES FIXTURES_REQUIRED install_configured FIXTURES_SETUP install_built)
# sin(0.5) * 2 * 9.81 * 0.3
set_tests_properties(install.outside_computes_the_holding_torque PROPERTIES FIXTURES_REQUIRED install_built
  PASS_REGULAR_EXPRESSION "hinge 2\\.821899")
