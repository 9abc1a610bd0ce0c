// SPDX-License-Identifier: Apache-2.0
// Compares counts of small kernels with numbers computed by hand.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "../driver/toolbox.h"

namespace {

using nlohmann::json;

json read_json(const std::string& path) {
  std::ifstream in(path);
  return json::parse(in, nullptr, false);
}

class Counters : public testing::TestWithParam<std::string> {
 protected:
  void build(const std::string& source, const std::string& more = "") {
    const outcome built =
        box.run("SIMCU_CXX=" + GetParam() + " SIMCU --check " + source + " " + more + " -o prog");
    ASSERT_EQ(built.status, 0) << built.output;
    ASSERT_EQ(built.output, "");
  }
  void take_known() {
    ASSERT_EQ(box.run("ln -s '" SIMCU_TEST_PROGRAMS "/known." + GetParam() + "' prog").status, 0);
  }
  json counted(const std::string& environment) {
    const outcome run = box.run(environment + " SIMCU_COUNTERS=counters_of_this_program.json ./prog");
    EXPECT_EQ(run.status, 0) << run.output;
    return read_json(box.path("counters_of_this_program.json"));
  }
  sandbox box;
};

struct claim {
  const char* kernel;
  std::map<std::string, int> counts;  // global_load 1, 4: "global_load/requests" 1, "global_load/sectors" 4
};
claim of(const char* kernel, std::initializer_list<std::pair<const char*, std::pair<int, int>>> pairs) {
  claim c{kernel, {}};
  for (const char* op : {"global_load", "global_store", "shared_load", "shared_store"}) {
    c.counts[std::string(op) + "/requests"] = 0;
    for (const auto& [name, numbers] : pairs) {
      if (std::string(name) != op) continue;
      c.counts[std::string(op) + "/requests"] = numbers.first;
      c.counts[std::string(op) + (op[0] == 'g' ? "/sectors" : "/wavefronts")] = numbers.second;
    }
  }
  return c;
}

const std::vector<claim> kKnown = {
    of("coalesced_kernel", {{"global_load", {3, 12}}, {"global_store", {3, 12}}}),
    of("stride_8_kernel", {{"global_load", {1, 32}}, {"global_store", {1, 4}}}),
    of("misaligned_kernel", {{"global_load", {1, 5}}, {"global_store", {1, 4}}}),
    of("vector_kernel", {{"global_load", {1, 16}}, {"global_store", {1, 16}}}),
    of("vector_parts_kernel", {{"global_load", {1, 16}}, {"global_store", {1, 16}}}),
    of("vector_argument_kernel", {{"global_load", {1, 16}}, {"global_store", {1, 4}}}),
    of("neighbours_kernel", {{"global_load", {2, 16}}, {"global_store", {1, 4}}}),
    of("triples_kernel", {{"global_load", {3, 36}}, {"global_store", {3, 36}}}),
    of("square_kernel", {{"global_load", {1, 4}}, {"global_store", {1, 4}}}),
    of("volatile_kernel", {{"global_load", {2, 8}}, {"global_store", {1, 4}}}),
    of("window_kernel", {{"global_load", {10, 40}}, {"global_store", {1, 4}}}),
    of("early_exit_kernel", {{"global_load", {1, 3}}, {"global_store", {1, 3}}}),
    of("branches_kernel", {{"global_load", {2, 8}}, {"global_store", {1, 4}}}),
    of("triangle_kernel", {{"global_load", {32, 80}}, {"global_store", {1, 4}}}),
    of("triangles_kernel", {{"global_load", {3 + 3 * 31, 258}}, {"global_store", {1, 4}}}),
    of("transpose_kernel", {{"shared_store", {32, 32}}, {"shared_load", {1, 32}}, {"global_store", {1, 4}}}),
    of("transpose_padded_kernel",
       {{"shared_store", {32, 32}}, {"shared_load", {1, 1}}, {"global_store", {1, 4}}}),
    of("shared_kinds_kernel", {{"shared_store", {2, 3}}, {"shared_load", {2, 3}}, {"global_store", {1, 8}}}),
    of("one_address_kernel", {}),
    of("shared_atomics_kernel",
       {{"shared_store", {1, 1}}, {"shared_load", {1, 1}}, {"global_store", {1, 4}}}),
    of("barriers_kernel", {}),
    of("partial_warp_kernel", {{"global_load", {2, 5}}, {"global_store", {2, 5}}}),
    of("shuffles_kernel", {{"global_load", {6, 27}}, {"global_store", {1, 4}}}),
    of("variables_kernel", {{"global_load", {1, 4}}, {"global_store", {1, 4}}}),
    of("grid_sync_kernel", {{"global_load", {4, 16}}, {"global_store", {8, 32}}}),
};

TEST_P(Counters, AreWhatOneCountsByHand) {
  take_known();
  const json report = counted("");
  const json& kernels = report.at("counters");
  ASSERT_EQ(kernels.size(), kKnown.size());
  std::map<std::string, json> by_name;
  for (const json& k : kernels) by_name[k.at("kernel").get<std::string>()] = k;
  for (const claim& c : kKnown) {
    ASSERT_TRUE(by_name.count(c.kernel)) << c.kernel;
    for (const auto& [path, n] : c.counts)
      EXPECT_EQ(by_name[c.kernel].at(json::json_pointer("/" + path)), n) << c.kernel << " " << path;
  }
  const auto atomics = [&](const char* kernel, std::vector<int> numbers) {
    const char* const names[] = {"global",          "global_requests",   "global_sectors",        "shared",
                                 "shared_requests", "shared_wavefronts", "largest_on_one_address"};
    for (std::size_t i = 0; i < numbers.size(); ++i)
      EXPECT_EQ(by_name[kernel].at("atomics").at(names[i]), numbers[i]) << kernel << " " << names[i];
  };
  // Lanes that use the same address are served one after another. The three requests take 32, 4 and 32
  // sectors.
  atomics("one_address_kernel", {96, 3, 68, 0, 0, 0, 32});
  atomics("shared_atomics_kernel", {0, 0, 0, 32, 1, 1, 8});
  EXPECT_EQ(by_name["barriers_kernel"].at("barriers_per_block"),
            json::parse(R"({"min":1,"max":4,"total":10})"));
  EXPECT_EQ(by_name["transpose_kernel"].at("shared_load").at("conflicts"), 31);
  EXPECT_EQ(by_name["shared_kinds_kernel"].at("shared_load").at("conflicts"), 0);

  const json& twice = by_name["coalesced_kernel"];
  EXPECT_EQ(twice.at("launches"), 2);
  EXPECT_EQ(twice.at("blocks"), 2);
  EXPECT_EQ(twice.at("threads"), 96);
  ASSERT_EQ(twice.at("each_launch").size(), 2u);
  EXPECT_EQ(twice.at("each_launch")[1].at("global_load").at("sectors"), 8);
  EXPECT_EQ(twice.at("each_launch")[1].at("global_load").at("bytes"), 256);
  EXPECT_EQ(twice.at("estimated"), false);
  EXPECT_EQ(report.at("memory"), json::parse(R"({"live":4096,"peak":24480})"));
}

TEST_P(Counters, DoNotDependOnTheSchedule) {
  take_known();
  // The values that atomics return depend on the schedule, and so do a thread's branches and steps.
  const auto without_steps = [&](const std::string& environment) {
    json report = counted(environment);
    report.erase("steps");
    for (json& kernel : report.at("counters")) {
      kernel.erase("steps");
      for (json& launch : kernel.at("each_launch")) launch.erase("steps");
    }
    return report;
  };
  const json first = without_steps("");
  for (const char* schedule : {"fifo", "lockstep", "reverse", "random:5", "pct:3,2"})
    EXPECT_EQ(without_steps(std::string("SIMCU_SCHEDULE=") + schedule), first) << schedule;
}

// The grader's runner counts single requests, and takes the counts after each.
TEST_P(Counters, AreSwitchedAtEveryLaunchAndTakenInParts) {
  box.write("prog.cu", R"(
#include <cstdio>
#include <cstdlib>
#include "simcu/report.h"
__global__ void a_kernel(int* p) { p[threadIdx.x] = 1; }
__global__ void b_kernel(int* p) { p[threadIdx.x * 2] = 1; }
int main() {
  int* d = nullptr;
  cudaMalloc(&d, 1024);
  a_kernel<<<1, 32>>>(d);
  std::puts(simcu::take_report().c_str());
  setenv("SIMCU_COUNTERS", "1", 1);
  int* more = nullptr;
  cudaMalloc(&more, 512);
  b_kernel<<<1, 32>>>(d);
  cudaFree(more);
  int h[8];
  cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost);
  cudaMemcpy(d + 8, d, 16, cudaMemcpyDeviceToDevice);
  cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);
  std::puts(simcu::take_report().c_str());
  setenv("SIMCU_COUNTERS", "0", 1);
  b_kernel<<<1, 32>>>(d);
  setenv("SIMCU_COUNTERS", "1", 1);
  a_kernel<<<1, 32>>>(d);
  std::puts(simcu::take_report().c_str());
})");
  build("prog.cu");
  const outcome run = box.run("./prog > out.json");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_EQ(run.output, "") << "what was taken is not printed";
  std::ifstream in(box.path("out.json"));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<json> parts;
  for (std::size_t at = 0, end = 0; (end = text.find("\n\n", at)) != std::string::npos; at = end + 2)
    parts.push_back(json::parse(text.substr(at, end - at)));
  ASSERT_EQ(parts.size(), 3u) << text;
  EXPECT_FALSE(parts[0].contains("counters"));
  ASSERT_EQ(parts[1].at("counters").size(), 1u);
  EXPECT_EQ(parts[1].at("counters")[0].at("kernel"), "b_kernel");
  EXPECT_EQ(parts[1].at("counters")[0].at("global_store").at("sectors"), 8);
  EXPECT_EQ(parts[1].at("memory"), json::parse(R"({"live":1024,"peak":1536})"));
  EXPECT_EQ(parts[1].at("copied"), json::parse(R"({"to_host":32,"printed":0,"from_host":16})"));
  ASSERT_EQ(parts[2].at("counters").size(), 1u);
  EXPECT_EQ(parts[2].at("counters")[0].at("kernel"), "a_kernel");
  EXPECT_EQ(parts[2].at("memory"), json::parse(R"({"live":1024,"peak":1024})"));
  EXPECT_EQ(parts[2].at("copied"), json::parse(R"({"to_host":0,"printed":0,"from_host":0})"));
}

TEST_P(Counters, SeeWhatGoesToTheHostAndComesFromIt) {
  box.write("prog.cu", R"(#include <cstdio>
#include <cstdlib>
#include "simcu/report.h"
__device__ int on_device[32];
__global__ void store_kernel(int* p) { p[threadIdx.x] = 1; }
__global__ void keep_kernel() { on_device[threadIdx.x] = 1; }
void say() { std::puts(simcu::take_report().c_str()); }
int main() {
  setenv("SIMCU_COUNTERS", "1", 1);
  int *pinned, *managed, *d, h[32];
  cudaMallocHost(&pinned, 128);
  cudaMallocManaged(&managed, 128);
  cudaMalloc(&d, 128);
  store_kernel<<<1, 32>>>(d);
  say();
  store_kernel<<<1, 32>>>(pinned);
  say();
  store_kernel<<<1, 32>>>(managed);
  say();
  keep_kernel<<<1, 32>>>();
  cudaMemcpyFromSymbol(h, on_device, 128);
  say();
  store_kernel<<<1, 32>>>(d);
  cudaMemcpy(managed, d, 64, cudaMemcpyDefault);
  say();
  for (int i = 0; i < 32; ++i) h[i] = pinned[i] = i * i;
  cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
  say();
})");
  build("prog.cu");
  const outcome run = box.run("./prog > out.json");
  EXPECT_EQ(run.status, 0) << run.output;
  std::ifstream in(box.path("out.json"));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<int> gone, come;
  for (std::size_t at = 0, end = 0; (end = text.find("\n\n", at)) != std::string::npos; at = end + 2) {
    const json copied = json::parse(text.substr(at, end - at)).at("copied");
    gone.push_back(copied.at("to_host"));
    come.push_back(copied.at("from_host"));
  }
  EXPECT_EQ(gone, (std::vector<int>{0, 128, 128, 128, 64, 0})) << text;
  EXPECT_EQ(come, (std::vector<int>{0, 0, 0, 0, 0, 128})) << text;
}

TEST_P(Counters, ArePrintedAndNameTheLines) {
  box.write("prog.cu", R"(__global__ void wide_kernel(int* p) {
  __shared__ int s[64 * 32];
  s[threadIdx.x * 32] = 1;
  p[threadIdx.x * 8] = s[threadIdx.x * 32];
}
int main() {
  int* d = nullptr;
  cudaMalloc(&d, 4096);
  wide_kernel<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
})");
  build("prog.cu");
  EXPECT_EQ(box.run("./prog").output, "") << "off unless asked";
  EXPECT_EQ(box.run("SIMCU_COUNTERS=0 ./prog").output, "");
  const std::string table = box.run("SIMCU_COUNTERS=1 ./prog").output;
  for (const char* words : {"wide_kernel: 1 launch", "global_store", "32.000 per request", "32 wavefronts"})
    EXPECT_NE(table.find(words), std::string::npos) << words << "\n" << table;
  const json lines = counted("").at("counters")[0].at("lines");
  ASSERT_EQ(lines.size(), 3u);
  std::map<std::string, int> line_of;
  for (const json& l : lines) line_of[l.at("op").get<std::string>()] = l.at("line").get<int>();
  EXPECT_EQ(line_of,
            (std::map<std::string, int>{{"shared_store", 3}, {"shared_load", 4}, {"global_store", 4}}));
}

TEST_P(Counters, RefuseAFileThatCannotBeWritten) {
  box.write("prog.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }");
  build("prog.cu");
  const outcome run = box.run("SIMCU_COUNTERS=no/such/folder.json ./prog");
  EXPECT_EQ(run.status, 2);
  EXPECT_SAYS(run, "SIMCU_COUNTERS=no/such/folder.json: this file cannot be written");
}

TEST_P(Counters, AreExtrapolatedBeyondTheBound) {
  box.write("prog.cu", R"(
__global__ void long_kernel(const int* in, int* out, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += in[k * 32 % 4096 + threadIdx.x % 32];
  out[threadIdx.x] = sum;
}
int main() {
  int* d = nullptr;
  cudaMalloc(&d, 65536);
  cudaMemset(d, 0, 65536);
  long_kernel<<<1, 1024>>>(d, d + 8192, 10000);
  cudaDeviceSynchronize();
  cudaFree(d);
})");
  if (GetParam() != host_compilers().front()) GTEST_SKIP() << "once is enough";
  build("prog.cu");
  const json k = counted("").at("counters")[0];
  EXPECT_EQ(k.at("estimated"), true);
  EXPECT_EQ(k.at("global_load").at("requests"), 320000);
  EXPECT_EQ(k.at("global_load").at("sectors"), 1280000);
}

INSTANTIATE_TEST_SUITE_P(simcu, Counters, testing::ValuesIn(host_compilers()),
                         [](const auto& test) { return test.param == "g++" ? "gcc" : "clang"; });

}  // namespace
