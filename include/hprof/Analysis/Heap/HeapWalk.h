//===- HeapWalk.h - Walks the heap dumps of a file --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The walks of analyses, with one statically dispatched visitor per thread:
///
///     std::vector<MyVisitor> Workers(Threads);
///     WalkOptions Options;
///     Options.Context = &Build;               // A DumpContext::Builder.
///     if (Error E = walkHeap(File, Workers, Options))
///       ...
///     for (MyVisitor &W : Workers)
///       Result.merge(W);
///
/// HotSpot writes a dump as many independent segments. The top level of a
/// mapped file is known before the walk (HeapFile::dumps()), and each worker
/// gets consecutive segments, so that merging the workers in order gives what
/// one thread would have seen. Input that is not mapped is read once by
/// Workers[0]. So are Android's dumps, whose segments depend on each other.
///
/// The templates cover only what a visitor does with sub-records. Include this
/// header in the sources of visitors.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_HEAPWALK_H
#define HPROF_ANALYSIS_HEAP_HEAPWALK_H

#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/DamageList.h"
#include "hprof/Format/Parallel/RunThreads.h"
#include <atomic>

namespace hprof {

struct WalkOptions {
  /// The number of the dump to walk, from 1; 0 for all dumps of the file.
  unsigned Dump = 0;
  /// Sees the file headers, the framing, all records outside heap dumps, and
  /// from heap dumps the CLASS DUMPs and ROOT THREAD OBJECTs: the input of a
  /// DumpContext. In a mapped file it first sees everything outside heap dumps,
  /// including HEAP DUMP ENDs, so use OnDump to learn where a dump ends. May be
  /// null.
  RecordVisitor *Context = nullptr;
  /// Called in file order; for a mapped file after the walk.
  DamageHandler OnDamage;
  /// Called with bytes of heap dumps walked, from any thread.
  std::function<void(uint64_t)> OnBytes;
  /// Called in the walking thread after each dump with its number and header.
  /// The workers and Context have then seen all of that dump and nothing of the
  /// next. Context has seen the records outside heap dumps in the same file; in
  /// input that is not mapped, only those before the next dump. An error ends
  /// the walk.
  std::function<llvm::Error(unsigned, const FileHeader &)> OnDump;
  /// When it becomes true, the walk ends within one segment with
  /// std::errc::operation_canceled.
  const std::atomic<bool> *Cancel = nullptr;
  /// How payloads are delivered: see ReaderOptions.
  uint64_t MaxWhole = ReaderOptions::DefaultMaxWhole;
  size_t ChunkSize = 1 << 20;
};

/// Facts about a walk.
struct WalkFacts {
  unsigned Dumps = 0;       ///< Number in the file.
  unsigned Files = 0;       ///< Number of concatenated dump files.
  bool WasParallel = false; ///< More than one worker ran.
  /// For input that is not mapped, set during the walk: where the next heap
  /// dump after the requested one begins, or the other file that has it.
  uint64_t EndOfDump = UINT64_MAX;
};

namespace detail {
/// What a worker sees for Context: passed on directly, or recorded for later if
/// the worker is in another thread.
struct WalkNotes {
  RecordVisitor *Now = nullptr;
  bool IsKept = false;
  const WalkOptions *Options = nullptr;
  std::vector<uint64_t> Classes, Threads; ///< Offsets.
  std::vector<uint64_t> Lengths;          ///< Lengths of bodies.

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

/// Forwards everything to a worker, and some of it to its notes.
template <class Visitor> class NotingVisitor {
public:
  NotingVisitor(Visitor &To, WalkNotes &Notes) : To(To), Notes(Notes) {}
  static constexpr bool WantsChunks = hprof::TakesChunks<Visitor>::value;
  void omitted(uint64_t Bytes) { To.omitted(Bytes); }
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

/// Reads the body of a heap dump record for worker \p I; returns whether it
/// wants more.
using BodyReader = llvm::function_ref<bool(unsigned I, HprofReader &,
                                           const Frame &, WalkNotes &)>;
llvm::Error walkHeap(HeapFile &File, unsigned Workers,
                     const WalkOptions &Options, BodyReader Read,
                     WalkFacts *Facts);
} // namespace detail

/// Walks the heap dumps of \p File: a mapped file any number of times, others
/// once. Errors do not include the file name.
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

/// Walks one dump: Workers[I] sees part I of \p Segments, and endFrame() after
/// each piece.
template <class Visitor>
void walkSegments(const HeapSegments &Segments, std::vector<Visitor> &Workers,
                  const DamageHandler &OnDamage,
                  const std::atomic<bool> *Cancel = nullptr) {
  llvm::ArrayRef<size_t> Ends = Segments.ends();
  std::vector<DamageList> Found(Ends.size());
  runThreads(unsigned(Ends.size()), [&](unsigned W) {
    ReaderOptions Own;
    Own.OnDamage = [&](const Damage &D) { Found[W].add(D); };
    for (size_t I = W ? Ends[W - 1] : 0; I != Ends[W] && !(Cancel && *Cancel);
         ++I)
      HprofReader::readSegment(Segments.file(), Segments.header(),
                               Segments.pieces()[I], Own, Workers[W]);
  });
  if (OnDamage)
    for (const DamageList &List : Found)
      List.tell(OnDamage);
}

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_HEAPWALK_H
