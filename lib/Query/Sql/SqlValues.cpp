//===- SqlValues.cpp - Values to and from SQLite --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SqlValues.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#ifdef HPROF_SQLITE_EXTENSION
#include "llvm/Support/JSON.h"
#endif

using namespace hprof;
using namespace llvm;

/// Converts \p Text for SQLite. Different strings remain different, even those
/// that UTF-8 cannot represent.
static std::string sqliteText(StringRef Text) {
  std::string Is;
  for (StringRef Rest = Text; !Rest.empty();) {
    const CodePoint D = firstCodePoint(Rest);
    if (D.IsValid)
      appendUtf8(Is, D.Code);
    else
      Is += Rest.front();
    Rest = Rest.drop_front(D.Size);
  }
#ifdef HPROF_SQLITE_EXTENSION
  // Programs that load the extension reject strings that are not valid UTF-8.
  if (!json::isUTF8(Is))
    return escape(Text);
#endif
  return Is;
}

void hprof::sqlText(sqlite3_context *C, StringRef Text) {
  // One long string must not make a query of all strings fail.
  if (const auto Most = size_t(
          sqlite3_limit(sqlite3_context_db_handle(C), SQLITE_LIMIT_LENGTH, -1));
      Text.size() > Most)
    return sqlText(C, takeCharacters(Text, Most - 3).str() + "...");
  // Nearly all strings are ASCII, which needs no conversion.
  if (all_of(Text, [](char Ch) { return uint8_t(Ch) < 0x80; }))
    // SQLite treats a null pointer as NULL.
    return sqlite3_result_text64(C, Text.empty() ? "" : Text.data(),
                                 Text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  const std::string Is = sqliteText(Text);
  sqlite3_result_text64(C, Is.data(), Is.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void hprof::sqlResult(sqlite3_context *C, const Datum &Value) {
  if (const auto *N = Value.get<uint64_t>())
    return sqlite3_result_int64(C, int64_t(*N));
  if (std::optional<StringRef> Text = Value.text())
    return sqlText(C, *Text);
  if (const auto *N = Value.get<int64_t>())
    return sqlite3_result_int64(C, *N);
  if (const auto *Real = Value.get<double>())
    return sqlite3_result_double(C, *Real);
  if (const auto *Flag = Value.get<bool>())
    return sqlite3_result_int(C, *Flag);
  if (const auto *Text = Value.get<Prose>())
    return sqlText(C, proseText(*Text, EscapeMode::Raw));
  sqlite3_result_null(C);
}

void hprof::sqlBlob(sqlite3_context *C, StringRef Bytes) {
  // SQLite treats a null pointer as NULL.
  sqlite3_result_blob64(C, Bytes.empty() ? "" : Bytes.data(), Bytes.size(),
                        SQLITE_TRANSIENT);
}

void hprof::sqlError(sqlite3_context *C, Error E) {
  const std::string Text = toString(std::move(E));
  sqlite3_result_error(C, Text.c_str(), int(Text.size()));
}

void hprof::sqlNamedError(sqlite3_context *C, Error E) {
  const auto *Name = static_cast<const char *>(sqlite3_user_data(C));
  sqlError(C, createStringError(Twine(Name) + ": " + toString(std::move(E))));
}

StringRef hprof::sqlBytesOf(sqlite3_value *V) {
  const auto *Bytes = static_cast<const char *>(sqlite3_value_blob(V));
  return {Bytes, size_t(sqlite3_value_bytes(V))};
}

StringRef hprof::sqlTextOf(sqlite3_value *V) {
  const auto *Text = reinterpret_cast<const char *>(sqlite3_value_text(V));
  return {Text, size_t(sqlite3_value_bytes(V))};
}

QueryValue hprof::queryValue(sqlite3_value *V) {
  switch (sqlite3_value_type(V)) {
  case SQLITE_INTEGER:
    return {int64_t(sqlite3_value_int64(V))};
  case SQLITE_FLOAT:
    return {sqlite3_value_double(V)};
  case SQLITE_TEXT:
  case SQLITE_BLOB:
    return {sqlBytesOf(V).str()};
  default:
    return {};
  }
}

namespace {
struct TypeName {
  ColumnType Type;
  StringLiteral Name;
};
} // namespace

// Except for TEXT and REAL, these names have NUMERIC affinity in SQLite.
static constexpr TypeName TypeNames[] = {
    {ColumnType::Text, "TEXT"},     {ColumnType::Id, "ID"},
    {ColumnType::Count, "COUNT"},   {ColumnType::Bytes, "BYTES"},
    {ColumnType::Change, "CHANGE"}, {ColumnType::BytesChange, "BYTESCHANGE"},
    {ColumnType::Share, "SHARE"},   {ColumnType::Time, "TIME"},
    {ColumnType::Flag, "FLAG"},     {ColumnType::Real, "REAL"},
    {ColumnType::Rate, "REAL"},     {ColumnType::Number, "NUMBER"},
    {ColumnType::Depth, "NUMBER"},
};

StringRef hprof::sqlType(ColumnType T) {
  for (const TypeName &N : TypeNames)
    if (N.Type == T)
      return N.Name;
  return "TEXT";
}

ColumnType hprof::columnType(StringRef SqlType) {
  for (const TypeName &N : TypeNames)
    if (SqlType == N.Name)
      return N.Type;
  return ColumnType::Text;
}

static std::string quoted(StringRef Text, char Quote) {
  std::string Is(1, Quote);
  for (char C : Text)
    Is.append(C == Quote ? 2 : 1, C);
  return Is + Quote;
}

std::string hprof::sqlName(StringRef Name) { return quoted(Name, '"'); }

std::string hprof::sqlLiteral(StringRef Text) { return quoted(Text, '\''); }

std::string hprof::sqlWord(StringRef Name) {
  const bool IsPlain =
      !Name.empty() && !isDigit(Name.front()) &&
      all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
  return IsPlain ? Name.str() : sqlName(Name);
}
