/*===- hprof-c/hprof.h - Heap dumps as tables ---------------------*- C -*-===*\
|*                                                                            *|
|* Part of the hprof toolchain, under the Apache License v2.0 with LLVM       *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The C interface of libhprof-c: a heap dump of any format, and every table, *|
|* query and answer about it as a stream of Arrow record batches.             *|
|*                                                                            *|
|*     hprof_store *heap;                                                     *|
|*     hprof_error error = {0};                                               *|
|*     struct ArrowArrayStream stream;                                        *|
|*     if (hprof_open("heap.hprof", NULL, &heap, &error) ||                   *|
|*         hprof_table(heap, "classes", NULL, 0, &stream, &error))            *|
|*       fprintf(stderr, "error: %s\n", error.text);                          *|
|*                                                                            *|
|* Names of tables and their columns, and their types, are in                 *|
|* docs/Libraries/Arrow.md; docs/CInterface.md has an example. Functions,     *|
|* types and constants stay; what grows is the list of tables.                *|
|*                                                                            *|
|* Results: functions that can fail return HPROF_OK or another code. Then     *|
|* they fill an hprof_error, unless that is null, and set no other result.    *|
|*                                                                            *|
|* Threads: any thread may call any function, and use any stream, one thread  *|
|* at a time for each stream. Calls about one store wait for each other.      *|
|* Callbacks must not call functions about the store they are about.          *|
|*                                                                            *|
|* Texts are UTF-8 and end with a zero byte. Those of the dump are as they    *|
|* are there: what looks like a secret is shown, as hprof-query does.         *|
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

/* What a call returns. There may be more codes in the future. */
enum {
  HPROF_OK = 0,
  HPROF_FAILED = 1,       /* None of those below. */
  HPROF_IO = 2,           /* The operating system refused. */
  HPROF_NOT_A_DUMP = 3,   /* The file has no heap dump that can be read. */
  HPROF_NO_MEMORY = 4,    /* No memory or disk space. */
  HPROF_NO_TABLE = 5,     /* There is no such table. */
  HPROF_NO_OBJECT = 6,    /* There is no object with this id. */
  HPROF_BAD_ARGUMENT = 7, /* An option or an argument of a table. */
  HPROF_BAD_QUERY = 8,    /* SQL that cannot be run. */
  HPROF_CANCELLED = 9     /* The callback cancelled wanted it. */
};

/* The offset of an error that is at no offset. */
#define HPROF_NO_OFFSET UINT64_MAX

/* What went wrong. All zero at first; hprof_error_clear() frees it. */
typedef struct hprof_error {
  int32_t code;
  uint64_t offset; /* In the file, after decompression; or HPROF_NO_OFFSET. */
  char *file;      /* Null if it is about no file. */
  char *text;      /* For people, with file and offset. */
} hprof_error;

/* Bits of hprof_options.flags. */
enum {
  /* Objects that no root reaches count as held. */
  HPROF_KEEP_UNREACHABLE = 1,
  /* An index is used even if another user owns it or may write it. It is
     checked when it is opened, and must not be changed while it is open. */
  HPROF_TRUST_INDEX = 2
};

/* Zeros stand for defaults, and so do members after the first size bytes, which
   an older program does not know:

       hprof_options options = {sizeof(hprof_options)};

   Texts are used during hprof_open() alone, callbacks and user as long as the
   store or a stream of it is open. */
typedef struct hprof_options {
  size_t size;         /* sizeof(hprof_options) */
  uint64_t max_memory; /* Bytes for the graph, with what is mapped from files;
                          0: three quarters of what is free. */
  uint32_t threads;    /* 0: one per core. */
  uint32_t dump;       /* Which dump of a file with several, from 1; 0: 1. */
  uint32_t flags;
  uint32_t reserved;    /* 0 */
  const char *temp_dir; /* For what does not fit in memory; null: /tmp. */
  const char *layout;   /* Layout of objects, as for --layout; null: auto. */
  const char *index;    /* Path of an index; "": none; null: the dump's own. */

  void *user; /* Passed to callbacks. */
  /* Both are called by the thread that called or by others that work for it,
     one at a time. */
  /* What is done now, in steps or bytes; all is 0 if it is not known. Not for
     batches: who pulls them knows how many there were. */
  void (*progress)(void *user, const char *phase, uint64_t done, uint64_t all);
  /* Asked now and then; other than 0 ends the call that runs with
     HPROF_CANCELLED, or ECANCELED for a stream. */
  int (*cancelled)(void *user);
} hprof_options;

/* An argument of a table. */
typedef struct hprof_argument {
  const char *name;
  const char *value; /* A text or a number; an id may be "0x7f00". */
} hprof_argument;

/* The version of the library: "0.1.0". */
HPROF_API const char *hprof_version(void);

/* A word for a code, such as "bad argument"; never null. */
HPROF_API const char *hprof_code_text(int32_t code);

/* Whether the int that flag points to is not 0. It can be
   hprof_options.cancelled, with a flag as user that another thread or a signal
   handler sets: languages whose own callbacks are slow, or not for every
   thread, need none then. */
HPROF_API int hprof_is_set(void *flag);

/* Frees what an error has, and makes it all zero. */
HPROF_API void hprof_error_clear(hprof_error *error);

/* Opens the heap dump at path, of any format, compressed or not, and builds its
   graph, or finds its index. options may be null. */
HPROF_API int32_t hprof_open(const char *path, const hprof_options *options,
                             hprof_store **store, hprof_error *error);

/* Closes it, or does nothing for null. Streams go on: the dump stays open until
   the last one is released. */
HPROF_API void hprof_close(hprof_store *store);

/* Whether damage was found in the file so far. The table "notes" has it. */
HPROF_API int hprof_is_damaged(hprof_store *store);

/* The tables with their columns and arguments. The objects of a class are a
   table, too, with the name of the class, which is not listed. */
HPROF_API int32_t hprof_tables(hprof_store *store,
                               struct ArrowArrayStream *stream,
                               hprof_error *error);

/* The rows of a table. The argument "columns" of any table chooses some:
   "id,class". */
HPROF_API int32_t hprof_table(hprof_store *store, const char *name,
                              const hprof_argument *arguments, size_t count,
                              struct ArrowArrayStream *stream,
                              hprof_error *error);

/* The rows of a query in SQL. */
HPROF_API int32_t hprof_query(hprof_store *store, const char *sql,
                              struct ArrowArrayStream *stream,
                              hprof_error *error);

/* One row about an object: what the table "objects" has, what it says, and its
   fields, or the first 1,000 elements of an array. The table "fields" has all.
 */
HPROF_API int32_t hprof_object(hprof_store *store, uint64_t id,
                               struct ArrowArrayStream *stream,
                               hprof_error *error);

/* The destructor of a PyCapsule of Python that is called "arrow_array_stream"
   or "arrow_schema": releases the struct, unless somebody has taken it, and
   frees its memory, which malloc() has returned. */
HPROF_API void hprof_capsule_free(void *capsule);

#ifdef __cplusplus
}
#endif

#endif
