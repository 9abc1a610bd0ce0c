// SPDX-License-Identifier: Apache-2.0
#include "sandbox.h"

#include <fcntl.h>
#include <link.h>
#include <linux/capability.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "landlock.h"
#include "syscalls.h"

namespace sandbox {
namespace {

using paths = std::vector<std::string>;

void append(paths& to, const paths& more) { to.insert(to.end(), more.begin(), more.end()); }

// Includes the build's library folders, because a separate toolchain (conda, Spack, Nix) has its own.
paths own_libraries() {
  paths folders;
#ifdef SANDBOX_PREFIXES
  for (const std::string prefix : {SANDBOX_PREFIXES})
    for (const char* folder : {"/lib", "/lib64"}) folders.push_back(prefix + folder);
#endif
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        const std::string name = info->dlpi_name;
        if (name.find('/') == 0) static_cast<paths*>(to)->push_back(name.substr(0, name.rfind('/')));
        return 0;
      },
      &folders);
  return folders;
}

paths listed_in(const char* variable) {
  paths folders;
  const char* value = std::getenv(variable);
  std::istringstream list(value != nullptr ? value : "");
  for (std::string folder; std::getline(list, folder, ':');)
    if (folder.size() > 1 && folder[0] == '/') folders.push_back(folder);
  return folders;
}

// /opt/x for /opt/x/bin on PATH.
paths toolchains() {
  paths roots;
  for (std::string folder : listed_in("PATH")) {
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    const std::size_t end = folder.size() > 4 && folder.compare(folder.size() - 4, 4, "/bin") == 0
                                ? folder.size() - 4
                                : folder.size();
    const std::string root = folder.substr(0, end);
    if (!root.empty() && root != "/" && root != "/usr" && root != "/usr/local") roots.push_back(root);
  }
  return roots;
}

void set_limit(int what, std::size_t value) {
  if (value == 0 && what != RLIMIT_CORE) return;
  rlimit limit{};
  if (getrlimit(static_cast<__rlimit_resource>(what), &limit) != 0) return;
  const auto wanted = static_cast<rlim_t>(value);
  if (limit.rlim_max == RLIM_INFINITY || wanted < limit.rlim_max) limit.rlim_max = wanted;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(static_cast<__rlimit_resource>(what), &limit);
}

// Otherwise root would regain all capabilities from the bounding set with the next program.
bool drop_capabilities() {
  for (unsigned long capability = 0; capability < 64; ++capability)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);  // fails beyond the last capability, and without privileges
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

// Copies the path to a random address, the only one that the filter allows for execve. The mapping vanishes
// with this program, so the next one would have to guess.
const char* hidden(const char* path) {
  constexpr std::size_t kBytes = 4096;
  if (std::strlen(path) >= kBytes) {
    errno = ENAMETOOLONG;
    return nullptr;
  }
  for (int tries = 0; tries < 100; ++tries) {
    std::uint64_t random = 0;
    if (syscall(SYS_getrandom, &random, sizeof random, 0) != sizeof random) return nullptr;
    const std::uintptr_t place = (random & 0x3fffffff000) + 0x10000000000;
    void* page = mmap(reinterpret_cast<void*>(place), kBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (page == MAP_FAILED) continue;
    return static_cast<const char*>(std::memcpy(page, path, std::strlen(path) + 1));
  }
  return nullptr;
}

}  // namespace

void add_system(box& to) {
  append(to.read,
         {"/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib", "/lib", "/lib32", "/lib64",
          "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/sys/devices/system/cpu",
          "/dev/urandom", "/dev/random", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat"});
  append(to.read, own_libraries());
  if (to.what == role::compiler) {
    append(to.read, {"/usr/bin", "/usr/include", "/usr/libexec", "/usr/share", "/usr/local/include",
                     "/usr/local/bin", "/bin", "/usr/x86_64-linux-gnu", "/usr/aarch64-linux-gnu",
                     "/etc/alternatives", "/etc/nvcc.profile", "/nix/store"});
    append(to.read, toolchains());
  }
  if (to.what == role::gpu_runner) {
    append(to.read, {"/sys", "/proc", "/run/nvidia-persistenced", "/run/nvidia-fabricmanager", "/etc/nvidia",
                     "/usr/local"});
    append(to.read, listed_in("LD_LIBRARY_PATH"));
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/dev", ignored))
      if (entry.path().filename().string().rfind("nvidia", 0) == 0) to.write.push_back(entry.path().string());
    // The driver fails if it cannot write its threads' names to /proc/self/task/TID/comm.
    append(to.write, {"/dev/dri", "/dev/dxg", "/dev/shm", "/proc/self/task"});
  }
  append(to.write, {"/dev/null"});
}

void execute(const box& inside, const char* program, char* const* arguments, char* const* environment) {
  const offer can = kernel_offer();
  setsid();  // drops the controlling terminal
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_FSIZE, inside.bounds.file_bytes);
  set_limit(RLIMIT_AS, inside.bounds.address_bytes);
  set_limit(RLIMIT_CPU, inside.bounds.cpu_seconds);
  set_limit(RLIMIT_NOFILE, inside.bounds.open_files);
  if (inside.what != role::gpu_runner) set_limit(RLIMIT_MEMLOCK, 8 << 20);  // the GPU's driver pins memory
  const char* path = hidden(program);
  if (path == nullptr || !drop_capabilities() || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  paths programs{program};  // and the dynamic loader, which starts every program
  append(programs, {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib64/ld64.so.2"});
  if (inside.what == role::compiler) append(programs, inside.read);
  if (can.landlock > 0 && !enter_landlock(inside.read, inside.write, programs)) return;
  if (can.seccomp && !enter_seccomp(inside.what, path)) return;
  execve(path, arguments, environment);
}

// Uses child processes, because a container can refuse calls that its kernel supports.
const offer& kernel_offer() {
  static const offer found = [] {
    constexpr int kLandlock = 1, kSeccomp = 2;
    const pid_t child = fork();
    if (child == 0) {
      int works = 0;
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
        if (landlock_version() > 0 && enter_landlock({"/"}, {}, {})) works |= kLandlock;
        if (seccomp_works() && enter_seccomp(role::runner, "")) works |= kSeccomp;
      }
      _exit(works);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    const int works = child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return offer{(works & kLandlock) != 0 ? landlock_version() : 0, (works & kSeccomp) != 0};
  }();
  return found;
}

std::string state() {
  std::string missing;
  if (kernel_offer().landlock == 0) missing += "no-landlock";
  if (!kernel_offer().seccomp) missing += std::string(missing.empty() ? "" : " ") + "no-seccomp";
  return missing.empty() ? "full" : missing;
}

std::string shortcomings() {
  std::string text;
  if (kernel_offer().landlock == 0)
    text += "This kernel has no Landlock, so submissions can read every file that you can read.";
  if (!kernel_offer().seccomp)
    text +=
        std::string(text.empty() ? "" : " ") +
        (seccomp_is_built()
             ? "This kernel or container does not allow system-call filters, so submissions can start "
               "processes and send signals."
             : "libseccomp was not installed when the grader was built, so submissions can start processes "
               "and send signals. `make setup grade` installs it.");
  return text;
}

}  // namespace sandbox
