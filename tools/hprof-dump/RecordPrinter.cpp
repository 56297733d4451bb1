//===- RecordPrinter.cpp - Prints records in file order -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordPrinter.h"
#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Hprof/SubRecordWalker.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace hprof;

/// Maximum number of bytes kept for printing a payload that arrives in chunks.
static constexpr size_t MaxStart = 1 << 20;

/// Converts "ClassSerial" to "class_serial".
static std::string keyOf(StringRef Name) {
  std::string Key;
  for (char C : Name) {
    if (isUpper(C) && !Key.empty())
      Key += '_';
    Key += toLower(C);
  }
  return Key;
}

std::string RecordPrinter::classOrNone(uint64_t Id) const {
  const ClassInfo *C = Context.findClass(Id);
  return C ? Context.className(*C) : "";
}

std::string RecordPrinter::objectOrNone(uint64_t Id) const {
  if (const FoundObject *O = Objects ? Objects->get(Id) : nullptr)
    return ObjectView(Context, *O).className();
  std::string Class = classOrNone(Id);
  return Class.empty() ? Class : "class " + Class;
}

template <FieldType T, class F>
void RecordPrinter::field(const char *Name, const F &V) {
  std::string Key = keyOf(Name);
  if constexpr (T == FieldType::Type) {
    StringRef Type = basicTypeName(V);
    Out.word(Key, Type.empty() ? utostr(unsigned(V)) : Type.str());
  } else if constexpr (T == FieldType::Value) {
    Out.word("type", basicTypeName(V.Type));
    Out.value(Key, V);
  } else if constexpr (T == FieldType::StringId) {
    Out.id(Key, V, Context.string(V).value_or(""));
  } else if constexpr (T == FieldType::ClassId) {
    Out.id(Key, V, V ? classOrNone(V) : "");
  } else if constexpr (T == FieldType::ObjectId || T == FieldType::HandleId) {
    Out.id(Key, V, V ? objectOrNone(V) : "");
  } else if constexpr (T == FieldType::FrameId) {
    Out.id(Key, V, Context.findFrame(V) ? Context.frameText(V) : "");
  } else if constexpr (T == FieldType::S4) {
    Out.integer(Key, V);
  } else if constexpr (T == FieldType::ClassSerial) {
    const ClassInfo *C = Context.findClassBySerial(V);
    Out.serial(Key, V, C ? Context.className(*C) : "");
  } else {
    Out.number(Key, V);
  }
}

template <FieldType C, class S>
void RecordPrinter::list(const char *Name, const ListRef<S> &L) {
  Out.beginList(keyOf(Name));
  forEach(L, [&](const S &Element) {
    Out.beginItem();
    mapRecord(*this, Element);
    Out.endItem();
  });
  Out.endList(0);
}

template <PayloadKind K, class R>
void RecordPrinter::payload(const char *, const R &Rec, const Payload &P) {
  Open Now{K, elementType(Rec), 0, P.Size};
  if constexpr (K == PayloadKind::FieldValues)
    Now.Class = fieldOf<FieldType::ClassId>(Rec);
  Pending = Now;
  Start.clear();
  if (!P.isWhole())
    return;
  Start.append(P.Bytes.begin(),
               P.Bytes.begin() + std::min(P.Bytes.size(), MaxStart));
  finishPayload();
}

/// Whether R is a top-level record in HPROF binary.
template <class R, class = void> static constexpr bool IsFramed = false;
template <class R>
static constexpr bool IsFramed<R, std::void_t<decltype(R::Time)>> = true;

template <class R> void RecordPrinter::print(const R &Rec) {
  finishPayload();
  if constexpr (R::Group == RecordGroup::Top)
    FrameIsTold = true;
  if (!wants(R::Kind))
    return;
  const RecordInfo &Info = recordInfo(R::Kind);
  Out.begin(shown(Rec.Offset), Info.Text, R::Group != RecordGroup::Top);
  if constexpr (IsFramed<R>)
    if (InFrame) {
      Out.number("time", Rec.Time);
      Out.number("length", Current.DeclaredLength);
    }
  mapRecord(*this, Rec);
  if constexpr (!FactsOf<R>.hasPayload())
    Out.end();
}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void RecordPrinter::visit(const NAME &R) { print(R); }
#include "hprof/Format/Records/Records.def"

void RecordPrinter::visit(const FileHeader &H) {
  finishPayload();
  if (Wanted != KindSet().set())
    return;
  Out.begin(shown(H.Offset), H.IsJoined ? "ORIGIN" : "FILE HEADER", 0);
  Out.text("version", H.Version);
  Out.number("id_size", H.IdSize);
  Out.number("time_ms", H.Millis);
  if (H.Origin) {
    Out.number("origin_id_size", H.Origin.IdSize);
    Out.number("origin_time_ms", H.Origin.Millis);
    Out.number("origin_id_base", H.Origin.IdBase);
  }
  Out.end();
}

void RecordPrinter::beginFrame(const Frame &F) {
  finishPayload();
  Current = F;
  InFrame = true;
  FrameIsTold = F.isHeap();
  if (!F.isHeap() || !wants(F.kind()))
    return;
  Out.begin(shown(F.Offset), recordInfo(F.kind()).Text, 0);
  Out.number("time", F.Time);
  Out.number("length", F.DeclaredLength);
  if (F.Length != F.DeclaredLength && F.Length != UINT64_MAX)
    Out.number("real_length", F.Length);
  Out.end();
}

void RecordPrinter::endFrame(const Frame &, uint64_t) {
  finishPayload();
  InFrame = false;
}

void RecordPrinter::visit(const Opaque &O) {
  finishPayload();
  if (!wants(O.Kind) && !(InFrame && wants(Current.kind())))
    return;
  // A record whose kind has no description has not been printed yet.
  if (InFrame && !FrameIsTold) {
    bool IsKnown = Current.kind() != RecordKind::Opaque;
    Out.begin(shown(Current.Offset),
              IsKnown ? recordInfo(Current.kind()).Text : "UNKNOWN", 0);
    Out.word("tag", "0x" + utohexstr(Current.Tag, true));
    Out.number("time", Current.Time);
    Out.number("length", Current.DeclaredLength);
    Out.end();
    FrameIsTold = true;
  }
  Out.begin(shown(O.Offset), recordInfo(O.Kind).Text, InFrame ? 1 : 0);
  if (O.Size != UINT64_MAX)
    Out.number("length", O.Size);
  OpaquePending = true;
  Start.clear();
}

void RecordPrinter::payload(RecordKind, ArrayRef<uint8_t> Chunk) {
  if (Pending || OpaquePending)
    Start.append(Chunk.begin(),
                 Chunk.begin() +
                     std::min(Chunk.size(), MaxStart - Start.size()));
}

void RecordPrinter::printBytes(StringRef Key, ArrayRef<uint8_t> Bytes,
                               uint64_t Size) {
  constexpr size_t Shown = 32;
  Out.word(Key, toHex(Bytes.take_front(Shown), /*LowerCase=*/true) +
                    (Bytes.size() > Shown || Size > Bytes.size() ? "..." : ""));
}

void RecordPrinter::printElements(BasicType T, ArrayRef<uint8_t> Bytes,
                                  uint64_t Size) {
  unsigned IdSize = Context.header().IdSize;
  unsigned Width = widthOf(T, IdSize);
  uint64_t Shown = std::min<uint64_t>(Bytes.size() / Width, MaxElements);
  Out.beginList("elements");
  for (uint64_t I = 0; I != Shown; ++I)
    Out.value("", {T, loadBE(&Bytes[size_t(I) * Width], Width)});
  Out.endList(Size / Width - Shown);
}

void RecordPrinter::printValues(uint64_t Class, ArrayRef<uint8_t> Bytes,
                                uint64_t Size) {
  const InstanceShape *Shape = Context.instances().find(Class);
  if (!Shape || !Shape->fields() || Shape->bytes() != Size ||
      Bytes.size() < Size)
    return printBytes("values", Bytes, Size);
  Out.beginList("values");
  Shape->forEachField(Size, [&](const FieldSlot &Slot) {
    if (unsigned Width = widthOf(Slot.Type, Context.header().IdSize))
      Out.namedValue(Context.string(Slot.NameId).value_or("?"),
                     {Slot.Type, loadBE(&Bytes[Slot.Offset], Width)});
  });
  Out.endList(0);
}

void RecordPrinter::finishPayload() {
  if (OpaquePending) {
    printBytes("bytes", Start, Start.size());
    Out.end();
  }
  OpaquePending = false;
  if (!Pending)
    return;
  switch (Pending->Kind) {
  case PayloadKind::Text:
    Out.text("text", toStringRef(Start));
    break;
  case PayloadKind::FieldValues:
    printValues(Pending->Class, Start, Pending->Size);
    break;
  case PayloadKind::ObjectIds:
  case PayloadKind::Elements:
    printElements(Pending->Element, Start, Pending->Size);
    break;
  }
  Out.end();
  Pending.reset();
}
