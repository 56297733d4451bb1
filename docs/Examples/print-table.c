/*===- print-table.c - Any table of a heap dump -------------------*- C -*-===*\
|*                                                                            *|
|* Part of the hprof toolchain, under the Apache License v2.0 with LLVM       *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* print-table DUMP                       the list of tables                  *|
|* print-table DUMP TABLE [NAME=VALUE]... the rows of a table                 *|
|* print-table DUMP "SELECT ..."          the rows of a query                 *|
|* print-table DUMP 0x7f00                an object and its fields            *|
|*                                                                            *|
|* Written in plain C with only the C interface: reading the columns needs no *|
|* Arrow library.                                                             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "hprof-c/hprof.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_null(const struct ArrowArray *values, int64_t row) {
  const unsigned char *valid = values->buffers[0];
  return valid && !(valid[row / 8] >> row % 8 & 1);
}

static void print_value(const struct ArrowSchema *type,
                        const struct ArrowArray *values, int64_t row);

/* Prints a string or a list, which is between two offsets. */
static void print_range(const struct ArrowSchema *type,
                        const struct ArrowArray *values, int64_t row) {
  const int32_t *ends = values->buffers[1];
  int32_t at = ends[row];
  if (!strcmp(type->format, "u")) {
    fwrite((const char *)values->buffers[2] + at, 1,
           (size_t)(ends[row + 1] - at), stdout);
    return;
  }
  putchar('[');
  for (; at != ends[row + 1]; ++at) {
    if (at != ends[row])
      fputs(", ", stdout);
    print_value(type->children[0], values->children[0], at);
  }
  putchar(']');
}

static void print_record(const struct ArrowSchema *type,
                         const struct ArrowArray *values, int64_t row) {
  int64_t i;
  putchar('{');
  for (i = 0; i != type->n_children; ++i) {
    printf("%s%s: ", i ? ", " : "", type->children[i]->name);
    print_value(type->children[i], values->children[i], row);
  }
  putchar('}');
}

static void print_value(const struct ArrowSchema *type,
                        const struct ArrowArray *values, int64_t row) {
  const void *data = values->n_buffers > 1 ? values->buffers[1] : NULL;
  if (is_null(values, row)) {
    fputs("null", stdout);
    return;
  }
  /* The first character of the format identifies the types of this library. */
  switch (type->format[0]) {
  case 'l': /* int64 */
  case 't': /* timestamp */
    printf("%" PRId64, ((const int64_t *)data)[row]);
    break;
  case 'g': /* float64 */
    printf("%.15g", ((const double *)data)[row]);
    break;
  case 'b': /* bool, a bit */
    fputs(((const unsigned char *)data)[row / 8] >> row % 8 & 1 ? "true"
                                                                : "false",
          stdout);
    break;
  case 'c': /* int8, an index into the dictionary */
    print_value(type->dictionary, values->dictionary,
                ((const int8_t *)data)[row]);
    break;
  case 'i': /* int32, an index into the dictionary */
    print_value(type->dictionary, values->dictionary,
                ((const int32_t *)data)[row]);
    break;
  case '+':
    if (!strcmp(type->format, "+s")) {
      print_record(type, values, row);
      break;
    }
    /* fall through */
  default:
    print_range(type, values, row);
  }
}

/* Returns 0 or an errno value. */
static int print_stream(struct ArrowArrayStream *stream) {
  struct ArrowSchema schema;
  struct ArrowArray batch;
  int64_t row, column;
  int status = stream->get_schema(stream, &schema);
  if (status)
    return status;
  for (column = 0; column != schema.n_children; ++column)
    printf("%s%s", column ? "\t" : "", schema.children[column]->name);
  putchar('\n');
  while (!(status = stream->get_next(stream, &batch)) && batch.release) {
    for (row = 0; row != batch.length; ++row) {
      for (column = 0; column != batch.n_children; ++column) {
        if (column)
          putchar('\t');
        print_value(schema.children[column], batch.children[column], row);
      }
      putchar('\n');
    }
    batch.release(&batch);
  }
  schema.release(&schema);
  return status;
}

static int32_t open_table(hprof_store *heap, char **words, int count,
                          struct ArrowArrayStream *stream, hprof_error *error) {
  hprof_argument arguments[8];
  int i;
  if (!count)
    return hprof_tables(heap, stream, error);
  if (!strncmp(words[0], "0x", 2))
    return hprof_object(heap, strtoull(words[0], NULL, 16), stream, error);
  if (strchr(words[0], ' '))
    return hprof_query(heap, words[0], stream, error);
  for (i = 1; i < count && i <= 8; ++i) {
    char *equals = strchr(words[i], '=');
    arguments[i - 1].name = words[i];
    arguments[i - 1].value = equals ? equals + 1 : "";
    if (equals)
      *equals = 0;
  }
  return hprof_table(heap, words[0], arguments, (size_t)(i - 1), stream, error);
}

int main(int argc, char **argv) {
  hprof_store *heap = NULL;
  hprof_error error = {0, 0, NULL, NULL};
  struct ArrowArrayStream stream;
  int status;
  if (argc < 2) {
    fputs("usage: print-table DUMP [TABLE [NAME=VALUE]... | QUERY | ID]\n",
          stderr);
    return 2;
  }
  if (hprof_open(argv[1], NULL, &heap, &error) ||
      open_table(heap, argv + 2, argc - 2, &stream, &error)) {
    fprintf(stderr, "print-table: error: %s\n", error.text);
    hprof_error_clear(&error);
    hprof_close(heap);
    return 1;
  }
  hprof_close(heap); /* The stream stays open. */
  status = print_stream(&stream);
  if (status)
    fprintf(stderr, "print-table: error: %s\n", stream.get_last_error(&stream));
  stream.release(&stream);
  return status ? 1 : 0;
}
