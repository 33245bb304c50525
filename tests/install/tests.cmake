# Installs the package under the build folder and builds projects of somebody else against it.
# Not under sanitizers: the outside projects would have to know of them.
if(TAUFORGE_SANITIZE)
  return()
endif()
set(outside_source ${PROJECT_SOURCE_DIR}/tests/install)
set(outside ${CMAKE_BINARY_DIR}/install-test)
set(configure ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} -DCMAKE_PREFIX_PATH=${outside}/prefix
  -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
set(without_solver -DCMAKE_DISABLE_FIND_PACKAGE_NLopt=ON)

add_test(NAME install.clean COMMAND ${CMAKE_COMMAND} -E rm -rf ${outside})
add_test(NAME install.package COMMAND ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR} --prefix ${outside}/prefix)
set_tests_properties(install.clean PROPERTIES FIXTURES_SETUP install_clean)
set_tests_properties(install.package PROPERTIES FIXTURES_REQUIRED install_clean FIXTURES_SETUP install_package)

# What lies in the prefix, and the program there with the robots and examples there.
add_test(NAME install.prefix_holds_what_users_need_and_no_more
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D BUILD=${CMAKE_BINARY_DIR} -D PREFIX=${outside}/prefix
  -D INCLUDE=${CMAKE_INSTALL_INCLUDEDIR} -D LIB=${CMAKE_INSTALL_LIBDIR} -D SHARE=${CMAKE_INSTALL_DATADIR}
  -P ${outside_source}/prefix.cmake)
set(program ${outside}/prefix/${CMAKE_INSTALL_BINDIR}/tauforge)
set(share ${outside}/prefix/${CMAKE_INSTALL_DATADIR}/tauforge)
add_test(NAME install.program_checks_an_installed_robot COMMAND ${program} check ${share}/robots/panda.toml)
add_test(NAME install.program_simulates_an_installed_example
  COMMAND ${program} simulate ${share}/robots/puma560.toml ${share}/examples/first_steps.toml)
set_tests_properties(install.prefix_holds_what_users_need_and_no_more install.program_checks_an_installed_robot
  install.program_simulates_an_installed_example PROPERTIES FIXTURES_REQUIRED install_package)
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME install.example_finds_the_program_beside_it
    COMMAND ${Python3_EXECUTABLE} ${share}/examples/paper000/run --seeds 1)
  set_tests_properties(install.example_finds_the_program_beside_it PROPERTIES FIXTURES_REQUIRED install_package
    PASS_REGULAR_EXPRESSION "less error at high speed than at low")
endif()

# Everything through the one header.
add_test(NAME install.outside_configures COMMAND ${configure} -S ${outside_source} -B ${outside}/build)
add_test(NAME install.outside_builds COMMAND ${CMAKE_COMMAND} --build ${outside}/build)
add_test(NAME install.outside_loads_computes_generates_and_calls
  COMMAND ${outside}/build/outside ${outside_source}/pendulum.toml)
set_tests_properties(install.outside_configures PROPERTIES FIXTURES_REQUIRED install_package FIXTURES_SETUP install_configured)
set_tests_properties(install.outside_builds PROPERTIES FIXTURES_REQUIRED install_configured FIXTURES_SETUP install_built)
# sin(0.5) * 2 * 9.81 * 0.3; 0.01 + 2 * 0.3^2
set_tests_properties(install.outside_loads_computes_generates_and_calls PROPERTIES FIXTURES_REQUIRED install_built
  PASS_REGULAR_EXPRESSION "hinge 2\\.821899 0\\.190000 2\\.821899")

# The programs of examples/cpp, from where they are installed.
set(examples ${outside}/examples)
add_test(NAME install.examples_configure COMMAND ${configure} -S ${share}/examples/cpp -B ${examples})
add_test(NAME install.examples_build COMMAND ${CMAKE_COMMAND} --build ${examples})
set_tests_properties(install.examples_configure PROPERTIES FIXTURES_REQUIRED install_package
  FIXTURES_SETUP install_examples_configured)
set_tests_properties(install.examples_build PROPERTIES FIXTURES_REQUIRED install_examples_configured
  FIXTURES_SETUP install_examples)
# example NAME EXPECTED ARGUMENT...: runs it and looks for what it has to say
function(example name expected)
  add_test(NAME install.example_${name} COMMAND ${examples}/${name} ${ARGN})
  set_tests_properties(install.example_${name} PROPERTIES FIXTURES_REQUIRED install_examples
    PASS_REGULAR_EXPRESSION "${expected}")
endfunction()
example(inverse_dynamics "gives the accelerations back to [0-9.]+e-1" ${share}/robots/panda.toml)
example(generate_and_call "called here: within [0-9.]+e-1[0-9] N m" ${share}/robots/puma560.toml)
example(control_loop "6 drives followed for 2 s; error at the end" ${share}/robots/ur10e.toml)
set(puma ${share}/robots/puma260.toml)
set(log ${outside}/logs/trajectory_)
add_test(NAME install.logs_for_an_example COMMAND ${program} campaign ${puma} -o ${outside}/logs --quiet)
set_tests_properties(install.logs_for_an_example PROPERTIES FIXTURES_REQUIRED install_package FIXTURES_SETUP install_logs)
example(identify "on the fresh log [0-9.]+ %.*\\[\\[joint\\]\\]" ${puma} ${log}1.csv ${log}2.csv ${log}3.csv)
set_tests_properties(install.example_identify PROPERTIES FIXTURES_REQUIRED "install_examples;install_logs")

# The drivers of examples/hardware, from where they are installed, and the installed program on one of them.
set(hardware ${outside}/hardware)
add_test(NAME install.hardware_examples_configure COMMAND ${configure} -S ${share}/examples/hardware -B ${hardware})
add_test(NAME install.hardware_examples_build COMMAND ${CMAKE_COMMAND} --build ${hardware})
add_test(NAME install.program_runs_on_a_driver_of_the_examples
  COMMAND ${program} run ${share}/examples/hardware/flywheel.toml ${share}/examples/hardware/flywheel_motion.toml
  --hardware ${hardware}/libflywheel_cards.so --machine ${share}/examples/hardware/flywheel_machine.toml --for 200ms)
set_tests_properties(install.hardware_examples_configure PROPERTIES FIXTURES_REQUIRED install_package
  FIXTURES_SETUP install_hardware_configured)
set_tests_properties(install.hardware_examples_build PROPERTIES FIXTURES_REQUIRED install_hardware_configured
  FIXTURES_SETUP install_hardware)
set_tests_properties(install.program_runs_on_a_driver_of_the_examples PROPERTIES FIXTURES_REQUIRED install_hardware
  PASS_REGULAR_EXPRESSION "Cards: flywheel in a box")

# Files and dynamics, on a machine that has no NLopt.
add_test(NAME install.without_solver_configures
  COMMAND ${configure} -S ${outside_source}/without_solver -B ${outside}/without_solver ${without_solver})
add_test(NAME install.without_solver_builds COMMAND ${CMAKE_COMMAND} --build ${outside}/without_solver)
add_test(NAME install.without_solver_computes_the_holding_torque
  COMMAND ${outside}/without_solver/holding_torque ${outside_source}/pendulum.toml)
set_tests_properties(install.without_solver_configures PROPERTIES FIXTURES_REQUIRED install_package
  FIXTURES_SETUP install_without_solver_configured)
set_tests_properties(install.without_solver_builds PROPERTIES FIXTURES_REQUIRED install_without_solver_configured
  FIXTURES_SETUP install_without_solver)
set_tests_properties(install.without_solver_computes_the_holding_torque PROPERTIES
  FIXTURES_REQUIRED install_without_solver PASS_REGULAR_EXPRESSION "hinge 2\\.821899")

# Identification on the same machine.
add_test(NAME install.refusal_names_component_and_package
  COMMAND ${configure} -S ${outside_source}/refused -B ${outside}/refused ${without_solver})
set_tests_properties(install.refusal_names_component_and_package PROPERTIES FIXTURES_REQUIRED install_package
  PASS_REGULAR_EXPRESSION "NOT FOUND.*component 'excite' needs the package 'NLopt', which was not found")

# Every component by itself.
get_property(components GLOBAL PROPERTY TAUFORGE_MODULES)
add_test(NAME install.components_bring_what_they_use
  COMMAND ${configure} -S ${outside_source}/components -B ${outside}/components "-DCOMPONENTS=${components}")
add_test(NAME install.components_link_alone COMMAND ${CMAKE_COMMAND} --build ${outside}/components)
set_tests_properties(install.components_bring_what_they_use PROPERTIES FIXTURES_REQUIRED install_package
  FIXTURES_SETUP install_components)
set_tests_properties(install.components_link_alone PROPERTIES FIXTURES_REQUIRED install_components)
