//===- ReferenceWriter.cpp - Second walk: what objects refer to -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceWriter.h"

using namespace hprof;
using namespace llvm;

namespace hprof {

template <class T> void ReferenceWriter<T>::visit(const InstanceDump &R) {
  uint32_t Number = Plans.ByClass[R.Class] - 1;
  const NodePlan &P = Plans.Plans[Number];
  const uint8_t *Values = R.Values.Bytes.data();
  size_t Size = R.Values.Bytes.size();
  bool HasReferent = P.Referent != NodePlan::NoField;
  begin(R.Object, P.Type, HasReferent ? ReferentOf : NoHead);
  Counts.Unexplained += !P.IsKnown;
  if (LLVM_LIKELY(Size == P.Size)) {
    if (HasReferent)
      add(load(Values + P.Referent));
    for (uint32_t Offset : P.Fields)
      add(load(Values + Offset));
  } else {
    Counts.WrongSizes += P.IsKnown;
    auto Has = [&](uint32_t Offset) { return Offset + IdSize <= Size; };
    if (HasReferent)
      add(Has(P.Referent) ? load(Values + P.Referent) : 0);
    for (uint32_t Offset : P.Fields)
      if (Has(Offset))
        add(load(Values + Offset));
  }
  if (LLVM_UNLIKELY(P.IsThread))
    addLocals(R.Object);
}

template <class T> void ReferenceWriter<T>::addLocals(uint64_t Thread) {
  auto It = Plans.Locals.find(Thread);
  if (It == Plans.Locals.end())
    return;
  ThreadsSeen.push_back(Thread);
  for (uint64_t Id : It->second)
    add(Id);
}

template <class T> void ReferenceWriter<T>::visit(const ObjectArrayDump &R) {
  begin(R.Object, Plans.Plans[Plans.ByClass[R.Class] - 1].ArrayType, ArrayOf,
        R.Length);
  const uint8_t *P = R.Elements.Bytes.data();
  for (const uint8_t *End = P + R.Elements.Bytes.size(); P != End; P += IdSize)
    if (uint64_t Id = load(P))
      add(Id);
}

template <class T> void ReferenceWriter<T>::visit(const ClassDump &R) {
  begin(R.Class, Plans.NumClasses + Plans.ByClass[R.Class] - 1, NoHead);
  add(R.Super);
  add(R.Loader);
  if (!Plans.LikeMat) {
    add(R.Signers);
    add(R.Domain);
    forEach(R.Pool, [&](const PoolEntry &E) {
      if (isReference(E.Value.Type))
        add(E.Value.Bits);
    });
  }
  forEach(R.Statics, [&](const StaticField &F) {
    if (isReference(F.Value.Type))
      add(F.Value.Bits);
  });
}

/// Makes room in the middle of an object.
template <class T> void ReferenceWriter<T>::goOn() {
  Pending Last = Objects.back();
  flush(/*IsOpen=*/true);
  Last.Refs = 0;
  Last.IsContinued = true;
  Objects.push_back(Last);
}

template <class T> void ReferenceWriter<T>::flush(bool IsOpen) {
  for (size_t I = 0, N = std::min(Ahead, Refs.size()); I != N; ++I)
    Ids.prefetch(Refs[I]);
  for (size_t I = 0, N = Refs.size(); I != N; ++I) {
    if (I + Ahead < N)
      Ids.prefetch(Refs[I + Ahead]);
    if (!Refs[I]) {
      Refs[I] = NoNode;
      continue;
    }
    Refs[I] = Ids.find(Refs[I]);
    Counts.Dangling += Refs[I] == NoNode;
  }
  const uint64_t *Targets = Refs.data();
  for (size_t I = 0, N = Objects.size(); I != N; ++I) {
    write(Objects[I], Targets, IsOpen && I + 1 == N);
    Targets += Objects[I].Refs;
  }
  Refs.clear();
  Objects.clear();
}

template <class T>
void ReferenceWriter<T>::write(const Pending &O, const uint64_t *Targets,
                               bool IsOpen) {
  size_t I = 0;
  Node N = Ids.find(O.Id);
  if (!O.IsContinued) {
    Start = Next;
    Skip = Seen && !Seen->insert(N);
    if (!Skip) {
      Types.set(N, O.Type);
      if (O.Head == ArrayOf) {
        if (O.Length >= Entry::Null)
          LongArrays[N] = O.Length;
        Entries[Next++] = T(std::min<uint64_t>(O.Length, Entry::Null));
      } else if (O.Head == ReferentOf) {
        Entries[Next++] = Targets[0] == NoNode ? Entry::Null : T(Targets[0]);
        Counts.References += Targets[0] != NoNode;
        I = 1;
      }
    }
  }
  if (Skip)
    return;
  for (; I != O.Refs; ++I)
    if (Targets[I] != NoNode) {
      Entries[Next++] = T(Targets[I]);
      ++Counts.References;
    }
  if (IsOpen)
    return;
  Starts[N] = Next == Start ? Entry::None : T(Start);
  if (Next != Start)
    Entries[Next - 1] |= Entry::Last;
}

template class ReferenceWriter<uint32_t>;
template class ReferenceWriter<uint64_t>;

} // namespace hprof
