# SPDX-License-Identifier: Apache-2.0
# Defines tests for two kinds of folders with small programs, which are compiled several at a time (units.cmake).
set(simcu_tests_folder "${CMAKE_CURRENT_LIST_DIR}")

# simcu_check_kernels(PREFIX NAME) is for a folder whose *.cu files have cases. Lines above each case say what
# `simcu --check` must find (check/check_test.cpp). Each file is compiled with every installed host compiler. The
# program NAME runs the tests PREFIX.NAME_OF_THE_CASE…. Further arguments are passed to gtest_discover_tests.
function(simcu_check_kernels prefix name)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cu")
  set(helpers "${simcu_tests_folder}/check")
  set(programs "")
  set(strictness "")
  foreach(compiler g++ clang++)
    find_program(SIMCU_TEST_${compiler} ${compiler})
    if(NOT SIMCU_TEST_${compiler})
      continue()
    endif()
    foreach(source IN LISTS sources)
      cmake_path(GET source STEM stem)
      set(program ${stem}.${compiler})
      # Compiling and linking are separate steps, so that a change of the checkers or the runtime only relinks them.
      add_custom_command(
        OUTPUT ${program}.o
        COMMAND simcu -ccbin ${compiler} --check ${strictness} -Werror "-I${helpers}" -c "${source}" -o ${program}.o
        DEPENDS "${source}" "${helpers}/cases.h" "${simcu_tests_folder}/under_schedules.h" simcu ${simcu_headers}
        COMMENT "Compiling ${stem} of ${name}'s kernels (${compiler})"
        VERBATIM)
      add_custom_command(
        OUTPUT ${program}
        COMMAND simcu -ccbin ${compiler} --check ${program}.o -o ${program}
        DEPENDS ${program}.o simcu simcu_runtime simcu_check
        VERBATIM)
      list(APPEND programs ${program})
    endforeach()
    set(strictness --no-strict)  # one strict check per file is enough
  endforeach()
  string(REGEX REPLACE "_test$" "_kernels" kernels "${name}")
  add_custom_target(${kernels} ALL DEPENDS ${programs})

  add_executable(${name} "${simcu_tests_folder}/check/check_test.cpp")
  # The program has one test per case, and lists its tests when it is linked.
  set_target_properties(${name} PROPERTIES LINK_DEPENDS "${sources}")
  target_compile_options(${name} PRIVATE -O1)  # the program lists 770 tests each time that it runs one of them
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_include_directories(${name} PRIVATE "${simcu_tests_folder}/../check")
  target_link_libraries(${name} PRIVATE simcu_toolbox GTest::gtest_main nlohmann_json::nlohmann_json)
  target_compile_definitions(${name} PRIVATE "SIMCU_CHECK_KERNELS=\"${CMAKE_CURRENT_SOURCE_DIR}\""
                                             "SIMCU_CHECK_PROGRAMS=\"${CMAKE_CURRENT_BINARY_DIR}\"")
  add_dependencies(${name} ${kernels})
  gtest_discover_tests(${name} TEST_PREFIX "${prefix}." ${ARGN} DISCOVERY_TIMEOUT 600 PROPERTIES LABELS check)
endfunction()

# simcu_right_programs(PREFIX NAME) is for a folder whose *.cu files are programs that end with status 0 and are clean
# under --check. The tests are named PREFIX.NAME_OF_THE_PROGRAM, and the target NAME builds the programs.
function(simcu_right_programs prefix name)
  set(unit_size 20)
  file(GLOB left CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cu")
  set(unit 0)
  set(programs "")
  set(helpers "${simcu_tests_folder}/courses")
  while(left)
    list(SUBLIST left 0 ${unit_size} in_unit)
    list(REMOVE_ITEM left ${in_unit})
    set(source "${CMAKE_CURRENT_BINARY_DIR}/unit_${unit}.cu")
    set(program "${CMAKE_CURRENT_BINARY_DIR}/unit_${unit}")
    simcu_test_unit("${source}" MAIN SOURCES ${in_unit})
    add_custom_command(
      OUTPUT "${program}"
      COMMAND simcu --check -std=c++17 -w "-I${helpers}" "${source}" -o "${program}"
      DEPENDS "${source}" ${in_unit} "${helpers}/helper.h" simcu simcu_runtime simcu_check ${simcu_headers}
      COMMENT "Compiling unit_${unit} of ${name}"
      VERBATIM)
    list(APPEND programs "${program}")
    foreach(file IN LISTS in_unit)
      cmake_path(GET file STEM stem)
      add_test(NAME ${prefix}.${stem} COMMAND "${program}" ${stem})
    endforeach()
    math(EXPR unit "${unit} + 1")
  endwhile()
  add_custom_target(${name} ALL DEPENDS ${programs})
endfunction()

# simcu_one_test(NAME LABEL SOURCE…) defines the test simcu.NAME as one process of the program simcu_NAME_test, which
# compiles each program once. The program gets the paths of the driver, of its source folder and of its build folder.
function(simcu_one_test name label)
  find_package(GTest REQUIRED)
  find_package(nlohmann_json REQUIRED)
  set(test simcu_${name}_test)
  add_executable(${test} ${ARGN})
  target_compile_features(${test} PRIVATE cxx_std_17)
  target_link_libraries(${test} PRIVATE simcu_toolbox GTest::gtest_main nlohmann_json::nlohmann_json)
  target_compile_definitions(${test} PRIVATE "SIMCU_PROGRAM=\"$<TARGET_FILE:simcu>\""
                                             "SIMCU_TEST_SOURCES=\"${CMAKE_CURRENT_SOURCE_DIR}\""
                                             "SIMCU_TEST_PROGRAMS=\"${CMAKE_CURRENT_BINARY_DIR}\"")
  add_dependencies(${test} simcu simcu_runtime simcu_check)
  add_test(NAME simcu.${name} COMMAND ${test})
  set_tests_properties(simcu.${name} PROPERTIES LABELS ${label} COST 100)
endfunction()
