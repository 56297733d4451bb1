//===- Compounds.cpp - The UNIONs of a query ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compounds.h"
#include "SqlNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

std::string SqlCompound::within(StringRef Part) const {
  std::string Sql = Part.str();
  // The end may be in a comment.
  for (StringRef With : Withs)
    Sql = (With + " SELECT * FROM (" + Sql + "\n)").str();
  return Sql;
}

namespace {
/// What is between two parentheses, or the query.
struct Level {
  const char *Begin = nullptr;
  size_t Outer = 0; ///< The level around it, or itself.
  bool HasTokens = false;
  bool HasWith = false;
  const char *Select = nullptr; ///< Its first SELECT.
  const char *Part = nullptr;   ///< The SELECT at hand; null after the last.
  bool IsListed = true;         ///< Whether that adds rows.
  const char *End = nullptr;    ///< The end of the last one.
  std::vector<StringRef> Parts;
};

class CompoundFinder {
public:
  std::vector<SqlCompound> find(StringRef Sql);

private:
  void open(const char *Begin);
  void close(const char *End);
  void word(StringRef Word);
  void endPart(const char *End);
  StringRef with(size_t L) const;
  SqlCompound compound(size_t L) const;

  std::vector<Level> Levels;
  std::vector<size_t> Closed; ///< Those with UNIONs, inner ones first.
  size_t Now = 0;
};
} // namespace

static StringRef range(const char *Begin, const char *End) {
  return {Begin, size_t(End - Begin)};
}

void CompoundFinder::open(const char *Begin) {
  Level &L = Levels.emplace_back();
  L.Begin = Begin;
  L.Outer = std::exchange(Now, Levels.size() - 1);
}

void CompoundFinder::close(const char *End) {
  endPart(End);
  if (Levels[Now].Parts.size() > 1)
    Closed.push_back(Now);
  Now = Levels[Now].Outer;
}

void CompoundFinder::endPart(const char *End) {
  Level &L = Levels[Now];
  if (!L.Part)
    return;
  if (L.IsListed)
    L.Parts.push_back(range(L.Part, End));
  L.Part = nullptr;
  L.End = End;
}

void CompoundFinder::word(StringRef Word) {
  Level &L = Levels[Now];
  auto Is = [&](StringRef Other) { return Word.equals_insensitive(Other); };
  if (!std::exchange(L.HasTokens, true) && Is("WITH"))
    L.HasWith = true;
  // ALL, after UNION, has no SELECT before it.
  if ((Is("SELECT") || Is("VALUES")) && !L.Part) {
    L.Part = Word.data();
    if (!L.Select)
      L.Select = Word.data();
  } else if (Is("UNION") || Is("EXCEPT") || Is("INTERSECT")) {
    endPart(Word.data());
    L.IsListed = Is("UNION");
  } else if (Is("ORDER") || Is("LIMIT")) {
    endPart(Word.data());
  }
}

/// The WITH at the start of a level; empty if there is no such.
StringRef CompoundFinder::with(size_t L) const {
  const Level &Of = Levels[L];
  return Of.HasWith && Of.Select ? range(Of.Begin, Of.Select) : StringRef();
}

SqlCompound CompoundFinder::compound(size_t L) const {
  const Level &Of = Levels[L];
  SqlCompound C{range(Of.Select, Of.End), Of.Parts, {}};
  for (;; L = Levels[L].Outer) {
    if (!with(L).empty())
      C.Withs.push_back(with(L));
    if (!L)
      return C;
  }
}

std::vector<SqlCompound> CompoundFinder::find(StringRef Sql) {
  open(Sql.begin());
  const char *End = Sql.end();
  for (const SqlToken &T : sqlTokens(Sql)) {
    if (T.Is == SqlToken::Word) {
      word(T.Source);
      continue;
    }
    Levels[Now].HasTokens = true;
    if (T.Source == ";") {
      End = T.Source.begin();
      break;
    }
    if (T.Source == "(") {
      open(T.Source.end());
    } else if (T.Source == ")" && Now) {
      close(T.Source.begin());
    }
  }
  while (Now)
    close(End);
  close(End);
  std::vector<SqlCompound> All;
  All.reserve(Closed.size());
  for (size_t L : Closed)
    All.push_back(compound(L));
  return All;
}

std::vector<SqlCompound> hprof::sqlCompounds(StringRef Sql) {
  // Nearly all queries end here.
  if (!Sql.contains_insensitive("UNION"))
    return {};
  return CompoundFinder().find(Sql);
}

std::vector<bool> hprof::anyTypeColumns(StringRef Select) {
  const std::vector<SqlToken> Tokens = sqlTokens(Select);
  std::vector<bool> Fits;
  unsigned Depth = 0;
  // The first one of the column at hand, and how many there are.
  size_t First = 1, Count = 0;
  auto Is = [&](size_t I, StringRef Word) {
    return I < Tokens.size() && Tokens[I].Source.equals_insensitive(Word);
  };
  auto EndColumn = [&] {
    const bool IsAlone = Count == 1 || (Count == 3 && Is(First + 1, "AS"));
    Fits.push_back(IsAlone &&
                   (Is(First, "NULL") ||
                    Tokens[First].Source.starts_with_insensitive("0x")));
  };
  if (!Is(0, "SELECT"))
    return Fits;
  for (size_t I = First; I != Tokens.size(); ++I) {
    if (!Depth && (Is(I, "FROM") || Is(I, "WHERE")))
      break;
    if (!Depth && Is(I, ",")) {
      EndColumn();
      First = I + 1;
      Count = 0;
      continue;
    }
    Depth += Is(I, "(");
    Depth -= Depth && Is(I, ")");
    ++Count;
  }
  EndColumn();
  return Fits;
}
