//===- YamlWriter.cpp - Writes dumps as YAML ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Yaml/YamlWriter.h"
#include "YamlSchema.h"
#include "YamlText.h"
#include "YamlWriterImpl.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/DenseSet.h"

using namespace hprof;
using namespace hprof::yaml;
using namespace llvm;

/// Prints the fields of one record into the line.
template <class R> class YamlWriter::Impl::FieldPrinter {
public:
  static constexpr bool Mutates = false;
  FieldPrinter(Impl &W, const R &Rec, bool InPieces)
      : W(W), Rec(Rec), InPieces(InPieces) {}

  template <FieldType T, class F> void field(const char *Name, const F &V) {
    // A count follows from the payload, which is written later.
    if constexpr (T == FieldType::Count)
      if (!InPieces)
        return;
    if constexpr (HasTraceDefault<R> && T == FieldType::TraceSerial) {
      if (V != W.TraceDefault)
        W.key(Name), scalar<T>(V);
      return;
    }
    if constexpr (std::is_same_v<R, Utf8>) {
      if (InPieces || V != deriveId('s', Rec.Text.str(), W.Names.idSize()))
        W.key(Name), appendHex(W.Line, V);
      return;
    }
    if constexpr (std::is_same_v<R, ClassDump>)
      if (static_cast<const void *>(&V) == &Rec.InstanceSize) {
        if (Rec.InstanceSize != W.Names.instanceSize(Rec.Super, Rec.Fields))
          W.key(Name), scalar<T>(V);
        return;
      }
    if constexpr (T != FieldType::Value)
      if (!uint64_t(V))
        return;
    W.key(Name);
    scalar<T>(V);
  }

  template <FieldType T, class F> void scalar(const F &V) {
    if constexpr (T == FieldType::S4)
      appendSigned(W.Line, V);
    else if constexpr (T == FieldType::Type)
      type(V);
    else if constexpr (T == FieldType::Value)
      W.value(V);
    else if constexpr (T == FieldType::ObjectId || T == FieldType::HandleId)
      W.objectId(V, R::Group != RecordGroup::Object);
    else if constexpr (T == FieldType::ClassId)
      W.objectId(V, /*MayBeClass=*/true);
    else if constexpr (T == FieldType::StringId)
      W.stringId(V);
    else if constexpr (T == FieldType::FrameId)
      appendHex(W.Line, V);
    else
      appendDecimal(W.Line, V);
  }

  void type(BasicType T) {
    if (isKnown(T))
      append(W.Line, basicTypeName(T));
    else
      appendDecimal(W.Line, uint8_t(T));
  }

  template <FieldType C, class S>
  void list(const char *Name, const ListRef<S> &L) {
    if (!L.Count)
      return;
    W.key(Name);
    const Shape Form = shapeOf<S>();
    bool IsMap = Form == Shape::Pair && !hasRepeatedNames(L);
    W.Line.push_back(IsMap ? '{' : '[');
    bool IsFirst = true;
    forEach(L, [&](const S &Element) {
      if (!IsFirst)
        append(W.Line, ", ");
      IsFirst = false;
      ElementPrinter<S> Inner{*this, Form};
      mapRecord(Inner, Element);
      if (Form == Shape::Map)
        append(W.Line, Inner.IsFirst ? "{}" : "}");
    });
    W.Line.push_back(IsMap ? '}' : ']');
  }

  template <PayloadKind K>
  void payload(const char *, const R &, const Payload &P) {
    if (InPieces)
      return;
    if constexpr (K == PayloadKind::Text)
      W.textPayload(P.str());
    else if constexpr (K == PayloadKind::FieldValues)
      W.fieldValues(fieldOf<FieldType::ClassId>(Rec), P.Bytes);
    else
      W.arrayPayload(elementType(Rec), P.Bytes);
  }

private:
  template <class S> struct ElementPrinter {
    static constexpr bool Mutates = false;
    FieldPrinter &Outer;
    Shape Form;
    bool IsFirst = true;
    template <FieldType T, class F> void field(const char *Name, const F &V) {
      Text &Line = Outer.W.Line;
      if (Form == Shape::Map) {
        if constexpr (T != FieldType::Value)
          if (!uint64_t(V))
            return;
        append(Line, IsFirst ? "{" : ", ");
        Line.push_back(char(Name[0] | 0x20));
        append(Line, Name + 1);
        append(Line, ": ");
      } else if (!IsFirst) {
        append(Line, ": ");
      }
      IsFirst = false;
      Outer.template scalar<T>(V);
    }
  };

  /// The keys of a YAML map must be unique.
  template <class S> static bool hasRepeatedNames(const ListRef<S> &L) {
    DenseSet<IdKey> Seen;
    bool Repeats = false;
    if (L.Count > 1)
      forEach(L, [&](const S &Element) {
        FirstField First;
        mapRecord(First, Element);
        Repeats |= !Seen.insert(First.Id).second;
      });
    return Repeats;
  }
  struct FirstField {
    static constexpr bool Mutates = false;
    bool IsFirst = true;
    uint64_t Id = 0;
    template <FieldType T, class F> void field(const char *, const F &V) {
      if constexpr (T != FieldType::Value)
        if (IsFirst)
          Id = uint64_t(V);
      IsFirst = false;
    }
  };

  Impl &W;
  const R &Rec;
  const bool InPieces;
};

void YamlWriter::Impl::begin(StringRef Kind) {
  closeStrings();
  if (Out.offset() - DocumentStart >= Options.DocumentSize) {
    Out.append("---\n");
    DocumentStart = Out.offset();
  }
  Line.clear();
  append(Line, "- ");
  append(Line, Kind);
  Line.push_back(':');
  HasField = false;
}

void YamlWriter::Impl::key(const char *Name) {
  append(Line, HasField ? ", " : " {");
  HasField = true;
  Line.push_back(char(Name[0] | 0x20));
  append(Line, Name + 1);
  append(Line, ": ");
}

void YamlWriter::Impl::end() {
  append(Line, HasField ? "}\n" : "\n");
  Out.append(Line);
}

void YamlWriter::Impl::closeStrings() {
  if (!InStrings)
    return;
  Out.append("]\n");
  InStrings = false;
}

/// Ends any open payload.
void YamlWriter::Impl::settle() {
  if (Kind == Pending::None)
    return;
  unsigned Width =
      Kind == Pending::Array ? widthOf(ElementType, Names.idSize()) : 1;
  size_t WholeBytes = Partial.size() - Partial.size() % Width;
  if (WholeBytes)
    piece(ArrayRef(Partial).take_front(WholeBytes));
  // The input ended within an element.
  ArrayRef<uint8_t> Rest = ArrayRef(Partial).drop_front(WholeBytes);
  Kind = Pending::None;
  hexPieces(Rest);
  Partial.clear();
}

void YamlWriter::Impl::pieces(ArrayRef<uint8_t> Bytes) {
  if (!Partial.empty()) {
    size_t Take = std::min(Bytes.size(), PieceSize - Partial.size());
    Partial.append(Bytes.begin(), Bytes.begin() + Take);
    Bytes = Bytes.drop_front(Take);
    if (Partial.size() < PieceSize)
      return;
    piece(Partial);
    Partial.clear();
  }
  for (; Bytes.size() >= PieceSize; Bytes = Bytes.drop_front(PieceSize))
    piece(Bytes.take_front(PieceSize));
  Partial.append(Bytes.begin(), Bytes.end());
}

/// Writes a part of the open payload.
void YamlWriter::Impl::piece(ArrayRef<uint8_t> Bytes) {
  if (Kind == Pending::Opaque)
    return hexPieces(Bytes);
  begin("more");
  if (Kind == Pending::Text)
    textPayload(toStringRef(Bytes));
  else if (Kind == Pending::Array)
    arrayPayload(ElementType, Bytes);
  else {
    append(Line, " {bytes: ");
    HasField = true;
    elements(BasicType::Byte, Bytes);
  }
  end();
}

void YamlWriter::Impl::hexPieces(ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty()) {
    ArrayRef<uint8_t> Now = Bytes.take_front(PieceSize);
    begin(InFrame ? "opaque" : "gap");
    append(Line, " \"");
    appendHexBytes(Line, Now);
    Line.push_back('"');
    end();
    Bytes = Bytes.drop_front(Now.size());
  }
}

/// Writes a record that is unknown or invalid.
void YamlWriter::Impl::unknownFrame() {
  begin("record");
  append(Line, " {tag: ");
  HasField = true;
  appendHex(Line, Current.Tag);
  if (Current.Time) {
    append(Line, ", time: ");
    appendDecimal(Line, Current.Time);
  }
  end();
  Printed = true;
}

void YamlWriter::Impl::defaultTrace(uint32_t Trace) {
  // Usually the same serial stands for "not traced" throughout a file.
  if (Trace == TraceDefault || TraceDefault)
    return;
  TraceDefault = Trace;
  begin("defaults");
  append(Line, " {traceSerial: ");
  HasField = true;
  appendDecimal(Line, Trace);
  end();
}

/// Adds a string whose id follows from its text to the preceding ones.
bool YamlWriter::Impl::stringList(const Utf8 &R) {
  if (!R.Text.isWhole() || R.Time || R.Text.Size > PieceSize ||
      deriveId('s', R.Text.str(), Names.idSize()) != R.Id)
    return false;
  SmallString<64> Name;
  if (!appendName(Name, R.Text.str()))
    return false;
  if (InStrings && Out.offset() - StringsStart < 72) {
    Out.append(", ");
  } else {
    begin("strings");
    StringsStart = Out.offset();
    Out.append("- strings: [");
    InStrings = true;
  }
  Out.append(Name);
  return true;
}

YamlWriter::Impl::Pending YamlWriter::Impl::pendingOf(PayloadKind K) {
  switch (K) {
  case PayloadKind::Text:
    return Pending::Text;
  case PayloadKind::FieldValues:
    return Pending::Bytes;
  case PayloadKind::ObjectIds:
  case PayloadKind::Elements:
    return Pending::Array;
  }
  llvm_unreachable("all kinds are listed");
}

template <class R> void YamlWriter::Impl::record(const R &Rec) {
  settle();
  Printed = true;
  if constexpr (std::is_same_v<R, Utf8>)
    if (stringList(Rec))
      return Names.addString(Rec.Id, Rec.Text.str());
  if constexpr (HasTraceDefault<R>)
    defaultTrace(fieldOf<FieldType::TraceSerial>(Rec));
  static const std::string Name = yamlKind(R::Kind);
  begin(Name);
  const Payload *Data = payloadIn(Rec);
  const bool InPieces = Data && (Data->Size > PieceSize || !Data->isWhole());
  FieldPrinter<R> Printer(*this, Rec, InPieces);
  if constexpr (R::Group == RecordGroup::Top && !IsForeign<R>) {
    if (Rec.Time) {
      key("Time");
      appendDecimal(Line, Rec.Time);
    }
    if (InPieces) {
      // If no frame contains the final length, it must be written now.
      bool IsTold = Current.Length != UINT64_MAX;
      key("Length");
      appendDecimal(Line, IsTold ? Current.DeclaredLength
                                 : uint32_t(headSize<R>(Names.idSize()) +
                                            listBytes(Rec) + Data->Size));
      LengthPrinted = true;
    }
  }
  mapRecord(Printer, Rec);
  end();
  if constexpr (std::is_same_v<R, LoadClass> || std::is_same_v<R, ClassDump>)
    Names.add(Rec);
  if (!InPieces) {
    if constexpr (std::is_same_v<R, Utf8>)
      Names.addString(Rec.Id, Rec.Text.str());
    return;
  }
  if constexpr (FactsOf<R>.hasPayload()) {
    Kind = pendingOf(R::OfPayload);
    ElementType = elementType(Rec);
    pieces(Data->Bytes);
  }
}

YamlWriter::YamlWriter(Sink &Out, YamlWriterOptions Options)
    : Out(Out), P(std::make_unique<Impl>(Out, Options)) {}
YamlWriter::~YamlWriter() = default;

void YamlWriter::visit(const FileHeader &H) {
  P->settle();
  P->closeStrings();
  P->Names.reset(H.IdSize);
  P->TraceDefault = 0;
  Text &Line = P->Line;
  Line.clear();
  append(Line, "--- !hprof\n");
  if (H.Carrier != Format::Hprof) {
    append(Line, "format: ");
    append(Line, yaml::vocabularyName(H.Carrier));
    append(Line, "\n");
  }
  append(Line, "version: ");
  append(Line, H.Version.empty() ? StringRef("\"\"") : StringRef(H.Version));
  append(Line, "\nidSize: ");
  appendDecimal(Line, H.IdSize);
  append(Line, "\ntime: ");
  appendDecimal(Line, H.Millis);
  if (H.Origin) {
    append(Line, "\norigin: {time: ");
    appendDecimal(Line, H.Origin.Millis);
    append(Line, ", idSize: ");
    appendDecimal(Line, H.Origin.IdSize);
    append(Line, ", idBase: ");
    appendHex(Line, H.Origin.IdBase);
    append(Line, H.IsJoined ? "}\njoined: true" : "}");
  }
  append(Line, "\n---\n");
  Out.append(P->Line);
  P->DocumentStart = Out.offset();
}

void YamlWriter::beginFrame(const Frame &F) {
  P->settle();
  P->Current = F;
  P->InFrame = true;
  P->Printed = P->LengthPrinted = false;
  if (!F.isHeap())
    return;
  P->begin(yamlKind(F.kind()));
  Text &Line = P->Line;
  if (F.Time) {
    append(Line, " {time: ");
    appendDecimal(Line, F.Time);
    P->HasField = true;
  }
  if (F.Length != UINT64_MAX && F.Length > LargeSegment) {
    append(Line, P->HasField ? ", length: " : " {length: ");
    appendDecimal(Line, F.DeclaredLength);
    P->HasField = P->LengthPrinted = true;
  }
  P->end();
  P->Printed = true;
}

void YamlWriter::endFrame(const Frame &F, uint64_t Length) {
  P->settle();
  if (!P->Printed)
    P->unknownFrame();
  if (uint32_t(Length) != F.DeclaredLength && !P->LengthPrinted) {
    P->begin("length");
    P->Line.push_back(' ');
    appendDecimal(P->Line, F.DeclaredLength);
    P->end();
  }
  P->InFrame = false;
}

void YamlWriter::visit(const Opaque &) {
  P->settle();
  if (P->InFrame && !P->Printed)
    P->unknownFrame();
  P->Kind = Impl::Pending::Opaque;
}

void YamlWriter::payload(RecordKind, ArrayRef<uint8_t> Chunk) {
  P->pieces(Chunk);
}

Error YamlWriter::finish() {
  P->settle();
  P->closeStrings();
  return Error::success();
}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void YamlWriter::visit(const NAME &R) { P->record(R); }
#include "hprof/Format/Records/Records.def"
