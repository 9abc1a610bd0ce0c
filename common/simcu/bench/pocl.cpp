// SPDX-License-Identifier: Apache-2.0
// Measures block_scan.cu's and plain_kernel.cu's work under PoCL. Usage: pocl FOLDER_OF_THE_CL_FILES. Needs
// Debian's pocl-opencl-icd and ocl-icd-opencl-dev.
#if __has_include(<CL/cl.h>)  // clang-tidy checks this file everywhere
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(cl_int error, const char* what) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + " failed with OpenCL error " + std::to_string(error));
}

// Returns null if PoCL is not installed. OpenCL's headers don't define the loader's error code for "no
// platform at all".
cl_platform_id find_pocl() {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) return nullptr;
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_platform_id platform : platforms) {
    char name[256] = "";
    check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, nullptr), "clGetPlatformInfo");
    if (std::string(name) == "Portable Computing Language") return platform;
  }
  return nullptr;
}

class device {
 public:
  explicit device(cl_platform_id platform) {
    char version[256] = "";
    check(clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version - 1, version, nullptr),
          "clGetPlatformInfo");
    if (const char* number = std::strstr(version, "PoCL "))
      std::printf("version %s\n", std::string(number + 5, 3).c_str());
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &id_, nullptr), "clGetDeviceIDs");
    cl_int error = 0;
    context_ = clCreateContext(nullptr, 1, &id_, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, id_, 0, &error);
    check(error, "clCreateCommandQueue");
  }

  // Leaves out a first launch, which compiles.
  double shortest(int runs, const std::string& folder, const std::string& name, std::vector<cl_uint>& data,
                  bool is_scan) {
    std::ifstream file(folder + "/" + name + ".cl");
    std::stringstream text;
    text << file.rdbuf();
    const std::string source = text.str();
    if (source.empty()) throw std::runtime_error("cannot read " + folder + "/" + name + ".cl");
    const char* begin = source.c_str();
    cl_int error = 0;
    cl_program program = clCreateProgramWithSource(context_, 1, &begin, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &id_, "", nullptr, nullptr), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, name.c_str(), &error);
    check(error, "clCreateKernel");
    const std::size_t bytes = data.size() * sizeof(cl_uint), items = data.size(), group = 256;
    cl_mem in =
        clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data.data(), &error);
    check(error, "clCreateBuffer");
    cl_mem out = clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    check(error, "clCreateBuffer");
    const auto n = static_cast<cl_uint>(items);
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &in), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof(cl_mem), &out), "clSetKernelArg");
    check(is_scan ? clSetKernelArg(kernel, 2, group * sizeof(cl_uint), nullptr)
                  : clSetKernelArg(kernel, 2, sizeof n, &n),
          "clSetKernelArg");
    double best = 1e30;
    for (int run = 0; run <= runs; ++run) {
      const auto start = std::chrono::steady_clock::now();
      check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &group, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
      check(clFinish(queue_), "clFinish");
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (run > 0) best = std::min(best, seconds);
    }
    check(clEnqueueReadBuffer(queue_, out, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return best;
  }

 private:
  cl_device_id id_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

double scan(device& cpu, const std::string& folder) {
  std::vector<cl_uint> data(1 << 20);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<cl_uint>(i % 1000);
  const double seconds = cpu.shortest(5, folder, "block_scan", data, true);
  cl_uint sum = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    sum = (i % 256 == 0 ? 0 : sum) + static_cast<cl_uint>(i % 1000);
    if (data[i] != sum) throw std::runtime_error("block_scan gave a wrong result");
  }
  return seconds;
}

double plain(device& cpu, const std::string& folder) {
  std::vector<cl_uint> data(1 << 22);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<cl_uint>(i);
  const double seconds = cpu.shortest(9, folder, "plain_kernel", data, false);
  for (std::size_t i = 0; i < data.size(); ++i) {
    auto key = static_cast<cl_uint>(i);
    key ^= key >> 16;
    key *= 0x7feb352du;
    key ^= key >> 15;
    if (data[i] != key) throw std::runtime_error("plain_kernel gave a wrong result");
  }
  return seconds;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("usage: pocl FOLDER_OF_THE_CL_FILES");
  const cl_platform_id platform = find_pocl();
  if (platform == nullptr) {  // without results, bench_simcu reports none
    std::fprintf(stderr, "pocl: PoCL is not among the OpenCL platforms\n");
    return EXIT_SUCCESS;
  }
  device cpu(platform);
  std::printf("scan_seconds %.9f\n", scan(cpu, argv[1]));
  std::printf("kernel_seconds %.9f\n", plain(cpu, argv[1]));
  return EXIT_SUCCESS;
} catch (const std::exception& error) {
  std::fprintf(stderr, "pocl: %s\n", error.what());
  return EXIT_FAILURE;
}
#endif
