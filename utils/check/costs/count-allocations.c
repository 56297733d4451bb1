/* A library for LD_PRELOAD that counts allocations: calls of malloc(), calloc()
   and realloc(), and so of operator new. When the process exits, their number is
   written to the descriptor in the environment variable ALLOCATIONS_TO. */

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* From glibc; dlsym() would allocate. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static atomic_ulong calls;

void *malloc(size_t size) {
  atomic_fetch_add(&calls, 1);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  atomic_fetch_add(&calls, 1);
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  atomic_fetch_add(&calls, 1);
  return __libc_realloc(block, size);
}

__attribute__((destructor)) static void end(void) {
  const char *to = getenv("ALLOCATIONS_TO");
  if (to)
    dprintf(atoi(to), "%lu\n", atomic_load(&calls));
}
