# SPDX-License-Identifier: Apache-2.0
# Writes build/editor/compile_commands.json, which tells an editor how .cu files are compiled; CMake's own file has none
# of them. .clangd has the other settings.
file(GLOB_RECURSE cuda_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/labs/*.cu" "${PROJECT_SOURCE_DIR}/solutions/*.cu"
     "${PROJECT_SOURCE_DIR}/docs/examples/*.cu" "${PROJECT_SOURCE_DIR}/common/simcu/examples/*.cu")
set(entries "")
foreach(source IN LISTS cuda_files)
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET folder FILENAME name)
  set(headers "${PROJECT_SOURCE_DIR}/common" "${folder}")
  if(EXISTS "${PROJECT_SOURCE_DIR}/labs/${name}")
    list(APPEND headers "${PROJECT_SOURCE_DIR}/labs/${name}")
  else()
    file(GLOB lab_folders "${PROJECT_SOURCE_DIR}/labs/[0-9]*")
    list(APPEND headers "${PROJECT_SOURCE_DIR}" ${lab_folders})
  endif()
  list(TRANSFORM headers REPLACE "(.+)" "\"-I\\1\"")
  list(JOIN headers ", " headers)
  list(APPEND entries "{\"directory\": \"${PROJECT_SOURCE_DIR}\", \"file\": \"${source}\", \
\"arguments\": [\"clang++\", ${headers}, \"-isystem\", \"${PROJECT_SOURCE_DIR}/common/simcu/include\", \
\"-include\", \"${PROJECT_SOURCE_DIR}/common/build/editor.h\", \"${source}\"]}")
endforeach()
list(JOIN entries ",\n" entries)
file(WRITE "${PROJECT_BINARY_DIR}/editor/compile_commands.json" "[\n${entries}\n]\n")
