//===- ObjectContents.cpp - Contents of collections, values ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ObjectContents.h"
#include "JavaText.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Java/JavaStacks.h"
#include "hprof/Java/JavaValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
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
  case Kind::Stack:
    return "stack";
  }
  llvm_unreachable("unhandled kind");
}

namespace {

/// Reads objects that are not collections.
class ValueReader {
public:
  ValueReader(const HeapContents &C, Node N, unsigned Nesting = 0)
      : C(C), N(N), Nesting(Nesting), Heap(C), Of(Heap, N) {}
  ValueReader(const ValueReader &) = delete;
  std::optional<ObjectContents> read() const;

  using Text = std::optional<std::string>;
  struct Row;
  static ArrayRef<Row> rows();

private:
  const Row *findRow() const;
  Text string() const;
  Text builder() const;
  Text number() const;
  Text boolean() const;
  Text uuid() const;
  Text bigInteger() const;
  Text bigDecimal() const;
  Text optional() const;
  Text optionalNumber() const;
  Text url() const;
  Text locale() const;
  Text address() const;
  Text socketAddress() const;
  Text date() const;
  Text timestamp() const;
  Text instant() const;
  Text year() const;
  Text yearMonth() const;
  Text localDate() const;
  Text localTime() const;
  Text localDateTime() const;
  Text offsetDateTime() const;
  Text zonedDateTime() const;
  Text duration() const;
  Text period() const;
  Text throwable() const;

  ValueReader at(StringRef Field) const { return {C, Of.reference({Field})}; }
  bool isNull(StringRef Field) const {
    return Of.has(Field) && Of.object({Field}).isNull();
  }
  /// Returns a field with a String: "" for null, nullopt if it is damaged.
  Text part(StringRef Field) const {
    return isNull(Field) ? Text("") : at(Field).string();
  }
  std::optional<int64_t> nanos(StringRef Field = "nanos") const;
  std::optional<std::string> digits() const;
  Text numericAddress() const;

  const HeapContents &C;
  Node N;
  unsigned Nesting; ///< Number of Optionals around this value.
  ContentsHeap Heap;
  JavaFields Of;
};

/// Plan for reading the instances of a class and its subclasses: with a
/// function, or from a field with a String.
struct ValueReader::Row {
  const char *Class;
  Kind What;
  Text (ValueReader::*Read)() const;
  const char *Field = nullptr;
};

} // namespace

ArrayRef<ValueReader::Row> ValueReader::rows() {
  using V = ValueReader;
  static constexpr Row Rows[] = {
      {"java.lang.StringBuilder", Kind::Text, &V::builder},
      {"java.lang.StringBuffer", Kind::Text, &V::builder},
      {"java.util.concurrent.atomic.AtomicBoolean", Kind::Value, &V::boolean},
      {"java.util.concurrent.atomic.AtomicInteger", Kind::Value, &V::number},
      {"java.util.concurrent.atomic.AtomicLong", Kind::Value, &V::number},
      {"java.util.UUID", Kind::Value, &V::uuid},
      {"java.math.BigInteger", Kind::Value, &V::bigInteger},
      {"java.math.BigDecimal", Kind::Value, &V::bigDecimal},
      {"java.lang.Enum", Kind::Enum, nullptr, "name"},
      {"java.util.Optional", Kind::Value, &V::optional},
      {"java.util.OptionalInt", Kind::Value, &V::optionalNumber},
      {"java.util.OptionalLong", Kind::Value, &V::optionalNumber},
      {"java.util.OptionalDouble", Kind::Value, &V::optionalNumber},
      {"java.util.Currency", Kind::Value, nullptr, "currencyCode"},
      {"java.util.Locale", Kind::Value, &V::locale},
      {"java.util.regex.Pattern", Kind::Value, nullptr, "pattern"},
      {"java.nio.charset.Charset", Kind::Value, nullptr, "name"},
      {"java.io.File", Kind::Value, nullptr, "path"},
      {"java.net.URI", Kind::Value, nullptr, "string"},
      {"java.net.URL", Kind::Value, &V::url},
      {"java.net.InetAddress", Kind::Value, &V::address},
      {"java.net.InetSocketAddress", Kind::Value, &V::socketAddress},
      {"java.sql.Timestamp", Kind::Time, &V::timestamp},
      {"java.util.Date", Kind::Time, &V::date},
      {"java.time.Instant", Kind::Time, &V::instant},
      {"java.time.ZoneRegion", Kind::Time, nullptr, "id"},
      {"java.time.ZoneOffset", Kind::Time, nullptr, "id"},
      {"java.time.Year", Kind::Time, &V::year},
      {"java.time.YearMonth", Kind::Time, &V::yearMonth},
      {"java.time.LocalDate", Kind::Time, &V::localDate},
      {"java.time.LocalTime", Kind::Time, &V::localTime},
      {"java.time.LocalDateTime", Kind::Time, &V::localDateTime},
      {"java.time.OffsetDateTime", Kind::Time, &V::offsetDateTime},
      {"java.time.ZonedDateTime", Kind::Time, &V::zonedDateTime},
      {"java.time.Duration", Kind::Time, &V::duration},
      {"java.time.Period", Kind::Time, &V::period},
      {"java.lang.Throwable", Kind::Stack, &V::throwable},
  };
  return Rows;
}

static constexpr StringRef Reference =
    "java.util.concurrent.atomic.AtomicReference";

bool hprof::mayHaveContents(StringRef Name) {
  return Name == Reference || isCollectionClass(Name) || findBox(Name) ||
         any_of(ValueReader::rows(),
                [&](const ValueReader::Row &R) { return Name == R.Class; });
}

/// Returns the characters of a StringBuilder or StringBuffer, up to its count.
ValueReader::Text ValueReader::builder() const {
  Node Array = Of.reference({"value"});
  std::optional<FoundObject> Own = C.object(N), Chars;
  if (Array != NoNode)
    Chars = C.object(Array);
  if (!Own || !Chars || !Chars->isArray() || !C.file().hasValues())
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

ValueReader::Text ValueReader::boolean() const {
  return Of.has("value") ? Text(Of.number("value") ? "true" : "false")
                         : std::nullopt;
}

/// Returns the value of a box or an atomic number.
ValueReader::Text ValueReader::number() const {
  const std::optional<Value> V = Of.value("value");
  if (!V)
    return std::nullopt;
  if (V->Type == BasicType::Boolean)
    return boolean();
  if (V->Type == BasicType::Char)
    return utf16ToModifiedUtf8(uint16_t(V->Bits));
  if (V->Type == BasicType::Float)
    return floatText(bit_cast<float>(uint32_t(V->Bits)));
  if (V->Type == BasicType::Double)
    return doubleText(bit_cast<double>(V->Bits));
  return std::to_string(Of.number("value"));
}

ValueReader::Text ValueReader::uuid() const {
  if (!Of.has("mostSigBits") || !Of.has("leastSigBits"))
    return std::nullopt;
  return uuidText(uint64_t(Of.number("mostSigBits")),
                  uint64_t(Of.number("leastSigBits")));
}

/// Returns the digits of a BigInteger.
ValueReader::Text ValueReader::digits() const {
  std::optional<FoundObject> Array = C.object(Of.reference({"mag"}));
  if (!Array || Array->ElementType != BasicType::Int)
    return std::nullopt;
  std::vector<uint32_t> Words;
  ObjectView View(C.context(), *Array);
  for (uint64_t I = 0; I != View.numElements(); ++I)
    Words.push_back(uint32_t(View.element(I).Bits));
  return digitsOf(Words);
}

ValueReader::Text ValueReader::bigInteger() const {
  Text Digits = digits();
  if (Digits && Of.number("signum") < 0)
    Digits->insert(0, "-");
  return Digits;
}

/// The unscaled value is a long, or a BigInteger if it does not fit in a long.
ValueReader::Text ValueReader::bigDecimal() const {
  if (!Of.has("scale") || !Of.has("intCompact"))
    return std::nullopt;
  int64_t Scale = Of.number("scale"), Small = Of.number("intCompact");
  if (Small != INT64_MIN)
    return decimalText(Small < 0, std::to_string(std::llabs(Small)), Scale);
  ValueReader Big = at("intVal");
  Text Digits = Big.digits();
  return Digits ? Text(decimalText(Big.Of.number("signum") < 0, *Digits, Scale))
                : std::nullopt;
}

ValueReader::Text ValueReader::string() const {
  std::optional<JavaString> S = C.string(N);
  return S ? Text(std::move(S->Text)) : std::nullopt;
}

/// Reads a value that is not a collection, inside of \p Nesting Optionals.
static std::optional<ObjectContents> readValue(const HeapContents &C, Node N,
                                               unsigned Nesting) {
  N = C.collections().dereferenced(N);
  if (N == NoNode || C.graph().asClass(N) != NoClass ||
      C.graph().classOf(N).isArray())
    return std::nullopt;
  return ValueReader(C, N, Nesting).read();
}

ValueReader::Text ValueReader::optional() const {
  constexpr unsigned MostNesting = 16; // In damaged heaps, values form cycles.
  if (isNull("value"))
    return "Optional.empty";
  std::optional<ObjectContents> Read;
  if (Nesting != MostNesting)
    Read = readValue(C, Of.reference({"value"}), Nesting + 1);
  return Read ? Text("Optional[" + Read->Text + "]") : std::nullopt;
}

ValueReader::Text ValueReader::optionalNumber() const {
  StringRef Class = C.graph().classOf(N).Name;
  Class.consume_front("java.util.");
  const Text Number = number();
  if (!Of.has("isPresent") || !Number)
    return std::nullopt;
  return Of.number("isPresent") ? (Class + "[" + *Number + "]").str()
                                : (Class + ".empty").str();
}

ValueReader::Text ValueReader::url() const {
  const Text Protocol = at("protocol").string(), Authority = part("authority"),
             File = part("file"), Fragment = part("ref");
  if (!Protocol || !Authority || !File || !Fragment)
    return std::nullopt;
  return *Protocol + ':' + (Authority->empty() ? "" : "//" + *Authority) +
         *File + (isNull("ref") ? "" : '#' + *Fragment);
}

ValueReader::Text ValueReader::locale() const {
  const ValueReader Base = at("baseLocale");
  const Text Language = Base.part("language"), Region = Base.part("region"),
             Variant = Base.part("variant"), Script = Base.part("script");
  if (!Language || !Region || !Variant || !Script)
    return std::nullopt;
  std::string Is = *Language;
  const bool HasMore = !Variant->empty() || !Script->empty();
  if (!Region->empty() || (!Is.empty() && HasMore))
    Is += '_' + *Region;
  if (Is.empty())
    return std::nullopt;
  if (!Variant->empty())
    Is += '_' + *Variant;
  if (!Script->empty())
    Is += "_#" + *Script;
  return Is;
}

ValueReader::Text ValueReader::numericAddress() const {
  constexpr size_t SizeOfSix = 16;
  std::string Is;
  if (Of.has("holder6")) {
    const std::optional<FoundObject> Six =
        C.object(at("holder6").Of.reference({"ipaddress"}));
    if (!Six || Six->ElementType != BasicType::Byte ||
        Six->Bytes.size() != SizeOfSix)
      return std::nullopt;
    for (size_t I = 0; I != SizeOfSix; I += 2)
      Is += (I ? ":" : "") +
            utohexstr(unsigned(Six->Bytes[I] << 8 | Six->Bytes[I + 1]), true);
    return Is;
  }
  const ValueReader Holder = at("holder");
  if (!Holder.Of.has("address"))
    return std::nullopt;
  const auto Bits = uint32_t(Holder.Of.number("address"));
  for (int Shift : {24, 16, 8, 0})
    Is += (Shift < 24 ? "." : "") + utostr(Bits >> Shift & 255);
  return Is;
}

/// The name, if it is known, and the numeric address: localhost/127.0.0.1.
ValueReader::Text ValueReader::address() const {
  const Text Name = at("holder").part("hostName"), Numeric = numericAddress();
  return Name && Numeric ? Text(*Name + '/' + *Numeric) : std::nullopt;
}

ValueReader::Text ValueReader::socketAddress() const {
  const ValueReader Holder = at("holder"), Address = Holder.at("addr");
  if (!Holder.Of.has("port"))
    return std::nullopt;
  const std::string Port = ':' + std::to_string(Holder.Of.number("port"));
  if (Holder.isNull("addr")) {
    const Text Name = Holder.part("hostname");
    return Name ? Text(*Name + "/<unresolved>" + Port) : std::nullopt;
  }
  Text Is = Address.address();
  if (Is && Address.Of.has("holder6"))
    Is = Is->insert(Is->find('/') + 1, "[") + ']';
  return Is ? Text(*Is + Port) : std::nullopt;
}

ValueReader::Text ValueReader::date() const {
  if (!Of.has("fastTime"))
    return std::nullopt;
  int64_t Millis = Of.number("fastTime");
  int64_t InSecond = (Millis % 1000 + 1000) % 1000;
  return instantText((Millis - InSecond) / 1000, InSecond * 1'000'000);
}

/// Returns the nanoseconds in a second; nullopt if they are out of range.
std::optional<int64_t> ValueReader::nanos(StringRef Field) const {
  const int64_t Nanos = Of.number(Field);
  return Of.has(Field) && Nanos >= 0 && Nanos < 1'000'000'000
             ? std::optional(Nanos)
             : std::nullopt;
}

/// Date contains only whole seconds.
ValueReader::Text ValueReader::timestamp() const {
  const std::optional<int64_t> Nanos = nanos();
  return Of.has("fastTime") && Nanos
             ? Text(instantText(Of.number("fastTime") / 1000, *Nanos))
             : std::nullopt;
}

ValueReader::Text ValueReader::year() const {
  return Of.has("year") ? Text(std::to_string(Of.number("year")))
                        : std::nullopt;
}

ValueReader::Text ValueReader::instant() const {
  const std::optional<int64_t> Nanos = nanos();
  return Of.has("seconds") && Nanos
             ? Text(instantText(Of.number("seconds"), *Nanos))
             : std::nullopt;
}

/// Unlike in dates, large years have no sign.
ValueReader::Text ValueReader::yearMonth() const {
  if (!Of.has("year") || !Of.has("month"))
    return std::nullopt;
  const std::string Date =
      dateText(Of.number("year"), Of.number("month"), /*Day=*/1);
  return StringRef(Date).ltrim('+').drop_back(StringRef("-01").size()).str();
}

ValueReader::Text ValueReader::localDate() const {
  return Of.has("year") ? Text(dateText(Of.number("year"), Of.number("month"),
                                        Of.number("day")))
                        : std::nullopt;
}

ValueReader::Text ValueReader::localTime() const {
  const std::optional<int64_t> Nanos = nanos("nano");
  return Of.has("hour") && Nanos
             ? Text(clockText(Of.number("hour"), Of.number("minute"),
                              Of.number("second"), *Nanos))
             : std::nullopt;
}

ValueReader::Text ValueReader::localDateTime() const {
  Text Date = at("date").localDate(), Time = at("time").localTime();
  return Date && Time ? Text(*Date + "T" + *Time) : std::nullopt;
}

ValueReader::Text ValueReader::offsetDateTime() const {
  Text Local = at("dateTime").localDateTime();
  Text Offset = at("offset").at("id").string();
  return Local && Offset ? Text(*Local + *Offset) : std::nullopt;
}

ValueReader::Text ValueReader::zonedDateTime() const {
  Text Out = offsetDateTime(), Zone = at("zone").at("id").string();
  if (Out && Zone && at("zone").N != at("offset").N)
    *Out += "[" + *Zone + "]";
  return Out;
}

ValueReader::Text ValueReader::duration() const {
  const std::optional<int64_t> Nanos = nanos();
  return Of.has("seconds") && Nanos
             ? Text(durationText(Of.number("seconds"), *Nanos))
             : std::nullopt;
}

ValueReader::Text ValueReader::period() const {
  return Of.has("years")
             ? Text(periodText(Of.number("years"), Of.number("months"),
                               Of.number("days")))
             : std::nullopt;
}

/// Returns printStackTrace() output without causes; nullopt without a stack.
ValueReader::Text ValueReader::throwable() const {
  const std::vector<std::string> Frames = throwableFrames(Heap, N);
  if (Frames.empty())
    return std::nullopt;
  std::string Out = C.graph().classOf(N).Name;
  if (Text Message = at("detailMessage").string())
    Out += ": " + *Message;
  for (const std::string &Frame : Frames)
    Out += "\n\tat " + Frame;
  return Out;
}

/// Returns the row of the class or its closest superclass in the table.
const ValueReader::Row *ValueReader::findRow() const {
  static constexpr Row Box = {"", Kind::Value, &ValueReader::number};
  const HeapGraph &G = C.graph();
  ClassNumber At = G.classNumber(N);
  for (size_t I = 0; At != NoClass && I != G.classes().size(); ++I) {
    if (findBox(G.classes()[At].Name))
      return &Box;
    const Row *Found = find_if(
        rows(), [&](const Row &R) { return G.classes()[At].Name == R.Class; });
    if (Found != rows().end())
      return Found;
    At = G.classes()[At].Super;
  }
  return nullptr;
}

std::optional<ObjectContents> ValueReader::read() const {
  bool IsString = C.graph().classOf(N).Name == "java.lang.String";
  const Row *Found = IsString ? nullptr : findRow();
  Text Read = IsString       ? string()
              : !Found       ? Text()
              : Found->Field ? at(Found->Field).string()
                             : (this->*Found->Read)();
  if (!Read)
    return std::nullopt;
  ObjectContents Out;
  Out.What = IsString ? Kind::Text : Found->What;
  Out.Text = std::move(*Read);
  return Out;
}

std::optional<ObjectContents> hprof::objectValue(const HeapContents &C,
                                                 Node N) {
  return readValue(C, N, /*Nesting=*/0);
}

std::optional<ObjectContents> hprof::objectContents(const HeapContents &C,
                                                    Node N, uint64_t Most) {
  std::optional<CollectionEntries> Found = C.collections().entries(N, Most);
  if (!Found)
    return objectValue(C, N);
  ObjectContents Out;
  Out.What = Found->Kind == CollectionKind::List  ? Kind::List
             : Found->Kind == CollectionKind::Set ? Kind::Set
                                                  : Kind::Map;
  Out.Entries = std::move(Found->Entries);
  Out.Size = Found->Size;
  return Out;
}
