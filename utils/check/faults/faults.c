/*===- faults.c - Makes calls of the system fail
----------------------------===*\
|*
|* Part of the hprof toolchain, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* A library for LD_PRELOAD that counts calls of the C library by kind, and
   makes some of them fail. Calls are counted from the start of main(). It needs glibc.

   FAULT=KIND,FIRST,LAST,CODE: the calls FIRST to LAST of KIND fail with the
   errno CODE. If CODE is 0, a transfer moves half of the bytes instead, but at
   least one. If it is -2, a SIGINT is raised, and the call continues.
   FAULT_COUNTS=FILE: when the process exits, each line of FILE is a kind and its
   number of calls. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KINDS(X)                                                               \
  X(access)                                                                    \
  X(alloc)                                                                     \
  X(close)                                                                     \
  X(fcntl)                                                                     \
  X(flock)                                                                     \
  X(fsync)                                                                     \
  X(ftruncate)                                                                 \
  X(getcwd)                                                                    \
  X(lseek)                                                                     \
  X(mmap)                                                                      \
  X(mmap_file)                                                                 \
  X(open)                                                                      \
  X(opendir)                                                                   \
  X(pipe2)                                                                     \
  X(poll)                                                                      \
  X(posix_fallocate)                                                           \
  X(pread)                                                                     \
  X(pthread_create)                                                            \
  X(pwrite)                                                                    \
  X(read)                                                                      \
  X(readdir)                                                                   \
  X(realpath)                                                                  \
  X(rename)                                                                    \
  X(renameat2)                                                                 \
  X(stat)                                                                      \
  X(statfs)                                                                    \
  X(sync_file_range)                                                           \
  X(unlink)                                                                    \
  X(write)

enum kind {
#define ENUMERATOR(NAME) of_##NAME,
  KINDS(ENUMERATOR) num_kinds
};

static const char *const kind_names[] = {
#define TEXT(NAME) #NAME,
    KINDS(TEXT)};

static struct {
  unsigned kind; /* num_kinds if no call must fail. */
  unsigned long first, last;
  int code;
} fault = {num_kinds, 0, 0, 0};

static const char *counts_path;
static atomic_ulong calls[num_kinds];
static atomic_int is_counting;

static void configure(void) {
  char kind[32];
  const char *const text = getenv("FAULT");
  counts_path = getenv("FAULT_COUNTS");
  if (!text)
    return;
  if (sscanf(text, "%31[^,],%lu,%lu,%d", kind, &fault.first, &fault.last,
             &fault.code) == 4)
    for (fault.kind = 0; fault.kind != num_kinds; ++fault.kind)
      if (!strcmp(kind_names[fault.kind], kind))
        return;
  fprintf(stderr, "faults.c: wrong FAULT=%s\n", text);
  abort();
}

/* When the process exits, possibly in a signal handler. */
static void write_counts(void) {
  char line[64];
  if (!counts_path || !atomic_exchange(&is_counting, 0))
    return;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, counts_path,
                                O_WRONLY | O_CREAT | O_TRUNC, 0600);
  for (unsigned kind = 0; kind != num_kinds; ++kind) {
    const int size = snprintf(line, sizeof line, "%s %lu\n", kind_names[kind],
                              atomic_load(&calls[kind]));
    syscall(SYS_write, file, line, (size_t)size);
  }
  syscall(SYS_close, file);
}

__attribute__((destructor)) static void at_end(void) { write_counts(); }

/* Counts a call of KIND; returns whether the call must fail. */
static int fails(enum kind kind) {
  if (!atomic_load_explicit(&is_counting, memory_order_relaxed))
    return 0;
  const unsigned long n = atomic_fetch_add(&calls[kind], 1) + 1;
  if (kind != fault.kind || n < fault.first || n > fault.last)
    return 0;
  if (fault.code == -2)
    raise(SIGINT);
  return fault.code != -2;
}

#define REAL(RESULT, NAME, ...)                                                \
  static RESULT (*real)(__VA_ARGS__);                                          \
  if (!real)                                                                   \
  real = (RESULT(*)(__VA_ARGS__))dlsym(RTLD_NEXT, NAME)

#define FAIL(RESULT)                                                           \
  do {                                                                         \
    errno = fault.code;                                                        \
    return RESULT;                                                             \
  } while (0)

#define COMMA ,

/* A call NAME of KIND that returns FAILED when it fails. */
#define CALL(RESULT, FAILED, KIND, NAME, PARAMETERS, TYPES, ARGUMENTS)         \
  RESULT NAME PARAMETERS {                                                     \
    REAL(RESULT, #NAME, TYPES);                                                \
    if (fails(of_##KIND))                                                      \
      FAIL(FAILED);                                                            \
    return real ARGUMENTS;                                                     \
  }

/* Number of bytes that a failing transfer of SIZE bytes moves. */
static size_t shortened(size_t size) {
  return fault.code ? 0 : size - size / 2;
}

/* A call that transfers up to SIZE bytes. */
#define TRANSFER(NAME, PARAMETERS, TYPES, ARGUMENTS)                           \
  ssize_t NAME PARAMETERS {                                                    \
    REAL(ssize_t, #NAME, TYPES);                                               \
    if (fails(of_##NAME)) {                                                    \
      if (fault.code > 0)                                                      \
        FAIL(-1);                                                              \
      size = shortened(size);                                                  \
    }                                                                          \
    return real ARGUMENTS;                                                     \
  }

TRANSFER(read, (int fd, void *to, size_t size), int COMMA void *COMMA size_t,
         (fd, to, size))
TRANSFER(pread, (int fd, void *to, size_t size, off_t at),
         int COMMA void *COMMA size_t COMMA off_t, (fd, to, size, at))
TRANSFER(pwrite, (int fd, const void *from, size_t size, off_t at),
         int COMMA const void *COMMA size_t COMMA off_t, (fd, from, size, at))

/* Messages must not fail: the driver reads them. */
ssize_t write(int fd, const void *from, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  if (fd != STDERR_FILENO && fails(of_write)) {
    if (fault.code > 0)
      FAIL(-1);
    size = shortened(size);
  }
  return real(fd, from, size);
}

/* The mode of the new file that FLAGS request, the argument after FLAGS. */
#define MODE(FLAGS)                                                            \
  mode_t mode = 0;                                                             \
  if ((FLAGS) & (O_CREAT | O_TMPFILE)) {                                       \
    va_list more;                                                              \
    va_start(more, FLAGS);                                                     \
    mode = va_arg(more, mode_t);                                               \
    va_end(more);                                                              \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  REAL(int, "open", const char *, int, mode_t);
  if (fails(of_open))
    FAIL(-1);
  return real(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  REAL(int, "openat", int, const char *, int, mode_t);
  if (fails(of_open))
    FAIL(-1);
  return real(folder, path, flags, mode);
}

/* Linux releases the descriptor even if close() fails. */
int close(int fd) {
  REAL(int, "close", int);
  const int result = real(fd);
  if (fails(of_close))
    FAIL(-1);
  return result;
}

/* All commands in use have an int as their argument, or none. */
int fcntl(int fd, int command, ...) {
  va_list more;
  va_start(more, command);
  const long argument = va_arg(more, long);
  va_end(more);
  REAL(int, "fcntl", int, int, long);
  if (fails(of_fcntl))
    FAIL(-1);
  return real(fd, command, argument);
}

void *mmap(void *at, size_t size, int access, int flags, int fd, off_t from) {
  REAL(void *, "mmap", void *, size_t, int, int, int, off_t);
  if (fails(fd < 0 ? of_mmap : of_mmap_file))
    FAIL(MAP_FAILED);
  return real(at, size, access, flags, fd, from);
}

CALL(int, -1, access, access, (const char *path, int what),
     const char *COMMA int, (path, what))
CALL(int, -1, flock, flock, (int fd, int what), int COMMA int, (fd, what))
CALL(int, -1, fsync, fsync, (int fd), int, (fd))
CALL(int, -1, fsync, fdatasync, (int fd), int, (fd))
CALL(int, -1, ftruncate, ftruncate, (int fd, off_t size), int COMMA off_t,
     (fd, size))
CALL(char *, NULL, getcwd, getcwd, (char *to, size_t size), char *COMMA size_t,
     (to, size))
CALL(off_t, -1, lseek, lseek, (int fd, off_t at, int whence),
     int COMMA off_t COMMA int, (fd, at, whence))
CALL(DIR *, NULL, opendir, opendir, (const char *path), const char *, (path))
CALL(int, -1, pipe2, pipe2, (int ends[2], int flags), int *COMMA int,
     (ends, flags))
CALL(int, -1, poll, poll, (struct pollfd * all, nfds_t number, int millis),
     struct pollfd *COMMA nfds_t COMMA int, (all, number, millis))
CALL(struct dirent *, NULL, readdir, readdir, (DIR * folder), DIR *, (folder))
CALL(char *, NULL, realpath, realpath, (const char *path, char *to),
     const char *COMMA char *, (path, to))
CALL(int, -1, rename, rename, (const char *from, const char *to),
     const char *COMMA const char *, (from, to))
CALL(int, -1, renameat2, renameat2,
     (int a, const char *from, int b, const char *to, unsigned flags),
     int COMMA const char *COMMA int COMMA const char *COMMA unsigned,
     (a, from, b, to, flags))
CALL(int, -1, stat, fstat, (int fd, struct stat *to), int COMMA struct stat *,
     (fd, to))
CALL(int, -1, stat, fstatat,
     (int folder, const char *path, struct stat *to, int flags),
     int COMMA const char *COMMA struct stat *COMMA int,
     (folder, path, to, flags))
CALL(int, -1, stat, lstat, (const char *path, struct stat *to),
     const char *COMMA struct stat *, (path, to))
CALL(int, -1, stat, stat, (const char *path, struct stat *to),
     const char *COMMA struct stat *, (path, to))
CALL(int, -1, statfs, fstatfs, (int fd, struct statfs *to),
     int COMMA struct statfs *, (fd, to))
CALL(int, -1, statfs, fstatvfs, (int fd, struct statvfs *to),
     int COMMA struct statvfs *, (fd, to))
CALL(int, -1, statfs, statfs, (const char *path, struct statfs *to),
     const char *COMMA struct statfs *, (path, to))
CALL(int, -1, statfs, statvfs, (const char *path, struct statvfs *to),
     const char *COMMA struct statvfs *, (path, to))
CALL(int, -1, sync_file_range, sync_file_range,
     (int fd, off_t at, off_t size, unsigned flags),
     int COMMA off_t COMMA off_t COMMA unsigned, (fd, at, size, flags))
CALL(int, -1, unlink, remove, (const char *path), const char *, (path))
CALL(int, -1, unlink, unlink, (const char *path), const char *, (path))
CALL(int, -1, unlink, unlinkat, (int folder, const char *path, int flags),
     int COMMA const char *COMMA int, (folder, path, flags))

/* These return the error. */
int posix_fallocate(int fd, off_t at, off_t size) {
  REAL(int, "posix_fallocate", int, off_t, off_t);
  return fails(of_posix_fallocate) ? fault.code : real(fd, at, size);
}

int pthread_create(pthread_t *to, const pthread_attr_t *how,
                   void *(*run)(void *), void *with) {
  REAL(int, "pthread_create", pthread_t *, const pthread_attr_t *,
       void *(*)(void *), void *);
  return fails(of_pthread_create) ? fault.code : real(to, how, run, with);
}

/* Memory. dlsym() may allocate; glibc has these names for its own functions. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t align, size_t size);

void *malloc(size_t size) {
  if (fails(of_alloc))
    FAIL(NULL);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  if (fails(of_alloc))
    FAIL(NULL);
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  if (fails(of_alloc))
    FAIL(NULL);
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t align, size_t size) {
  if (fails(of_alloc))
    FAIL(NULL);
  return __libc_memalign(align, size);
}

int posix_memalign(void **to, size_t align, size_t size) {
  if (fails(of_alloc))
    return fault.code;
  *to = __libc_memalign(align, size);
  return *to ? 0 : ENOMEM;
}

/* The one in libbsd exits silently if it cannot allocate its state. */
unsigned arc4random(void) {
  unsigned number = 0;
  syscall(SYS_getrandom, &number, sizeof number, 0);
  return number;
}

/* Without destructors. */
void _exit(int status) {
  write_counts();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

static int (*real_main)(int, char **, char **);

static int counted_main(int argc, char **argv, char **env) {
  configure();
  atomic_store(&is_counting, 1);
  return real_main(argc, argv, env);
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                      void (*begin)(void), void (*end)(void),
                      void (*unload)(void), void *stack) {
  REAL(int, "__libc_start_main", int (*)(int, char **, char **), int, char **,
       void (*)(void), void (*)(void), void (*)(void), void *);
  real_main = main;
  return real(counted_main, argc, argv, begin, end, unload, stack);
}
