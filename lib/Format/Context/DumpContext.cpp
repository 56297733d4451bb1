//===- DumpContext.cpp - Names, classes and threads of a dump -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

DumpContext::DumpContext()
    : Instances(std::make_unique<InstanceReferences>(*this)) {}

DumpContext::~DumpContext() = default;

std::optional<StringRef> DumpContext::string(uint64_t Id) const {
  auto It = Strings.find(Id);
  if (It != Strings.end())
    return It->second;
  return Names ? Names->find(Id) : std::nullopt;
}

const ClassInfo *DumpContext::findClass(uint64_t Id) const {
  return ClassById.lookup(Id);
}

const ClassInfo *DumpContext::findClassBySerial(uint32_t Serial) const {
  return ClassBySerial.lookup(Serial);
}

std::string DumpContext::className(uint64_t Id) const {
  if (const ClassInfo *C = findClass(Id))
    return className(*C);
  return "unknown-class@0x" + utohexstr(Id, /*LowerCase=*/true);
}

std::string DumpContext::className(const ClassInfo &C) const {
  if (C.IsLoaded)
    if (std::optional<StringRef> Name = string(C.NameId))
      return javaClassName(*Name);
  return "unknown-class@0x" + utohexstr(C.Id, /*LowerCase=*/true);
}

const ThreadInfo *DumpContext::findThread(uint32_t Serial) const {
  auto It = ThreadBySerial.find(Serial);
  return It == ThreadBySerial.end() ? nullptr : &Threads[It->second];
}

std::string DumpContext::frameText(uint64_t Id) const {
  std::optional<StackFrame> F = findFrame(Id);
  if (!F)
    return "unknown frame 0x" + utohexstr(Id, /*LowerCase=*/true);
  std::string Out;
  if (const ClassInfo *C = findClassBySerial(F->ClassSerial))
    Out = className(*C) + ".";
  Out += string(F->Method).value_or("?");
  StringRef Source = string(F->SourceFile).value_or("");
  if (F->Line == -3)
    return Out + "(Native Method)";
  if (Source.empty())
    return Out + "(Unknown Source)";
  Out += ("(" + Source).str();
  if (F->Line > 0)
    Out += ":" + std::to_string(F->Line);
  return Out + ")";
}

ClassInfo &DumpContext::classFor(uint64_t Id) {
  ClassInfo *&Slot = ClassById[Id];
  if (!Slot) {
    Slot = &Classes.emplace_back();
    Slot->Id = Id;
  }
  return *Slot;
}

ThreadInfo &DumpContext::threadFor(uint32_t Serial, uint64_t Offset) {
  auto [It, IsNew] = ThreadBySerial.try_emplace(Serial, Threads.size());
  if (IsNew) {
    ThreadInfo &New = Threads.emplace_back();
    New.Serial = Serial;
    New.Offset = Offset;
  }
  ThreadInfo &T = Threads[It->second];
  T.Offset = std::min(T.Offset, Offset);
  return T;
}

void DumpContext::Builder::sortThreads() {
  stable_sort(Context.Threads, [](const ThreadInfo &A, const ThreadInfo &B) {
    return A.Offset < B.Offset;
  });
  for (auto [I, T] : enumerate(Context.Threads))
    Context.ThreadBySerial[T.Serial] = I;
}

void DumpContext::Builder::forgetClassDumps() {
  Context.Instances->forgetAll();
  for (ClassInfo *C : Context.Dumped) {
    C->Super = C->Loader = C->Signers = C->Domain = C->DumpOffset = 0;
    C->HeapDump = C->InstanceSize = 0;
    C->IsDumped = false;
    C->Fields = {};
    C->Statics = {};
  }
  Context.Dumped.clear();
}

void DumpContext::Builder::forget() {
  Context.Instances->forgetAll();
  Context.Dumped.clear();
  Context.ClassById.clear();
  Context.ClassBySerial.clear();
  Context.Classes.clear();
  Context.Strings.clear();
  Context.Names.reset();
  Context.StringBytes = 0;
  Context.Stacks.clear();
  Context.Threads.clear();
  Context.ThreadBySerial.clear();
  Context.Arena.Reset();
  Context.Header = FileHeader();
  Context.Dumps = DumpCounter();
  InString = false;
}

void DumpContext::Builder::visit(const FileHeader &H) {
  if (H.IdSize != Context.Header.IdSize)
    Context.Instances->forgetAll();
  Context.Header = H;
  Context.Dumps.header();
}

void DumpContext::Builder::addString(uint64_t Id, StringRef Text,
                                     uint64_t Size) {
  Text = Text.take_front(MaxString);
  bool IsStable = Stable && Text.bytes_begin() >= Stable->begin() &&
                  Text.bytes_end() <= Stable->end();
  Context.StringBytes += Size;
  Context.Strings[Id] = IsStable ? Text : Text.copy(Context.Arena);
}

void DumpContext::Builder::visit(const Utf8 &R) {
  finishString();
  if (R.Text.isWhole())
    return addString(R.Id, R.Text.str(), R.Text.Size);
  InString = true;
  PartialId = R.Id;
  PartialSize = R.Text.Size;
}

void DumpContext::Builder::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (!InString || Of != RecordKind::Utf8)
    return;
  PartialDone += Chunk.size();
  Partial += toStringRef(Chunk).take_front(MaxString - Partial.size());
  if (PartialDone >= PartialSize)
    finishString();
}

void DumpContext::Builder::finishString() {
  if (!InString)
    return;
  InString = false;
  addString(PartialId, Partial, PartialDone);
  Partial = std::string();
  PartialDone = 0;
}

/// A class that is named before its id is known is found by its serial.
ClassInfo &DumpContext::classToLoad(uint64_t Id, uint32_t Serial) {
  ClassInfo *Named = ClassBySerial.lookup(Serial);
  bool IsWaiting = Named && !Named->Id;
  if (!Id)
    return IsWaiting ? *Named : Classes.emplace_back();
  ClassInfo *&Slot = ClassById[Id];
  if (!Slot) {
    Slot = IsWaiting ? Named : &Classes.emplace_back();
    Slot->Id = Id;
  }
  return *Slot;
}

void DumpContext::Builder::visit(const LoadClass &R) {
  ClassInfo &C = Context.classToLoad(R.Class, R.ClassSerial);
  C.NameId = R.Name;
  C.Serial = R.ClassSerial;
  C.IsLoaded = true;
  Context.ClassBySerial[R.ClassSerial] = &C;
}

void DumpContext::Builder::visit(const StackFrame &R) { Context.Stacks.add(R); }

void DumpContext::Builder::visit(const StackTrace &R) {
  Context.Stacks.add(R);
  if (!R.ThreadSerial || !R.Frames.Count)
    return;
  auto [It, IsNew] = OnlyTraces.try_emplace(R.ThreadSerial, R.TraceSerial);
  if (!IsNew)
    It->second = 0;
}

/// The serviceability agent (jhsdb jmap) writes the number of an empty trace in
/// thread roots; the actual trace of each thread contains the number of that
/// thread.
uint32_t DumpContext::Builder::traceOf(const RootThreadObject &R) const {
  const std::optional<TraceInfo> Stated = Context.findTrace(R.TraceSerial);
  const bool IsEmpty =
      !Stated || (Stated->Frames.empty() && !Stated->ThreadSerial);
  auto It = IsEmpty ? OnlyTraces.find(R.ThreadSerial) : OnlyTraces.end();
  return It != OnlyTraces.end() && It->second ? It->second : R.TraceSerial;
}

void DumpContext::Builder::visit(const StartThread &R) {
  ThreadInfo &T = Context.threadFor(R.ThreadSerial, R.Offset);
  if (!T.IsRoot) {
    T.Object = R.Thread;
    T.TraceSerial = R.TraceSerial;
  }
  T.NameId = R.Name;
  T.GroupNameId = R.GroupName;
}

void DumpContext::Builder::visit(const EndThread &R) {
  Context.threadFor(R.ThreadSerial, R.Offset).Ended = true;
}

void DumpContext::Builder::visit(const RootThreadObject &R) {
  ThreadInfo &T = Context.threadFor(R.ThreadSerial, R.Offset);
  T.IsRoot = true;
  T.Object = R.Object;
  T.TraceSerial = traceOf(R);
}

/// Decodes \p L into memory from \p Arena.
template <class T>
static ArrayRef<T> keep(const ListRef<T> &L, BumpPtrAllocator &Arena) {
  T *Out = Arena.Allocate<T>(L.Count);
  T *P = Out;
  forEach(L, [&](const T &Element) { new (P++) T(Element); });
  return {Out, L.Count};
}

ClassInfo *DumpContext::Builder::classToFill(uint64_t Id, uint64_t Offset) {
  if (hasClass(Id))
    return nullptr;
  ClassInfo &C = Context.classFor(Id);
  Context.Instances->forget(C);
  C.DumpOffset = Offset;
  C.HeapDump = Context.Dumps.dumps();
  if (!std::exchange(C.IsDumped, true))
    Context.Dumped.push_back(&C);
  return &C;
}

void DumpContext::Builder::visit(const ClassDump &R) {
  ClassInfo *Filled = classToFill(R.Class, R.Offset);
  if (!Filled)
    return;
  ClassInfo &C = *Filled;
  C.Super = R.Super;
  C.Loader = R.Loader;
  C.Signers = R.Signers;
  C.Domain = R.Domain;
  C.InstanceSize = R.InstanceSize;
  // A second dump in a file usually repeats the lists of the first one.
  C.Fields = keep(R.Fields, Context.Arena);
  C.Statics = keep(R.Statics, Context.Arena);
}

void DumpContext::Builder::visit(const ReferenceClass &R) {
  ClassInfo *Filled = classToFill(R.Class, R.Offset);
  if (!Filled)
    return;
  ClassInfo &C = *Filled;
  C.NameId = R.Name;
  C.Super = R.Super;
  C.Loader = R.Loader;
  C.InstanceSize = R.InstanceSize;
  C.IsLoaded = true;
}
