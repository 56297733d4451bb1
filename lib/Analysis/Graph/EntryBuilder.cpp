//===- EntryBuilder.cpp - Second walk: references -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryBuilder.h"
#include "hprof/Analysis/Graph/ClassReferences.h"
#include "hprof/Layout/StackChunks.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace hprof {

template <class T> void EntryBuilder<T>::visit(const InstanceDump &R) {
  const NodePlan &P = Plans.Plans[Plans.ByClass[R.Class] - 1];
  const uint8_t *Values = R.Values.Bytes.data();
  size_t Size = R.Values.Bytes.size();
  bool HasReferent = P.Referent != NodePlan::NoField;
  if (LLVM_UNLIKELY(P.StackLength.has_value()))
    begin(R.Object, P.Type, StackOf,
          uint32_t(stackLength(R.Values.Bytes, *P.StackLength)));
  else
    begin(R.Object, P.Type, HasReferent ? ReferentOf : NoHead);
  Counts.Unexplained += !P.IsKnown;
  if (LLVM_LIKELY(Size == P.Size && !P.Shape)) {
    if (HasReferent)
      addReferent(load(Values + P.Referent));
    for (uint32_t Offset : P.Fields)
      add(load(Values + Offset));
  } else {
    Counts.WrongSizes += P.IsKnown && Size != P.Size;
    if (HasReferent)
      addReferent(uint64_t(P.Referent) + IdSize <= Size
                      ? load(Values + P.Referent)
                      : 0);
    addFieldsOf(P, Values, Size);
  }
  if (LLVM_UNLIKELY(P.IsThread))
    addLocals(R.Object);
}

/// Takes time proportional to the bytes present, not to the fields of \p P.
template <class T>
void EntryBuilder<T>::addFieldsOf(const NodePlan &P, const uint8_t *Values,
                                  size_t Size) {
  auto Add = [&](uint32_t Offset) {
    if (uint64_t(Offset) + IdSize > Size)
      return false;
    if (Offset != P.Referent)
      add(load(Values + Offset));
    return true;
  };
  if (P.Shape)
    return P.Shape->forEachReference(
        FieldOrder::OwnFirst, Size,
        [&](const FieldSlot &F) { return Add(F.Offset); });
  for (uint32_t Offset : P.Fields)
    if (!Add(Offset))
      return;
}

template <class T> void EntryBuilder<T>::addLocals(uint64_t Thread) {
  auto It = Plans.Locals.find(Thread);
  if (It == Plans.Locals.end())
    return;
  Objects.back().HasLocals = true;
  Objects.back().HasBoot =
      Plans.BootLoader != NoNode && is_contained(It->second, uint64_t(0));
  for (uint64_t Id : It->second)
    add(Id);
}

template <class T> void EntryBuilder<T>::visit(const ObjectArrayDump &R) {
  begin(R.Object, Plans.Plans[Plans.ByClass[R.Class] - 1].ArrayType, ArrayOf,
        R.Length);
  const uint8_t *P = R.Elements.Bytes.data();
  for (const uint8_t *End = P + R.Elements.Bytes.size(); P != End; P += IdSize)
    add(load(P));
}

template <class T> void EntryBuilder<T>::visit(const ClassDump &R) {
  begin(R.Class, Plans.NumClasses + Plans.ByClass[R.Class] - 1, NoHead);
  if (LLVM_UNLIKELY(Plans.BootLoader != NoNode))
    Objects.back().HasBoot = !R.Loader || Ids.find(R.Loader) == NoNode;
  forEachClassReference(R, Plans.LikeMat,
                        [&](LabelKind, uint64_t, uint64_t Id) { add(Id); });
}

/// Flushes the batch in the middle of an object.
template <class T> void EntryBuilder<T>::goOn() {
  Pending Last = Objects.back();
  flush(/*IsOpen=*/true);
  Last.Begin = 0;
  Last.IsContinued = true;
  Objects.push_back(Last);
}

template <class T>
template <bool UseFast>
LLVM_ATTRIBUTE_ALWAYS_INLINE void
EntryBuilder<T>::write(const Pending &O, size_t End, bool IsOpen) {
  auto Find = [&](uint64_t Id) __attribute__((always_inline)) {
    return UseFast ? findFast(Ids, Id) : Ids.find(Id);
  };
  size_t I = O.Begin;
  Node N = Find(O.Id);
  if (!O.IsContinued) {
    Start = Next;
    Skip = LLVM_UNLIKELY(Seen != nullptr) && !Seen->insert(N);
    if (Skip)
      return;
    Types.set(N, O.Type);
    if (O.Head == ArrayOf) {
      if (LLVM_UNLIKELY(O.Length >= Entry::Null))
        LongArrays[N] = O.Length;
      Entries[Next++] = T(std::min<uint64_t>(O.Length, Entry::Null));
    } else if (O.Head == StackOf) {
      Entries[Next++] = T(O.Length);
    } else if (O.Head == ReferentOf) {
      Node To = Refs[I] ? Find(Refs[I]) : NoNode;
      Counts.Dangling += To == NoNode && Refs[I];
      Counts.References += To != NoNode;
      Entries[Next++] = To == NoNode ? Entry::Null : T(To);
      ++I;
    }
  }
  if (LLVM_UNLIKELY(Skip))
    return;
  if (LLVM_UNLIKELY(O.HasLocals))
    ThreadsSeen.push_back(O.Id);
  uint64_t First = Next, All = End - I;
  for (; I != End; ++I) {
    Ids.prefetch(Refs[I + Ahead]);
    Node To = Find(Refs[I]);
    Entries[Next] = T(To);
    Next += To != NoNode;
  }
  Counts.References += Next - First;
  Counts.Dangling += All - (Next - First);
  if (IsOpen)
    return;
  if (LLVM_UNLIKELY(O.HasBoot))
    Entries[Next++] = T(Plans.BootLoader);
  Starts[N] = Next == Start ? Entry::None : T(Start);
  if (Next != Start)
    Entries[Next - 1] |= Entry::Last;
}

template <class T>
template <bool UseFast>
LLVM_ATTRIBUTE_ALWAYS_INLINE void EntryBuilder<T>::flushWith(bool IsOpen) {
  for (size_t I = 0; I != Ahead; ++I)
    Ids.prefetch(Refs[I]);
  for (size_t I = 0, N = Objects.size(); I != N; ++I) {
    bool IsLast = I + 1 == N;
    write<UseFast>(Objects[I], IsLast ? NumRefs : Objects[I + 1].Begin,
                   IsOpen && IsLast);
  }
  NumRefs = 0;
  Objects.clear();
}

template <class T> void EntryBuilder<T>::flush(bool IsOpen) {
  if (IsFast)
    flushWith<true>(IsOpen);
  else
    flushWith<false>(IsOpen);
}

template class EntryBuilder<uint32_t>;
template class EntryBuilder<uint64_t>;

} // namespace hprof
