//===- OldGlibc.cpp - Functions missing in older glibc --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A VM may run on an older glibc than this was built with, or on musl. In
// libhprof.so, these functions take precedence over the C library's, and are
// invisible outside. Without them, the agent would need glibc 2.36; with them,
// it needs 2.17, and nothing that musl lacks. No older glibc supports aarch64.
//
// musl resolves symbols without their versions, and treats libc.so.6 and
// libm.so.6 as itself.
//
//===----------------------------------------------------------------------===//

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Functions that had a different version before they moved into libc.so.6: each
// definition jumps to that version. On an old glibc, the version is in
// libpthread.so.0 or libdl.so.2, which every VM has loaded.
#ifdef __x86_64__
#define HPROF_OLDEST "GLIBC_2.2.5"
#define HPROF_JUMP(NAME) "jmp *" #NAME "@GOTPCREL(%rip)\n"
#else
#define HPROF_OLDEST "GLIBC_2.17"
#define HPROF_JUMP(NAME)                                                       \
  "adrp x16, :got:" #NAME "\n"                                                 \
  "ldr x16, [x16, #:got_lo12:" #NAME "]\n"                                     \
  "br x16\n"
#endif
#define HPROF_OLD_AS(NAME, OLD)                                                \
  asm(".text\n"                                                                \
      ".globl " #NAME "\n"                                                     \
      ".type " #NAME ", @function\n" #NAME                                     \
      ":\n" HPROF_JUMP(hprof_old_##NAME) ".size " #NAME ", .-" #NAME "\n"      \
                                         ".symver hprof_old_" #NAME ", " #OLD  \
                                         "@" HPROF_OLDEST "\n")
#define HPROF_OLD(NAME) HPROF_OLD_AS(NAME, NAME)

HPROF_OLD(dladdr);
HPROF_OLD(dlclose);
HPROF_OLD(dlopen);
HPROF_OLD(dlsym);
HPROF_OLD(pthread_create);
HPROF_OLD(pthread_join);
HPROF_OLD(pthread_mutex_trylock);
HPROF_OLD(pthread_once);
HPROF_OLD(pthread_sigmask);
// musl lacks this name.
HPROF_OLD_AS(__pthread_key_create, pthread_key_create);

extern "C" {

/// For hprof-attach: this library can be loaded into a VM that uses musl.
extern const char hprof_loads_with_musl;
const char hprof_loads_with_musl = 1;

/// The C++ library avoids atomic operations if there is only one thread.
char __libc_single_threaded = 0;

// System calls without a function in old glibc. struct stat, struct sigevent
// and struct itimerspec are those of the kernel.

int stat(const char *Path, struct stat *S) noexcept {
  return int(syscall(SYS_newfstatat, AT_FDCWD, Path, S, 0));
}

int lstat(const char *Path, struct stat *S) noexcept {
  return int(syscall(SYS_newfstatat, AT_FDCWD, Path, S, AT_SYMLINK_NOFOLLOW));
}

int fstat(int Descriptor, struct stat *S) noexcept {
  return int(syscall(SYS_newfstatat, Descriptor, "", S, AT_EMPTY_PATH));
}

pid_t gettid() noexcept { return pid_t(syscall(SYS_gettid)); }

int memfd_create(const char *Name, unsigned Flags) noexcept {
  return int(syscall(SYS_memfd_create, Name, Flags));
}

// musl has these as macros.

cpu_set_t *__sched_cpualloc(size_t Count) noexcept {
  return static_cast<cpu_set_t *>(std::malloc(CPU_ALLOC_SIZE(Count)));
}

void __sched_cpufree(cpu_set_t *Set) noexcept { std::free(Set); }

// Timers with the kernel's ids. SIGEV_THREAD, which glibc adds, is not used.

int timer_create(clockid_t Clock, struct sigevent *__restrict Event,
                 timer_t *__restrict Timer) noexcept {
  int Number = 0;
  if (syscall(SYS_timer_create, Clock, Event, &Number) != 0)
    return -1;
  *Timer = timer_t(intptr_t(Number));
  return 0;
}

int timer_settime(timer_t Timer, int Flags,
                  const struct itimerspec *__restrict New,
                  struct itimerspec *__restrict Old) noexcept {
  return int(syscall(SYS_timer_settime, int(intptr_t(Timer)), Flags, New, Old));
}

int timer_delete(timer_t Timer) noexcept {
  return int(syscall(SYS_timer_delete, int(intptr_t(Timer))));
}

/// Waits with the real-time clock if no function supports another clock: if
/// that clock is set during the wait, the wait takes longer or shorter.
int pthread_cond_clockwait(pthread_cond_t *__restrict Condition,
                           pthread_mutex_t *__restrict Mutex, clockid_t Clock,
                           const struct timespec *__restrict Until) {
  using Function = int (*)(pthread_cond_t *, pthread_mutex_t *, clockid_t,
                           const struct timespec *);
  static const Function Known =
      reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, "pthread_cond_clockwait"));
  if (Known)
    return Known(Condition, Mutex, Clock, Until);
  if (Clock == CLOCK_REALTIME)
    return pthread_cond_timedwait(Condition, Mutex, Until);
  timespec Now, There;
  clock_gettime(Clock, &There);
  clock_gettime(CLOCK_REALTIME, &Now);
  constexpr int64_t Second = 1000000000;
  const int64_t Left = (int64_t(Until->tv_sec) - There.tv_sec) * Second +
                       Until->tv_nsec - There.tv_nsec;
  const int64_t End =
      int64_t(Now.tv_sec) * Second + Now.tv_nsec + (Left > 0 ? Left : 0);
  const timespec Then = {time_t(End / Second), long(End % Second)};
  return pthread_cond_timedwait(Condition, Mutex, &Then);
}

// glibc returns a string, POSIX and musl an error number; the latter write the
// string into the buffer.
char *hprof_strerror_r(int Error, char *Buffer, size_t Size) noexcept;
asm(".symver hprof_strerror_r, strerror_r@" HPROF_OLDEST);

char *strerror_r(int Error, char *Buffer, size_t Size) noexcept {
  if (Size != 0)
    Buffer[0] = 0;
  char *Text = hprof_strerror_r(Error, Buffer, Size);
  return Size != 0 && Buffer[0] != 0 ? Buffer : Text;
}

} // extern "C"

// GCC's unwinder calls this to find the table for an address.

static int findTable(dl_phdr_info *Info, size_t, void *Data) {
  auto &Found = *static_cast<dl_find_object *>(Data);
  const uintptr_t Wanted = reinterpret_cast<uintptr_t>(Found.dlfo_map_start);
  uintptr_t Low = UINTPTR_MAX, High = 0, Table = 0;
  bool IsHere = false;
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Part = Info->dlpi_phdr[I];
    const uintptr_t Begin = Info->dlpi_addr + Part.p_vaddr;
    const uintptr_t End = Begin + Part.p_memsz;
    if (Part.p_type == PT_GNU_EH_FRAME)
      Table = Begin;
    if (Part.p_type != PT_LOAD)
      continue;
    IsHere |= Wanted >= Begin && Wanted < End;
    Low = Begin < Low ? Begin : Low;
    High = End > High ? End : High;
  }
  if (!IsHere || Table == 0)
    return 0;
  Found.dlfo_map_start = reinterpret_cast<void *>(Low);
  Found.dlfo_map_end = reinterpret_cast<void *>(High);
  Found.dlfo_eh_frame = reinterpret_cast<void *>(Table);
  return 1;
}

extern "C" int _dl_find_object(void *Address,
                               struct dl_find_object *Result) noexcept {
  dl_find_object Found = {};
  Found.dlfo_map_start = Address;
  if (dl_iterate_phdr(findTable, &Found) != 1)
    return -1;
  *Result = Found;
  return 0;
}

#ifdef __x86_64__

// Returns the address of a thread-local variable. In glibc, this function is in
// the loader, a file that musl lacks, so it is looked up rather than linked.

using TlsFunction = void *(*)(void *);

static void *findAndCall(void *Index);
extern "C" {
TlsFunction hprof_tls_get_addr __attribute__((visibility("hidden"))) =
    findAndCall;
}

__attribute__((constructor(101))) static void findTlsFunction() {
  hprof_tls_get_addr =
      reinterpret_cast<TlsFunction>(dlsym(RTLD_DEFAULT, "__tls_get_addr"));
}

static void *findAndCall(void *Index) {
  findTlsFunction();
  return hprof_tls_get_addr(Index);
}

asm(".text\n"
    ".globl __tls_get_addr\n"
    ".type __tls_get_addr, @function\n"
    "__tls_get_addr:\n"
    "jmp *hprof_tls_get_addr(%rip)\n"
    ".size __tls_get_addr, .-__tls_get_addr\n");

#else

// GCC's code calls this to detect atomic instructions of the processor.
extern "C" unsigned long __getauxval(unsigned long Type) noexcept {
  return getauxval(Type);
}

// The stack protector value that compiled functions compare with the end of
// their frame. In glibc, it is in the loader, a file that musl lacks. It is set
// before other functions of this library run, to the kernel's random number for
// this process; its lowest byte, 0, terminates a string that overruns its
// buffer.
extern "C" {
uintptr_t __stack_chk_guard = 0;
}

__attribute__((constructor(101), optimize("no-stack-protector"))) static void
setGuard() {
  uintptr_t Number = 0;
  const auto *Random = reinterpret_cast<const char *>(getauxval(AT_RANDOM));
  if (Random)
    memcpy(&Number, Random, sizeof(Number));
  __stack_chk_guard = Number & ~uintptr_t(0xff);
}

#endif
