//===- TextFunctions.cpp - Functions of strings and blobs -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Functions/TextFunctions.h"
#include "Query/Sql/SqlValues.h"
#include "hprof/Format/Base/RegularExpression.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

using namespace hprof;
using namespace llvm;

void hprof::hexOf(sqlite3_context *C, int, sqlite3_value **Values) {
  switch (sqlite3_value_type(*Values)) {
  case SQLITE_NULL:
    return;
  case SQLITE_INTEGER:
    return sqlText(C, jsonId(uint64_t(sqlite3_value_int64(*Values))));
  default:
    return sqlText(C, toHex(sqlBytesOf(*Values)));
  }
}

/// Returns \p Text with the standard alphabet and padding: parts of a JSON Web
/// Token have neither, and MIME breaks lines.
static std::string standardBase64(StringRef Text) {
  std::string Is;
  Is.reserve(Text.size() + 3);
  for (const char C : Text.rtrim("=\r\n\t "))
    if (!isSpace(C))
      Is += C == '-' ? '+' : C == '_' ? '/' : C;
  Is.append((4 - Is.size() % 4) % 4, '=');
  return Is;
}

/// Quotes the start of \p Text, which distinguishes it from those of other
/// rows.
static Error notBase64(StringRef Text) {
  const StringRef Start = Text.take_front(40).take_while(isPrint);
  return createStringError("not Base64: '" + Start +
                           (Start.size() < Text.size() ? "...'" : "'"));
}

void hprof::base64Of(sqlite3_context *C, int, sqlite3_value **Values) {
  switch (sqlite3_value_type(*Values)) {
  case SQLITE_NULL:
    return;
  case SQLITE_BLOB:
    return sqlText(C, encodeBase64(sqlBytesOf(*Values)));
  default:
    const StringRef Text = sqlTextOf(*Values);
    std::vector<char> Bytes;
    if (Error E = decodeBase64(standardBase64(Text), Bytes)) {
      consumeError(std::move(E));
      return sqlNamedError(C, notBase64(Text));
    }
    sqlBlob(C, {Bytes.data(), Bytes.size()});
  }
}

void hprof::regexpOf(sqlite3_context *C, int, sqlite3_value **Values) {
  for (int I : {0, 1})
    if (sqlite3_value_type(Values[I]) == SQLITE_NULL)
      return;
  // SQLite keeps the expression while the pattern is constant.
  const auto *Known = static_cast<Regex *>(sqlite3_get_auxdata(C, 0));
  if (!Known) {
    Expected<Regex> Made = regularExpression(sqlTextOf(Values[0]));
    if (!Made)
      return sqlNamedError(C, Made.takeError());
    auto *Own = new Regex(std::move(*Made));
    sqlite3_result_int(C, Own->match(sqlTextOf(Values[1])));
    return sqlite3_set_auxdata(
        C, 0, Own, [](void *Is) { delete static_cast<Regex *>(Is); });
  }
  sqlite3_result_int(C, Known->match(sqlTextOf(Values[1])));
}
