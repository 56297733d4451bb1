//===- YamlBuilder.cpp - Builds records from parsed YAML ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlBuilder.h"
#include "YamlFieldReader.h"
#include "YamlSchema.h"
#include "YamlText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::yaml;
using namespace llvm;

/// Payloads of up to this many bytes are sent whole.
static constexpr uint64_t MaxWhole = 1 << 20;

//===----------------------------------------------------------------------===//
// Files and items
//===----------------------------------------------------------------------===//

Builder::Builder(RecordVisitor &V, const YamlReaderOptions &Options)
    : V(V), Options(Options) {
  Items["strings"] = &Builder::strings;
  Items["record"] = &Builder::unknownRecord;
  Items["opaque"] = &Builder::opaque;
  Items["gap"] = &Builder::gap;
  Items["length"] = &Builder::length;
  Items["more"] = &Builder::more;
  Items["defaults"] = &Builder::defaults;
  Items["class"] = &Builder::oneClass;
  Items["classes"] = &Builder::classes;
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  Items[yamlKind(RecordKind::NAME)] = &Builder::record<NAME>;
#include "hprof/Format/Records/Records.def"
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  Items[yamlKind(RecordKind::NAME)] = &Builder::record<NAME>;
#include "hprof/Format/Records/Records.def"
#define HPROF_FOREIGN_BEGIN(NAME, TEXT, CARRIERS, GROUP)                       \
  Items[yamlKind(RecordKind::NAME)] = &Builder::foreign<NAME>;
#include "hprof/Format/Records/Records.def"
}

Builder::~Builder() = default;

bool Builder::fail(size_t Position, const Twine &What) {
  if (Failure)
    return false;
  // The parser's text begins at the current line count.
  StringRef Before = ItemText.take_front(Position);
  uint64_t At = Line + Before.count('\n');
  size_t LineStart = Before.rfind('\n');
  size_t Column = Position + 1;
  if (LineStart != StringRef::npos)
    Column = Position - LineStart;
  Failure.emplace(format_errc::bad_text, Offset + Position,
                  "line " + Twine(At) + ", column " + Twine(Column) + ": " +
                      What);
  return false;
}

Error Builder::takeError() {
  if (!Failure)
    return Error::success();
  return make_error<FormatError>(*Failure);
}

void Builder::advance(StringRef Text) {
  Line += Text.count('\n');
  Offset += Text.size();
  ItemText = StringRef();
}

void Builder::finish() { endOfFile(); }

bool Builder::newFile() {
  endOfFile();
  Header = FileHeader();
  Header.Version = "1.0.2";
  return true;
}

bool Builder::item(StringRef Text) {
  ItemText = Text;
  Node Root;
  if (!Parse.parse(Text, Root))
    return fail(Parse.faultPosition(), Parse.fault());
  if (Root.kind() != Node::List || Root.children().size() != 1)
    return fail(Root.position(), "expected '- ' and a record");
  const Node &Item = Root.children().front();
  // "- heapDumpEnd" is short for "- heapDumpEnd:".
  Node Value;
  Node Key = Item;
  if (Item.kind() == Node::Map && Item.children().size() == 2) {
    Key = Item.children()[0];
    Value = Item.children()[1];
  } else if (Item.kind() == Node::Map) {
    return fail(Item.children()[2].position(),
                "expected one record for each '- ', found another key '" +
                    Item.children()[2].text() + "'");
  }
  auto It = Items.find(Key.text());
  if (!Key.isScalar() || It == Items.end())
    return fail(Key.position(),
                "expected a kind of record, found " +
                    (Key.isScalar() ? "'" + Key.text().str() + "'"
                                    : std::string(Key.describe())));
  return (this->*It->second)(Value);
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

void Builder::beginFrame(uint8_t Tag, uint32_t Time,
                         std::optional<uint32_t> Length) {
  // The agent's text introduces names where they occur, even in heap dumps.
  const bool IsName = Tag == Utf8::Tag || Tag == LoadClass::Tag;
  if (IsName && Header.Carrier == Format::HprofText && InFrame &&
      Current.isHeap()) {
    OpenPayload = Open::None;
    Current.Offset = Position;
    Position += 9;
    return;
  }
  endFrame();
  Current = Frame();
  Current.Offset = Position;
  Current.BodyOffset = Position + 9;
  Current.Tag = Tag;
  Current.Time = Time;
  Current.DeclaredLength = Length.value_or(0);
  Current.Length = Length ? *Length : UINT64_MAX;
  Declared = Length;
  InFrame = true;
  Position += 9;
  V.beginFrame(Current);
}

void Builder::endFrame() {
  OpenPayload = Open::None;
  if (!InFrame)
    return;
  uint64_t Length = Position - Current.BodyOffset;
  Current.DeclaredLength = Declared.value_or(uint32_t(Length));
  V.endFrame(Current, Length);
  InFrame = false;
}

/// Opens a segment for sub-records if none is open.
void Builder::needSegment() {
  if (InFrame && Current.isHeap())
    return;
  bool HasSegments = Header.Version != "1.0" && Header.Version != "1.0.1";
  beginFrame(HasSegments ? HeapDumpSegment::Tag : HeapDump::Tag, 0);
  OwnSegments = HasSegments;
}

void Builder::endOfFile() {
  if (OwnSegments) {
    beginFrame(HeapDumpEnd::Tag, 0);
    V.visit(HeapDumpEnd());
  }
  OwnSegments = false;
  endFrame();
}

void Builder::bytes(ArrayRef<uint8_t> Chunk) {
  V.payload(PayloadOf, Chunk);
  Position += Chunk.size();
}

void Builder::utf8(uint64_t Id, StringRef Raw) {
  beginFrame(Utf8::Tag, 0);
  Utf8 Rec;
  Rec.Offset = Current.Offset;
  Rec.Id = Id;
  Rec.Text = arrayRefFromStringRef(Raw);
  V.visit(Rec);
  Position += Names.idSize() + Raw.size();
  Names.addString(Id, Raw);
}

//===----------------------------------------------------------------------===//
// Class shorthand
//===----------------------------------------------------------------------===//

bool Builder::ensureString(const Node &N) {
  StringRef Raw;
  if (!raw(N, Raw))
    return false;
  if (!Names.findString(Raw))
    utf8(deriveId('s', Raw, Names.idSize()), Raw);
  return true;
}

/// Sends the new field or static names of \p Class.
bool Builder::ensureNames(const Node &Class, StringRef List) {
  const Node *N = find(Class, List);
  if (!N)
    return true;
  auto Entries = [&](const Node &Map) {
    for (size_t I = 0; I < Map.children().size(); I += 2)
      if (!isNumber(Map.children()[I]) && !ensureString(Map.children()[I]))
        return false;
    return true;
  };
  if (N->kind() == Node::Map)
    return Entries(*N);
  for (const Node &Element : N->children())
    if (Element.kind() == Node::Map && !Entries(Element))
      return false;
  return true;
}

bool Builder::oneClass(const Node &Value) {
  return classList(ArrayRef(&Value, 1));
}

bool Builder::classes(const Node &Value) {
  if (Value.kind() != Node::List)
    return fail(Value.position(),
                Twine("expected a list of classes, found ") + Value.describe());
  return classList(Value.children());
}

/// Sends UTF8 and LOAD CLASS for all of \p List, then their CLASS DUMPs.
bool Builder::classList(ArrayRef<Node> List) {
  for (const Node &Class : List) {
    if (!checkMap(Class, "a class"))
      return false;
    const Node *Name = find(Class, "name");
    if (!Name)
      return fail(Class.position(), "a class requires a 'name'");
    if (!ensureString(*Name) || !ensureNames(Class, "fields") ||
        !ensureNames(Class, "statics"))
      return false;
  }
  for (const Node &Class : List) {
    StringRef Raw;
    uint64_t Serial = Names.classesLoaded() + 1;
    LoadClass Load;
    if (!raw(*find(Class, "name"), Raw))
      return false;
    Load.Class = deriveId('o', Raw, Names.idSize());
    Load.Name = Names.findString(Raw).value_or(0);
    if (const Node *N = find(Class, "class"))
      if (!id(*N, Space::Object, Load.Class))
        return false;
    if (const Node *N = find(Class, "classSerial"))
      if (!number(*N, 32, Serial))
        return false;
    Load.ClassSerial = uint32_t(Serial);
    beginFrame(LoadClass::Tag, 0);
    Load.Offset = Current.Offset;
    V.visit(Load);
    Position += headSize<LoadClass>(Names.idSize());
    Names.add(Load);
  }
  for (const Node &Class : List) {
    StringRef Raw;
    if (!raw(*find(Class, "name"), Raw))
      return false;
    ClassDump Rec;
    FieldReader<ClassDump> Io(*this, Class);
    Io.allow("name");
    Io.allow("classSerial");
    mapRecord(Io, Rec);
    if (!find(Class, "class"))
      Rec.Class = Names.findClass(Raw).value_or(0);
    needSegment();
    if (!Io.finish() || !send(Rec, Class, Io))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

bool Builder::pseudoFields(const Node &Map, uint32_t &Time,
                           std::optional<uint32_t> &Length) {
  uint64_t Number;
  if (const Node *N = find(Map, "time")) {
    if (!number(*N, 32, Number))
      return false;
    Time = uint32_t(Number);
  }
  if (const Node *N = find(Map, "length")) {
    if (!number(*N, 32, Number))
      return false;
    Length = uint32_t(Number);
  }
  return true;
}

template <class R> static constexpr bool hasText() {
  if constexpr (FactsOf<R>.hasPayload())
    return R::OfPayload == PayloadKind::Text;
  return false;
}

template <class R> bool Builder::record(const Node &Value) {
  if (!Value.isNull() && !checkMap(Value, yamlKind(R::Kind)))
    return false;
  constexpr bool IsTop = R::Group == RecordGroup::Top;
  TopLevelContext = IsTop;
  R Rec;
  FieldReader<R> Io(*this, Value);
  uint32_t Time = 0;
  std::optional<uint32_t> Length;
  if constexpr (IsTop) {
    Io.allow("time");
    Io.allow("length");
    if (!pseudoFields(Value, Time, Length))
      return false;
  }
  mapRecord(Io, Rec);
  if (!Io.finish())
    return false;
  if constexpr (hasText<R>())
    if (!readText(Value))
      return false;
  if constexpr (IsTop) {
    beginFrame(R::Tag, Time, Length);
    Rec.Time = Time;
    Rec.Offset = Current.Offset;
    if constexpr (R::Tag == HeapDumpEnd::Tag)
      OwnSegments = false;
    if constexpr (R::Tag == HeapDump::Tag || R::Tag == HeapDumpSegment::Tag)
      return true;
  } else {
    needSegment();
  }
  return send(Rec, Value, Io);
}

/// Sends records without a frame. If such a record is about the heap, an open
/// frame stays open.
template <class R> bool Builder::foreign(const Node &Value) {
  if (!Value.isNull() && !checkMap(Value, yamlKind(R::Kind)))
    return false;
  constexpr bool IsTop = R::Group == RecordGroup::Top;
  TopLevelContext = IsTop;
  R Rec;
  FieldReader<R> Io(*this, Value);
  mapRecord(Io, Rec);
  if (!Io.finish())
    return false;
  if constexpr (hasText<R>())
    if (!readText(Value))
      return false;
  if constexpr (IsTop)
    endFrame();
  return send(Rec, Value, Io);
}

/// Sends \p Rec, whose fields have been read, and its payload.
template <class R>
bool Builder::send(R &Rec, const Node &Value, FieldReader<R> &Io) {
  constexpr bool HasFrame = R::Group == RecordGroup::Top && !IsForeign<R>;
  OpenPayload = Open::None;
  if constexpr (!HasFrame)
    Rec.Offset = Position;
  // Records without an HPROF binary form take no space there.
  uint64_t Size = 0;
  if constexpr (!IsForeign<R>)
    Size = !HasFrame + headSize<R>(Names.idSize()) + listBytes(Rec);
  if constexpr (std::is_same_v<R, ClassDump>)
    if (!Io.has("instanceSize"))
      Rec.InstanceSize = Names.instanceSize(Rec.Super, Rec.Fields);
  if constexpr (FactsOf<R>.hasPayload()) {
    PayloadOf = R::Kind;
    if constexpr (R::OfPayload == PayloadKind::Text)
      return sendText(Rec, Value, Size);
    else if constexpr (R::OfPayload == PayloadKind::FieldValues)
      return sendFieldValues(Rec, Value, Size, Io.hasCount());
    else
      return sendElements(Rec, Value, Size, Io.hasCount());
  }
  V.visit(const_cast<const R &>(Rec));
  Position += Size;
  if constexpr (std::is_same_v<R, LoadClass> || std::is_same_v<R, ClassDump>)
    Names.add(Rec);
  return true;
}

bool Builder::textBytes(const Node &N, bool IsRaw) {
  if (!N.isScalar())
    return fail(N.position(), Twine("expected text, found ") + N.describe());
  RawText.clear();
  bool Ok =
      IsRaw ? encodeUnits(RawText, N.text(), 1) : encodeName(RawText, N.text());
  if (!Ok)
    return fail(N.position(), IsRaw ? "expected characters up to \\xFF"
                                    : "this text is not UTF-8");
  Payload.append(RawText.begin(), RawText.end());
  return true;
}

bool Builder::unitText(const Node &N, BasicType T) {
  if (T != BasicType::Byte && T != BasicType::Char)
    return fail(N.position(),
                "'text' requires an array of byte or char, not of " +
                    basicTypeName(T));
  if (!N.isScalar())
    return fail(N.position(), Twine("expected text, found ") + N.describe());
  RawText.clear();
  if (!encodeUnits(RawText, N.text(), T == BasicType::Byte ? 1 : 2))
    return fail(N.position(),
                T == BasicType::Byte
                    ? "expected characters that fit in a byte, up to \\xFF"
                    : "this text is not UTF-8");
  Payload.append(RawText.begin(), RawText.end());
  return true;
}

/// Reads the text of a record into Payload before its frame begins, so that
/// after a fault no record without its text was sent.
bool Builder::readText(const Node &Value) {
  const Node *Bytes = find(Value, "bytes");
  const Node *Text = find(Value, "text");
  if (Bytes && Text)
    return fail(Bytes->position(), "'text' and 'bytes' are mutually exclusive");
  Payload.clear();
  return (!Text || textBytes(*Text, false)) &&
         (!Bytes || textBytes(*Bytes, true));
}

/// Sends \p Rec with the text read by readText().
template <class R>
bool Builder::sendText(R &Rec, const Node &Value, uint64_t HeadSize) {
  const bool InPieces = !find(Value, "text") && !find(Value, "bytes");
  if constexpr (std::is_same_v<R, Utf8>)
    if (!find(Value, "id"))
      Rec.Id = deriveId('s', toStringRef(Payload), Names.idSize());
  hprof::Payload &Data = Rec.payload();
  Data = ArrayRef<uint8_t>(Payload);
  // Text in pieces has a known size only if the record has a length.
  if (InPieces && Current.Length != UINT64_MAX && Current.Length > HeadSize)
    Data.Size = Current.Length - HeadSize;
  V.visit(static_cast<const R &>(Rec));
  Position += HeadSize + Payload.size();
  if constexpr (std::is_same_v<R, Utf8>)
    if (!InPieces || !Data.Size)
      Names.addString(Rec.Id, toStringRef(Payload));
  OpenPayload = Open::Text;
  return true;
}

template <class R>
bool Builder::sendFieldValues(R &Rec, const Node &Value, uint64_t HeadSize,
                              bool HasCount) {
  const Node *Fields = find(Value, "fields");
  const Node *Bytes = find(Value, "bytes");
  Payload.clear();
  if (Fields && Bytes)
    return fail(Bytes->position(),
                "'fields' and 'bytes' are mutually exclusive");
  const uint64_t Class = fieldOf<FieldType::ClassId>(Rec);
  OpenPayload = Open::Bytes;
  OpenType = BasicType::Byte;
  if (Bytes)
    return sendList(Rec, *Bytes, BasicType::Byte, HeadSize, HasCount);
  bool Ok = true;
  if (Fields && Fields->kind() == Node::List)
    Ok = fieldsByType(*Fields);
  else if (Fields || !HasCount)
    Ok = fieldsByName(Fields ? *Fields : Value, Class, Fields);
  if (!Ok)
    return false;
  if (!HasCount)
    fieldOf<FieldType::Count>(Rec) = uint32_t(Payload.size());
  sendWhole(Rec, HeadSize);
  return true;
}

/// Sends \p Rec with the bytes in Payload, which may be fewer than declared.
template <class R> void Builder::sendWhole(R &Rec, uint64_t HeadSize) {
  hprof::Payload &Data = Rec.payload();
  Data.Size = payloadSize(Rec, Names.idSize());
  bool IsWhole = Data.Size == Payload.size();
  if (IsWhole)
    Data.Bytes = Payload;
  V.visit(static_cast<const R &>(Rec));
  Position += HeadSize;
  if (IsWhole)
    Position += Payload.size();
  else if (!Payload.empty())
    bytes(Payload);
}

/// Sends \p Rec with the values of \p List, large ones in chunks: a few bytes
/// of text can stand for gigabytes.
template <class R>
bool Builder::sendList(R &Rec, const Node &List, BasicType T, uint64_t HeadSize,
                       bool HasCount) {
  uint64_t Count;
  if (!countElements(List, T, Count))
    return false;
  if (!HasCount)
    fieldOf<FieldType::Count>(Rec) = uint32_t(Count);
  if (Count * widthOf(T, Names.idSize()) <= MaxWhole) {
    if (!elements(List, T, nullptr))
      return false;
    sendWhole(Rec, HeadSize);
    return true;
  }
  Rec.payload().Size = payloadSize(Rec, Names.idSize());
  V.visit(static_cast<const R &>(Rec));
  Position += HeadSize;
  if (!elements(List, T, [&](ArrayRef<uint8_t> Chunk) { bytes(Chunk); }))
    return false;
  bytes(Payload);
  return true;
}

template <class R>
bool Builder::sendElements(R &Rec, const Node &Value, uint64_t HeadSize,
                           bool HasCount) {
  const BasicType T = elementType(Rec);
  const unsigned Width = widthOf(T, Names.idSize());
  if (!Width)
    return fail(Value.position(), "an array requires an 'elementType'");
  const Node *List = find(Value, "elements");
  const Node *Text = find(Value, "text");
  Payload.clear();
  OpenPayload = Open::Array;
  OpenType = T;
  if (Text && List)
    return fail(Text->position(),
                "'elements' and 'text' are mutually exclusive");
  if (List)
    return sendList(Rec, *List, T, HeadSize, HasCount);
  if (Text && !unitText(*Text, T))
    return false;
  if (!HasCount)
    fieldOf<FieldType::Count>(Rec) = uint32_t(Payload.size() / Width);
  sendWhole(Rec, HeadSize);
  return true;
}
