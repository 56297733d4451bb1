/*===- hprof-c/arrow.h - The Arrow C data interface ---------------*- C -*-===*\
|*                                                                            *|
|* Part of the hprof toolchain, under the Apache License v2.0 with LLVM       *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The three structs with which programs exchange tables without a copy and   *|
|* without a library. Source: the Arrow specification, "The Arrow C data      *|
|* interface" and "The Arrow C stream interface". It defines names, order and *|
|* guards, so that a program may include several headers like this one.       *|
|*                                                                            *|
|* The owner of a struct calls release once, unless it is null; release sets  *|
|* itself to null. To move a struct, copy it and set the release member of    *|
|* the original to null.                                                      *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef HPROF_C_ARROW_H
#define HPROF_C_ARROW_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/* The type of a column or, with children, of a table. */
struct ArrowSchema {
  const char *format;   /* "l" is int64, "u" utf8, "+s" a struct, ... */
  const char *name;     /* May be null. */
  const char *metadata; /* Keys and values; may be null. */
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary; /* Type of the indexed values. */
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

/* Values of a column or, with children, the rows of a table. */
struct ArrowArray {
  int64_t length;
  int64_t null_count; /* -1 if not counted. */
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers; /* The first one is a bitmap; 0 bits are nulls. */
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

/* Batches of rows of a table. Functions return 0 or an errno value. Only one
   thread at a time may use a stream. */
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  /* At the end of the stream, release of out is null. */
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  /* Message of the last failed call, valid until the next call; or null. */
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif

#ifdef __cplusplus
}
#endif

#endif
