//===- IdTexts.cpp - Texts that are compared with ids ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IdTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>
#include <vector>

using namespace hprof;
using namespace llvm;

namespace {
/// An instruction of SQLite's virtual machine, see
/// https://www.sqlite.org/opcode.html.
struct Instruction {
  std::string Op;
  int P1, P2, P3;
  std::string P4;
  int P5;

  bool isText() const { return Op == "String8"; }
  /// A function of SQL, by the start of what EXPLAIN shows of it.
  bool calls(StringRef Name) const {
    return StringRef(P4).starts_with((Name + "(").str());
  }
};
} // namespace

static bool looksLikeId(StringRef Text) {
  return Text.consume_front_insensitive("0x") && !Text.empty() &&
         Text.size() <= 16 && all_of(Text, isHexDigit);
}

static std::string textOf(sqlite3_stmt *S, int Column) {
  const auto *Text =
      reinterpret_cast<const char *>(sqlite3_column_text(S, Column));
  return Text ? Text : "";
}

static std::vector<Instruction> codeOf(sqlite3 *Db, StringRef Sql) {
  const std::string Explain = ("EXPLAIN " + Sql).str();
  std::vector<Instruction> Code;
  sqlite3_stmt *S = nullptr;
  // What is wrong with it is reported for the query itself.
  if (sqlite3_prepare_v3(Db, Explain.c_str(), int(Explain.size()), 0, &S,
                         nullptr))
    return Code;
  const auto End = make_scope_exit([&] { sqlite3_finalize(S); });
  while (sqlite3_step(S) == SQLITE_ROW)
    Code.push_back({textOf(S, 1), sqlite3_column_int(S, 2),
                    sqlite3_column_int(S, 3), sqlite3_column_int(S, 4),
                    textOf(S, 5), sqlite3_column_int(S, 6)});
  return Code;
}

/// Affinities are letters, those of numbers from C.
static bool isNumeric(int Affinity) { return Affinity >= 'C'; }

namespace {
/// What a register or a column has.
enum class Kind : uint8_t {
  Nothing, ///< Nulls alone.
  Number,
  Other, ///< Texts, or not known.
  Mixed, ///< Numbers from one place and others from another.
};

/// Texts that look like ids, by what they are compared with.
struct ComparedTexts {
  std::vector<StringRef> WithNumbers, WithOthers;

  void add(const Instruction &Text, bool IsWithNumber) {
    (IsWithNumber ? WithNumbers : WithOthers).push_back(Text.P4);
  }
};

class Finder {
public:
  Finder(std::vector<Instruction> Code, ColumnFinder Columns);
  std::optional<std::string> find() const;

private:
  void link(size_t From, int To);
  bool spend(size_t Steps) const {
    Budget -= std::min(Budget, Steps);
    return Budget;
  }
  std::vector<size_t> writers(size_t Before, int Register) const;
  const Instruction *text(size_t Before, int Register) const;
  Kind kind(size_t Before, int Register, unsigned Depth) const;
  Kind written(size_t By, int Register, unsigned Depth) const;
  Kind kindOfColumn(int Cursor, int Column, unsigned Depth) const;
  Kind kindOfTable(int Cursor, int Column) const;
  Kind kindOfAggregate(int Register, unsigned Depth) const;
  bool givesNumbers(size_t Before, int Register, bool IsOfNumbers) const;
  void addCompared(size_t I, ComparedTexts &Found) const;
  void addInSet(size_t I, ComparedTexts &Found) const;

  /// Values that are computed from others, which are too many to follow.
  static constexpr unsigned MaxDepth = 8;
  std::vector<Instruction> Code;
  std::vector<SmallVector<size_t, 2>> Before; ///< What runs before each.
  std::map<int, size_t> Looks; ///< Where IN looks into a set, by its cursor.
  ColumnFinder Columns;
  /// Instructions that may still be looked at: queries can be long.
  mutable size_t Budget = 1'000'000;
};
} // namespace

/// The instructions that jump to P2, as far as they matter between the
/// computation of a value and its comparison.
static bool jumps(StringRef Op) {
  static constexpr StringLiteral Jumps[] = {
      "Init",         "Goto",       "If",
      "IfNot",        "IsNull",     "NotNull",
      "Eq",           "Ne",         "Lt",
      "Le",           "Gt",         "Ge",
      "Once",         "VFilter",    "VNext",
      "Next",         "Prev",       "Rewind",
      "Sort",         "SorterSort", "SorterNext",
      "Found",        "NotFound",   "IfPos",
      "IfNotZero",    "Last",       "InitCoroutine",
      "DecrJumpZero", "IfNullRow",  "Gosub"};
  return is_contained(Jumps, Op);
}

/// The registers that \p I writes: the first one, and how many.
static std::pair<int, int> targets(const Instruction &I) {
  static constexpr StringLiteral Second[] = {
      "String8", "Integer",  "Int64",      "Real",      "Variable", "SCopy",
      "Blob",    "IntCopy",  "BitNot",     "Not",       "Rowid",    "Count",
      "IsTrue",  "Sequence", "ZeroOrNull", "SorterData"};
  static constexpr StringLiteral Third[] = {
      "Column",   "VColumn",    "Function",   "PureFunc",  "Add",
      "Subtract", "Multiply",   "Divide",     "Remainder", "BitAnd",
      "BitOr",    "ShiftLeft",  "ShiftRight", "Concat",    "And",
      "Or",       "MakeRecord", "AggValue",   "RowSetRead"};
  static constexpr StringLiteral First[] = {"AggFinal", "Cast", "RealAffinity"};
  const StringRef Op = I.Op;
  if (Op == "Null")
    return {I.P2, std::max(1, I.P3 - I.P2 + 1)};
  if (Op == "Copy")
    return {I.P2, I.P3 + 1};
  if (Op == "Move")
    return {I.P2, I.P3};
  if (is_contained(Second, Op))
    return {I.P2, 1};
  if (is_contained(Third, Op))
    return {I.P3, 1};
  return {I.P1, is_contained(First, Op) ? 1 : 0};
}

void Finder::link(size_t From, int To) {
  if (To >= 0 && size_t(To) < Code.size())
    Before[size_t(To)].push_back(From);
}

Finder::Finder(std::vector<Instruction> All, ColumnFinder Columns)
    : Code(std::move(All)), Before(Code.size()), Columns(Columns) {
  for (size_t I = 0; I != Code.size(); ++I) {
    const Instruction &Is = Code[I];
    if (jumps(Is.Op) && Is.P2)
      link(I, Is.P2);
    const bool Ends = Is.Op == "Init" || Is.Op == "Goto" || Is.Op == "Halt" ||
                      Is.Op == "EndCoroutine" || (Is.Op == "Return" && !Is.P3);
    if (!Ends)
      link(I, int(I + 1));
    if ((Is.Op == "Found" || Is.Op == "NotFound") && Is.P4 != "0")
      Looks[Is.P1] = I;
    // A row of a co-routine comes to who asks it for one.
    if (Is.Op == "Yield")
      for (size_t Other = 0; Other != Code.size(); ++Other)
        if (Code[Other].Op == "Yield" && Code[Other].P1 == Is.P1)
          link(I, int(Other + 1));
  }
}

/// What may have written the value that \p Register has at \p At.
std::vector<size_t> Finder::writers(size_t At, int Register) const {
  std::vector<size_t> Found;
  std::set<size_t> Seen;
  SmallVector<size_t, 16> Next(Before[At].begin(), Before[At].end());
  while (!Next.empty()) {
    const size_t I = Next.pop_back_val();
    if (!spend(1) || !Seen.insert(I).second)
      continue;
    const auto [First, Count] = targets(Code[I]);
    if (Register >= First && Register - First < Count)
      Found.push_back(I);
    else
      Next.append(Before[I]);
  }
  return Found;
}

/// The text that looks like an id and that \p Register has at \p At; null if
/// it may have another value.
const Instruction *Finder::text(size_t At, int Register) const {
  const Instruction *Found = nullptr;
  for (size_t I : writers(At, Register)) {
    if (Code[I].Op == "Null")
      continue;
    if (!Code[I].isText() || !looksLikeId(Code[I].P4))
      return nullptr;
    Found = &Code[I];
  }
  return Found;
}

/// Which of two ways a value took is not known.
static Kind either(Kind A, Kind B) {
  return A == Kind::Nothing             ? B
         : B == Kind::Nothing || A == B ? A
                                        : Kind::Mixed;
}

Kind Finder::kind(size_t At, int Register, unsigned Depth) const {
  if (Depth == MaxDepth)
    return Kind::Other;
  Kind All = Kind::Nothing;
  for (size_t I : writers(At, Register))
    All = either(All, written(I, Register, Depth + 1));
  return All;
}

/// The kind of a column of a cursor that the query itself fills.
Kind Finder::kindOfColumn(int Cursor, int Column, unsigned Depth) const {
  if (Depth == MaxDepth || !spend(Code.size()))
    return Kind::Other;
  for (const Instruction &Is : Code)
    if (Is.Op == "SorterData" && Is.P3 == Cursor)
      Cursor = Is.P1;
  Kind All = Kind::Nothing;
  for (size_t I = 0; I != Code.size(); ++I) {
    const Instruction &Is = Code[I];
    if (Is.P1 != Cursor ||
        (Is.Op != "SorterInsert" && Is.Op != "Insert" && Is.Op != "IdxInsert"))
      continue;
    for (size_t Made : writers(I, Is.P2))
      All = either(All, Code[Made].Op == "MakeRecord" && Column < Code[Made].P2
                            ? kind(Made, Code[Made].P1 + Column, Depth + 1)
                            : Kind::Other);
  }
  return All;
}

Kind Finder::kindOfTable(int Cursor, int Column) const {
  if (!spend(Code.size()))
    return Kind::Other;
  for (const Instruction &Is : Code)
    if (Is.Op == "VOpen" && Is.P1 == Cursor)
      return Columns(Is.P4, Column) ? Kind::Number : Kind::Other;
  return Kind::Other;
}

/// The kind of what an aggregate makes in \p Register.
Kind Finder::kindOfAggregate(int Register, unsigned Depth) const {
  if (!spend(Code.size()))
    return Kind::Other;
  Kind All = Kind::Nothing;
  for (size_t I = 0; I != Code.size(); ++I) {
    const Instruction &Is = Code[I];
    if (Is.Op != "AggStep" || Is.P3 != Register)
      continue;
    const bool Chooses = Is.calls("min") || Is.calls("max");
    const bool Counts = Is.calls("count") || Is.calls("sum") ||
                        Is.calls("total") || Is.calls("avg");
    All = either(All, Chooses  ? kind(I, Is.P2, Depth + 1)
                      : Counts ? Kind::Number
                               : Kind::Other);
  }
  return All;
}

/// The kind of what the instruction \p By writes to \p Register.
Kind Finder::written(size_t By, int Register, unsigned Depth) const {
  const Instruction &Is = Code[By];
  const StringRef Op = Is.Op;
  if (Op == "Null")
    return Kind::Nothing;
  // coalesce(id, '') and the like show a null as a text.
  if (Op == "String8")
    return Is.P4.empty() ? Kind::Nothing : Kind::Other;
  if (Op == "Copy" || Op == "SCopy" || Op == "Move" || Op == "IntCopy")
    return kind(By, Is.P1 + (Register - Is.P2), Depth);
  // What was a number looks like a decimal one as a text.
  if (Op == "Cast")
    return isNumeric(Is.P2) ? Kind::Number : kind(By, Register, Depth);
  if (Op == "Column")
    return kindOfColumn(Is.P1, Is.P2, Depth);
  if (Op == "VColumn")
    return kindOfTable(Is.P1, Is.P2);
  if (Op == "Function" || Op == "PureFunc") {
    if (Is.calls("field") || Is.calls("element"))
      return Kind::Number;
    return Is.calls("nullif") || Is.calls("ifnull") || Is.calls("coalesce")
               ? kind(By, Is.P2, Depth)
               : Kind::Other;
  }
  if (Op == "AggFinal")
    return kindOfAggregate(Register, Depth);
  static constexpr StringLiteral Others[] = {
      "Concat",   "Variable",   "Blob",      "MakeRecord",
      "AggValue", "SorterData", "RowSetRead"};
  return is_contained(Others, Op) ? Kind::Other : Kind::Number;
}

/// \p IsOfNumbers says that SQLite knows the affinity of numbers, which a
/// UNION has from one of its SELECTs.
bool Finder::givesNumbers(size_t At, int Register, bool IsOfNumbers) const {
  const Kind K = kind(At, Register, 0);
  return Budget && (IsOfNumbers ? K != Kind::Mixed : K == Kind::Number);
}

void Finder::addCompared(size_t I, ComparedTexts &Found) const {
  static constexpr StringLiteral Comparisons[] = {"Eq", "Ne", "Lt",
                                                  "Le", "Gt", "Ge"};
  constexpr int AffinityMask = 0x47;
  const Instruction &Is = Code[I];
  if (!is_contained(Comparisons, StringRef(Is.Op)))
    return;
  const bool IsOfNumbers = isNumeric(Is.P5 & AffinityMask);
  for (const auto &[Register, Other] :
       {std::pair(Is.P1, Is.P3), std::pair(Is.P3, Is.P1)})
    if (const Instruction *Text = text(I, Register))
      Found.add(*Text, givesNumbers(I, Other, IsOfNumbers));
}

/// The same of values between the parentheses of IN.
void Finder::addInSet(size_t I, ComparedTexts &Found) const {
  const Instruction &Is = Code[I];
  if (Is.Op != "MakeRecord" || I + 1 == Code.size() ||
      Code[I + 1].Op != "IdxInsert")
    return;
  const int Set = Code[I + 1].P1;
  for (int N = 0; N < Is.P2; ++N) {
    const Instruction *Text = text(I, Is.P1 + N);
    if (!Text)
      continue;
    const auto Look = Looks.find(Set);
    const bool IsOfNumbers =
        size_t(N) < Is.P4.size() && isNumeric(Is.P4[size_t(N)]);
    Found.add(*Text, Look == Looks.end()
                         ? IsOfNumbers
                         : givesNumbers(Look->second, Code[Look->second].P3 + N,
                                        IsOfNumbers));
  }
}

std::optional<std::string> Finder::find() const {
  ComparedTexts Found;
  for (size_t I = 0; I != Code.size() && Budget; ++I) {
    addCompared(I, Found);
    addInSet(I, Found);
  }
  // A condition on a UNION is one on each of its SELECTs, where the text may be
  // compared with a number in one and with a text in another.
  const std::set<StringRef> Others(Found.WithOthers.begin(),
                                   Found.WithOthers.end());
  for (StringRef Text : Found.WithNumbers)
    if (!Others.count(Text))
      return Text.str();
  return std::nullopt;
}

std::optional<std::string> hprof::findIdText(sqlite3 *Db, StringRef Sql,
                                             ColumnFinder Columns) {
  // Nearly all queries end here.
  if (!Sql.contains_insensitive("'0x"))
    return std::nullopt;
  return Finder(codeOf(Db, Sql), Columns).find();
}
