// SPDX-License-Identifier: Apache-2.0
// Tests SIMCU_TRACE with programs whose launches, barriers and findings are known.
#include "trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "../driver/toolbox.h"

namespace {

std::string text_of(const std::string& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

const std::string kOwn = SIMCU_TEST_SOURCES, kCheck = kOwn + "/../check";

// `source` is a file, optionally followed by a blank and the case to run (../check/cases.h).
const sandbox& built(const std::string& source) {
  static std::map<std::string, std::unique_ptr<sandbox>> boxes;
  const std::string file = source.substr(0, source.find(' '));
  auto& box = boxes[file];
  if (!box) {
    box = std::make_unique<sandbox>();
    const outcome o = box->run("SIMCU --check '" + file + "' -o prog");
    EXPECT_EQ(o.status, 0) << o.output;
  }
  return *box;
}

std::string run_of(const std::string& source) {
  const std::size_t blank = source.find(' ');
  return "./prog" + (blank == std::string::npos ? "" : source.substr(blank));
}

trace traced(const std::string& source, int status, const std::string& environment = "") {
  const sandbox& box = built(source);
  const outcome o = box.run("SIMCU_TIMEOUT=20 SIMCU_TRACE=t.json " + environment + " " + run_of(source));
  EXPECT_EQ(o.status, status) << o.output;
  return read_trace(box.path("t.json"));
}

TEST(Trace, BlocksAreCutAtTheirBarriers) {
  const trace t = traced(kOwn + "/many_blocks.cu", 0);
  const auto slices = t.of("block");
  EXPECT_EQ(slices.size(), 2u * 40 * 3);
  std::map<int, std::set<std::string>> ends;
  for (const trace_slice& s : slices) {
    const auto& a = s.arguments;
    ends[a.at("phase").get<int>()].insert(a.at("until").get<std::string>());
    EXPECT_EQ(a.at("accesses"), 1024) << s.name;
    EXPECT_EQ(s.end - s.start, 2) << "one access of the busiest thread, and one for the end";
  }
  const std::string at = "block barrier at " + kOwn + "/many_blocks.cu:";
  EXPECT_EQ(ends[0], std::set<std::string>{at + "8"});
  EXPECT_EQ(ends[1], std::set<std::string>{at + "10"});
  EXPECT_EQ(ends[2], std::set<std::string>{"the block ends"});
  EXPECT_EQ(ends.size(), 3u);
}

TEST(Trace, BlocksTakeTheSlotsOfTheDeviceAndOverlap) {
  const trace t = traced(kOwn + "/many_blocks.cu", 0);
  std::map<std::string, int> at_a_time;
  std::set<std::string> tracks;
  long long start = -1;
  for (const trace_slice& s : t.of("block")) {
    if (s.arguments.at("launch") != 1) continue;
    tracks.insert(s.process + " " + s.track);
    if (start < 0) start = s.start;
    if (s.start == start) ++at_a_time[s.process];
  }
  EXPECT_EQ(tracks.size(), 16u);  // 8 multiprocessors with 2 blocks of 1024 threads each
  EXPECT_EQ(at_a_time.size(), 8u);
  for (const auto& [process, blocks] : at_a_time) EXPECT_EQ(blocks, 2) << process;
}

TEST(Trace, LaunchesFollowEachOtherInAStream) {
  const trace t = traced(kOwn + "/many_blocks.cu", 0);
  std::vector<trace_slice> launches;
  for (const trace_slice& s : t.of("host"))
    if (s.name.find("<<<") != std::string::npos) launches.push_back(s);
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].track, "default stream");
  EXPECT_EQ(launches[0].name, "many_blocks_kernel<<<(40,1,1), (1024,1,1)>>>");
  EXPECT_GE(launches[1].start, launches[0].end);
  for (const trace_slice& s : t.of("block")) {
    const trace_slice& own = launches.at(s.arguments.at("launch").get<std::size_t>() - 1);
    EXPECT_TRUE(own.start <= s.start && s.end <= own.end) << s.name;
  }
}

TEST(Trace, CopiesAreInTheirStreamAndHoldUpTheHost) {
  const trace t = traced(kOwn + "/many_blocks.cu", 0);
  std::map<std::string, trace_slice> copies;
  for (const trace_slice& s : t.of("host"))
    if (s.name == "copy to the host") copies[s.track] = s;
  ASSERT_EQ(copies.size(), 2u);
  EXPECT_EQ(copies.at("default stream").arguments.at("bytes"), 40 * 1024 * 4);
  EXPECT_EQ(copies.at("host").end, copies.at("default stream").end);
}

TEST(Trace, UnorderedStreamsOverlapAndOrderedOnesDoNot) {
  const auto overlap = [](const trace& t) {
    std::vector<trace_slice> launches;
    for (const trace_slice& s : t.of("host"))
      if (s.name.find("<<<") != std::string::npos) launches.push_back(s);
    EXPECT_GE(launches.size(), 2u);
    return launches[1].start < launches[0].end;
  };
  EXPECT_TRUE(overlap(traced(kCheck + "/streams.cu streams_unordered", 99)));
  EXPECT_FALSE(overlap(traced(kCheck + "/streams.cu streams_event", 0)));
  EXPECT_FALSE(overlap(traced(kCheck + "/streams.cu streams_synchronised", 0)));
}

TEST(Trace, ARaceHasAMarkerAndAnArrowFromTheWriteToTheRead) {
  for (const char* schedule : {"fifo", "lockstep"}) {
    const trace t =
        traced(kCheck + "/grid.cu grid_scan_in_place", 99, std::string("SIMCU_SCHEDULE=") + schedule);
    ASSERT_FALSE(t.markers.empty());
    EXPECT_EQ(t.markers[0].at("name"), "race (global-cross-block)");
    int arrows = 0;
    for (const auto& e : t.whole.at("traceEvents")) arrows += e.at("ph") == "s";
    EXPECT_EQ(arrows, static_cast<int>(t.markers.size())) << schedule;
    const auto accesses = t.of("access");
    EXPECT_EQ(accesses.size(), 2 * t.markers.size());
    std::set<std::string> names;
    for (const trace_slice& s : accesses) {
      names.insert(s.name);
      EXPECT_NE(s.arguments.at("at").get<std::string>().find("grid.cu:"), std::string::npos);
    }
    EXPECT_EQ(names, (std::set<std::string>{"read of 4 bytes", "write of 4 bytes"})) << schedule;
  }
}

TEST(Trace, ARaceBetweenLaunchesHasAnArrow) {
  const trace t = traced(kCheck + "/streams.cu streams_unordered", 99);
  ASSERT_EQ(t.markers.size(), 1u);
  EXPECT_EQ(t.of("access").size(), 2u);
}

TEST(Trace, OtherFindingsHaveMarkers) {
  const trace t = traced(kCheck + "/bounds.cu bounds_first_after", 99);
  ASSERT_EQ(t.markers.size(), 1u);
  EXPECT_EQ(t.markers[0].at("name"), "out-of-bounds (global)");
}

TEST(Trace, AStoppedKernelIsDrawnUpToItsEnd) {
  const trace t = traced(kCheck + "/barriers.cu barrier_in_branch", 99);
  ASSERT_EQ(t.markers.size(), 1u);
  EXPECT_EQ(t.markers[0].at("name"), "barrier-divergence");
  const auto slices = t.of("block");
  EXPECT_TRUE(std::any_of(slices.begin(), slices.end(), [](const trace_slice& s) {
    return s.arguments.at("until") == "the kernel is stopped";
  }));
}

TEST(Trace, AWaitingBlockIsBehindTheOneItWaitsFor) {
  for (const char* schedule : {"fifo", "lockstep"}) {
    const trace t =
        traced(kCheck + "/lookback.cu lookback_fences", 0, std::string("SIMCU_SCHEDULE=") + schedule);
    for (int block = 1; block < 8; ++block) {
      const auto end = [&](int b) {
        return t.end_of("lookback_chain_kernel (" + std::to_string(b) + ",0,0)");
      };
      EXPECT_GT(end(block), end(block - 1)) << schedule;
    }
    EXPECT_LT(t.end_of("lookback_chain_kernel (7,0,0)"), 100) << "reading a flag again takes no time";
  }
}

TEST(Trace, AGridBarrierMakesAllBlocksWait) {
  const trace t = traced(kCheck + "/groups.cu coop_stencil", 0);
  std::map<int, long long> last_end, first_start;
  for (const trace_slice& s : t.of("block")) {
    const int phase = s.arguments.at("phase");
    last_end[phase] = std::max(last_end[phase], s.end);
    first_start.emplace(phase, s.start);
    first_start[phase] = std::min(first_start[phase], s.start);
    if (phase < 4) {
      EXPECT_NE(s.arguments.at("until").get<std::string>().find("grid barrier at "), std::string::npos);
    }
  }
  EXPECT_EQ(last_end.size(), 5u);
  for (int phase = 1; phase < 5; ++phase) EXPECT_GE(first_start[phase], last_end[phase - 1]);
}

TEST(Trace, TwoRunsGiveTheSameFile) {
  for (const std::string& source :
       {kCheck + "/groups.cu coop_stencil", kCheck + "/grid.cu grid_scan_in_place"}) {
    const sandbox& box = built(source);
    for (const char* schedule : {"fifo", "lockstep"}) {
      const std::string with = std::string("SIMCU_SCHEDULE=") + schedule + " ";
      box.run(with + "SIMCU_TRACE=one.json " + run_of(source));
      box.run(with + "SIMCU_TRACE=two.json " + run_of(source));
      EXPECT_FALSE(text_of(box.path("one.json")).empty());
      EXPECT_EQ(text_of(box.path("one.json")), text_of(box.path("two.json"))) << source << " " << schedule;
    }
  }
}

TEST(Trace, TheFileIsBounded) {
  const trace t = traced(kOwn + "/many_blocks.cu", 0, "SIMCU_TRACE_SLICES=10");
  EXPECT_EQ(t.slices.size(), 10u);
  const int whole =
      2 * 40 * 3 + 7;  // the host: two launches, a wait, a copy; the stream: two launches, the copy
  EXPECT_EQ(t.whole.at("otherData").at("dropped_slices"), whole - 10);
  const outcome o = built(kOwn + "/many_blocks.cu").run("SIMCU_TRACE=t.json SIMCU_TRACE_SLICES=10 ./prog");
  EXPECT_SAYS(o, "SIMCU_TRACE_SLICES=247 would keep all");
}

TEST(Trace, AnArrowNeverBeginsOutsideOfTheSlicesThatAreKept) {
  for (int most = 1; most < 8; ++most)
    traced(kCheck + "/grid.cu grid_scan_in_place", 99, "SIMCU_TRACE_SLICES=" + std::to_string(most));
}

TEST(Trace, AFileThatCannotBeWrittenIsStatusTwo) {
  const sandbox& box = built(kOwn + "/many_blocks.cu");
  const outcome absent = box.run("SIMCU_TRACE=absent/t.json ./prog");
  EXPECT_EQ(absent.status, 2);
  EXPECT_EQ(absent.output, "simcu: SIMCU_TRACE=absent/t.json: this file cannot be written\n");
  const outcome full = box.run("SIMCU_TRACE=/dev/full ./prog");
  EXPECT_EQ(full.status, 2);
  EXPECT_SAYS(full, "simcu: SIMCU_TRACE=/dev/full: this file cannot be written\n");
  const outcome number = box.run("SIMCU_TRACE=t.json SIMCU_TRACE_SLICES=many ./prog");
  EXPECT_EQ(number.status, 2);
  EXPECT_SAYS(number, "a number of slices from 1 to 100000000");
}

TEST(Trace, AProgramWithoutKernelsHasAnEmptyTrace) {
  sandbox box;
  box.write("idle.cu", "int main() {}\n");
  ASSERT_EQ(box.run("SIMCU --check idle.cu -o prog").status, 0);
  EXPECT_EQ(box.run("SIMCU_TRACE=t.json ./prog").output, "");
  EXPECT_TRUE(read_trace(box.path("t.json")).slices.empty());
}

TEST(Trace, AProgramWithoutChecksSaysThatItNeedsThem) {
  sandbox box;
  box.write("plain.cu",
            "__global__ void plain_kernel() {}\nint main() { plain_kernel<<<1, 1>>>(); plain_kernel<<<1, "
            "1>>>(); }\n");
  ASSERT_EQ(box.run("SIMCU plain.cu -o prog").status, 0);
  const outcome o = box.run("SIMCU_TRACE=t.json ./prog");
  EXPECT_EQ(o.status, 0);
  EXPECT_EQ(
      o.output,
      "simcu: SIMCU_TRACE=t.json: no trace is written; a trace needs a program built with simcu --check\n");
  EXPECT_FALSE(box.has("t.json"));
}

}  // namespace
