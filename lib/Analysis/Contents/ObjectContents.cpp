//===- ObjectContents.cpp - What a collection or value has in it ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ObjectContents.h"
#include "EntryWalk.h"
#include "FieldsOfNode.h"
#include "hprof/Format/ModifiedUtf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdlib>

using namespace hprof;
using namespace llvm;

using Kind = ObjectContents::Kind;

const char *hprof::contentKindName(Kind K) {
  switch (K) {
  case Kind::List:
    return "list";
  case Kind::Set:
    return "set";
  case Kind::Map:
    return "map";
  case Kind::Text:
    return "text";
  case Kind::Value:
    return "value";
  case Kind::Enum:
    return "enum";
  case Kind::Time:
    return "time";
  }
  llvm_unreachable("unhandled kind");
}

static constexpr StringRef Boxes[] = {
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Short",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Character",
    "java.lang.Float",
    "java.lang.Double",
    "java.util.concurrent.atomic.AtomicInteger",
    "java.util.concurrent.atomic.AtomicLong"};

bool hprof::mayHaveContents(StringRef Name) {
  static constexpr StringRef Others[] = {
      "java.lang.StringBuilder", "java.lang.StringBuffer",
      "java.lang.Enum",          "java.util.Date",
      "java.time.Instant",       "java.time.LocalDate",
      "java.time.LocalTime",     "java.time.LocalDateTime"};
  return is_contained(Boxes, Name) || is_contained(Others, Name) ||
         EntryWalk::knows(Name);
}

namespace {

/// Reads objects that are not collections.
class ValueReader {
public:
  ValueReader(const HeapContents &C, Node N) : C(C), N(N), Of(C, N) {}
  std::optional<ObjectContents> read() const;

private:
  bool isA(StringRef Class) const;
  std::optional<std::string> builder() const;
  std::optional<std::string> box(StringRef Class) const;
  std::optional<std::string> time(StringRef Class) const;
  static std::string date(int64_t Year, int64_t Month, int64_t Day);
  static std::string clock(int64_t Second, int64_t Nanos);
  static std::string instant(int64_t Second, int64_t Nanos);

  const HeapContents &C;
  Node N;
  FieldsOfNode Of;
};

} // namespace

bool ValueReader::isA(StringRef Class) const {
  const HeapGraph &G = C.graph();
  ClassNumber At = G.classNumber(N);
  for (size_t I = 0; At != NoClass && I != G.classes().size(); ++I) {
    if (G.classes()[At].Name == Class)
      return true;
    At = G.classes()[At].Super;
  }
  return false;
}

/// The characters of a StringBuilder or StringBuffer, up to its count.
std::optional<std::string> ValueReader::builder() const {
  Node Array = Of.reference({"value"});
  std::optional<FoundObject> Own = C.object(N), Chars;
  if (Array != NoNode)
    Chars = C.object(Array);
  if (!Own || !Chars || !Chars->isArray())
    return std::nullopt;
  bool IsWide = Chars->ElementType == BasicType::Char;
  bool IsUtf16 = Of.has("coder") && Of.number("coder") != 0;
  uint64_t Count = uint64_t(std::max<int64_t>(Of.number("count"), 0));
  uint64_t Bytes = Count * (IsWide || IsUtf16 ? 2 : 1);
  if (Count > Chars->Bytes.size())
    return std::nullopt;
  Chars->Bytes = Chars->Bytes.take_front(Bytes);
  Chars->Size = Chars->Bytes.size();
  Chars->Length = uint32_t(IsWide ? Chars->Size / 2 : Chars->Size);
  std::optional<JavaString> S = javaString(C.context(), *Own, *Chars);
  return S ? std::optional(std::move(S->Text)) : std::nullopt;
}

template <class T> static std::string realText(T Number, int MaxDigits) {
  if (std::isnan(Number))
    return "NaN";
  if (std::isinf(Number))
    return Number < 0 ? "-Infinity" : "Infinity";
  std::string Text;
  for (int Digits = 1; Digits <= MaxDigits; ++Digits) {
    Text.clear();
    raw_string_ostream(Text) << format("%.*g", Digits, double(Number));
    if (T(std::strtod(Text.c_str(), nullptr)) == Number)
      break;
  }
  return Text;
}

std::optional<std::string> ValueReader::box(StringRef Class) const {
  std::optional<Value> V = Of.value("value");
  if (!V || isReference(V->Type))
    return std::nullopt;
  if (Class == "java.lang.Boolean")
    return V->Bits ? "true" : "false";
  if (Class == "java.lang.Float")
    return realText(bit_cast<float>(uint32_t(V->Bits)), 9);
  if (Class == "java.lang.Double")
    return realText(bit_cast<double>(V->Bits), 17);
  if (Class == "java.lang.Character")
    return utf16ToModifiedUtf8(uint16_t(V->Bits));
  return std::to_string(Of.number("value"));
}

std::string ValueReader::date(int64_t Year, int64_t Month, int64_t Day) {
  std::string Text;
  // As Java's ISO_LOCAL_DATE: at least four digits, a sign beyond these.
  raw_string_ostream(Text) << (Year < 0      ? "-"
                               : Year > 9999 ? "+"
                                             : "")
                           << format("%04lld-%02lld-%02lld",
                                     std::llabs((long long)Year),
                                     (long long)Month, (long long)Day);
  return Text;
}

/// The time of day.
std::string ValueReader::clock(int64_t Second, int64_t Nanos) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << format("%02lld:%02lld:%02lld", (long long)Second / 3600,
               (long long)Second / 60 % 60, (long long)Second % 60);
  if (Nanos % 1'000'000 == 0 && Nanos)
    OS << format(".%03lld", (long long)Nanos / 1'000'000);
  else if (Nanos)
    OS << format(".%09lld", (long long)Nanos);
  return Text;
}

/// Computed from the day number in the Gregorian calendar, which repeats every
/// 400 years.
std::string ValueReader::instant(int64_t Second, int64_t Nanos) {
  constexpr int64_t PerDay = 86400, PerEra = 146097, ToEpoch = 719468;
  // Java's calendars end here.
  constexpr int64_t MostSeconds = 31'556'889'864'403'199;
  if (Second > MostSeconds || Second < -MostSeconds)
    return std::to_string(Second) + " s";
  int64_t Days = Second / PerDay, InDay = Second % PerDay;
  if (InDay < 0) {
    InDay += PerDay;
    --Days;
  }
  int64_t Shifted = Days + ToEpoch; // Since March 1 of the year 0.
  int64_t Era = (Shifted >= 0 ? Shifted : Shifted - PerEra + 1) / PerEra;
  int64_t OfEra = Shifted - Era * PerEra;
  int64_t Year = (OfEra - OfEra / 1460 + OfEra / 36524 - OfEra / 146096) / 365;
  int64_t OfYear = OfEra - (365 * Year + Year / 4 - Year / 100);
  int64_t March = (5 * OfYear + 2) / 153;
  int64_t Day = OfYear - (153 * March + 2) / 5 + 1;
  int64_t Month = March < 10 ? March + 3 : March - 9;
  return date(Year + Era * 400 + (Month <= 2), Month, Day) + "T" +
         clock(InDay, Nanos) + "Z";
}

std::optional<std::string> ValueReader::time(StringRef Class) const {
  if (isA("java.util.Date") && Of.has("fastTime")) {
    int64_t Millis = Of.number("fastTime");
    int64_t InSecond = (Millis % 1000 + 1000) % 1000;
    return instant((Millis - InSecond) / 1000, InSecond * 1'000'000);
  }
  auto DateOf = [](const FieldsOfNode &F) {
    return date(F.number("year"), F.number("month"), F.number("day"));
  };
  auto ClockOf = [](const FieldsOfNode &F) {
    return clock(F.number("hour") * 3600 + F.number("minute") * 60 +
                     F.number("second"),
                 F.number("nano"));
  };
  if (Class == "java.time.Instant")
    return instant(Of.number("seconds"), Of.number("nanos"));
  if (Class == "java.time.LocalDate")
    return DateOf(Of);
  if (Class == "java.time.LocalTime")
    return ClockOf(Of);
  if (Class == "java.time.LocalDateTime")
    return DateOf(FieldsOfNode(C, Of.reference({"date"}))) + "T" +
           ClockOf(FieldsOfNode(C, Of.reference({"time"})));
  return std::nullopt;
}

std::optional<ObjectContents> ValueReader::read() const {
  const std::string &Class = C.graph().classOf(N).Name;
  auto Made = [](Kind K, std::optional<std::string> Text) {
    std::optional<ObjectContents> Out;
    if (Text) {
      Out.emplace();
      Out->What = K;
      Out->Text = std::move(*Text);
    }
    return Out;
  };
  if (Class == "java.lang.String") {
    std::optional<JavaString> S = C.string(N);
    return Made(Kind::Text, S ? std::optional(S->Text) : std::nullopt);
  }
  if (Class == "java.lang.StringBuilder" || Class == "java.lang.StringBuffer")
    return Made(Kind::Text, builder());
  if (is_contained(Boxes, Class))
    return Made(Kind::Value, box(Class));
  if (isA("java.lang.Enum")) {
    std::optional<JavaString> Name = C.string(Of.reference({"name"}));
    return Made(Kind::Enum, Name ? std::optional(Name->Text) : std::nullopt);
  }
  return Made(Kind::Time, time(Class));
}

std::optional<ObjectContents> hprof::objectValue(const HeapContents &C,
                                                 Node N) {
  if (N == NoNode || C.graph().asClass(N) != NoClass ||
      C.graph().classOf(N).isArray())
    return std::nullopt;
  return ValueReader(C, N).read();
}

std::optional<ObjectContents> hprof::objectContents(const HeapContents &C,
                                                    Node N, uint64_t Most) {
  ObjectContents Out;
  if (EntryWalk(C, Most).read(N, Out))
    return Out;
  return objectValue(C, N);
}
