# SPDX-License-Identifier: Apache-2.0
# find_package(simcu CONFIG [COMPONENTS core check libraries]) defines the driver as the target simcu::simcu, and
#
#   simcu_add_executable(NAME SOURCE… [CHECK] [OPTIONS OPTION…])
#
# which compiles CUDA C++ into the program NAME in the current binary folder, with CMAKE_CUDA_FLAGS and the OPTIONS.
# CHECK needs the component check and means `simcu --check`. `simcu --help` lists the options.
include(CMakeFindDependencyMacro)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
find_dependency(boost_context CONFIG)
find_dependency(Threads)
find_dependency(libdw)
list(POP_BACK CMAKE_MODULE_PATH)

include("${CMAKE_CURRENT_LIST_DIR}/simcuTargets.cmake")
get_target_property(simcu_headers simcu::core INTERFACE_INCLUDE_DIRECTORIES)
find_path(simcu_cub cub/cub.cuh PATHS ${simcu_headers} NO_DEFAULT_PATH NO_CACHE)
set(simcu_components core check)
if(simcu_cub)
  list(APPEND simcu_components libraries)
endif()
foreach(component IN LISTS simcu_components)
  set(simcu_${component}_FOUND TRUE)
endforeach()
list(JOIN simcu_components ", " simcu_components)
foreach(component IN LISTS simcu_FIND_COMPONENTS)
  if(simcu_FIND_REQUIRED_${component} AND NOT simcu_${component}_FOUND)
    set(simcu_FOUND FALSE)
    set(simcu_NOT_FOUND_MESSAGE "simcu has no component ${component}; it has ${simcu_components}.")
  endif()
endforeach()

function(simcu_add_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CHECK" "" "OPTIONS")
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "simcu_add_executable(${name}): no source file is given.")
  endif()
  set(sources "")
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND sources "${source}")
  endforeach()
  set(program "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CUDA_FLAGS}")
  add_custom_command(
    OUTPUT "${program}"
    COMMAND simcu::simcu $<$<BOOL:${arg_CHECK}>:--check> ${flags} ${arg_OPTIONS} ${sources} -o "${program}"
    DEPENDS ${sources} simcu::simcu
    COMMENT "Compiling ${name} for the simulated device"
    VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(${name} ALL DEPENDS "${program}")
endfunction()
