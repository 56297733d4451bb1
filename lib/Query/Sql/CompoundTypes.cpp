//===- CompoundTypes.cpp - Types of the columns of a UNION ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompoundTypes.h"
#include "Compounds.h"
#include "SqlValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"

using namespace hprof;
using namespace llvm;

namespace {
struct TypedColumn {
  std::string Name;
  std::string Type; ///< Empty for an expression.
};
using TypedColumns = std::vector<TypedColumn>;

class Compiler {
public:
  Compiler(sqlite3 *Db, std::string Sql, function_ref<bool()> ShouldEnd)
      : Db(Db), Sql(std::move(Sql)), ShouldEnd(ShouldEnd) {}
  /// Takes the types of columns of one UNION away; false if there is no such.
  bool untypeOne();
  std::optional<TypedColumns> columns() const { return columns(Sql); }
  /// Types of columns that could not be taken away.
  const StringSet<> &others() const { return Others; }

private:
  std::optional<TypedColumns> columns(const std::string &Of) const;
  BitVector disagreed(const SqlCompound &C, const TypedColumns &First,
                      StringSet<> &Types) const;
  bool untype(const SqlCompound &C);

  sqlite3 *Db;
  std::string Sql;
  function_ref<bool()> ShouldEnd;
  mutable unsigned Budget = 1000; ///< How often something may be compiled.
  StringSet<> Others;
};
} // namespace

static TypedColumns columnsOf(sqlite3_stmt *S) {
  TypedColumns All;
  for (int I = 0; I != sqlite3_column_count(S); ++I) {
    const char *Type = sqlite3_column_decltype(S, I);
    All.push_back({sqlite3_column_name(S, I), Type ? Type : ""});
  }
  return All;
}

std::optional<TypedColumns> Compiler::columns(const std::string &Of) const {
  if (!Budget || ShouldEnd())
    return std::nullopt;
  --Budget;
  sqlite3_stmt *S = nullptr;
  const auto End = make_scope_exit([&] { sqlite3_finalize(S); });
  if (sqlite3_prepare_v3(Db, Of.c_str(), int(Of.size()), 0, &S, nullptr))
    return std::nullopt;
  return columnsOf(S);
}

/// The columns of \p C about which its SELECTs disagree, of those that \p First
/// lists. \p Types gets their types.
BitVector Compiler::disagreed(const SqlCompound &C, const TypedColumns &First,
                              StringSet<> &Types) const {
  BitVector Differs(unsigned(First.size()));
  // The type that SELECTs before had, and whether there was one.
  std::vector<std::optional<std::string>> Before(First.size());
  for (auto [N, Part] : enumerate(C.Parts)) {
    // A SELECT that refers to a row outside cannot be compiled alone.
    const std::optional<TypedColumns> Here =
        N ? columns(C.within(Part)) : std::optional(First);
    const std::vector<bool> Fits = anyTypeColumns(Part);
    for (unsigned I = 0; I != First.size(); ++I) {
      if (Fits.size() == First.size() && Fits[I])
        continue;
      const bool IsKnown = Here && I < Here->size();
      const std::string Type = IsKnown ? (*Here)[I].Type : "";
      if (!Before[I])
        Before[I] = Type;
      if (IsKnown && Type == *Before[I])
        continue;
      Differs.set(I);
      Types.insert(Type);
      Types.insert(*Before[I]);
    }
  }
  return Differs;
}

/// The first SELECT, with expressions in place of the columns \p Without.
static std::string without(StringRef Select, const TypedColumns &All,
                           const BitVector &Without) {
  std::string Names, Columns;
  for (auto [I, Column] : enumerate(All)) {
    const std::string Name = "c" + std::to_string(I);
    Names += (I ? ", " : "") + Name;
    Columns += (I ? ", " : "") +
               (Without[unsigned(I)] ? std::string("NULL") : Name) + " AS " +
               sqlName(Column.Name);
  }
  return "SELECT * FROM (WITH c(" + Names + ") AS (" + Select.str() +
         "\n) SELECT " + Columns + " FROM c)";
}

/// Whether there was something to do about \p C, and it is done.
bool Compiler::untype(const SqlCompound &C) {
  const std::optional<TypedColumns> First = columns(C.within(C.Parts.front()));
  if (!First)
    return false;
  StringSet<> Types;
  const BitVector Differs = disagreed(C, *First, Types);
  if (Differs.none())
    return false;
  std::string Changed = Sql;
  Changed.replace(size_t(C.All.data() - Sql.data()), C.All.size(),
                  without(C.Parts.front(), *First, Differs));
  if (!columns(Changed)) {
    for (const auto &Type : Types)
      Others.insert(Type.first());
    return false;
  }
  Sql = std::move(Changed);
  return true;
}

bool Compiler::untypeOne() {
  const std::vector<SqlCompound> All = sqlCompounds(Sql);
  return any_of(All, [&](const SqlCompound &C) { return untype(C); });
}

BitVector hprof::mixedColumns(sqlite3 *Db, sqlite3_stmt *Statement,
                              function_ref<bool()> ShouldEnd) {
  const TypedColumns Declared = columnsOf(Statement);
  BitVector Mixed(unsigned(Declared.size()));
  if (sqlite3_stmt_isexplain(Statement))
    return Mixed;
  Compiler C(Db, sqlite3_sql(Statement), ShouldEnd);
  while (C.untypeOne())
    ;
  const std::optional<TypedColumns> Left = C.columns();
  for (unsigned I = 0; I != Declared.size(); ++I)
    if (!Left || I >= Left->size() || (*Left)[I].Type != Declared[I].Type ||
        C.others().contains(Declared[I].Type))
      Mixed.set(I);
  return Mixed;
}
