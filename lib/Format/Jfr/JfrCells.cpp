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
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

using ColumnKind = JfrRecording::ColumnKind;
using Cell = JfrRecording::Cell;

/// Maximum nesting of a value as JSON: class loaders and classes refer to each
/// other.
static constexpr unsigned MostNested = 6;
/// Size of a stack trace after which frames are omitted, and of JSON after
/// which values are null, in bytes.
static constexpr size_t MostText = 256 << 10;

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

std::vector<std::string> jfr::stackFrames(const JfrChunk &C,
                                          const JfrValue &Stack) {
  constexpr size_t MostFrame = 64 << 10; // As for names in class files.
  size_t Bytes = 0;
  std::vector<std::string> Frames;
  C.forEachElement(Stack, "frames", [&](const JfrValue &F) {
    if (Bytes > MostText)
      return;
    std::string Text = methodText(C, C.field(F, "method"));
    Text.resize(std::min(Text.size(), MostFrame));
    std::replace(Text.begin(), Text.end(), '\n', ' ');
    if (const int64_t Line = C.number(C.field(F, "lineNumber")); Line > 0)
      Text += ":" + std::to_string(Line);
    Bytes += Text.size();
    Frames.push_back(std::move(Text));
  });
  return Frames;
}

static std::string stackText(const JfrChunk &C, const JfrValue &Stack) {
  return join(stackFrames(C, Stack), "\n");
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
       if (Name.empty())
         Name = C.text(C.field(V, "osName"));
       // Most virtual threads have no name.
       return Name.empty()
                  ? "#" + std::to_string(C.number(C.field(V, "javaThreadId")))
                  : Name;
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

std::string jfr::textOf(const JfrChunk &C, const JfrValue &V) {
  const TextRow *Row = V ? textRow(C.types()[V.Type]) : nullptr;
  return Row ? Row->Text(C, V) : "";
}

/// Whether \p V is shown as an object in JSON.
static bool isObject(const JfrChunk &C, const JfrValue &V) {
  return V && C.types()[V.Type].Is == Storage::Fields &&
         !textRow(C.types()[V.Type]);
}

/// The cell of \p V, which is not an object.
static Cell plainCell(const JfrChunk &C, const JfrValue &V) {
  if (C.isNull(V))
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
    return C.text(V);
  case Storage::Char:
    return utf16ToModifiedUtf8(uint16_t(C.number(V)));
  default:
    return C.number(V);
  }
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
  if (Depth == MostNested || Text.size() > MostText)
    return To.value(nullptr);
  if (isObject(C, V))
    return To.object([&] {
      C.forEachField(V, [&](const JfrField &F, JfrBytes From) {
        To.attributeBegin(modifiedUtf8ToUtf8(F.Name));
        field(F, From, Depth + 1);
        To.attributeEnd();
      });
    });
  std::visit(
      [&](const auto &Is) {
        using T = std::decay_t<decltype(Is)>;
        if constexpr (std::is_same_v<T, std::monostate>)
          To.value(nullptr);
        else if constexpr (std::is_same_v<T, std::string>)
          To.value(modifiedUtf8ToUtf8(Is));
        else if constexpr (std::is_same_v<T, JfrRecording::Instant>)
          To.value(Is.text());
        else
          To.value(Is);
      },
      plainCell(C, V));
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

std::string JfrRecording::Instant::text() const {
  constexpr uint64_t PerSecond = 1000000000, MillisPerSecond = 1000;
  std::string Text = instantText(Nanos / PerSecond * MillisPerSecond);
  Text.back() = '.'; // It was Z.
  return Text + std::to_string(Nanos % PerSecond + PerSecond).substr(1) + "Z";
}

/// \p N nanoseconds as a time, if it is after 1969.
static Cell timeCell(std::optional<int64_t> N) {
  return N && *N >= 0 ? Cell(JfrRecording::Instant{uint64_t(*N)}) : Cell();
}

static std::optional<int64_t> product(int64_t A, int64_t B) {
  int64_t Result;
  return MulOverflow(A, B, Result) ? std::nullopt : std::optional(Result);
}

/// Nanoseconds of \p Ticks, which may be negative.
static std::optional<int64_t> ticks(const ChunkHeader &H, int64_t Ticks) {
  const uint64_t Size = Ticks < 0 ? -uint64_t(Ticks) : uint64_t(Ticks);
  const uint64_t Nanos = H.nanos(Size);
  if (Nanos > uint64_t(INT64_MAX))
    return std::nullopt;
  return Ticks < 0 ? -int64_t(Nanos) : int64_t(Nanos);
}

/// The number \p N in \p Unit: a time, nanoseconds, or the number itself. The
/// extremes stand for "none" and "forever", which are null.
static Cell inUnit(const JfrChunk &C, JfrUnit Unit, int64_t N) {
  constexpr int64_t PerMicro = 1000, PerMilli = 1000000, PerSecond = 1000000000;
  const ChunkHeader &H = C.header();
  const auto Optional = [](std::optional<int64_t> V) {
    return V ? Cell(*V) : Cell();
  };
  const bool IsExtreme = N == INT64_MIN || N == INT64_MAX;
  switch (Unit) {
  case JfrUnit::TimeTicks: {
    const std::optional<int64_t> Since =
        IsExtreme ? std::nullopt
                  : ticks(H, int64_t(uint64_t(N) - H.StartTicks));
    int64_t Sum;
    return !Since || AddOverflow(int64_t(H.StartNanos), *Since, Sum)
               ? Cell()
               : timeCell(Sum);
  }
  case JfrUnit::TimeMillis:
    return timeCell(product(N, PerMilli));
  case JfrUnit::SpanTicks:
    return IsExtreme ? Cell() : Optional(ticks(H, N));
  case JfrUnit::SpanNanos:
    return IsExtreme ? Cell() : Cell(N);
  case JfrUnit::SpanMicros:
    return Optional(product(N, PerMicro));
  case JfrUnit::SpanMillis:
    return Optional(product(N, PerMilli));
  case JfrUnit::SpanSeconds:
    return Optional(product(N, PerSecond));
  case JfrUnit::None:
  case JfrUnit::Bytes:
    return N;
  }
  llvm_unreachable("unhandled unit");
}

ColumnKind jfr::columnKind(const JfrTypes &Types, const JfrField &F) {
  if (F.IsArray)
    return ColumnKind::Text;
  const Storage Is = Types[F.Type].Is;
  if (Is == Storage::Float || Is == Storage::Double)
    return ColumnKind::Real;
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
  switch (Is) {
  case Storage::Fields:
  case Storage::String:
  case Storage::Char:
    return ColumnKind::Text;
  case Storage::Boolean:
    return ColumnKind::Boolean;
  default:
    return ColumnKind::Integer;
  }
}

static Cell cellOf(const JfrChunk &C, const JfrField &F, JfrValue V) {
  V = unwrap(C, V);
  if (isObject(C, V)) {
    JsonWriter To(C);
    To.value(V, 0);
    return To.take();
  }
  Cell Is = plainCell(C, V);
  auto *N = std::get_if<int64_t>(&Is);
  if (!N)
    return Is;
  // Larger unsigned numbers than SQL has are negative.
  const int Size = std::abs(primitiveSize(C.types()[V.Type].Is));
  if (F.IsUnsigned && Size < 8)
    *N &= (int64_t(1) << 8 * Size) - 1;
  return inUnit(C, F.Unit, *N);
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
