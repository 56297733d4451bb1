//===- HeapWalk.h - Walks the heap dumps of a file --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks over heap dumps, with one statically dispatched visitor per thread:
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
/// gets consecutive segments. Merging the workers in order thus gives the same
/// result as a single thread. Workers[0] alone reads input that is not mapped,
/// and Android dumps, whose segments depend on each other.
///
/// Only the handling of sub-records is in templates. Include this header in the
/// sources of visitors.
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
  /// Number of the dump to walk, from 1; 0 for all dumps in the file.
  unsigned Dump = 0;
  /// Receives the file headers, the framing, all records outside heap dumps,
  /// and from heap dumps the CLASS DUMPs and ROOT THREAD OBJECTs: the input of
  /// a DumpContext. For a mapped file, everything outside heap dumps is passed
  /// first, including HEAP DUMP ENDs, so use OnDump to detect the end of a
  /// dump. May be null.
  RecordVisitor *Context = nullptr;
  /// Called in file order; for a mapped file, after the walk.
  DamageHandler OnDamage;
  /// Called with the number of bytes walked in heap dumps, from any thread.
  std::function<void(uint64_t)> OnBytes;
  /// Called in the walking thread after each dump with its number and header.
  /// At this time, the workers and Context have visited all of that dump and
  /// nothing of the next dump. Context has visited the records outside heap
  /// dumps in the same file; if the input is not mapped, only the records
  /// before the next dump. An error stops the walk.
  std::function<llvm::Error(unsigned, const FileHeader &)> OnDump;
  /// When the flag becomes true, the walk stops within one segment with
  /// std::errc::operation_canceled.
  const std::atomic<bool> *Cancel = nullptr;
  /// How payloads are delivered; see ReaderOptions.
  uint64_t MaxWhole = ReaderOptions::DefaultMaxWhole;
  size_t ChunkSize = 1 << 20;
};

/// Information about a walk.
struct WalkFacts {
  unsigned Dumps = 0;       ///< Heap dumps in the file.
  unsigned Files = 0;       ///< Number of concatenated dump files.
  bool WasParallel = false; ///< Whether more than one worker ran.
  /// For input that is not mapped, set during the walk: the start of the next
  /// heap dump after the requested one or, if that is in another of the
  /// concatenated files, the start of that file.
  uint64_t EndOfDump = UINT64_MAX;
};

namespace detail {
/// Records for Context that a worker encounters. They are passed on directly
/// or, if the worker is in another thread, noted for later.
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

/// Forwards everything to a worker, and some events also to its notes.
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

/// Reads the body of a heap dump record for worker \p I; returns its
/// wantsMore().
using BodyReader = llvm::function_ref<bool(unsigned I, HprofReader &,
                                           const Frame &, WalkNotes &)>;
llvm::Error walkHeap(HeapFile &File, unsigned Workers,
                     const WalkOptions &Options, BodyReader Read,
                     WalkFacts *Facts);
} // namespace detail

/// Walks the heap dumps of \p File. A mapped file can be walked any number of
/// times, any other file only once. Errors do not include the file name.
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

/// Walks one dump: Workers[I] visits part I of \p Segments, with endFrame()
/// after each piece.
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
