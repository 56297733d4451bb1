//===- Speaker.cpp - Splits records into statements -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/Speaker.h"

using namespace hprof;
using namespace llvm;

namespace hprof {
/// Makes a statement for each nonzero field.
class FieldSpeaker {
public:
  static constexpr bool Mutates = false;
  FieldSpeaker(Speaker &Of, std::string Path, uint64_t Key)
      : Of(Of), Path(std::move(Path)), Key(Key) {}

  template <FieldType T, class F> void field(const char *Name, const F &V) {
    uint64_t Told = 0;
    if constexpr (T == FieldType::Value)
      Told = V.Bits ? mixed(uint64_t(V.Type), V.Bits) : 0;
    else if constexpr (T == FieldType::StringId)
      Told = Of.nameHash(Of.text(V));
    else if constexpr (T == FieldType::ClassSerial)
      Told = Of.serialName(V);
    else
      Told = uint64_t(V);
    if (Told)
      Of.S.say(Path + "." + Name, Key, Told);
  }
  template <FieldType C, class E>
  void list(const char *Name, const ListRef<E> &L) {
    uint64_t Index = 0;
    forEach(L, [&](const E &Element) {
      FieldSpeaker Inner(Of, Path + "." + Name, mixed(Key, ++Index));
      Of.S.say(Inner.Path, Inner.Key);
      mapRecord(Inner, Element);
    });
  }
  template <PayloadKind P, class R>
  void payload(const char *, const R &, const Payload &) {}

private:
  Speaker &Of;
  const std::string Path;
  const uint64_t Key;
};
} // namespace hprof

void Speaker::header(const FileHeader &H) {
  Count.header(H);
  ++Files;
  IdSize = H.IdSize;
  Carrier = H.Carrier;
  Millis = H.Millis;
  Section = 0;
  if (H.Millis)
    S.say("header.time", Files, H.Millis / 1000);
  else if (H.Carrier == Format::Hprof ||
           (H.Carrier == Format::HprofText && !H.Version.empty()))
    S.say("header.timeless", Files);
  if (H.Millis % 1000)
    S.say("header.milliseconds", Files, H.Millis % 1000);
}

void Speaker::frame(const Frame &F) {
  unsigned Before = Count.dumps();
  Count.frame(F);
  if (!F.isHeap() || isLeftOut())
    return;
  if (Count.dumps() != Before)
    section("heapDump", F.Time);
  else if (F.Time)
    S.say("segment.time", Ordinals["segment"]++, F.Time);
}

template <class R, class = void> struct HasTime : std::false_type {};
template <class R>
struct HasTime<R, std::void_t<decltype(R::Time)>> : std::true_type {};

template <class R> void Speaker::record(const R &Rec) {
  constexpr bool IsEnd = R::Kind == RecordKind::HeapDumpEnd;
  if constexpr (IsEnd)
    Count.end();
  if ((IsEnd || R::Group != RecordGroup::Top) && isLeftOut())
    return;
  if constexpr (HasTime<R>::value) {
    constexpr bool IsSection =
        R::Kind == RecordKind::AllocSites || R::Kind == RecordKind::CpuSamples;
    std::string Fact = std::string(recordInfo(R::Kind).Name) + ".Time";
    if (!IsSection && Rec.Time)
      S.say(Fact, Ordinals[Fact]++, Rec.Time);
  }
  special(Rec);
}

template <class R> void Speaker::special(const R &Rec) {
  const char *Name = recordInfo(R::Kind).Name;
  const bool IsTop = R::Group == RecordGroup::Top;
  uint64_t Key = mixed(IsTop ? 0 : Count.dumps(), Ordinals[Name]++);
  if constexpr (R::Group == RecordGroup::Root)
    S.say("root", key(Rec.Object), uint64_t(R::Kind) + 1);
  else
    S.say(Name, Key);
  constexpr bool IsRoot = R::Group == RecordGroup::Root;
  FieldSpeaker Fields(*this, (IsRoot ? "root." : "") + std::string(Name), Key);
  mapRecord(Fields, Rec);
}
//===----------------------------------------------------------------------===//
// Names and stacks
//===----------------------------------------------------------------------===//

void Speaker::special(const Utf8 &R) {
  if (!R.Text.Size)
    return;
  S.sayOnce("string", nameHash(R.Text.str()));
  S.say("string.records", Ordinals["string"]++);
}

void Speaker::special(const LoadClass &R) {
  uint64_t Name = nameHash(text(R.Name));
  // The record with the id may follow later.
  const ClassInfo *C = K.Context.findClassBySerial(R.ClassSerial);
  const uint64_t Id = R.Class || !C ? R.Class : C->Id;
  S.sayOnce(Id ? "class.name" : "class.nameWithoutId", mixed(Id, Name));
  S.say("class.records", Ordinals["class"]++);
  if (R.TraceSerial)
    S.say("class.loadTrace", R.Class, R.TraceSerial);
}

void Speaker::special(const StackFrame &R) {
  S.sayOnce("frame", frameHash(R));
  S.say("frame.records", Ordinals["frame"]++);
  if (R.Signature)
    S.say("frame.signature", R.Id, nameHash(text(R.Signature)));
}

void Speaker::special(const StackTrace &R) {
  SmallVector<uint64_t, 32> Frames;
  forEach(R.Frames, [&](const StackFrameRef &Ref) {
    std::optional<StackFrame> F = K.Context.findFrame(Ref.Frame);
    Frames.push_back(F ? frameHash(*F) : 0);
    if (F && !K.Context.findClassBySerial(F->ClassSerial))
      S.sayOnce("frame.unknownClass", frameHash(*F));
  });
  S.say("trace", mixed(R.TraceSerial, Ordinals["trace"]++),
        hash_combine(R.ThreadSerial,
                     hash_combine_range(Frames.begin(), Frames.end())));
}
