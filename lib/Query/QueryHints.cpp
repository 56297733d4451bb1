//===- QueryHints.cpp - Hints on a query's errors -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QueryHints.h"
#include "Functions/HeapFunctions.h"
#include "Sql/KnownNames.h"
#include "Sql/SqlNames.h"
#include "Sql/SqlValues.h"
#include "Sql/Sqlite.h"
#include "Views.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include <set>

using namespace hprof;
using namespace llvm;

namespace {
/// Finds the most similar name of a kind.
class NearName {
public:
  explicit NearName(StringRef Wanted)
      : Wanted(Wanted), Distance(unsigned(Wanted.size() + 2) / 3 + 1) {}
  void offer(StringRef Name) {
    const unsigned D = Wanted.edit_distance_insensitive(
        Name, /*AllowReplacements=*/true, Distance);
    if (D >= Distance || Name == Wanted)
      return;
    Distance = D;
    Best = Name.str();
  }
  std::string text() const {
    return Best.empty() ? "" : "; did you mean " + sqlWord(Best) + "?";
  }

private:
  StringRef Wanted;
  unsigned Distance;
  std::string Best;
};

/// Returns a hint for the name \p Name, unknown to SQLite, in the query \p Sql.
using HintFunction = std::string (*)(const QuerySchemas &Schemas,
                                     StringRef Name, StringRef Sql);

/// An SQLite error message.
struct KnownMessage {
  StringLiteral Begin; ///< The message up to the name.
  HintFunction Hint;
};
} // namespace

/// A hint about the SQL name of the class \p Name; empty if \p S lacks it.
static std::string classHint(const QuerySchema &S, StringRef Name) {
  if (!S.Classes)
    return "";
  const std::string Java = javaClassName(Name);
  if (Java != Name && !S.Classes->classOf(Java).empty())
    return "; the class is called " + sqlName(Java);
  if (!S.Classes->classOf(Name).empty())
    return "; put class names in double quotes: " + sqlName(Name);
  return S.Classes->choices(Name);
}

static std::string tableHint(const QuerySchemas &Schemas, StringRef Name,
                             StringRef) {
  Name.consume_front("main.");
  if (Schemas.size() == 1 && Schemas[0].Name == "main" &&
      Schemas[0].Tables.contains(Name.split('.').second) &&
      Name.starts_with_insensitive("a."))
    return "; a single file has no schema a: use " +
           Name.split('.').second.str();
  if (auto Module = knownSqlName(SqlNameKind::Module, Name);
      Module && !Module->isAllowed())
    return "; rejected: " + Module->Reason.str();
  NearName Near(Name);
  for (const QuerySchema &S : Schemas) {
    if (const auto It = S.Tables.find(S.tableName(Name)); It != S.Tables.end())
      return "; put names with a dot in double quotes: " + sqlName(It->first());
    if (std::string Hint = classHint(S, Name); !Hint.empty())
      return Hint;
    for (const auto &Table : S.Tables)
      Near.offer(Table.first());
    if (S.Heap)
      for (const GraphClass &C : S.Heap->graph().classes())
        Near.offer(C.Name);
  }
  for (const QueryView &V : queryViews())
    Near.offer(V.Name);
  return Near.text();
}

/// A hint about the SQL notation of strings if \p Name is in double quotes in
/// the query; otherwise empty.
static std::string textHint(StringRef Name, ArrayRef<SqlWord> Words) {
  for (const SqlWord &W : Words)
    if (W.IsQuoted && W.Name == Name)
      return "; put strings in single quotes: " + sqlLiteral(Name);
  return "";
}

/// The name of the column in \p Said. Newer versions of SQLite keep the quotes
/// of a quoted name, and add more text after it.
static std::string nameOfColumn(StringRef Said) {
  if (!Said.starts_with("\""))
    return Said.str();
  const std::vector<SqlWord> Words = sqlWords(Said);
  return Words.empty() ? Said.str() : Words.front().Name;
}

static std::string columnHint(const QuerySchemas &Schemas, StringRef Said,
                              StringRef Sql) {
  const std::string Known = nameOfColumn(Said);
  const StringRef Name = Known;
  const StringRef Alone = Name.rsplit('.').second;
  const std::vector<SqlWord> Words = sqlWords(Sql);
  // Column names hardly ever contain a dot.
  if (Name.contains('.'))
    if (std::string Text = textHint(Name, Words); !Text.empty())
      return Text;
  NearName Near(Alone.empty() ? Name : Alone);
  for (const SqlWord &W : Words) {
    for (const QuerySchema &S : Schemas) {
      const auto It = S.Tables.find(S.tableName(W.Name));
      if (It == S.Tables.end())
        continue;
      if (std::string Text = omittedFields(*It->second); !Text.empty())
        return "; " + Text;
      for (const Column &C : It->second->info().Columns)
        Near.offer(C.Name);
    }
    for (const QueryView &V : queryViews())
      if (V.Name == W.Name)
        for (StringRef Column : V.columns())
          Near.offer(Column);
  }
  const std::string Text = Near.text();
  return Text.empty() ? textHint(Name, Words) : Text;
}

static std::string functionHint(const QuerySchemas &, StringRef Name,
                                StringRef) {
  NearName Near(Name);
  for (StringRef Function : heapFunctionNames())
    Near.offer(Function);
  return Near.text();
}

/// A table-valued function was called without its required parameters.
static std::string parameterHint(const QuerySchemas &Schemas, StringRef,
                                 StringRef Sql) {
  for (const SqlWord &W : sqlWords(Sql))
    for (const QuerySchema &S : Schemas)
      if (auto It = S.Tables.find(W.Name); It != S.Tables.end())
        for (const QueryParameter &P : It->second->parameters())
          if (P.IsRequired)
            return ": " + W.Name + " requires a parameter (" + P.Name.str() +
                   "): " + P.Sentence.str();
  return "";
}

static std::string dotHint(const QuerySchemas &, StringRef, StringRef) {
  return "; put class names in double quotes";
}

static constexpr KnownMessage Messages[] = {
    {"no such table: ", tableHint},        {"no such column: ", columnHint},
    {"no such function: ", functionHint},  {"no query solution", parameterHint},
    {"near \".\": syntax error", dotHint},
};

std::string hprof::queryHint(const QuerySchemas &Schemas, StringRef Message,
                             StringRef Sql) {
  for (const KnownMessage &M : Messages)
    if (Message.consume_front(M.Begin))
      return M.Hint(Schemas, Message, Sql);
  return "";
}

std::vector<std::string> hprof::completions(const QuerySchemas &Schemas,
                                            StringRef Prefix) {
  std::set<std::string> Found;
  auto Offer = [&](StringRef Name) {
    if (Name.starts_with_insensitive(Prefix))
      Found.insert(Name.str());
  };
  for (const QuerySchema &S : Schemas) {
    Offer(S.Name);
    for (const auto &Table : S.Tables) {
      Offer(Table.first());
      for (const Column &C : Table.second->info().Columns)
        Offer(C.Name);
    }
    if (S.Heap)
      for (const GraphClass &C : S.Heap->graph().classes())
        Offer(C.Name);
  }
  for (const QueryView &V : queryViews()) {
    Offer(V.Name);
    for (StringRef Column : V.columns())
      Offer(Column);
  }
  for (StringRef Function : heapFunctionNames())
    Offer(Function);
  for (int I = 0; I != sqlite3_keyword_count(); ++I) {
    const char *Word = nullptr;
    int Length = 0;
    if (!sqlite3_keyword_name(I, &Word, &Length))
      Offer(StringRef(Word, size_t(Length)));
  }
  return {Found.begin(), Found.end()};
}

std::string hprof::omittedFields(const QueryTable &Table) {
  const uint64_t Count = Table.omitted();
  return Count ? sqlName(Table.info().Name) + " has no columns for " +
                     counted(Count, "more field", "more fields") +
                     " of the class; read them with field(_id, 'name')"
               : "";
}
