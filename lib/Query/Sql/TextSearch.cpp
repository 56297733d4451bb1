//===- TextSearch.cpp - Functions that search in strings ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextSearch.h"
#include "SqlValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <string>

using namespace hprof;
using namespace llvm;

/// Returns the position of the nonempty \p What in \p In, at or after \p At.
static size_t find(StringRef In, StringRef What, size_t At) {
  if (In.size() - At < What.size())
    return StringRef::npos;
  const void *Found =
      memmem(In.data() + At, In.size() - At, What.data(), What.size());
  return Found ? size_t(static_cast<const char *>(Found) - In.data())
               : StringRef::npos;
}

/// instr(X, Y): counts bytes for two blobs, and characters otherwise.
static void instr(sqlite3_context *C, int, sqlite3_value **Values) {
  const int First = sqlite3_value_type(Values[0]);
  const int Second = sqlite3_value_type(Values[1]);
  if (First == SQLITE_NULL || Second == SQLITE_NULL)
    return;
  const bool AreBlobs = First == SQLITE_BLOB && Second == SQLITE_BLOB;
  // Convert both values before using either.
  auto *Of = AreBlobs ? sqlBytesOf : sqlTextOf;
  Of(Values[0]);
  const StringRef What = Of(Values[1]), In = Of(Values[0]);
  const size_t At = What.empty() ? 0 : find(In, What, 0);
  if (At == StringRef::npos)
    return sqlite3_result_int64(C, 0);
  auto IsCounted = [&](char Each) {
    return AreBlobs || (uint8_t(Each) & 0xc0) != 0x80;
  };
  sqlite3_result_int64(
      C, 1 + sqlite3_int64(count_if(In.take_front(At), IsCounted)));
}

/// replace(X, Y, Z).
static void replace(sqlite3_context *C, int, sqlite3_value **Values) {
  auto IsNull = [&](int I) {
    return sqlite3_value_type(Values[I]) == SQLITE_NULL;
  };
  if (IsNull(0) || IsNull(1))
    return;
  for (int I = 0; I != 3; ++I)
    sqlTextOf(Values[I]); // Convert all before using any.
  const StringRef In = sqlTextOf(Values[0]), What = sqlTextOf(Values[1]),
                  By = sqlTextOf(Values[2]);
  if (What.empty() || !What.front()) // As in SQLite.
    return sqlite3_result_value(C, Values[0]);
  if (IsNull(2))
    return;
  const auto Most = size_t(
      sqlite3_limit(sqlite3_context_db_handle(C), SQLITE_LIMIT_LENGTH, -1));
  std::string Text;
  size_t At = 0;
  for (size_t Next; (Next = find(In, What, At)) != StringRef::npos;
       At = Next + What.size()) {
    if (Text.size() + (Next - At) + By.size() > Most)
      return sqlite3_result_error_toobig(C);
    Text.append(In.data() + At, Next - At).append(By.data(), By.size());
  }
  Text.append(In.data() + At, In.size() - At);
  sqlite3_result_text64(C, Text.data(), Text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

void hprof::addTextSearch(sqlite3 *Db) {
  constexpr int Encoding =
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  sqlite3_create_function_v2(Db, "instr", 2, Encoding, nullptr, instr, nullptr,
                             nullptr, nullptr);
  sqlite3_create_function_v2(Db, "replace", 3, Encoding, nullptr, replace,
                             nullptr, nullptr, nullptr);
}
