// SPDX-License-Identifier: Apache-2.0
// simcu: compiles CUDA C++ for the simulated device, with the options of nvcc.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "build.h"
#include "precompiled.h"
#include "process.h"

namespace {

const char* const kHelp =
    "usage: simcu [options] file.cu... -o prog\n"
    "\n"
    "Builds a program that runs CUDA kernels on a simulated device, on the CPU.\n"
    "The options are those of nvcc; options that simcu does not know go to the host compiler.\n"
    "\n"
    "  -o FILE              the program (a.out), or the object with -c\n"
    "  -c                   make objects only; simcu a.o b.o -o prog links them\n"
    "  -O0..-O3, -g, -std=  as for g++ (-O2 -g1 -std=c++17)\n"
    "  -I -D -L -l          as for g++\n"
    "  -Xcompiler a,b       options only for the host compiler\n"
    "  -arch=sm_80          the value of __CUDA_ARCH__ (else SIMCU_DEVICE's, or 900)\n"
    "  -x cu                treat the files that follow as CUDA, whatever their names\n"
    "  --keep               keep the translated C++, as file.cu.ii\n"
    "  --keep-preprocessed  keep the preprocessed text, as file.cpp4.ii, like nvcc --keep\n"
    "  -v, --dryrun         show the commands; --dryrun runs none of them\n"
    "  --check              look for races and bad accesses while the program runs\n"
    "  --no-strict          do not look for code that nvcc refuses (which clang++ finds, if it is "
    "installed)\n"
    "  --precompile         precompile the headers for compilations with the same options\n"
    "  --help, --version\n"
    "\n"
    "SIMCU_CXX names the host compiler (else -ccbin, g++, clang++). SIMCU_HOME is the folder of simcu's "
    "include and lib.\n"
    "SIMCU_DEVICE=t4 chooses a device, here and when the program runs.\n"
    "Exit status: 0 done, 1 the program does not compile, 2 bad command line, 3 simcu itself failed.\n";

int run(const std::vector<std::string>& arguments) {
  const simcu_driver::options o = simcu_driver::parse_command_line(arguments);
  if (o.show_help) return std::fputs(kHelp, stdout), simcu_driver::kDone;
  if (o.show_version)
    return std::puts("simcu " SIMCU_VERSION ": CUDA 13.0 on a simulated device"), simcu_driver::kDone;
  return o.precompile ? simcu_driver::precompile(o) : simcu_driver::build(o);
}

}  // namespace

int main(int argc, char** argv) {
  simcu_driver::catch_signals();
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const simcu_driver::bad_command_line& e) {
    std::fprintf(stderr, "simcu: error: %s (simcu --help lists the options)\n", e.what());
    return simcu_driver::kBadCommandLine;
  } catch (const simcu_driver::interrupted& e) {
    return 128 + e.signal;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "simcu: error: %s\n", e.what());
    return simcu_driver::kOwnFault;
  }
}
