//===- IdTexts.cpp - Texts that are compared with ids ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IdTexts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
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
class Finder {
public:
  explicit Finder(std::vector<Instruction> All) : Code(std::move(All)) {
    // Constants come last, after the query, each in a register of its own.
    const auto Last = find_if(
        Code, [](const Instruction &I) { return I.Op == "Transaction"; });
    for (const Instruction &I : make_range(Last, Code.end()))
      if (I.isText())
        Constants[I.P2] = &I;
  }
  const Instruction *find() const;

private:
  const Instruction *written(size_t Before, int Register) const;
  bool givesIds(size_t Before, int Register) const;
  const Instruction *compared(size_t I) const;
  const Instruction *inSet(size_t I) const;

  std::vector<Instruction> Code;
  DenseMap<int, const Instruction *> Constants; ///< By register.
};
} // namespace

/// The text that \p Register has at the instruction \p Before; null if it is
/// another value, or comes from elsewhere.
const Instruction *Finder::written(size_t Before, int Register) const {
  // A comparison follows what computes its sides.
  for (size_t Back = 1; Back <= std::min<size_t>(Before, 2); ++Back)
    if (Code[Before - Back].isText() && Code[Before - Back].P2 == Register)
      return &Code[Before - Back];
  return Constants.lookup(Register);
}

/// Whether \p Register has what field() or element() gives at the instruction
/// \p Before: an id, a number, one character, or null.
bool Finder::givesIds(size_t Before, int Register) const {
  for (size_t Back = 1; Back <= std::min<size_t>(Before, 2); ++Back)
    if (const Instruction &I = Code[Before - Back];
        (I.Op == "Function" || I.Op == "PureFunc") && I.P3 == Register)
      return StringRef(I.P4).starts_with("field(") ||
             StringRef(I.P4).starts_with("element(");
  return false;
}

const Instruction *Finder::compared(size_t I) const {
  static constexpr StringLiteral Comparisons[] = {"Eq", "Ne", "Lt",
                                                  "Le", "Gt", "Ge"};
  constexpr int AffinityMask = 0x47;
  const Instruction &Is = Code[I];
  if (!is_contained(Comparisons, StringRef(Is.Op)))
    return nullptr;
  const bool Numeric = isNumeric(Is.P5 & AffinityMask);
  for (const auto &[Register, Other] :
       {std::pair(Is.P1, Is.P3), std::pair(Is.P3, Is.P1)})
    if (const Instruction *Text = written(I, Register);
        Text && looksLikeId(Text->P4) && (Numeric || givesIds(I, Other)))
      return Text;
  return nullptr;
}

/// The same of values between the parentheses of IN.
const Instruction *Finder::inSet(size_t I) const {
  const Instruction &Is = Code[I];
  if (Is.Op != "MakeRecord" || I + 1 == Code.size() ||
      Code[I + 1].Op != "IdxInsert")
    return nullptr;
  for (int N = 0; N < std::min(Is.P2, int(Is.P4.size())); ++N)
    if (isNumeric(Is.P4[size_t(N)]))
      if (const Instruction *Text = written(I, Is.P1 + N);
          Text && looksLikeId(Text->P4))
        return Text;
  return nullptr;
}

const Instruction *Finder::find() const {
  for (size_t I = 0; I != Code.size(); ++I) {
    if (const Instruction *Text = compared(I))
      return Text;
    if (const Instruction *Text = inSet(I))
      return Text;
  }
  return nullptr;
}

std::optional<std::string> hprof::findIdText(sqlite3 *Db, StringRef Sql) {
  // Nearly all queries end here.
  if (!Sql.contains_insensitive("'0x"))
    return std::nullopt;
  const Finder In(codeOf(Db, Sql));
  const Instruction *Text = In.find();
  return Text ? std::optional(Text->P4) : std::nullopt;
}
