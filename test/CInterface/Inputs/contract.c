/* contract.c DUMP OTHER: what hprof.h promises, apart from tables. */
#include "hprof-c/hprof.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("line %d: %s\n", __LINE__, #condition);                           \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static const hprof_error none = {0, 0, NULL, NULL};

/* The rows of a stream, or -1 if it fails with status. */
static int64_t count_rows(struct ArrowArrayStream *stream, int *status) {
  int64_t rows = 0;
  struct ArrowArray batch;
  while (!(*status = stream->get_next(stream, &batch)) && batch.release) {
    rows += batch.length;
    batch.release(&batch);
  }
  return *status ? -1 : rows;
}

static int64_t rows_of(hprof_store *heap, const char *sql) {
  struct ArrowArrayStream stream;
  int64_t rows;
  int status;
  if (hprof_query(heap, sql, &stream, NULL))
    return -2;
  rows = count_rows(&stream, &status);
  stream.release(&stream);
  return rows;
}

static void check_errors(hprof_store *heap) {
  hprof_error error = none;
  struct ArrowArrayStream stream;
  hprof_argument lacks_value = {"columns", NULL};
  CHECK(hprof_table(heap, "nope", NULL, 0, &stream, &error) == HPROF_NO_TABLE);
  CHECK(error.code == HPROF_NO_TABLE && error.offset == HPROF_NO_OFFSET);
  CHECK(!error.file && strstr(error.text, "nope"));
  hprof_error_clear(&error);
  CHECK(!error.code && !error.text);
  hprof_error_clear(&error);
  hprof_error_clear(NULL);
  CHECK(hprof_query(heap, "SELECT nope FROM objects", &stream, &error) ==
        HPROF_BAD_QUERY);
  CHECK(strstr(error.text, "no such column: nope"));
  hprof_error_clear(&error);
  CHECK(hprof_query(heap, "DELETE FROM objects", &stream, NULL) ==
        HPROF_BAD_QUERY);
  CHECK(hprof_query(heap, " ; ", &stream, NULL) == HPROF_BAD_QUERY);
  CHECK(hprof_query(heap, "SELECT 1; SELECT 2", &stream, NULL) ==
        HPROF_BAD_QUERY);
  CHECK(hprof_object(heap, 0x999999, &stream, &error) == HPROF_NO_OBJECT);
  CHECK(strstr(error.text, "0x999999"));
  hprof_error_clear(&error);
  CHECK(hprof_table(heap, "objects", &lacks_value, 1, &stream, NULL) ==
        HPROF_BAD_ARGUMENT);
  CHECK(hprof_table(heap, NULL, NULL, 0, &stream, NULL) == HPROF_BAD_ARGUMENT);
  CHECK(hprof_table(heap, "objects", NULL, 0, NULL, NULL) ==
        HPROF_BAD_ARGUMENT);
  CHECK(hprof_query(NULL, "SELECT 1", &stream, NULL) == HPROF_BAD_ARGUMENT);
  CHECK(hprof_tables(NULL, &stream, NULL) == HPROF_BAD_ARGUMENT);
  CHECK(hprof_object(NULL, 1, &stream, NULL) == HPROF_BAD_ARGUMENT);
  CHECK(!strcmp(hprof_code_text(HPROF_BAD_QUERY), "bad query"));
  CHECK(!strcmp(hprof_code_text(-1), "unknown"));
  CHECK(!strcmp(hprof_code_text(1000), "unknown"));
  CHECK(strchr(hprof_version(), '.'));
}

static void check_opening(const char *path, const char *other) {
  hprof_store *heap = NULL;
  hprof_error error = none;
  hprof_options options = {0};
  CHECK(hprof_open("/no/such.hprof", NULL, &heap, &error) == HPROF_IO);
  CHECK(!heap && !strcmp(error.file, "/no/such.hprof"));
  hprof_error_clear(&error);
  CHECK(hprof_open(other, NULL, &heap, &error) == HPROF_NOT_A_DUMP);
  CHECK(!strcmp(error.file, other) && strstr(error.text, other));
  hprof_error_clear(&error);
  CHECK(hprof_open(NULL, NULL, &heap, NULL) == HPROF_BAD_ARGUMENT);
  CHECK(hprof_open(path, NULL, NULL, NULL) == HPROF_BAD_ARGUMENT);
  /* A size is needed; later members are zero in older programs. */
  CHECK(hprof_open(path, &options, &heap, NULL) == HPROF_BAD_ARGUMENT);
  options.size = offsetof(hprof_options, layout);
  options.layout = "no such layout";
  CHECK(hprof_open(path, &options, &heap, NULL) == HPROF_OK);
  hprof_close(heap);
  options.size = sizeof(options);
  CHECK(hprof_open(path, &options, &heap, &error) != HPROF_OK);
  CHECK(strstr(error.text, "no such layout"));
  hprof_error_clear(&error);
  options.layout = NULL;
  options.flags = 0x80000000;
  CHECK(hprof_open(path, &options, &heap, NULL) == HPROF_BAD_ARGUMENT);
  options.flags = HPROF_KEEP_UNREACHABLE;
  options.dump = 7;
  CHECK(hprof_open(path, &options, &heap, &error) != HPROF_OK);
  hprof_error_clear(&error);
  options.dump = 0;
  CHECK(hprof_open(path, &options, &heap, NULL) == HPROF_OK);
  CHECK(rows_of(heap, "SELECT 1 FROM objects WHERE NOT reachable") == 0);
  hprof_close(heap);
  hprof_close(NULL);
}

/* Streams keep the dump open, go on next to each other, and may be released
   before their end. */
static void check_streams(const char *path) {
  hprof_store *heap = NULL;
  struct ArrowArrayStream first, second, third;
  int status;
  int64_t rows;
  CHECK(!hprof_open(path, NULL, &heap, NULL));
  CHECK(!hprof_is_damaged(heap));
  CHECK(!hprof_query(heap, "SELECT * FROM objects", &first, NULL));
  CHECK(!hprof_table(heap, "objects", NULL, 0, &second, NULL));
  CHECK(!hprof_query(heap, "SELECT * FROM \"app.Job\"", &third, NULL));
  hprof_close(heap);
  third.release(&third);
  CHECK(!third.release);
  rows = count_rows(&second, &status);
  CHECK(rows > 0 && rows == count_rows(&first, &status));
  first.release(&first);
  second.release(&second);
}

struct seen {
  int phases, asked, stop_after;
};

static void note_progress(void *user, const char *phase, uint64_t done,
                          uint64_t all) {
  struct seen *seen = user;
  seen->phases += *phase != 0 && (!all || done <= all);
}

static int should_stop(void *user) {
  struct seen *seen = user;
  return seen->asked++ >= seen->stop_after;
}

static void check_callbacks(const char *path) {
  struct seen seen = {0, 0, 1000000};
  hprof_options options = {0};
  hprof_store *heap = NULL;
  hprof_error error = none;
  struct ArrowArrayStream stream;
  struct ArrowArray batch;
  int flag = 1;
  options.size = sizeof(options);
  options.user = &seen;
  options.progress = note_progress;
  options.cancelled = should_stop;
  CHECK(!hprof_open(path, &options, &heap, NULL));
  CHECK(seen.phases > 0);
  CHECK(!hprof_table(heap, "objects", NULL, 0, &stream, NULL));
  seen.stop_after = 0;
  CHECK(stream.get_next(&stream, &batch) == ECANCELED && !batch.release);
  CHECK(!strcmp(stream.get_last_error(&stream), "cancelled"));
  stream.release(&stream);
  CHECK(hprof_query(heap,
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                    "FROM n) SELECT sum(i) FROM n",
                    &stream, &error) == HPROF_CANCELLED);
  hprof_error_clear(&error);
  /* Only that call was cancelled. */
  seen.stop_after = 1000000000;
  CHECK(rows_of(heap, "SELECT 1") == 1);
  hprof_close(heap);
  seen.stop_after = 0;
  CHECK(hprof_open(path, &options, &heap, &error) == HPROF_CANCELLED);
  hprof_error_clear(&error);
  options.user = &flag;
  options.progress = NULL;
  options.cancelled = hprof_is_set;
  CHECK(hprof_open(path, &options, &heap, NULL) == HPROF_CANCELLED);
  flag = 0;
  CHECK(!hprof_open(path, &options, &heap, NULL));
  hprof_close(heap);
}

int main(int argc, char **argv) {
  hprof_store *heap = NULL;
  if (argc != 3 || hprof_open(argv[1], NULL, &heap, NULL))
    return 2;
  check_errors(heap);
  hprof_close(heap);
  check_opening(argv[1], argv[2]);
  check_streams(argv[1]);
  check_callbacks(argv[1]);
  printf("%d failures\n", failures);
  return failures != 0;
}
