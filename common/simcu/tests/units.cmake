# SPDX-License-Identifier: Apache-2.0
# Combines several small programs, each in its own namespace, because starting a compiler takes longer than
# compiling one.
set(simcu_units_folder "${CMAKE_CURRENT_LIST_DIR}")

# Writes FILE, a .cu file with the programs. With `MAIN`, `PROGRAM NAME` runs the main function of NAME.cu, and
# `PROGRAM NAME SCHEDULE…` runs it under each schedule (under_schedules.h). Each main must end with a return. All
# included files come first, outside the namespaces, and a reference solution is included only once. If a program
# includes another one, as 03_no_fences.cu does, the included program is part of the including one.
function(simcu_test_unit file)
  cmake_parse_arguments(PARSE_ARGV 1 arg "MAIN" "" "SOURCES")
  set(headers "#include <cstring>")
  if(arg_MAIN)
    list(APPEND headers "#include \"${simcu_units_folder}/under_schedules.h\"")
  endif()
  set(programs "")
  set(main "")
  set(names "")
  foreach(source IN LISTS arg_SOURCES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")  # its includes and macros are read here
    cmake_path(GET source STEM name)
    while(name IN_LIST names)  # in another folder
      string(APPEND name "_")
    endwhile()
    list(APPEND names ${name})
    file(STRINGS "${source}" included REGEX "^#include ")
    list(FILTER included EXCLUDE REGEX "\"[^/]*\\.cu\"$")
    list(APPEND headers ${included})
    set(program "#include \"${source}\"")
    if(included MATCHES "\"solutions/[^;]*\\.cu\"")  # has no guard: the program's text without it
      file(READ "${source}" text)
      string(REGEX REPLACE "\n#include [^\n]*" "\n" text "${text}")
      string(REGEX MATCHALL "\nnamespace [a-z_]+ {" added_to "${text}")  # namespaces of the solution
      string(REGEX REPLACE "\nnamespace ([a-z_]+) {;?"
                           "namespace \\1 { using namespace ::\\1; }\n" added_to "${added_to}")
      set(program "${added_to}#line 1 \"${source}\"\n${text}")
    endif()
    string(APPEND programs "namespace of_${name} {\n${program}\n}\n")
    file(STRINGS "${source}" macros REGEX "^#define [A-Za-z]")
    string(REGEX MATCHALL "#define [A-Za-z0-9_]+" macros "${macros}")
    list(REMOVE_DUPLICATES macros)
    list(TRANSFORM macros REPLACE "#define (.*)" "#undef \\1\n")
    string(APPEND programs ${macros})
    string(APPEND main "  if (std::strcmp(name, \"${name}\") == 0) return of_${name}::main();\n")
  endforeach()
  list(REMOVE_DUPLICATES headers)
  list(JOIN headers "\n" headers)
  if(arg_MAIN)
    set(main "int run_program(const char* name) {\n${main}  return 2;\n}\n")
    string(APPEND main "int main(int argc, char** argv) {\n  if (argc < 2) return 2;\n"
                       "  if (argc > 2) return under_schedules(run_program, argv[1], argv + 2);\n"
                       "  return run_program(argv[1]);\n}\n")
  else()
    set(main "")
  endif()
  file(CONFIGURE OUTPUT "${file}" CONTENT "@headers@\n@programs@@main@" @ONLY)
endfunction()
