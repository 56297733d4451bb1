//===- ParallelWalk.h - Walks segments on several threads -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot writes a dump as many independent segments. When the input is
/// mapped they are walked by several threads, each with a visitor of its own
/// over consecutive segments, so that joining the visitors in order gives what
/// one thread would have seen:
///
///     std::vector<MyVisitor> Workers(Threads);
///     Error E = walkParallel(*In, Options, Top, Workers);
///     for (MyVisitor &W : Workers)
///       Result.merge(W);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_HPROF_PARALLELWALK_H
#define HPROF_FORMAT_HPROF_PARALLELWALK_H

#include "hprof/Format/Hprof/DumpCounter.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/DamageList.h"
#include "hprof/Format/Kit/RunThreads.h"
#include "hprof/Format/Kit/SplitFrames.h"

namespace hprof {

/// What a walk found out on its way.
struct WalkFacts {
  unsigned Dumps = 0;                ///< See DumpCounter.
  std::vector<uint64_t> DumpOffsets; ///< Where each of them begins.
  bool WasParallel = false;          ///< More than one worker was used.
  /// Where files begin, and the bytes of an id in each.
  std::vector<std::pair<uint64_t, unsigned>> IdSizes;
};

/// Reads \p In, with its file header not yet read. \p Top sees everything but
/// the bodies of heap dump records, in file order; then Workers[i] see those.
/// With one worker, an input that is not mapped, or segments that depend on
/// each other (Android's HEAP DUMP INFO), Workers[0] sees all bodies, between
/// the other records. \p Facts, when not null, tells of the walk.
template <class TopVisitor, class Visitor>
llvm::Error walkParallel(Source &In, const ReaderOptions &Options,
                         TopVisitor &Top,
                         llvm::MutableArrayRef<Visitor> Workers,
                         WalkFacts *Facts = nullptr) {
  llvm::Expected<HprofReader> Reader = HprofReader::create(In, Options);
  if (!Reader)
    return Reader.takeError();
  Top.visit(Reader->header());
  std::optional<llvm::ArrayRef<uint8_t>> Bytes = In.contents();
  bool Parallel = Bytes && Workers.size() > 1 && !Reader->header().isAndroid();
  std::vector<Frame> Segments;
  // Appended files may have ids of another size: the header in force for each
  // segment.
  std::vector<FileHeader> Headers = {Reader->header()};
  std::vector<uint32_t> HeaderOf;
  DumpCounter Counter;
  std::vector<uint64_t> DumpOffsets;
  Frame F;
  for (bool AtEnd = false; !AtEnd;) {
    switch (Reader->next(F)) {
    case HprofReader::Found::Header:
      Top.visit(Reader->header());
      Headers.push_back(Reader->header());
      Counter.header();
      break;
    case HprofReader::Found::Frame:
      if (Counter.frame(F))
        DumpOffsets.push_back(F.Offset);
      if (!F.isHeap()) {
        Reader->readBody(F, Top);
      } else if (Parallel) {
        Segments.push_back(F);
        HeaderOf.push_back(uint32_t(Headers.size() - 1));
        Reader->skipBody(F);
      } else {
        Reader->readBody(F, Workers.front());
        if (!Workers.front().wantsMore())
          return llvm::Error::success();
      }
      break;
    case HprofReader::Found::Gap:
      Reader->readGap(F, Top);
      break;
    case HprofReader::Found::End:
      AtEnd = true;
      break;
    }
  }
  if (llvm::Error E = Reader->finish())
    return E;

  std::vector<size_t> Ends = splitFrames(Segments, unsigned(Workers.size()));
  if (Facts) {
    *Facts = {Counter.dumps(), std::move(DumpOffsets), Ends.size() > 1, {}};
    for (const FileHeader &H : Headers)
      Facts->IdSizes.emplace_back(H.Offset, H.IdSize);
  }
  std::vector<DamageList> Found(Ends.size());
  runThreads(unsigned(Ends.size()), [&](unsigned W) {
    ReaderOptions Own = Options;
    Own.OnDamage = [&](const Damage &D) { Found[W].add(D); };
    for (size_t I = W ? Ends[W - 1] : 0; I != Ends[W]; ++I)
      HprofReader::readSegment(*Bytes, Headers[HeaderOf[I]], Segments[I], Own,
                               Workers[W]);
  });
  if (Options.OnDamage)
    for (const DamageList &List : Found)
      List.tell(Options.OnDamage);
  return llvm::Error::success();
}

} // namespace hprof

#endif // HPROF_FORMAT_HPROF_PARALLELWALK_H
