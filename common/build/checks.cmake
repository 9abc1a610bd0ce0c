# SPDX-License-Identifier: Apache-2.0
# Defines `make test`'s checks in addition to each part's unit tests. The strict check, for code that nvcc would refuse,
# runs once per source; later compilations get --no-strict. The target `checks` builds everything that needs a compiler
# and continues after errors; the tests then read the results.

find_program(WORKBOOK_CLANG clang++)
find_program(WORKBOOK_CLANG_TIDY clang-tidy)
set(check_scripts "${CMAKE_CURRENT_LIST_DIR}")
include("${CMAKE_CURRENT_LIST_DIR}/../simcu/tests/units.cmake" OPTIONAL)  # students' copies have no tests

# COMMAND makes OUTPUT as part of `checks`, which continues if that fails.
function(workbook_check_output name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT" "COMMAND;DEPENDS")
  add_custom_command(
    OUTPUT "${arg_OUTPUT}"
    COMMAND ${WORKBOOK_COMPILE} --tolerant "${arg_OUTPUT}" ${arg_COMMAND}
    DEPENDS ${arg_DEPENDS} "${WORKBOOK_COMPILE_SCRIPT}"
    COMMENT "Check ${name}"
    VERBATIM COMMAND_EXPAND_LISTS)
  string(MAKE_C_IDENTIFIER "check_${name}" target)
  add_custom_target(${target} DEPENDS "${arg_OUTPUT}")
  add_dependencies(checks ${target})
  if(TARGET check_headers)
    add_dependencies(${target} check_headers)
  endif()
endfunction()

function(workbook_run_test name)
  add_test(NAME ${name} COMMAND bash "${check_scripts}/run_program.sh" ${ARGN})
endfunction()

# COMMAND must make OUTPUT without any message. If EXPECTED is given, OUTPUT must print that text.
function(workbook_check name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT;EXPECTED" "COMMAND;DEPENDS")
  workbook_check_output(${name} OUTPUT "${arg_OUTPUT}" COMMAND ${arg_COMMAND} DEPENDS ${arg_DEPENDS})
  workbook_run_test(${name} "${arg_OUTPUT}" ${arg_EXPECTED})
endfunction()

# Sets RESULT to whether nvcc is available and new enough for SOURCE's line `// Needs CUDA 13`, if any.
function(workbook_compiled_by_nvcc source result)
  file(STRINGS "${source}" needs LIMIT_COUNT 1 REGEX "^// Needs CUDA [0-9.]+")
  string(REGEX MATCH "[0-9.]*[0-9]" needs "${needs}")
  if(WORKBOOK_CUDA AND NOT WORKBOOK_CUDA_VERSION VERSION_LESS "${needs}")
    set(${result} ON PARENT_SCOPE)
  else()
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

# nvcc must accept SOURCES, which are compiled as one program. Warning 940 is off, because the mains are then ordinary
# functions and may lack a return.
function(workbook_nvcc_accepts unit)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;FLAGS;DEPENDS")
  set_property(GLOBAL APPEND PROPERTY WORKBOOK_NVCC_UNITS ${unit})
  foreach(property SOURCES FLAGS DEPENDS)
    set_property(GLOBAL APPEND PROPERTY WORKBOOK_NVCC_${unit}_${property} ${arg_${property}})
  endforeach()
endfunction()

# Call this after all calls of workbook_nvcc_accepts().
function(workbook_check_nvcc)
  get_property(units GLOBAL PROPERTY WORKBOOK_NVCC_UNITS)
  list(REMOVE_DUPLICATES units)
  foreach(unit IN LISTS units)
    foreach(property SOURCES FLAGS DEPENDS)
      get_property(${property} GLOBAL PROPERTY WORKBOOK_NVCC_${unit}_${property})
      list(REMOVE_DUPLICATES ${property})
    endforeach()
    set(program "${PROJECT_BINARY_DIR}/accepted/${unit}")
    simcu_test_unit("${program}.cu" SOURCES ${SOURCES})
    workbook_check(nvcc.${unit} OUTPUT "${program}.ii"
                   COMMAND ${WORKBOOK_NVCC} -std=c++17 -diag-suppress=940 ${FLAGS} ${WORKBOOK_NVCC_ACCEPTS}
                           "${program}.cu" -o "${program}.ii"
                   DEPENDS "${program}.cu" ${SOURCES} ${DEPENDS})
    set_tests_properties(nvcc.${unit} PROPERTIES LABELS nvcc)
  endforeach()
endfunction()

# Compiles SOURCES as one program, because starting a compiler takes longer than compiling one source. Each program must
# print the NAME.expected next to it: the test GROUP.NAME.KIND. With AS (`counters`), programs that have a
# NAME.AS.expected must print that: the test GROUP.NAME.AS.
function(workbook_check_unit group kind)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;AS;FLAGS;DEPENDS")
  set(unit "${PROJECT_BINARY_DIR}/${group}/${kind}")
  set(sources "")
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(GET source STEM name)
    if(NOT DEFINED arg_AS)
      cmake_path(REPLACE_EXTENSION source LAST_ONLY expected OUTPUT_VARIABLE printed)
      workbook_run_test(${group}.${name}.${kind} --main ${name} "${unit}" "${printed}")
      set_tests_properties(${group}.${name}.${kind} PROPERTIES LABELS ${group}.${kind})
      list(APPEND sources "${source}")
    endif()
    foreach(as IN LISTS arg_AS)
      cmake_path(REPLACE_EXTENSION source LAST_ONLY ${as}.expected OUTPUT_VARIABLE printed)
      if(EXISTS "${printed}")
        workbook_run_test(${group}.${name}.${as} --main ${name} "${unit}" "${printed}")
        list(APPEND sources "${source}")
      endif()
    endforeach()
  endforeach()
  if(sources)
    list(REMOVE_DUPLICATES sources)
    simcu_test_unit("${unit}.cu" MAIN SOURCES ${sources})
    workbook_check_output(${group}.${kind} OUTPUT "${unit}"
                          COMMAND ${WORKBOOK_SIMCU} -std=c++17 ${arg_FLAGS} "${unit}.cu" -o "${unit}"
                          DEPENDS "${unit}.cu" ${sources} ${arg_DEPENDS} ${WORKBOOK_SIMCU_PARTS}
                                  ${WORKBOOK_CHECK_PARTS})
  endif()
endfunction()

# CUDA programs, each with a NAME.expected next to it. The simulated device and any GPU run them; nvcc compiles them.
# WITH_CLANG: programs that simcu also compiles with clang++. DEPENDS: the files that the sources include. NVCC_UNIT: if
# no GPU runs them, nvcc accepts them as part of that unit. A program with a NAME.counters.expected or
# NAME.report.expected (run_program.sh) is also built with `simcu --check`. A program with a report does not run on a
# GPU, where its behaviour is undefined.
function(workbook_check_programs group)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NVCC_UNIT" "SOURCES;WITH_CLANG;FLAGS;DEPENDS")
  if(WORKBOOK_SIM)
    workbook_check_unit(${group} sim SOURCES ${arg_SOURCES} DEPENDS ${arg_DEPENDS} FLAGS -O2 ${arg_FLAGS})
    workbook_check_unit(${group} checked SOURCES ${arg_SOURCES} AS counters report DEPENDS ${arg_DEPENDS}
                        FLAGS --check --no-strict -O1 ${arg_FLAGS})
  endif()
  if(WORKBOOK_SIM AND WORKBOOK_CLANG)
    workbook_check_unit(${group} clang SOURCES ${arg_WITH_CLANG} DEPENDS ${arg_DEPENDS}
                        FLAGS -ccbin "${WORKBOOK_CLANG}" --no-strict -O2 ${arg_FLAGS})
  endif()
  set(all_cuda "")
  set(together "")
  foreach(source IN LISTS arg_SOURCES)
    workbook_compiled_by_nvcc("${source}" by_nvcc)
    if(by_nvcc AND arg_NVCC_UNIT AND NOT WORKBOOK_GPU)
      list(APPEND together "${source}")
    elseif(by_nvcc)
      cmake_path(GET source STEM name)
      cmake_path(REPLACE_EXTENSION source LAST_ONLY expected OUTPUT_VARIABLE expected)
      cmake_path(REPLACE_EXTENSION source LAST_ONLY report.expected OUTPUT_VARIABLE report)
      if(NOT WORKBOOK_GPU OR EXISTS "${report}")
        set(compared "")
      else()
        set(compared EXPECTED "${expected}")
      endif()
      set(program "${PROJECT_BINARY_DIR}/${group}/${name}.cuda")
      workbook_check(${group}.${name}.cuda OUTPUT "${program}" ${compared}
                     COMMAND ${WORKBOOK_NVCC} -std=c++17 -arch=${WORKBOOK_CUDA_ARCH} ${WORKBOOK_NVCC_QUICKLY}
                             ${arg_FLAGS} "${source}" -o "${program}"
                     DEPENDS "${source}" ${arg_DEPENDS})
      list(APPEND all_cuda "${program}")
    endif()
  endforeach()
  if(together)
    workbook_nvcc_accepts(${arg_NVCC_UNIT} SOURCES ${together} FLAGS ${arg_FLAGS} DEPENDS ${arg_DEPENDS})
  endif()
  add_custom_target(${group}_cuda DEPENDS ${all_cuda})
endfunction()

# Checks with nvcc that the kernels of simcu's other tests are CUDA code. Files with Thrust or CUB take longest.
function(workbook_check_kernels)
  set(tests "${PROJECT_SOURCE_DIR}/common/simcu/tests")
  set(libraries "${PROJECT_SOURCE_DIR}/common/simcu/libraries/tests")
  set(nvcc "")
  set(nvcc_libraries "")
  foreach(folder IN ITEMS ${tests}/check ${tests}/courses ${tests}/counters ${tests}/history ${tests}/schedules
                          ${tests}/trace ${libraries}/check ${libraries}/courses)
    file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cu")
    foreach(source IN LISTS sources)
      workbook_compiled_by_nvcc("${source}" by_nvcc)
      cmake_path(IS_PREFIX libraries "${folder}" library)
      if(by_nvcc AND library)
        list(APPEND nvcc_libraries "${source}")
      elseif(by_nvcc)
        list(APPEND nvcc "${source}")
      endif()
    endforeach()
  endforeach()
  file(GLOB headers CONFIGURE_DEPENDS "${tests}/c*/*.h")
  set(flags "-I${tests}/check" "-I${tests}/counters" "-I${tests}/courses")
  workbook_nvcc_accepts(kernels SOURCES ${nvcc} FLAGS -w ${flags} DEPENDS ${headers})
  workbook_nvcc_accepts(libraries SOURCES ${nvcc_libraries} FLAGS -w ${flags} DEPENDS ${headers})
endfunction()

function(workbook_check_headers)
  workbook_precompiled(headers tests-O1 -O1)
  foreach(flags IN ITEMS -O2 --check "-G;-std=c++20")
    string(REPLACE ";" "" name "${flags}")
    workbook_precompiled(header "tests${name}" ${flags})
    list(APPEND headers ${header})
    if(WORKBOOK_CLANG)
      workbook_precompiled(header "tests${name}.clang" -ccbin "${WORKBOOK_CLANG}" --no-strict ${flags})
      list(APPEND headers ${header})
    endif()
  endforeach()
  add_custom_target(check_headers DEPENDS ${headers})
  add_dependencies(checks check_headers)
  add_dependencies(simcu_driver_forms check_headers)
endfunction()

function(workbook_check_warnings lab)
  string(REGEX REPLACE "^[0-9]+_" "" stem "${lab}")
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/labs/${lab}/*.h")
  foreach(audience labs solutions)
    set(source "${PROJECT_SOURCE_DIR}/${audience}/${lab}/${stem}.cu")
    set(checked "${PROJECT_BINARY_DIR}/warnings/${audience}/${lab}.clang++")
    set(includes "-I${PROJECT_SOURCE_DIR}/common" "-I${PROJECT_SOURCE_DIR}/labs/${lab}")
    set(strict -std=c++17 -Wall -Wextra -Wpedantic)
    if(WORKBOOK_SIM)
      add_test(NAME warnings.${audience}.${lab}.sim
               COMMAND bash "${check_scripts}/run_program.sh" "${PROJECT_BINARY_DIR}/runners/${audience}/${lab}.sim")
    endif()
    if(WORKBOOK_SIM AND WORKBOOK_CLANG)
      workbook_check(warnings.${audience}.${lab}.clang++ OUTPUT "${checked}"
                     COMMAND ${WORKBOOK_SIMCU} -ccbin "${WORKBOOK_CLANG}" --no-strict ${strict} ${includes}
                             -fsyntax-only -c "${source}" -o /dev/null
                     DEPENDS "${source}" ${headers} ${lab_headers} ${WORKBOOK_SIMCU_PARTS})
    endif()
    if(WORKBOOK_CUDA)
      add_test(NAME warnings.${audience}.${lab}.nvcc
               COMMAND bash "${check_scripts}/run_program.sh" "${PROJECT_BINARY_DIR}/runners/${audience}/${lab}.cuda")
    endif()
  endforeach()
endfunction()

# Tests how a device reacts to invalid calls, in a separate program because it restarts itself after each fault.
function(workbook_check_errors probe)
  set(expected EXPECTED "${probe}.expected")
  set(program "${PROJECT_BINARY_DIR}/errors/probe")
  if(WORKBOOK_SIM)
    workbook_check(errors.sim OUTPUT "${program}.sim" ${expected} DEPENDS "${probe}.cu" ${WORKBOOK_SIMCU_PARTS}
                   COMMAND ${WORKBOOK_SIMCU} -std=c++17 -O2 "${probe}.cu" -o "${program}.sim")
  endif()
  workbook_compiled_by_nvcc("${probe}.cu" by_nvcc)
  if(by_nvcc AND WORKBOOK_GPU)
    workbook_check(errors.cuda OUTPUT "${program}.cuda" ${expected} DEPENDS "${probe}.cu"
                   COMMAND ${WORKBOOK_NVCC} -std=c++17 -arch=${WORKBOOK_CUDA_ARCH} -diag-suppress=68 "${probe}.cu"
                           -o "${program}.cuda")
  elseif(by_nvcc)
    workbook_nvcc_accepts(programs SOURCES "${probe}.cu" FLAGS -diag-suppress=68)
  endif()
endfunction()

# The notes' programs, docs/examples/NN_*.cu, can include common/lab and lab NN's headers, and by paths from the
# project's root lab NN's solution and its tests' headers.
function(workbook_check_notes)
  foreach(lab IN LISTS labs)
    string(SUBSTRING "${lab}" 0 2 number)
    file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/examples/${number}_*.cu")
    file(GLOB included CONFIGURE_DEPENDS
         "${PROJECT_SOURCE_DIR}/labs/${lab}/*.h" "${PROJECT_SOURCE_DIR}/solutions/${lab}/*.cu*"
         "${PROJECT_SOURCE_DIR}/grader/labs/${lab}/*.h" "${PROJECT_SOURCE_DIR}/grader/labs/${lab}/*.cuh")
    workbook_check_programs(notes_${number} NVCC_UNIT notes_${number} SOURCES ${sources}
                            DEPENDS ${sources} ${included} ${lab_headers}
                            FLAGS -O1 -Xcompiler=-Wall,-Wextra "-I${PROJECT_SOURCE_DIR}"
                                  "-I${PROJECT_SOURCE_DIR}/common" "-I${PROJECT_SOURCE_DIR}/labs/${lab}")
  endforeach()
endfunction()

# Tests what an editor shows for stubs and solutions. Only changed files are checked, because clangd reads CUDA's header
# for each file.
function(workbook_check_editor)
  find_program(WORKBOOK_CLANGD clangd)
  if(NOT WORKBOOK_CLANGD)
    message(STATUS "Not checked: clangd's diagnostics (clangd is missing; `make setup test` installs it)")
    return()
  endif()
  file(GLOB_RECURSE simcu_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/common/simcu/include/*")
  foreach(audience labs solutions)
    foreach(lab IN LISTS labs)
      file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${audience}/${lab}/*.cu")
      file(GLOB headers CONFIGURE_DEPENDS
           "${PROJECT_SOURCE_DIR}/labs/${lab}/*.h" "${PROJECT_SOURCE_DIR}/${audience}/${lab}/*.cuh")
      foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        set(stamp "${PROJECT_BINARY_DIR}/editor/${audience}/${lab}/${name}.stamp")
        workbook_check(editor.${audience}.${lab}.${name} OUTPUT "${stamp}"
                       COMMAND bash "${check_scripts}/tests/editor.sh" "${source}" "${stamp}"
                       DEPENDS "${source}" ${headers} ${lab_headers} ${simcu_headers} "${PROJECT_SOURCE_DIR}/.clangd"
                               "${check_scripts}/editor.h" "${check_scripts}/editor.cmake"
                               "${check_scripts}/tests/editor.sh")
      endforeach()
    endforeach()
  endforeach()
endfunction()

# Each part is checked as one file, because clang-tidy checks every included header, even the libraries'. CLI11 alone
# takes 5 s.
function(workbook_check_tidy)
  find_package(Python3 COMPONENTS Interpreter)
  if(NOT WORKBOOK_CLANG_TIDY OR NOT Python3_FOUND)
    message(STATUS "Not checked: clang-tidy (it or python3 is missing; `make setup test` installs them)")
    return()
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/grader/*.cpp"
       "${PROJECT_SOURCE_DIR}/common/*.cpp")
  list(FILTER sources EXCLUDE REGEX "(_test|tests)\\.cpp$")  # they would take a third of clang-tidy's time
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/grader/*.h" "${PROJECT_SOURCE_DIR}/common/*.h")
  foreach(parts "grader" "common/simcu/check" "common/simcu/runtime" "common/simcu/driver|common/simcu/tests" "common")
    set(together ${sources})
    list(FILTER together INCLUDE REGEX "^(${parts})/")
    list(REMOVE_ITEM sources ${together})  # the last group gets all other files
    list(TRANSFORM together PREPEND "${PROJECT_SOURCE_DIR}/")
    string(REGEX REPLACE "[|].*" "" folder "${parts}")
    string(REPLACE "/" "." name "${folder}")
    set(stamp "${PROJECT_BINARY_DIR}/tidy/${name}.stamp")
    workbook_check(tidy.${folder} OUTPUT "${stamp}"
                   COMMAND "${Python3_EXECUTABLE}" -B "${check_scripts}/tidy.py" "${WORKBOOK_CLANG_TIDY}"
                           "${PROJECT_BINARY_DIR}"
                           "${stamp}" ${together}
                   DEPENDS ${together} ${headers} "${PROJECT_SOURCE_DIR}/.clang-tidy" "${check_scripts}/tidy.py")
  endforeach()
endfunction()

function(workbook_checks)
  if(WORKBOOK_SIM)
    workbook_check_headers()
  endif()
  set(simcu "${PROJECT_SOURCE_DIR}/common/simcu")
  file(GLOB sources CONFIGURE_DEPENDS "${simcu}/examples/*.cu")
  workbook_check_programs(examples NVCC_UNIT programs SOURCES ${sources} WITH_CLANG ${sources}
                          DEPENDS "${simcu}/examples/check.h" FLAGS -Xcompiler=-Wall "-I${simcu}/examples")
  file(GLOB sources CONFIGURE_DEPENDS "${simcu}/tests/features/*.cu")
  # This one launches before and after main, which in a shared program would be around other programs' mains.
  set(outside "${simcu}/tests/features/launches_outside_main.cu")
  list(REMOVE_ITEM sources "${outside}")
  workbook_check_programs(features NVCC_UNIT programs SOURCES ${sources} WITH_CLANG ${sources}
                          DEPENDS "${simcu}/tests/features/both.h" FLAGS "-I${simcu}/tests/features")
  workbook_check_programs(features_alone NVCC_UNIT programs SOURCES "${outside}" WITH_CLANG "${outside}")
  workbook_check_errors("${simcu}/tests/probe_errors")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/common/lab/tests/*.cu")
  workbook_check_programs(lab SOURCES ${sources} DEPENDS ${lab_headers} FLAGS "-I${PROJECT_SOURCE_DIR}/common")
  if(WORKBOOK_CUDA)
    workbook_check_kernels()
  endif()
  workbook_check_notes()
  workbook_check_nvcc()
  foreach(lab IN LISTS labs)
    workbook_check_warnings(${lab})
  endforeach()
  workbook_check_tidy()
  workbook_check_editor()
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_FOUND)
    set(simcu_api "${simcu}/tests/api/api_table.py")
    set(structure "${check_scripts}/tests/structure.py")
    set(workbook "${check_scripts}/tests/test_workbook.py")
    foreach(test simcu_api structure workbook)
      add_test(NAME project.${test} COMMAND "${Python3_EXECUTABLE}" -B "${${test}}" "${PROJECT_SOURCE_DIR}")
    endforeach()
  endif()
  if(Python3_FOUND AND WORKBOOK_SIM)
    add_test(NAME project.notebook COMMAND "${Python3_EXECUTABLE}" -B "${check_scripts}/tests/notebook.py"
                                           "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
    set_tests_properties(project.notebook PROPERTIES COST 600)
  endif()
  foreach(test debugger editor failed_tests format front_door gpu presets prose quoted_code readme setup student)
    add_test(NAME project.${test} COMMAND bash "${check_scripts}/tests/${test}.sh" "${PROJECT_BINARY_DIR}"
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(project.${test} PROPERTIES SKIP_RETURN_CODE 77 COST 800)
  endforeach()
  # `make check` runs these tests whatever has changed.
  set_tests_properties(project.format project.prose project.readme PROPERTIES LABELS quick)
  if(TEST project.structure)
    set_tests_properties(project.structure project.workbook PROPERTIES LABELS quick)
  endif()
endfunction()
