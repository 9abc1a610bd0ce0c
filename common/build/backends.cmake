# SPDX-License-Identifier: Apache-2.0
# Decides which backends are built: sets WORKBOOK_SIMCU, WORKBOOK_NVCC, WORKBOOK_CUDA_VERSION, WORKBOOK_CUDA_ARCH,
# WORKBOOK_GPU, WORKBOOK_NVCC_QUICKLY and WORKBOOK_SANITIZERS.

if(WORKBOOK_SIM STREQUAL AUTO)
  find_package(boost_context CONFIG QUIET)
  list(APPEND CMAKE_MODULE_PATH "${PROJECT_SOURCE_DIR}/common/simcu/cmake")
  find_package(libdw QUIET)
  if(boost_context_FOUND AND libdw_FOUND)
    set(WORKBOOK_SIM ON)
  else()
    set(WORKBOOK_SIM OFF)
  endif()
endif()

find_program(WORKBOOK_NVCC nvcc
             HINTS ENV CUDACXX ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda/bin PATH_SUFFIXES bin
             DOC "NVIDIA's CUDA compiler")
if(WORKBOOK_CUDA STREQUAL AUTO)
  if(WORKBOOK_NVCC)
    set(WORKBOOK_CUDA ON)
  else()
    set(WORKBOOK_CUDA OFF)
  endif()
elseif(WORKBOOK_CUDA AND NOT WORKBOOK_NVCC)
  message(FATAL_ERROR "nvcc was not found. Install the CUDA Toolkit and put nvcc on PATH, or use the preset sim.")
endif()

if(WORKBOOK_CUDA)
  execute_process(COMMAND "${WORKBOOK_NVCC}" --version OUTPUT_VARIABLE version ERROR_QUIET)
  string(REGEX REPLACE ".*release ([0-9.]+).*" "\\1" WORKBOOK_CUDA_VERSION "${version}")
  if(WORKBOOK_CUDA_VERSION VERSION_LESS 11.8)
    message(WARNING
            "nvcc ${WORKBOOK_CUDA_VERSION} is older than the versions that the labs were tried with, 11.8 to 13.0.")
  endif()
endif()
# Whether programs can use a GPU, and its architecture.
set(WORKBOOK_GPU FALSE)
set(WORKBOOK_CUDA_ARCH "" CACHE STRING "Architecture for nvcc, as sm_75; empty: the GPU's, or the newest up to sm_90")
if(WORKBOOK_CUDA)
  execute_process(COMMAND bash "${CMAKE_CURRENT_LIST_DIR}/gpu.sh" "${WORKBOOK_NVCC}" "${PROJECT_BINARY_DIR}"
                          ${WORKBOOK_CUDA_ARCH}
                  OUTPUT_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX REPLACE "\n.*" "" WORKBOOK_CUDA_ARCH "${said}")
  if(said STREQUAL WORKBOOK_CUDA_ARCH)
    set(WORKBOOK_GPU TRUE)
  endif()
endif()

# For runners that no GPU runs: the lowest optimisation level that CUDA 13 and later allow.
set(WORKBOOK_NVCC_QUICKLY "")
# For code that nvcc only has to accept: nvcc compiles it to PTX only.
set(WORKBOOK_NVCC_ACCEPTS --cuda -gencode "arch=compute_90,code=compute_90")
if(WORKBOOK_CUDA AND NOT WORKBOOK_CUDA_VERSION VERSION_LESS 13)
  list(APPEND WORKBOOK_NVCC_ACCEPTS --Ofast-compile max)
endif()
if(WORKBOOK_CUDA AND NOT WORKBOOK_GPU)
  set(WORKBOOK_NVCC_QUICKLY -Xptxas --suppress-stack-size-warning)
  if(NOT WORKBOOK_CUDA_VERSION VERSION_LESS 13)
    list(PREPEND WORKBOOK_NVCC_QUICKLY --Ofast-compile max)
  endif()
endif()

# The checkers for labs without kernels.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS "-fsanitize=address,undefined")
check_cxx_source_compiles("int main() { return 0; }" WORKBOOK_SANITIZERS)
unset(CMAKE_REQUIRED_FLAGS)

if(WORKBOOK_TOOLS_DIR)
  set(WORKBOOK_SIMCU "${WORKBOOK_TOOLS_DIR}/simcu")
  set(WORKBOOK_SIMCU_PARTS "")
  set(WORKBOOK_CHECK_PARTS "")
else()
  set(WORKBOOK_SIMCU "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/simcu")
  # A change in any of these files rebuilds every program of the simulated device.
  file(GLOB_RECURSE simcu_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/common/simcu/include/*")
  set(WORKBOOK_SIMCU_PARTS simcu simcu_runtime ${simcu_headers})
  set(WORKBOOK_CHECK_PARTS simcu_check)
endif()
# workbook_precompiled(VARIABLE NAME FLAGS…): a file that lets all programs with these flags share one reading of
# cuda_runtime.h (common/simcu/driver/precompiled.h). VARIABLE is empty if another build's tools are used, because they
# have such files of their own.
function(workbook_precompiled variable name)
  set(${variable} "" PARENT_SCOPE)
  if(WORKBOOK_TOOLS_DIR)
    return()
  endif()
  set(stamp "${PROJECT_BINARY_DIR}/lib/precompiled/${name}.stamp")
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND ${WORKBOOK_SIMCU} --precompile ${ARGN}
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS ${WORKBOOK_SIMCU_PARTS}
    COMMENT "Precompiling CUDA's header (${name})"
    VERBATIM COMMAND_EXPAND_LISTS)
  set(${variable} "${stamp}" PARENT_SCOPE)
endfunction()

message(STATUS "Backends: simulated device ${WORKBOOK_SIM}, "
               "CUDA ${WORKBOOK_CUDA} ${WORKBOOK_NVCC} ${WORKBOOK_CUDA_ARCH}, a GPU ${WORKBOOK_GPU}")
