// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "../sandbox/cgroup.h"

namespace {

using sandbox::memory_group;

constexpr std::size_t kMiB = 1 << 20;

int status_of(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child ? status : -1;
}

// A memfd does not count as any process's memory.
void fill_memfd(std::size_t bytes) {
  const int fd = memfd_create("bomb", 0);
  const std::vector<char> piece(kMiB, 'x');
  for (std::size_t done = 0; done < bytes; done += piece.size())
    if (write(fd, piece.data(), piece.size()) <= 0) _exit(3);
}

TEST(MemoryGroup, CountsMemoryOfNoProcess) {
  memory_group group;
  group.begin(32 * kMiB);
  if (!group.active()) GTEST_SKIP() << "cannot create a memory control group on this machine";
  EXPECT_EQ(status_of([&] {
              group.join();
              fill_memfd(4 * kMiB);
            }),
            0);
  EXPECT_FALSE(group.exceeded());
  EXPECT_TRUE(WIFSIGNALED(status_of([&] {
    group.join();
    fill_memfd(64 * kMiB);
  })));
  EXPECT_TRUE(group.exceeded());
}

TEST(MemoryGroup, MayGrowAndShrink) {
  memory_group group;
  group.begin(32 * kMiB);
  if (!group.active()) GTEST_SKIP() << "cannot create a memory control group on this machine";
  group.limit(96 * kMiB);
  EXPECT_EQ(status_of([&] {
              group.join();
              fill_memfd(64 * kMiB);
            }),
            0);
  group.limit(16 * kMiB);
  EXPECT_NE(status_of([&] {
              group.join();
              fill_memfd(64 * kMiB);
            }),
            0);
}

TEST(MemoryGroup, AKillFromOutsideIsNoLackOfMemory) {
  memory_group group;
  group.begin(32 * kMiB);
  EXPECT_TRUE(WIFSIGNALED(status_of([&] {
    group.join();
    raise(SIGKILL);
  })));
  EXPECT_FALSE(group.exceeded());
}

TEST(MemoryGroup, NothingIsLeftBehind) {
  std::string folder;
  {
    memory_group group;
    group.begin(32 * kMiB);
    if (!group.active()) GTEST_SKIP() << "cannot create a memory control group on this machine";
    folder = group.folder();
    EXPECT_TRUE(std::filesystem::exists(folder));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  // A killed process cannot remove its group; the next process that makes a group does.
  std::string left;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  status_of([&] {
    memory_group group;
    group.begin(32 * kMiB);
    (void)!write(ends[1], group.folder().data(), group.folder().size());
    raise(SIGKILL);
  });
  char name[4096];
  const ssize_t size = read(ends[0], name, sizeof name);
  ASSERT_GT(size, 0);
  left.assign(name, static_cast<std::size_t>(size));
  // A process that was waited for can still be in its group for a moment.
  for (int tries = 0; tries < 60000 && std::filesystem::exists(left); ++tries) {
    sandbox::remove_stale_groups();
    usleep(1000);
  }
  EXPECT_FALSE(std::filesystem::exists(left));
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
