//===- NameUse.cpp - Finds names that a target omits ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameUse.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Collects all string ids of a record.
template <class Fn> struct StringIds {
  static constexpr bool Mutates = false;
  Fn &Use;
  template <FieldType T, class F> void field(const char *, const F &V) {
    if constexpr (T == FieldType::StringId)
      Use(V);
  }
  template <FieldType C, class S> void list(const char *, const ListRef<S> &L) {
    if constexpr (FactsOf<S>.has(FieldType::StringId))
      forEach(L, [&](const S &Element) { mapRecord(*this, Element); });
  }
  template <PayloadKind K, class R>
  void payload(const char *, const R &, const Payload &) {}
};
} // namespace

//===----------------------------------------------------------------------===//
// Use of records
//===----------------------------------------------------------------------===//

template <class R> void NameUse::see(const R &Rec) {
  auto Use = [this](uint64_t Id) { use(Id); };
  StringIds<decltype(Use)> Ids{Use};
  mapRecord(Ids, Rec);
}

#define HPROF_ANY_BEGIN(NAME) template void NameUse::see<NAME>(const NAME &);
#include "hprof/Format/Records/Records.def"

void NameUse::see(const Utf8 &R) {
  endText();
  InText = true;
  TextId = R.Id;
  TextSize = R.Text.Size;
  Text = R.Text.str().take_front(DumpContext::MaxString).str();
  if (R.Text.isWhole())
    endText();
}

void NameUse::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (InText && Of == RecordKind::Utf8)
    Text += toStringRef(Chunk).take_front(DumpContext::MaxString - Text.size());
}

void NameUse::endText() {
  if (!std::exchange(InText, false) || !TextSize)
    return;
  uint64_t Hash = xxh3_64bits(javaClassName(Text));
  Texts[TextId] = Hash;
  AllTexts.insert(Hash);
  if (TextSize > DumpContext::MaxString)
    LongStrings.insert(TextId);
  Text = std::string();
}

void NameUse::see(const LoadClass &R) {
  Classes.push_back({R.Class, R.Name, R.ClassSerial});
  OfSerial[R.ClassSerial] = Classes.back();
  if (R.Class)
    NameOfClass[R.Class] = R.Name;
}

void NameUse::see(const StackFrame &R) {
  Frames[R.Id] = {R.Method, R.SourceFile, R.ClassSerial, R.Line};
}

void NameUse::see(const StackTrace &R) {
  forEach(R.Frames,
          [&](const StackFrameRef &F) { UsedFrames.insert(F.Frame); });
}

void NameUse::see(const AllocSites &R) {
  forEach(R.Sites, [&](const AllocSite &S) { Rows.push_back(S.ClassSerial); });
}

void NameUse::see(const StartThread &R) {
  use(R.Name);
  use(R.GroupName);
}

void NameUse::see(const ClassDump &R) {
  useClass(R.Class);
  forEach(R.Statics, [&](const StaticField &F) {
    if (isReference(F.Value.Type) && F.Value.Bits)
      use(F.Name);
  });
}

void NameUse::see(const ReferenceObject &R) {
  if (To == Format::HprofText) {
    useClass(R.Class);
    forEach(R.References, [&](const NamedReference &F) { use(F.Name); });
  }
  use(R.ClassName);
}

void NameUse::see(const ReferenceArray &R) {
  if (To == Format::IbmClassic)
    use(R.ClassName);
}

void NameUse::see(const ReferenceClass &R) {
  useClass(R.Class);
  use(R.Name);
  Described[R.Class] = R.Name;
}

//===----------------------------------------------------------------------===//
// Unused records
//===----------------------------------------------------------------------===//

uint64_t NameUse::printed(const Frame &F) const {
  return hash_combine(textOf(nameOf(OfSerial.lookup(F.ClassSerial))),
                      textOf(F.Method), textOf(F.Source), F.Line);
}

void NameUse::tellFrames(LossAccount &Account) {
  DenseSet<IdKey> Printed, Unknown, Told;
  for (IdKey Id : UsedFrames) {
    auto It = Frames.find(Id);
    if (It == Frames.end())
      continue;
    const Frame &F = It->second;
    Printed.insert(printed(F));
    if (!OfSerial.count(F.ClassSerial) && Unknown.insert(printed(F)).second)
      ++UnknownUses;
    use(F.Method);
    use(F.Source);
    UsedSerials.insert(F.ClassSerial);
  }
  for (const auto &[Id, F] : Frames) {
    uint64_t Hash = printed(F);
    if (!Printed.contains(Hash) && Told.insert(Hash).second)
      Account.addDropped(RecordKind::StackFrame);
  }
}

void NameUse::tellClasses(LossAccount &Account) {
  for (uint32_t Serial : Rows) {
    UsedSerials.insert(Serial);
    UnknownUses += !OfSerial.count(Serial);
  }
  DenseSet<IdKey> Told, Known;
  for (const Loaded &C : Classes) {
    if (C.Id)
      Known.insert(C.Id);
    const bool IsItsName = textOf(C.Name) == textOf(nameOf(C));
    const bool HasId = IsItsName && C.Id && UsedClasses.contains(C.Id);
    const bool HasName = HasId || (IsItsName && UsedSerials.contains(C.Serial));
    if (HasName)
      use(C.Name);
    if (HasId || (HasName && !C.Id) ||
        !Told.insert(uint64_t(hash_combine(C.Id, textOf(C.Name)))).second)
      continue;
    if (HasName)
      Account.add(Loss::ClassIds);
    else
      Account.addDropped(RecordKind::LoadClass);
  }
  if (To == Format::HprofText)
    for (IdKey Id : UsedClasses)
      UnknownUses += !Known.contains(Id);
  if (UnknownUses)
    Account.add(Loss::UnknownClasses, UnknownUses);
}

void NameUse::tellSharedNames(LossAccount &Account) {
  if (NamesWritten.empty() && IdsWritten.empty())
    return;
  DenseMap<IdKey, uint64_t> Classes;
  for (const auto &[Class, Name] : Described)
    ++Classes[textOf(Name)];
  auto IsShared = [&](uint64_t Name) {
    return Classes.lookup(textOf(Name)) > 1;
  };
  for (const auto &[Class, Objects] : NamesWritten)
    if (auto It = Described.find(Class);
        It != Described.end() && IsShared(It->second))
      Account.add(Loss::SharedNames, Objects);
  for (const auto &[Name, Objects] : IdsWritten)
    if (IsShared(Name))
      Account.add(Loss::AmbiguousClasses, Objects);
}

void NameUse::tell(LossAccount &Account) {
  endText();
  tellFrames(Account);
  tellClasses(Account);
  tellSharedNames(Account);
  DenseSet<IdKey> Used;
  for (IdKey Id : UsedStrings) {
    Used.insert(textOf(Id));
    if (LongStrings.contains(Id))
      Account.add(Loss::LongStrings);
  }
  // A classic dump also contains the names of primitive array types.
  for (unsigned T = 0; To == Format::IbmClassic && T != 32; ++T)
    if (UsedTypes >> T & 1)
      Used.insert(xxh3_64bits(basicTypeName(BasicType(T)).str() + "[]"));
  for (IdKey Hash : AllTexts)
    if (!Used.contains(Hash))
      Account.addDropped(RecordKind::Utf8);
  *this = NameUse(To);
}
