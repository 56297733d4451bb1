/*===- hprof-c/hprof.h - Heap dumps as tables ---------------------*- C -*-===*\
|*                                                                            *|
|* Part of the hprof toolchain, under the Apache License v2.0 with LLVM       *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The C interface of libhprof-c: opens a heap dump of any supported format,  *|
|* and returns its tables, queries and reports as streams of Arrow record     *|
|* batches.                                                                   *|
|*                                                                            *|
|*     hprof_store *heap;                                                     *|
|*     hprof_error error = {0};                                               *|
|*     struct ArrowArrayStream stream;                                        *|
|*     if (hprof_open("heap.hprof", NULL, &heap, &error) ||                   *|
|*         hprof_table(heap, "classes", NULL, 0, &stream, &error))            *|
|*       fprintf(stderr, "error: %s\n", error.text);                          *|
|*                                                                            *|
|* docs/Libraries/Arrow.md describes the types of columns, and                *|
|* docs/CInterface.md contains an example. Functions, types and constants     *|
|* remain stable; only the list of tables grows.                              *|
|*                                                                            *|
|* Results: functions that can fail return HPROF_OK or an error code. On      *|
|* failure, they fill the hprof_error, unless it is null, and set no other    *|
|* result.                                                                    *|
|*                                                                            *|
|* Threads: any thread may call any function and use any stream, but only one *|
|* thread at a time may use a stream. Calls on the same store are serialized. *|
|* Callbacks must not call functions on their own store.                      *|
|*                                                                            *|
|* Strings are UTF-8 and end with a zero byte. Strings from the dump are      *|
|* returned unchanged: like hprof-query, the library does not hide secrets.   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef HPROF_C_HPROF_H
#define HPROF_C_HPROF_H

#include "hprof-c/arrow.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HPROF_API __attribute__((visibility("default")))
#else
#define HPROF_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* An open heap dump. */
typedef struct hprof_store hprof_store;

/* Result of a call. More codes may be added. */
enum {
  HPROF_OK = 0,
  HPROF_FAILED = 1,       /* Any other failure. */
  HPROF_IO = 2,           /* Error from the operating system. */
  HPROF_NOT_A_DUMP = 3,   /* The file contains no readable heap dump. */
  HPROF_NO_MEMORY = 4,    /* Out of memory or disk space. */
  HPROF_NO_TABLE = 5,     /* No table has this name. */
  HPROF_NO_OBJECT = 6,    /* No object has this id. */
  HPROF_BAD_ARGUMENT = 7, /* Invalid option, or argument of a table. */
  HPROF_BAD_QUERY = 8,    /* Invalid or rejected SQL. */
  HPROF_CANCELLED = 9     /* `cancelled` returned nonzero. */
};

/* Offset of an error without a position in the file. */
#define HPROF_NO_OFFSET UINT64_MAX

/* An error. Initialize it with zeros; hprof_error_clear() frees it. */
typedef struct hprof_error {
  int32_t code;
  uint64_t offset; /* In the decompressed file, or HPROF_NO_OFFSET. */
  char *file;      /* Null if the error concerns no file. */
  char *text;      /* Message, with file and offset. */
} hprof_error;

/* Bits of hprof_options.flags. */
enum {
  /* Treat unreachable objects as reachable. */
  HPROF_KEEP_UNREACHABLE = 1,
  /* Use an index even if it belongs to another user or is writable by others.
     It is checked when opened, and must not change while it is open. */
  HPROF_TRUST_INDEX = 2
};

/* Zero selects the default. Members past the first size bytes, which an older
   program lacks, also have their defaults:

       hprof_options options = {sizeof(hprof_options)};

   Strings are used only during hprof_open(). Callbacks and user are used as
   long as the store or one of its streams is open. */
typedef struct hprof_options {
  size_t size;         /* sizeof(hprof_options) */
  uint64_t max_memory; /* Bytes for the graph, including mapped files;
                          0: three quarters of the free memory. */
  uint32_t threads;    /* 0: one for each core. */
  uint32_t dump;       /* Number of the dump in the file, from 1; 0: 1. */
  uint32_t flags;
  uint32_t reserved;    /* 0 */
  const char *temp_dir; /* For data that exceeds max_memory; null: /tmp. */
  const char *layout;   /* Object layout, as for --layout; null: auto. */
  const char *index;    /* Path of an index; "": none; null: next to dump. */

  void *user; /* Passed to callbacks. */
  /* Both callbacks are called by the calling thread or by its worker threads,
     one at a time. */
  /* Reports the progress of a phase, in steps or bytes; all is 0 if unknown.
     Not called for batches, which the caller can count. */
  void (*progress)(void *user, const char *phase, uint64_t done, uint64_t all);
  /* Called periodically; a nonzero result cancels the running call, which then
     returns HPROF_CANCELLED or, for a stream, ECANCELED. */
  int (*cancelled)(void *user);
} hprof_options;

/* An argument of a table. */
typedef struct hprof_argument {
  const char *name;
  const char *value; /* A string or a number; ids may be "0x7f00". */
} hprof_argument;

/* The version of the library: "0.1.0". */
HPROF_API const char *hprof_version(void);

/* A short name of the code, such as "bad argument"; never null. */
HPROF_API const char *hprof_code_text(int32_t code);

/* Whether the int that flag points to is nonzero. Can be used as
   hprof_options.cancelled, with a flag as user that another thread or a signal
   handler sets, in languages whose callbacks are slow or restricted to certain
   threads. */
HPROF_API int hprof_is_set(void *flag);

/* Frees the strings of an error, and sets all members to zero. */
HPROF_API void hprof_error_clear(hprof_error *error);

/* Opens the heap dump at path, in any supported format, compressed or not.
   Builds its graph, or uses its index. options may be null. A thread dump, a
   profile or a flight recording can be opened, too, for its tables and for
   queries; requests about objects then fail with HPROF_NO_TABLE. */
HPROF_API int32_t hprof_open(const char *path, const hprof_options *options,
                             hprof_store **store, hprof_error *error);

/* Closes a store; null is ignored. Its streams remain usable: the dump stays
   open until the last stream is released. */
HPROF_API void hprof_close(hprof_store *store);

/* Whether damage was found in the file so far. The table "notes" lists it. */
HPROF_API int hprof_is_damaged(hprof_store *store);

/* Lists the tables with their columns and arguments. Each class is also a table
   of its objects, named after the class; these tables are not listed. */
HPROF_API int32_t hprof_tables(hprof_store *store,
                               struct ArrowArrayStream *stream,
                               hprof_error *error);

/* Returns the rows of a table. For any table, the argument "columns" selects
   columns: "id,class". */
HPROF_API int32_t hprof_table(hprof_store *store, const char *name,
                              const hprof_argument *arguments, size_t count,
                              struct ArrowArrayStream *stream,
                              hprof_error *error);

/* Returns the rows of a SQL query. */
HPROF_API int32_t hprof_query(hprof_store *store, const char *sql,
                              struct ArrowArrayStream *stream,
                              hprof_error *error);

/* Returns a row for an object: the columns of the table "objects", its string
   representation, and its fields or, for an array, the first 1,000 elements.
   The table "fields" contains all of them. */
HPROF_API int32_t hprof_object(hprof_store *store, uint64_t id,
                               struct ArrowArrayStream *stream,
                               hprof_error *error);

/* The destructor of a PyCapsule named "arrow_array_stream" or "arrow_schema":
   releases the struct, unless a consumer has moved it, and frees its memory,
   which must come from malloc(). */
HPROF_API void hprof_capsule_free(void *capsule);

#ifdef __cplusplus
}
#endif

#endif
