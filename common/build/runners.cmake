# SPDX-License-Identifier: Apache-2.0
# Turns labs into runners: <build>/runners/<labs|solutions>/<NN_name>.<flavour>. Each has the lab's file, its adapter
# and parts of grader/runner. If a student's file does not compile, there is <runner>.log instead.
#
#   workbook_flavour(NAME DRIVER compiler FLAGS flags… PART_FLAGS… DEPENDS inputs…)  one per backend, and `check`
#   workbook_runner(NN_name)          all flavours, both audiences
#   workbook_also(NN_name other…)     graded_…_NN_name_… also makes the other labs' runners for that backend, if any
#
# Further arguments of a flavour:
#
#   PARTS        parts of grader/runner; default: device and baselines
#   PART_FLAGS   for our own files only, so that no macro tells a submission its flavour
#   RUNNERS      its runners' name; default: the flavour's name
#   LABS         labs that have the flavour (or all, EXCEPT these)
#   PRECOMPILED  compile simcu's header once for all files
#
# The property WORKBOOK_NAME_FLAGS_NN_name has flags for one lab's file.
#
# compile_submission (grader/submission) compiles a student's file in a sandbox, and replaces everything outside its
# marks with the given text. No rule depends on a student's folder, so nothing in it can stop the build. A solution is
# compiled in the same way, but stops the build if it does not compile.
#
# Targets: runners_<audience>_<NN_name|all>_<runners>; graded_… with a backend for <runners>, which also makes the check
# runner; ready_<audience>_<NN_name>_<backend>, which prints that the backend's runner and the lab's grader are built.

set(WORKBOOK_COMPILE_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/compile.sh")
set(WORKBOOK_COMPILE bash "${WORKBOOK_COMPILE_SCRIPT}")
set(runner_parts "${PROJECT_BINARY_DIR}/runners/parts")
file(GLOB lab_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/common/lab/*.h")

# main and the protocol do not depend on CUDA, so all flavours share them.
if(WORKBOOK_TOOLS_DIR)
  set(runner_main "${WORKBOOK_TOOLS_DIR}/../grader/librunner_main.a")
  set(runner_main_file "${runner_main}")
else()
  set(runner_main runner_main)
  set(runner_main_file "$<TARGET_FILE:runner_main>")
endif()

# Labs' files are compiled for DEVICE=, or for the simulated device's default card; the grader's own files do not depend
# on the card. A file records the choice, because not every build tool notices a changed command.
set(WORKBOOK_SIM_ARCH "" CACHE STRING
    "Architecture that the labs' files are compiled for on the simulated device, such as sm_75; empty for the default")
file(CONFIGURE OUTPUT "${runner_parts}/sim_arch" CONTENT "${WORKBOOK_SIM_ARCH}\n")

add_custom_target(class_tools)

set(simcu_headers common/simcu/include common/simcu/libraries/include)
list(TRANSFORM simcu_headers PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE own_headers)
set(submission_headers "${PROJECT_SOURCE_DIR}/common/lab" ${own_headers} ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
set(submission_tools "${PROJECT_BINARY_DIR}/bin" "${PROJECT_BINARY_DIR}/lib" "${runner_parts}" "${runner_main_file}")
if(WORKBOOK_TOOLS_DIR)
  set(compile_submission "${WORKBOOK_TOOLS_DIR}/compile_submission")
  set(tools_home "")
  list(APPEND submission_tools "${WORKBOOK_TOOLS_DIR}" "${WORKBOOK_TOOLS_DIR}/../lib")
  file(REAL_PATH "${WORKBOOK_TOOLS_DIR}/simcu" tools)  # the folder with simcu's own headers
  cmake_path(GET tools PARENT_PATH tools)
  if(EXISTS "${tools}/../CMakeCache.txt")
    list(APPEND submission_tools "${tools}" "${tools}/../lib" "${tools}/../runners/parts")
    file(STRINGS "${tools}/../CMakeCache.txt" tools_home REGEX "^CMAKE_HOME_DIRECTORY:")
    string(REGEX REPLACE "^[^=]*=" "" tools_home "${tools_home}")
    list(TRANSFORM simcu_headers PREPEND "${tools_home}/" OUTPUT_VARIABLE their_headers)
    list(APPEND submission_headers ${their_headers})
  endif()
else()
  set(compile_submission compile_submission)
endif()
if(WORKBOOK_NVCC)
  file(REAL_PATH "${WORKBOOK_NVCC}" toolkit)
  cmake_path(GET toolkit PARENT_PATH toolkit)
  cmake_path(GET toolkit PARENT_PATH toolkit)
  if(NOT toolkit STREQUAL "/usr" AND NOT toolkit STREQUAL "/")
    list(APPEND submission_headers "${toolkit}")
  endif()
  # nvcc's host compiler may be older than the project's.
  file(GLOB host_compilers "/usr/lib/gcc/*/*/include")
  list(APPEND submission_headers ${host_compilers})
endif()
set(submission_access "")
foreach(folder IN LISTS submission_headers submission_tools)
  list(APPEND submission_access --read "${folder}")
endforeach()
foreach(folder IN LISTS submission_headers)
  list(APPEND submission_access --include "${folder}")
endforeach()

# Finds the stub as it was handed out, whose text replaces text outside a student's marks and exercises that do not
# compile. A bug hunt has no stub.
function(workbook_given_text lab variable)
  set(given "")
  set(rubric "${PROJECT_SOURCE_DIR}/grader/labs/${lab}/rubric.csv")
  if(EXISTS "${rubric}")
    file(STRINGS "${rubric}" bug_hunt REGEX "^# bug hunt")
  endif()
  if(NOT bug_hunt AND EXISTS "${PROJECT_SOURCE_DIR}/grader/labs/${lab}/given.cu")
    set(given --given "${PROJECT_SOURCE_DIR}/grader/labs/${lab}/given.cu")
  endif()
  set(${variable} ${given} PARENT_SCOPE)
endfunction()

set(runner_includes "-I${PROJECT_SOURCE_DIR}/common" "-I${PROJECT_SOURCE_DIR}/grader"
                    "-I${PROJECT_SOURCE_DIR}/grader/runner")
file(GLOB runner_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/grader/runner/*.h")

# Compiles a CUDA file of the grader, and sets VARIABLE to NAME.flavour.o. An error stops the build. With another
# build's tools, uses that build's object if it was made from the same files.
function(workbook_compile_part variable flavour source name)
  get_property(driver GLOBAL PROPERTY WORKBOOK_${flavour}_DRIVER)
  get_property(flags GLOBAL PROPERTY WORKBOOK_${flavour}_FLAGS)
  get_property(part_flags GLOBAL PROPERTY WORKBOOK_${flavour}_PART_FLAGS)
  get_property(depends GLOBAL PROPERTY WORKBOOK_${flavour}_DEPENDS)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE shown)
  if(NOT flavour STREQUAL cuda AND tools_home AND EXISTS "${tools}/../runners/parts/${name}.${flavour}.o")
    set(same TRUE)
    file(GLOB made_from "${source}" "${PROJECT_SOURCE_DIR}/labs/${name}/*.h" ${runner_headers} ${lab_headers})
    foreach(file IN LISTS made_from)
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE there)
      file(SHA256 "${file}" ours)
      set(theirs "")
      if(EXISTS "${tools_home}/${there}")
        file(SHA256 "${tools_home}/${there}" theirs)
      endif()
      if(NOT ours STREQUAL theirs)
        set(same FALSE)
      endif()
    endforeach()
    if(same)
      set(${variable} "${tools}/../runners/parts/${name}.${flavour}.o" PARENT_SCOPE)
      return()
    endif()
  endif()
  set(object "${runner_parts}/${name}.${flavour}.o")
  set(${variable} "${object}" PARENT_SCOPE)
  add_custom_command(
    OUTPUT "${object}"
    COMMAND ${WORKBOOK_COMPILE} --strict "${object}" ${driver} -std=c++17 ${flags} ${part_flags} ${runner_includes}
            ${ARGN} -c "${source}"
            -o "${object}"
    DEPENDS "${source}" ${depends} ${lab_headers} ${runner_headers} "${WORKBOOK_COMPILE_SCRIPT}"
    COMMENT "Compiling ${shown} (${flavour})"
    VERBATIM COMMAND_EXPAND_LISTS)
endfunction()

function(workbook_flavour flavour)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PRECOMPILED" "DRIVER" "FLAGS;PART_FLAGS;DEPENDS;PARTS;LABS;EXCEPT;RUNNERS")
  if(NOT arg_PARTS)
    set(arg_PARTS device baselines)
  endif()
  set_property(GLOBAL APPEND PROPERTY WORKBOOK_FLAVOURS ${flavour})
  if(NOT arg_RUNNERS)
    set(arg_RUNNERS ${flavour})
  endif()
  foreach(property RUNNERS LABS EXCEPT)
    set_property(GLOBAL PROPERTY WORKBOOK_${flavour}_${property} "${arg_${property}}")
  endforeach()
  set_property(GLOBAL PROPERTY WORKBOOK_${flavour}_DRIVER "${arg_DRIVER}")
  if(arg_PRECOMPILED)
    # The slowest headers that lab/todo.h includes; every stub includes lab/todo.h.
    list(APPEND arg_FLAGS -include string -include vector -include atomic)
    workbook_precompiled(header ${flavour} -std=c++17 ${arg_FLAGS})
    list(APPEND arg_DEPENDS ${header})
  endif()
  set(for_labs "")
  set(for_labs_made "")
  if(WORKBOOK_SIM_ARCH AND NOT flavour STREQUAL cuda)
    set(for_labs "-arch=${WORKBOOK_SIM_ARCH}")
    if(arg_PRECOMPILED)
      workbook_precompiled(for_labs_made ${flavour}.${WORKBOOK_SIM_ARCH} -std=c++17 ${arg_FLAGS} ${for_labs})
    endif()
  endif()
  if(arg_PRECOMPILED)
    add_custom_target(precompiled_${flavour} DEPENDS ${header} ${for_labs_made})  # made once for several targets
  endif()
  set_property(GLOBAL PROPERTY WORKBOOK_${flavour}_FOR_LABS "${for_labs}")
  set_property(GLOBAL PROPERTY WORKBOOK_${flavour}_FOR_LABS_MADE "${for_labs_made}")
  set_property(GLOBAL PROPERTY WORKBOOK_${flavour}_FLAGS "${arg_FLAGS}")
  list(TRANSFORM arg_FLAGS REPLACE ".+" "\"\\0\"" OUTPUT_VARIABLE quoted)
  list(JOIN quoted " " quoted)
  file(GENERATE OUTPUT "${runner_parts}/${flavour}.flags" CONTENT "-std=c++17 ${quoted}\n")  # for tests
  set_property(GLOBAL PROPERTY WORKBOOK_${flavour}_PART_FLAGS "${arg_PART_FLAGS}")
  set_property(GLOBAL PROPERTY WORKBOOK_${flavour}_DEPENDS "${arg_DEPENDS}")
  set(shared "")
  foreach(part IN LISTS arg_PARTS)
    workbook_compile_part(object ${flavour} "${PROJECT_SOURCE_DIR}/grader/runner/${part}.cu" ${part})
    list(APPEND shared "${object}")
  endforeach()
  set_property(GLOBAL PROPERTY WORKBOOK_${flavour}_SHARED_PARTS "${shared}")
  # One target makes the shared parts, so that parallel builds do not make them twice.
  add_custom_target(runner_parts_${flavour} DEPENDS ${shared})
  foreach(audience labs solutions)
    if(NOT TARGET runners_${audience}_all_${arg_RUNNERS})
      add_custom_target(runners_${audience}_all_${arg_RUNNERS})
    endif()
  endforeach()
endfunction()

# A runner without student code, because any other runner could lie about the device.
function(workbook_runner_without_lab flavour)
  get_property(driver GLOBAL PROPERTY WORKBOOK_${flavour}_DRIVER)
  get_property(flags GLOBAL PROPERTY WORKBOOK_${flavour}_FLAGS)
  set(runner "${PROJECT_BINARY_DIR}/runners/no_lab.${flavour}")
  set(parts "${runner_parts}/device.${flavour}.o" "${runner_main_file}")
  add_custom_command(
    OUTPUT "${runner}"
    COMMAND ${WORKBOOK_COMPILE} --strict "${runner}" ${driver} ${flags} ${parts} -o "${runner}"
    DEPENDS ${parts} ${runner_main} runner_parts_${flavour} "${WORKBOOK_COMPILE_SCRIPT}"
    COMMENT "Linking a runner without a lab (${flavour})"
    VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(no_lab_${flavour} DEPENDS "${runner}")
  add_dependencies(class_tools no_lab_${flavour})
endfunction()

# How grade-class (grader/classroom) makes a runner from a submitted file @FILE@: one argument per line in
# <build>/runners/recipes/NN_name.<runners>. @RUNNER@ is the result.
function(workbook_recipe lab runners)
  if(TARGET compile_submission)
    set(program "$<TARGET_FILE:compile_submission>")
  else()
    set(program "${compile_submission}")
  endif()
  list(JOIN ARGN "\n" arguments)
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/runners/recipes/${lab}.${runners}"
       CONTENT "${program}\n--source\n@FILE@\n--output\n@RUNNER@\n--quiet\n${arguments}\n")
endfunction()

function(workbook_runner lab)
  string(REGEX REPLACE "^[0-9]+_" "" stem "${lab}")
  get_property(flavours GLOBAL PROPERTY WORKBOOK_FLAVOURS)
  set(kinds "")
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/solutions/${lab}/*.h"
       "${PROJECT_SOURCE_DIR}/solutions/${lab}/*.cuh")
  workbook_given_text(${lab} given)
  foreach(flavour IN LISTS flavours)
    foreach(property RUNNERS LABS EXCEPT)
      get_property(${property} GLOBAL PROPERTY WORKBOOK_${flavour}_${property})
    endforeach()
    if(lab IN_LIST EXCEPT OR (LABS AND NOT lab IN_LIST LABS))
      continue()
    endif()
    list(APPEND kinds ${RUNNERS})
    get_property(driver GLOBAL PROPERTY WORKBOOK_${flavour}_DRIVER)
    get_property(flags GLOBAL PROPERTY WORKBOOK_${flavour}_FLAGS)
    get_property(more GLOBAL PROPERTY WORKBOOK_${flavour}_FLAGS_${lab})
    get_property(for_labs GLOBAL PROPERTY WORKBOOK_${flavour}_FOR_LABS)
    get_property(for_labs_made GLOBAL PROPERTY WORKBOOK_${flavour}_FOR_LABS_MADE)
    list(APPEND flags ${more} ${for_labs})
    get_property(depends GLOBAL PROPERTY WORKBOOK_${flavour}_DEPENDS)
    list(APPEND depends ${for_labs_made} "${runner_parts}/sim_arch")
    get_property(shared GLOBAL PROPERTY WORKBOOK_${flavour}_SHARED_PARTS)

    workbook_compile_part(adapter ${flavour} "${PROJECT_SOURCE_DIR}/grader/labs/${lab}/adapter.cu" ${lab}
                          "-I${PROJECT_SOURCE_DIR}/labs/${lab}")
    add_custom_target(runner_part_${lab}_${flavour} DEPENDS "${adapter}")

    foreach(audience labs solutions)
      set(own "${PROJECT_SOURCE_DIR}/${audience}/${lab}")
      if(audience STREQUAL "labs")
        set(options ${given})
        if(RUNNERS STREQUAL check)
          list(APPEND options --quiet)
        endif()
      else()
        set(options --ours)
      endif()
      set(source "${own}/${stem}.cu")
      set(folders "")
      foreach(folder "${own}" "${PROJECT_SOURCE_DIR}/labs/${lab}")
        list(APPEND folders --read "${folder}" --include "${folder}")
      endforeach()
      set(runner "${PROJECT_BINARY_DIR}/runners/${audience}/${lab}.${RUNNERS}")
      set(parts "${adapter}" ${shared})
      set(linked "")
      foreach(part IN LISTS parts runner_main_file)
        list(APPEND linked --part "${part}")
      endforeach()
      set(compile ${driver} -std=c++17 ${flags} "-I${PROJECT_SOURCE_DIR}/common" "-I${PROJECT_SOURCE_DIR}/labs/${lab}")
      set(needed ${lab_headers} ${depends} ${parts} ${runner_main}
                 runner_parts_${flavour} runner_part_${lab}_${flavour})
      # The files that the compiler has read are checked; these options keep a list of them.
      if(driver STREQUAL WORKBOOK_NVCC)
        list(APPEND compile --keep)
      else()
        list(APPEND compile --keep-preprocessed)
      endif()
      add_custom_command(
        OUTPUT "${runner}"
        COMMAND ${compile_submission} --source "${source}" --name "${audience}/${lab}/${stem}.cu" --output "${runner}"
                ${options} ${linked} ${submission_access} ${folders} -- ${compile} "-I${own}" @SOURCE@ -o @OUTPUT@
        DEPENDS ${needed} ${headers} ${compile_submission}
        DEPFILE "${runner}.d"
        COMMENT "Compiling ${audience}/${lab} (${flavour})"
        VERBATIM COMMAND_EXPAND_LISTS)
      if(audience STREQUAL "labs")
        set(recipe ${compile})
        if(for_labs)
          list(REMOVE_ITEM recipe ${for_labs})  # grade-class has its own SIMCU_DEVICE
        endif()
        workbook_recipe(${lab} ${RUNNERS} --name "labs/${lab}/${stem}.cu" ${given} ${linked} ${submission_access}
                        --read "${PROJECT_SOURCE_DIR}/labs/${lab}" --include "${PROJECT_SOURCE_DIR}/labs/${lab}"
                        -- ${recipe} @SOURCE@ -o @OUTPUT@)
        add_dependencies(class_tools runner_parts_${flavour} runner_part_${lab}_${flavour})
      endif()
      add_custom_target(runners_${audience}_${lab}_${RUNNERS} ALL DEPENDS "${runner}")
      if(TARGET no_lab_${RUNNERS})
        add_dependencies(runners_${audience}_${lab}_${RUNNERS} no_lab_${RUNNERS})
      endif()
      add_dependencies(runners_${audience}_all_${RUNNERS} runners_${audience}_${lab}_${RUNNERS})
    endforeach()
  endforeach()
  foreach(audience labs solutions)
    foreach(backend IN LISTS kinds)
      foreach(name ${lab} all)
        if(NOT TARGET graded_${audience}_${name}_${backend})
          add_custom_target(graded_${audience}_${name}_${backend})
        endif()
        foreach(kind ${backend} check)
          if(kind IN_LIST kinds)
            add_dependencies(graded_${audience}_${name}_${backend} runners_${audience}_${lab}_${kind})
          endif()
        endforeach()
      endforeach()
      add_custom_target(ready_${audience}_${lab}_${backend} COMMAND "${CMAKE_COMMAND}" -E true
                          COMMENT "Ready to grade ${audience}/${lab}")
      add_dependencies(ready_${audience}_${lab}_${backend} runners_${audience}_${lab}_${backend})
      string(SUBSTRING "${lab}" 0 2 number)
      if(TARGET grade_${number})
        add_dependencies(ready_${audience}_${lab}_${backend} grade_${number})
      endif()
    endforeach()
    # An earlier configuration's check runner would grade an old file.
    if(NOT check IN_LIST kinds)
      set(left "${PROJECT_BINARY_DIR}/runners/${audience}/${lab}.check")
      file(REMOVE "${left}" "${left}.log")
    endif()
  endforeach()
endfunction()

# Call this after workbook_runner() for all labs.
function(workbook_also lab)
  get_property(flavours GLOBAL PROPERTY WORKBOOK_FLAVOURS)
  foreach(backend IN LISTS flavours)
    foreach(audience labs solutions)
      foreach(other IN LISTS ARGN)
        if(TARGET graded_${audience}_${lab}_${backend} AND TARGET runners_${audience}_${other}_${backend})
          add_dependencies(graded_${audience}_${lab}_${backend} runners_${audience}_${other}_${backend})
          add_dependencies(ready_${audience}_${lab}_${backend} runners_${audience}_${other}_${backend})
        endif()
      endforeach()
    endforeach()
  endforeach()
endfunction()
