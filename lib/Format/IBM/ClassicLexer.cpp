//===- ClassicLexer.cpp - Tokens of classic heapdumps ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassicLexer.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace hprof;
using namespace hprof::classic;
using namespace llvm;

const char *classic::skipBlanks(const char *P, const char *End) {
  while (P != End && isBlank(*P))
    ++P;
  return P;
}

static const char *skipSpace(const char *P, const char *End) {
  while (P != End && isWhite(*P))
    ++P;
  return P;
}

namespace {
/// The value of each hexadecimal digit, 16 for other bytes.
struct HexTable {
  uint8_t Value[256];
  constexpr HexTable() : Value() {
    for (unsigned C = 0; C != 256; ++C)
      Value[C] = 16;
    for (unsigned D = 0; D != 10; ++D)
      Value['0' + D] = uint8_t(D);
    for (unsigned D = 10; D != 16; ++D)
      Value['A' + D - 10] = Value['a' + D - 10] = uint8_t(D);
  }
};
} // namespace

static constexpr HexTable Hex;

// More leading zeros than any writer uses.
static constexpr unsigned MaxDigits = 64;

bool classic::lexAddress(const char *&P, const char *End, Address &Out) {
  if (End - P < 3 || P[0] != '0' || (P[1] | 0x20) != 'x')
    return false;
  const char *Begin = P + 2, *Q = Begin;
  End = Begin + std::min<size_t>(size_t(End - Begin), MaxDigits + 1);
  uint64_t Value = 0, Lost = 0;
  uint8_t Digit;
  while (Q != End && (Digit = Hex.Value[uint8_t(*Q)]) < 16) {
    Lost |= Value >> 60;
    Value = Value << 4 | Digit;
    ++Q;
  }
  Out.Digits = unsigned(Q - Begin);
  if (!Out.Digits || Out.Digits > MaxDigits ||
      (Q != End && !isWhite(*Q) && *Q != '['))
    return false;
  Out.Value = Value;
  Out.Overflows = Lost != 0;
  P = Q;
  return true;
}

bool classic::startsRecord(const char *P, const char *End) {
  for (unsigned I = 0; I != MaxBlanks && P != End && isBlank(*P); ++I)
    ++P;
  return End - P > 1 && P[0] == '[' && isDigit(P[1]);
}

/// Reads a decimal number and moves past it. Returns false if there is none;
/// sets \p Fits to false if it does not fit in 64 bits.
static bool lexNumber(const char *&P, const char *End, uint64_t &Out,
                      bool &Fits) {
  const char *Begin = P;
  Out = 0;
  Fits = true;
  for (; P != End && isDigit(*P); ++P) {
    unsigned Digit = unsigned(*P - '0');
    Fits &= Out <= (UINT64_MAX - Digit) / 10;
    Out = Out * 10 + Digit;
  }
  return P != Begin;
}

static bool lexNumber(const char *&P, const char *End, uint64_t &Out) {
  bool Fits;
  return lexNumber(P, End, Out, Fits) && Fits;
}

/// Returns the end of the type that begins at \p P: the end of the line, or the
/// white space before an address on it.
static const char *typeEnd(const char *P, const char *LineEnd) {
  StringRef Line(P, size_t(LineEnd - P));
  for (size_t At = Line.find(" 0x"); At != StringRef::npos;
       At = Line.find(" 0x", At + 1)) {
    const char *Q = P + At + 1;
    Address Ignored;
    if (lexAddress(Q, LineEnd, Ignored))
      return P + At;
  }
  return LineEnd;
}

bool classic::lexRecord(const char *&P, const char *End, RecordHead &Out) {
  const char *Q = skipBlanks(P, End);
  if (Q == End || *Q != '[')
    return false;
  ++Q;
  if (!lexNumber(Q, End, Out.Size, Out.HasSize) || Q == End || *Q != ']')
    return false;
  Q = skipBlanks(Q + 1, End);
  auto Keyword = [&](const char *At) {
    StringRef Rest(At, size_t(End - At));
    if (Rest.size() < 4 || !isBlank(Rest[3]))
      return RecordHead::Keyword::None;
    return Rest.starts_with("OBJ")   ? RecordHead::Keyword::Obj
           : Rest.starts_with("CLS") ? RecordHead::Keyword::Cls
                                     : RecordHead::Keyword::None;
  };
  if (Q != End && *Q == '\n') {
    // The specification breaks the line here.
    Q = skipBlanks(Q + 1, End);
    if (Keyword(Q) == RecordHead::Keyword::None)
      return false;
  }
  Out.Word = Keyword(Q);
  if (Out.Word != RecordHead::Keyword::None)
    Q = skipBlanks(Q + 3, End);
  size_t Most = std::min(size_t(End - Q), MaxLine);
  const char *LineEnd = static_cast<const char *>(memchr(Q, '\n', Most));
  if (!LineEnd) {
    if (Most == MaxLine)
      return false;
    LineEnd = End;
  }
  P = Out.Word == RecordHead::Keyword::None ? LineEnd : typeEnd(Q, LineEnd);
  Out.Type = StringRef(Q, size_t(P - Q)).rtrim(" \t\r");
  return !Out.Type.empty();
}

WordType classic::lexWords(StringRef &Type) {
  WordType W;
  constexpr StringLiteral HashMark = " [hashcode = ";
  size_t At = Type.ends_with("]") ? Type.rfind(HashMark) : StringRef::npos;
  uint64_t Hash;
  if (At != StringRef::npos &&
      !Type.substr(At + HashMark.size()).drop_back().getAsInteger(16, Hash)) {
    W.Hash = uint32_t(Hash); // Larger values are ints with sign extension.
    Type = Type.take_front(At);
  }
  if (Type.consume_front("class ")) {
    W.IsClass = true;
  } else if (Type.consume_front("array of ")) {
    W.IsArray = true;
  } else if (Type.ends_with("[]")) {
    W.Primitive = parseClassicWord(Type.drop_back(2));
  }
  return W;
}

const char *const classic::BreakdownKeys[4] = {
    "Classes", "Objects", "ObjectArrays", "PrimitiveArrays"};

/// Moves past \p Word and the space around it.
static bool lexWord(const char *&P, const char *End, StringRef Word) {
  const char *Q = skipSpace(P, End);
  if (!StringRef(Q, size_t(End - Q)).starts_with(Word))
    return false;
  P = skipSpace(Q + Word.size(), End);
  return true;
}

bool classic::lexBreakdown(const char *&P, const char *End, Breakdown &Out) {
  const char *Q = P;
  if (!lexWord(Q, End, BreakdownMark) || !lexWord(Q, End, "-"))
    return false;
  for (unsigned I = 0; I != 4; ++I) {
    if ((I && !lexWord(Q, End, ",")) || !lexWord(Q, End, BreakdownKeys[I]) ||
        !lexWord(Q, End, ":"))
      return false;
    if (!I)
      Out.IsTight = Q[-1] == ':';
    if (!lexNumber(Q, End, Out.Counts[I]))
      return false;
  }
  P = Q;
  return true;
}

bool classic::lexEof(const char *&P, const char *End, EofTotals &Out) {
  const char *Q = P;
  if (!lexWord(Q, End, EofMark) || !lexWord(Q, End, "Total") ||
      !lexWord(Q, End, "'Objects',Refs(null)") || !lexWord(Q, End, ":") ||
      !lexNumber(Q, End, Out.Objects) || !lexWord(Q, End, ",") ||
      !lexNumber(Q, End, Out.References) || !lexWord(Q, End, "("))
    return false;
  // The comma is in the specification's grammar, but not in its example.
  lexWord(Q, End, ",");
  if (!lexNumber(Q, End, Out.Nulls) || !lexWord(Q, End, ")"))
    return false;
  // Do not move past the line, because the caller counts lines.
  while (Q[-1] != ')')
    --Q;
  P = Q;
  return true;
}

//===----------------------------------------------------------------------===//
// The beginning of a dump
//===----------------------------------------------------------------------===//

namespace {
/// Examines the first records of a dump, but not those of the next one, to
/// determine its form.
class Evidence {
public:
  Evidence(StringRef Head, bool IsWhole)
      : P(Head.begin()), End(Head.end()), IsWhole(IsWhole) {}
  HeadFacts judge();

private:
  void look();
  void record(const Address &A, const RecordHead &R);
  void reference(const Address &A);
  void finishRecord();
  void line();
  bool beginWithClass() const;

  const char *P, *End;
  const bool IsWhole;
  unsigned Digits = 0; ///< Digits of the first address.
  bool HasRecord = false, IsObject = false, IsPrimitive = false;
  unsigned References = 0;
  // Observations.
  bool SawAny = false, SawOldVersion = false;
  uint64_t WithKeywords = 0, WithWords = 0;
  bool SawBareObject = false, SawNull = false, SawShortNull = false;
  bool SawTight = false;
  std::optional<bool> PrimitiveHasClass;
  StringRef Type;                     ///< Type of the current record.
  DenseMap<IdKey, StringRef> Classes; ///< Names, by address.
  DenseSet<IdKey> Objects;
  /// Types of objects, and their first references.
  std::vector<std::pair<StringRef, uint64_t>> First;
};
} // namespace

/// Whether first references are the addresses of the objects' own classes,
/// judging by those whose targets are known.
bool Evidence::beginWithClass() const {
  bool Some = false;
  for (auto [Type, To] : First) {
    auto Class = Classes.find(To);
    if (Objects.contains(To) ||
        (Class != Classes.end() && Class->second != Type))
      return false;
    Some |= Class != Classes.end();
  }
  return Some;
}

void Evidence::finishRecord() {
  if (HasRecord && IsObject) {
    if (IsPrimitive && !PrimitiveHasClass)
      PrimitiveHasClass = References != 0;
    SawBareObject |= !References;
  }
  HasRecord = false;
}

void Evidence::record(const Address &A, const RecordHead &R) {
  finishRecord();
  ++(R.Word == RecordHead::Keyword::None ? WithWords : WithKeywords);
  SawAny = HasRecord = true;
  IsObject = R.Word == RecordHead::Keyword::Obj;
  IsPrimitive = classicType(R.Type).Kind == ClassicType::Shape::PrimitiveArray;
  References = 0;
  Type = R.Type;
  if (IsObject)
    Objects.insert(A.Value);
  else if (R.Word == RecordHead::Keyword::Cls)
    Classes.try_emplace(A.Value, R.Type);
}

void Evidence::reference(const Address &A) {
  if (IsObject && !References)
    First.emplace_back(Type, A.Value);
  ++References;
  if (!A.Value)
    (A.Digits == 1 ? SawShortNull : SawNull) = true;
}

/// Examines a line that is neither a record nor a reference.
void Evidence::line() {
  StringRef Line = StringRef(P, size_t(End - P)).split('\n').first;
  P += Line.size();
  bool IsTrailer = Line.starts_with(BreakdownMark);
  SawTight |=
      IsTrailer && Line.contains("Classes:") && !Line.contains("Classes: ");
  if (IsTrailer)
    finishRecord();
  if (SawAny || !Line.starts_with(VersionMark))
    return;
  // "J2RE 6.0 IBM J9 2.5 Linux x86-32 build ...": the last version to list
  // classes.
  size_t At = Line.find("IBM J9 2.");
  if (At != StringRef::npos) {
    StringRef Minor = Line.substr(At + strlen("IBM J9 2."));
    SawOldVersion = Minor.size() > 1 && Minor[0] >= '0' && Minor[0] <= '5' &&
                    !isDigit(Minor[1]);
  }
}

void Evidence::look() {
  while (true) {
    P = skipSpace(P, End);
    if (P == End)
      break;
    Address A;
    if (!lexAddress(P, End, A)) {
      bool IsVersion = StringRef(P, size_t(End - P)).starts_with(VersionMark);
      if (IsVersion && SawAny)
        break; // This is the next dump.
      EofTotals Last;
      if (lexEof(P, End, Last)) {
        finishRecord();
        return;
      }
      line();
      continue;
    }
    if (!Digits)
      Digits = A.Digits;
    if (!startsRecord(P, End)) {
      reference(A);
      continue;
    }
    RecordHead R;
    if (lexRecord(P, End, R))
      record(A, R);
    else
      line();
  }
  // If a record continues past the head, missing data proves nothing.
  if (IsWhole || References)
    finishRecord();
}

HeadFacts Evidence::judge() {
  look();
  HeadFacts F;
  F.IdSize = Digits && Digits <= 8 ? 4 : 8;
  if (WithWords > WithKeywords)
    F.Form = ClassicForm::PrintHeapdump;
  else if (PrimitiveHasClass == true)
    F.Form = ClassicForm::Spec;
  else if (SawShortNull || SawTight)
    F.Form = ClassicForm::DtfjView;
  else if (!PrimitiveHasClass && !SawBareObject) {
    bool IsSure = SawNull || beginWithClass();
    if (IsSure || SawOldVersion)
      F.Form = ClassicForm::Spec;
    F.IsGuess = !IsSure && SawOldVersion;
  }
  return F;
}

HeadFacts classic::lookAtHead(StringRef Head, bool IsWhole) {
  // The last word may continue past the head.
  if (!IsWhole)
    Head = Head.take_front(Head.find_last_of(" \t\r\n") + 1);
  return Evidence(Head, IsWhole).judge();
}

std::string classic::excerpt(StringRef Text) {
  Text = Text.take_front(200).split('\n').first.rtrim(" \t\r");
  std::string Out;
  for (char C : Text.take_front(40))
    Out += isPrint(C) || uint8_t(C) >= 0x80 ? C : '?';
  if (Text.size() > 40)
    Out += "...";
  return Out;
}
