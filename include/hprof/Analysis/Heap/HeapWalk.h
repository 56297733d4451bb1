//===- HeapWalk.h - Walks the heap dumps of a file --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The walks of analyses, one statically dispatched visitor a thread:
///
///     std::vector<MyVisitor> Workers(Threads);
///     WalkOptions Options;
///     Options.Context = &Build;               // A DumpContext::Builder.
///     if (Error E = walkHeap(File, Workers, Options))
///       ...
///     for (MyVisitor &W : Workers)
///       Result.merge(W);
///
/// HotSpot writes a dump as many independent segments. Of a mapped file the
/// top level is known before anything is walked (HeapFile::dumps()), and each
/// worker gets consecutive segments, so that joining the workers in order gives
/// what one thread would have seen. What is not mapped is read once by
/// Workers[0]. So are Android's dumps, whose segments depend on each other.
///
/// Only what a visitor does with the sub-records of a segment is a template:
/// include this from the sources of visitors.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_HEAPWALK_H
#define HPROF_ANALYSIS_HEAP_HEAPWALK_H

#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/DamageList.h"
#include "hprof/Format/Kit/RunThreads.h"
#include <atomic>

namespace hprof {

struct WalkOptions {
  /// The number of the dump to walk, from 1; 0 for all dumps of the file.
  unsigned Dump = 0;
  /// Sees the file headers, the framing, all records outside of heap dumps, and
  /// of these CLASS DUMPs and ROOT THREAD OBJECTs: what a DumpContext is made
  /// of. Of a mapped file it sees what lies outside first, HEAP DUMP ENDs among
  /// it: OnDump tells where a dump ends. May be null.
  RecordVisitor *Context = nullptr;
  /// Told in the order of the file; of a mapped one at the end.
  DamageHandler OnDamage;
  /// Told of bytes of heap dumps that were walked, from any thread.
  std::function<void(uint64_t)> OnBytes;
  /// Called in the walking thread after each dump with its number and header,
  /// when the workers and Context have seen all of it and nothing of the next
  /// one. Context has then seen the records that lie outside of heap dumps in
  /// the same file, of what is not mapped only those that came before the next
  /// dump. An error ends the walk.
  std::function<llvm::Error(unsigned, const FileHeader &)> OnDump;
  /// Ends the walk with std::errc::operation_canceled, within one segment, when
  /// it becomes true.
  const std::atomic<bool> *Cancel = nullptr;
  /// How payloads come: see ReaderOptions.
  uint64_t MaxWhole = ReaderOptions::DefaultMaxWhole;
  size_t ChunkSize = 1 << 20;
};

/// What a walk found out on its way.
struct WalkFacts {
  unsigned Dumps = 0;       ///< Of the file.
  bool WasParallel = false; ///< More than one worker was used.
};

namespace detail {
/// What a worker sees that Context wants, as it comes or, from another thread,
/// kept for later.
struct WalkNotes {
  RecordVisitor *Now = nullptr;
  bool IsKept = false;
  const WalkOptions *Options = nullptr;
  std::vector<uint64_t> Classes, Threads; ///< Offsets.
  std::vector<uint64_t> Lengths;          ///< Of bodies.

  void beginFrame(const Frame &F) {
    if (Now)
      Now->beginFrame(F);
  }
  void endFrame(const Frame &F, uint64_t Length);
  void visit(const ClassDump &R) {
    if (Now)
      Now->visit(R);
    else if (IsKept)
      Classes.push_back(R.Offset);
  }
  void visit(const RootThreadObject &R) {
    if (Now)
      Now->visit(R);
    else if (IsKept)
      Threads.push_back(R.Offset);
  }
};

/// Hands all on to a worker, and some of it to its notes.
template <class Visitor> class NotingVisitor {
public:
  NotingVisitor(Visitor &To, WalkNotes &Notes) : To(To), Notes(Notes) {}
  template <class R> void visit(const R &Rec) {
    if constexpr (std::is_same_v<R, ClassDump> ||
                  std::is_same_v<R, RootThreadObject>)
      Notes.visit(Rec);
    To.visit(Rec);
  }
  void beginFrame(const Frame &F) {
    Notes.beginFrame(F);
    To.beginFrame(F);
  }
  void endFrame(const Frame &F, uint64_t Length) {
    To.endFrame(F, Length);
    Notes.endFrame(F, Length);
  }
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) {
    To.payload(Of, Chunk);
  }
  bool wantsMore() const { return To.wantsMore(); }

private:
  Visitor &To;
  WalkNotes &Notes;
};

/// Reads the body of a heap dump record for the worker \p I; returns whether it
/// wants more.
using BodyReader = llvm::function_ref<bool(unsigned I, HprofReader &,
                                           const Frame &, WalkNotes &)>;
llvm::Error walkHeap(HeapFile &File, unsigned Workers,
                     const WalkOptions &Options, BodyReader Read,
                     WalkFacts *Facts);
} // namespace detail

/// Walks the heap dumps of \p File, a mapped one as often as needed, another
/// once. Errors carry no name of the file.
template <class Visitor>
llvm::Error walkHeap(HeapFile &File, std::vector<Visitor> &Workers,
                     const WalkOptions &Options, WalkFacts *Facts = nullptr) {
  return detail::walkHeap(
      File, unsigned(Workers.size()), Options,
      [&](unsigned I, HprofReader &Reader, const Frame &F,
          detail::WalkNotes &Notes) {
        detail::NotingVisitor<Visitor> V(Workers[I], Notes);
        Reader.readBody(F, V);
        return Workers[I].wantsMore();
      },
      Facts);
}

/// Walks one dump: Workers[I] sees the Ith part of \p Segments, and its
/// endFrame() after each piece.
template <class Visitor>
void walkSegments(const HeapSegments &Segments, std::vector<Visitor> &Workers,
                  const DamageHandler &OnDamage) {
  llvm::ArrayRef<size_t> Ends = Segments.ends();
  std::vector<DamageList> Found(Ends.size());
  runThreads(unsigned(Ends.size()), [&](unsigned W) {
    ReaderOptions Own;
    Own.OnDamage = [&](const Damage &D) { Found[W].add(D); };
    for (size_t I = W ? Ends[W - 1] : 0; I != Ends[W]; ++I)
      HprofReader::readSegment(Segments.file(), Segments.header(),
                               Segments.pieces()[I], Own, Workers[W]);
  });
  if (OnDamage)
    for (const DamageList &List : Found)
      List.tell(OnDamage);
}

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_HEAPWALK_H
