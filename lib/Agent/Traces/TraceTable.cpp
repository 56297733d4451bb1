//===- TraceTable.cpp - Stack traces of an output -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TraceTable.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/SmallVector.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

void TraceTable::want(const Jvm &J, jvmtiCapabilities &Wanted) {
  Wanted.can_get_line_numbers = J.Potential.can_get_line_numbers;
  Wanted.can_get_source_file_name = J.Potential.can_get_source_file_name;
}

TraceTable::TraceTable(jvmtiEnv &Ti, Recorder &Out, NumberedClasses &Classes,
                       TableMemory &Budget, const Options &O)
    : Ti(Ti), Out(Out), Classes(Classes), Depth(O.Depth),
      HasThreads(O.ThreadInTraces), Frames(Ti, Classes, Budget, O.LineNumbers),
      Index(Budget), Traces(Budget), Stacks(Budget) {}

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

const Trace *TraceTable::find(const Stack &S, uint32_t Hash) const {
  auto At = Index.find(
      Hash, [&](uint32_t I) { return Traces.find(I)->stack() == S; });
  return At ? Traces.find(*At) : nullptr;
}

/// Adds a stack whose trace is \p Same, or a new one.
const Trace *TraceTable::add(const Stack &S, uint32_t Hash, const Trace *Same) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (const Trace *T = find(S, Hash))
    return T; // Another thread has just added it.
  const uint32_t N = Count.load(std::memory_order_relaxed);
  const size_t Bytes = S.Frames.size() * sizeof(jvmtiFrameInfo);
  void *Copy = Bytes ? Stacks.allocate(Bytes) : nullptr;
  Trace *T = Traces.get(N);
  if (!T || (Bytes && !Copy))
    return nullptr;
  if (Bytes)
    std::memcpy(Copy, S.Frames.data(), Bytes);
  *T = {N,
        0,
        Hash,
        S.Thread,
        S.Phase,
        uint32_t(S.Frames.size()),
        static_cast<const jvmtiFrameInfo *>(Copy),
        Same ? Same : T};
  // Every output begins with the empty trace.
  if (S == Stack())
    T->Serial = Numbers::SystemTrace;
  if (!Index.insert(Hash, N))
    return nullptr;
  Count.store(N + 1, std::memory_order_release);
  return T;
}

const Trace *TraceTable::get(JNIEnv &Jni, const Stack &Given) {
  Stack S = Given;
  S.Frames = S.Frames.take_front(Depth);
  if (!HasThreads)
    S.Thread = 0;
  const uint32_t Hash = S.hash();
  if (const Trace *T = find(S, Hash))
    return T->Same;
  SmallVector<jvmtiFrameInfo, 16> Lines;
  for (const jvmtiFrameInfo &F : S.Frames) {
    const StackPlace *P = Frames.get(Jni, F);
    if (!P)
      return nullptr;
    Lines.push_back({F.method, P->Names->lineStart(F.location)});
  }
  const Stack Shown = {Lines, S.Thread, S.Phase};
  const Trace *Same = nullptr;
  if (!(Shown == S)) {
    Same = get(Jni, Shown);
    if (!Same)
      return nullptr;
  }
  const Trace *T = add(S, Hash, Same);
  return T ? T->Same : nullptr;
}

const Trace *TraceTable::current(JNIEnv &Jni, jthread T, uint32_t ThreadSerial,
                                 unsigned MostLeftOut,
                                 function_ref<bool(jmethodID)> IsLeftOut) {
  constexpr unsigned Usual = 64;
  jvmtiFrameInfo Few[Usual];
  std::unique_ptr<jvmtiFrameInfo[]> Many;
  jvmtiFrameInfo *Found = Few;
  const unsigned Most = Depth ? Depth + MostLeftOut : 0;
  if (Most > Usual) {
    Many.reset(new (std::nothrow) jvmtiFrameInfo[Most]);
    Found = Many.get();
    if (!Found)
      return nullptr;
  }
  jint N = 0;
  if (Most && Ti.GetStackTrace(T, 0, jint(Most), Found, &N) != JVMTI_ERROR_NONE)
    N = 0;
  Stack S;
  S.Frames = {Found, size_t(std::max<jint>(N, 0))};
  if (IsLeftOut)
    S.Frames = S.Frames.drop_while(
        [&](const jvmtiFrameInfo &F) { return IsLeftOut(F.method); });
  S.Thread = ThreadSerial;
  return get(Jni, S);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

static void writeFrame(RecordStream &S, StackPlace &P, uint32_t ClassSerial) {
  StackFrame R;
  R.Id = P.Id = S.Next.Frames.take();
  R.Method = S.name(P.Names->Name);
  R.Signature = S.name(P.Names->Signature);
  R.SourceFile = S.name(P.Names->SourceFile);
  R.ClassSerial = ClassSerial;
  R.Line = P.Line;
  S.write(R);
}

static void writeTrace(RecordStream &S, Trace &T,
                       ArrayRef<StackPlace *> Places) {
  T.Serial = S.Next.TraceSerials.take();
  if (StringRef Phase = phaseName(T.Phase); !Phase.empty() && !S.isBinary()) {
    TracePhase R;
    R.TraceSerial = T.Serial;
    R.Phase = S.name(Phase);
    S.write(R);
  }
  ListBuilder<StackFrameRef> List(RecordStream::IdSize);
  for (const StackPlace *P : Places)
    List.add({P->Id});
  StackTrace R;
  R.TraceSerial = T.Serial;
  R.ThreadSerial = T.Thread;
  R.Frames = List.ref();
  S.write(R);
}

/// WriteLock is held.
uint32_t TraceTable::writeOne(Trace &T) {
  if (T.Serial)
    return T.Serial;
  SmallVector<StackPlace *, 16> Places;
  SmallVector<uint32_t, 16> ClassSerials;
  for (const jvmtiFrameInfo &F : T.stack().Frames) {
    StackPlace *P = Frames.find(F);
    Places.push_back(P);
    ClassSerials.push_back(P->Id ? 0
                                 : Classes.entry(P->Names->ClassTag).Serial);
  }
  Out.with([&](RecordStream &S) {
    for (size_t I = 0; I != Places.size(); ++I)
      if (!Places[I]->Id)
        writeFrame(S, *Places[I], ClassSerials[I]);
    writeTrace(S, T, Places);
  });
  return T.Serial;
}

uint32_t TraceTable::write(const Trace &T) {
  std::lock_guard<std::mutex> Hold(WriteLock);
  return writeOne(*Traces.find(T.Index));
}

void TraceTable::writeAll() {
  std::lock_guard<std::mutex> Hold(WriteLock);
  for (; NumWritten != Count.load(std::memory_order_acquire); ++NumWritten) {
    Trace *T = Traces.find(NumWritten);
    if (T->Same == T && !writeOne(*T))
      return;
  }
}
