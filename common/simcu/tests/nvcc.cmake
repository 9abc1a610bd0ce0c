# SPDX-License-Identifier: Apache-2.0
# simcu.nvcc: all kernels that the tests compile with simcu are CUDA, if nvcc says so. Without warnings, because a main may lack
# its return here.
find_program(SIMCU_TEST_NVCC nvcc HINTS ENV CUDA_HOME PATHS /usr/local/cuda/bin PATH_SUFFIXES bin)
if(NOT SIMCU_TEST_NVCC)
  return()
endif()
set(tests "${CMAKE_CURRENT_SOURCE_DIR}/tests")
file(GLOB kernels CONFIGURE_DEPENDS "${tests}/check/*.cu")
file(GLOB others CONFIGURE_DEPENDS "${tests}/counters/*.cu" "${tests}/history/*.cu" "${tests}/schedules/*.cu" "${tests}/trace/*.cu")
file(GLOB courses CONFIGURE_DEPENDS "${tests}/courses/*.cu")
list(LENGTH kernels half)
math(EXPR half "${half} / 2")
list(SUBLIST kernels 0 ${half} first)  # two, because there are two cores
list(SUBLIST kernels ${half} -1 second)
set(folder "${CMAKE_CURRENT_BINARY_DIR}/nvcc")
simcu_test_unit("${folder}/first.cu" SOURCES ${first} ${courses})
simcu_test_unit("${folder}/second.cu" SOURCES ${second} ${others})
add_test(NAME simcu.nvcc COMMAND "${SIMCU_TEST_NVCC}" -arch=sm_90 -std=c++17 -w --threads 2 "-I${tests}/counters" "-I${tests}/courses" -c first.cu second.cu
         WORKING_DIRECTORY "${folder}")
set_tests_properties(simcu.nvcc PROPERTIES LABELS nvcc TIMEOUT 600 COST 60)
