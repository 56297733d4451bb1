//===- JfrCells.cpp - Values of events as cells of a table ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JfrCells.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include <ctime>

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

using ColumnKind = JfrRecording::ColumnKind;
using Cell = JfrRecording::Cell;

/// Maximum nesting of a value as JSON: class loaders and classes refer to each
/// other.
static constexpr unsigned MostNested = 6;
/// Size of JSON after which values are null, in bytes.
static constexpr size_t MostText = 64 << 10;

/// A type with one field is the value of that field: a symbol, the name of a
/// cause.
static JfrValue unwrap(const JfrChunk &C, JfrValue V) {
  for (unsigned Depth = 0; V && Depth != MostNested; ++Depth) {
    const JfrType &T = C.types()[V.Type];
    if (T.Is != Storage::Fields || T.Fields.size() != 1 ||
        T.Fields.front().IsArray)
      break;
    V = C.field(V, T.Fields.front().Name);
  }
  return V;
}

/// The name of a class, method or symbol.
static std::string nameOf(const JfrChunk &C, const JfrValue &V,
                          StringRef Field) {
  return C.text(unwrap(C, C.field(V, Field)));
}

static std::string methodText(const JfrChunk &C, const JfrValue &Method) {
  const std::string Class = nameOf(C, C.field(Method, "type"), "name");
  return (Class.empty() ? "" : javaClassName(Class) + ".") +
         nameOf(C, Method, "name");
}

/// The frames of a stack trace, innermost first, one per line.
static std::string stackText(const JfrChunk &C, const JfrValue &Stack) {
  std::string Text;
  C.forEachElement(Stack, "frames", [&](const JfrValue &F) {
    Text += (Text.empty() ? "" : "\n") + methodText(C, C.field(F, "method"));
    if (const int64_t Line = C.number(C.field(F, "lineNumber")); Line > 0)
      Text += ":" + std::to_string(Line);
  });
  return Text;
}

namespace {
/// A type whose values are shown as text.
struct TextRow {
  StringLiteral Type;
  std::string (*Text)(const JfrChunk &C, const JfrValue &V);
};
} // namespace

static constexpr TextRow Texts[] = {
    {"java.lang.Class",
     [](const JfrChunk &C, const JfrValue &V) {
       return javaClassName(nameOf(C, V, "name"));
     }},
    {"java.lang.Thread",
     [](const JfrChunk &C, const JfrValue &V) {
       std::string Name = C.text(C.field(V, "javaName"));
       return Name.empty() ? C.text(C.field(V, "osName")) : Name;
     }},
    {"jdk.types.ClassLoader",
     [](const JfrChunk &C, const JfrValue &V) {
       std::string Name = nameOf(C, V, "name");
       return Name.empty()
                  ? javaClassName(nameOf(C, C.field(V, "type"), "name"))
                  : Name;
     }},
    {"jdk.types.Method", methodText},
    {"jdk.types.StackTrace", stackText},
};

static const TextRow *textRow(const JfrType &T) {
  for (const TextRow &R : Texts)
    if (T.Name == R.Type)
      return &R;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

namespace {
class JsonWriter {
public:
  explicit JsonWriter(const JfrChunk &C) : C(C), OS(Text), To(OS) {}
  std::string take() {
    To.flush();
    return std::move(Text);
  }
  void value(JfrValue V, unsigned Depth);
  void field(const JfrField &F, JfrBytes From, unsigned Depth) {
    if (!F.IsArray)
      return C.forEachValue(From, F,
                            [&](const JfrValue &V) { value(V, Depth); });
    To.array([&] {
      C.forEachValue(From, F, [&](const JfrValue &V) { value(V, Depth); });
    });
  }

private:
  const JfrChunk &C;
  std::string Text;
  raw_string_ostream OS;
  json::OStream To;
};
} // namespace

void JsonWriter::value(JfrValue V, unsigned Depth) {
  V = unwrap(C, V);
  if (C.isNull(V) || Depth == MostNested || Text.size() > MostText)
    return To.value(nullptr);
  const JfrType &T = C.types()[V.Type];
  if (const TextRow *Row = textRow(T))
    return To.value(modifiedUtf8ToUtf8(Row->Text(C, V)));
  switch (T.Is) {
  case Storage::Boolean:
    return To.value(C.number(V) != 0);
  case Storage::Float:
  case Storage::Double:
    return To.value(C.real(V));
  case Storage::String:
    return To.value(modifiedUtf8ToUtf8(C.text(V)));
  case Storage::Fields:
    return To.object([&] {
      C.forEachField(V, [&](const JfrField &F, JfrBytes From) {
        To.attributeBegin(modifiedUtf8ToUtf8(F.Name));
        field(F, From, Depth + 1);
        To.attributeEnd();
      });
    });
  default:
    return To.value(C.number(V));
  }
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static std::string timeText(uint64_t Nanos) {
  constexpr uint64_t PerSecond = 1000000000;
  const auto Seconds = std::time_t(Nanos / PerSecond);
  std::tm Parts = {};
  char Text[32];
  // Every number of nanoseconds is in a year of four digits.
  const size_t Size = ::gmtime_r(&Seconds, &Parts)
                          ? std::strftime(Text, sizeof Text, "%FT%T", &Parts)
                          : 0;
  std::string Fraction = std::to_string(Nanos % PerSecond + PerSecond);
  Fraction.front() = '.';
  return std::string(Text, Size) + Fraction + "Z";
}

/// Nanoseconds of the number \p N in \p Unit, if it is a time or a time span.
static Cell nanosOf(const JfrChunk &C, JfrUnit Unit, int64_t N) {
  constexpr int64_t PerMicro = 1000, PerMilli = 1000000, PerSecond = 1000000000;
  const auto Times = [&](int64_t Factor) {
    int64_t Result;
    return llvm::MulOverflow(N, Factor, Result) ? Cell() : Cell(Result);
  };
  switch (Unit) {
  case JfrUnit::TimeTicks: {
    const ChunkHeader &H = C.header();
    const auto Ticks = uint64_t(N);
    return timeText(Ticks >= H.StartTicks
                        ? H.StartNanos + H.nanos(Ticks - H.StartTicks)
                        : H.StartNanos - H.nanos(H.StartTicks - Ticks));
  }
  case JfrUnit::TimeMillis:
    return N < 0 || N > INT64_MAX / PerMilli
               ? Cell()
               : Cell(timeText(uint64_t(N) * uint64_t(PerMilli)));
  case JfrUnit::SpanTicks:
    return N < 0 ? Cell() : Cell(int64_t(C.header().nanos(uint64_t(N))));
  case JfrUnit::SpanMicros:
    return Times(PerMicro);
  case JfrUnit::SpanMillis:
    return Times(PerMilli);
  case JfrUnit::SpanSeconds:
    return Times(PerSecond);
  default:
    return N;
  }
}

ColumnKind jfr::columnKind(const JfrTypes &Types, const JfrField &F) {
  if (F.IsArray)
    return ColumnKind::Text;
  switch (F.Unit) {
  case JfrUnit::TimeTicks:
  case JfrUnit::TimeMillis:
    return ColumnKind::Time;
  case JfrUnit::Bytes:
    return ColumnKind::Bytes;
  case JfrUnit::None:
    break;
  default:
    return ColumnKind::Nanos;
  }
  switch (Types[F.Type].Is) {
  case Storage::Fields:
  case Storage::String:
    return ColumnKind::Text;
  case Storage::Boolean:
    return ColumnKind::Boolean;
  case Storage::Float:
  case Storage::Double:
    return ColumnKind::Real;
  default:
    return ColumnKind::Integer;
  }
}

static Cell cellOf(const JfrChunk &C, const JfrField &F, JfrValue V) {
  V = unwrap(C, V);
  if (!V)
    return {};
  const JfrType &T = C.types()[V.Type];
  if (const TextRow *Row = textRow(T))
    return Row->Text(C, V);
  switch (T.Is) {
  case Storage::Boolean:
    return C.number(V) != 0;
  case Storage::Float:
  case Storage::Double:
    return C.real(V);
  case Storage::String:
    return C.isNull(V) ? Cell() : Cell(C.text(V));
  case Storage::Fields: {
    JsonWriter To(C);
    To.value(V, 0);
    return To.take();
  }
  default:
    return nanosOf(C, F.Unit, C.number(V));
  }
}

Cell jfr::cellOf(const JfrChunk &C, const JfrField &F, JfrBytes From) {
  if (F.IsArray) {
    JsonWriter To(C);
    To.field(F, From, 0);
    return To.take();
  }
  Cell Result;
  C.forEachValue(From, F,
                 [&](const JfrValue &V) { Result = ::cellOf(C, F, V); });
  return Result;
}
