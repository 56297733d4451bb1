/* A library for LD_PRELOAD that makes a call of the C library fail.

   FAULT=NAME,N,CODE,HOW: the call NAME fails with errno CODE, the Nth time (HOW is
   "once") or that time and each time after it ("always"). With the code 0, it transfers
   one byte (once) or half of the bytes (always). N is 0 if no call is to fail. The
   number of calls of NAME is written to the descriptor in FAULT_COUNT when the process
   ends. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
  char name[32];
  unsigned long at;
  int code, always, count_to;
} fault;
static atomic_ulong calls;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FAULT"), *to = getenv("FAULT_COUNT");
  char how[16] = "";
  fault.count_to = to ? atoi(to) : -1;
  if (!text || sscanf(text, "%31[^,],%lu,%d,%15s", fault.name, &fault.at,
                      &fault.code, how) != 4) {
    fault.name[0] = 0;
    return;
  }
  fault.always = !strcmp(how, "always");
}

/* With _exit(), too. */
static void end(void) {
  char text[32];
  const int size = snprintf(text, sizeof text, "%lu\n", atomic_load(&calls));
  static ssize_t (*real)(int, const void *, size_t);
  real = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (fault.count_to >= 0)
    real(fault.count_to, text, (size_t)size);
  fault.count_to = -1;
}

__attribute__((destructor)) static void at_end(void) { end(); }

/* Whether this call of NAME is to fail. */
static int fails(const char *name) {
  if (strcmp(fault.name, name) != 0)
    return 0;
  const unsigned long n = atomic_fetch_add(&calls, 1) + 1;
  return fault.at && (n == fault.at || (fault.always && n > fault.at));
}

#define REAL(RESULT, NAME, ...)                                                \
  static RESULT (*real)(__VA_ARGS__);                                          \
  if (!real)                                                                   \
  real = (RESULT(*)(__VA_ARGS__))dlsym(RTLD_NEXT, NAME)

static size_t shortened(size_t size) {
  return size < 2 ? size : fault.always ? size / 2 : 1;
}

#define FAIL(RESULT)                                                           \
  do {                                                                         \
    errno = fault.code;                                                        \
    return RESULT;                                                             \
  } while (0)

/* A call with a number of bytes as its argument SIZE. */
#define TRANSFER(NAME, PARAMETERS, TYPES, SIZE, ARGUMENTS)                     \
  ssize_t NAME PARAMETERS {                                                    \
    REAL(ssize_t, #NAME, TYPES);                                               \
    if (fails(#NAME)) {                                                        \
      if (fault.code)                                                          \
        FAIL(-1);                                                              \
      SIZE = shortened(SIZE);                                                  \
    }                                                                          \
    return real ARGUMENTS;                                                     \
  }

#define CALL(RESULT, FAILED, NAME, PARAMETERS, TYPES, ARGUMENTS)               \
  RESULT NAME PARAMETERS {                                                     \
    REAL(RESULT, #NAME, TYPES);                                                \
    if (fails(#NAME))                                                          \
      FAIL(FAILED);                                                            \
    return real ARGUMENTS;                                                     \
  }

#define COMMA ,

TRANSFER(read, (int fd, void *to, size_t size), int COMMA void *COMMA size_t,
         size, (fd, to, size))
TRANSFER(pread, (int fd, void *to, size_t size, off_t at),
         int COMMA void *COMMA size_t COMMA off_t, size, (fd, to, size, at))
TRANSFER(pwrite, (int fd, const void *from, size_t size, off_t at),
         int COMMA const void *COMMA size_t COMMA off_t, size,
         (fd, from, size, at))

/* Messages arrive: they are what is looked at. */
ssize_t write(int fd, const void *from, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  if (fd != STDERR_FILENO && fails("write")) {
    if (fault.code)
      FAIL(-1);
    size = shortened(size);
  }
  return real(fd, from, size);
}

static mode_t mode_of(int flags, va_list more) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  REAL(int, "open", const char *, int, mode_t);
  if (fails("open"))
    FAIL(-1);
  return real(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  REAL(int, "openat", int, const char *, int, mode_t);
  if (fails("openat"))
    FAIL(-1);
  return real(folder, path, flags, mode);
}

int close(int fd) {
  REAL(int, "close", int);
  const int result = real(fd);
  if (fails("close"))
    FAIL(-1);
  return result;
}

/* Files, and memory. */
void *mmap(void *at, size_t size, int access, int flags, int fd, off_t from) {
  REAL(void *, "mmap", void *, size_t, int, int, int, off_t);
  if (fails(fd < 0 ? "mmap" : "mmap-file"))
    FAIL(MAP_FAILED);
  return real(at, size, access, flags, fd, from);
}

CALL(int, -1, rename, (const char *from, const char *to),
     const char *COMMA const char *, (from, to))
CALL(int, -1, renameat2,
     (int a, const char *from, int b, const char *to, unsigned flags),
     int COMMA const char *COMMA int COMMA const char *COMMA unsigned,
     (a, from, b, to, flags))
CALL(int, -1, unlink, (const char *path), const char *, (path))
CALL(int, -1, fstat, (int fd, struct stat *to), int COMMA struct stat *,
     (fd, to))
CALL(off_t, -1, lseek, (int fd, off_t at, int whence),
     int COMMA off_t COMMA int, (fd, at, whence))
CALL(int, -1, flock, (int fd, int what), int COMMA int, (fd, what))
CALL(int, -1, pipe2, (int ends[2], int flags), int *COMMA int, (ends, flags))

int posix_fallocate(int fd, off_t at, off_t size) {
  REAL(int, "posix_fallocate", int, off_t, off_t);
  return fails("posix_fallocate") ? fault.code : real(fd, at, size);
}

int pthread_create(pthread_t *to, const pthread_attr_t *how,
                   void *(*run)(void *), void *with) {
  REAL(int, "pthread_create", pthread_t *, const pthread_attr_t *,
       void *(*)(void *), void *);
  return fails("pthread_create") ? fault.code : real(to, how, run, with);
}

void _exit(int status) {
  end();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}
