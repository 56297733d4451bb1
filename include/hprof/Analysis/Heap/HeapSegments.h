//===- HeapSegments.h - Finds the heap dump records of an input -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_HEAPSEGMENTS_H
#define HPROF_ANALYSIS_HEAP_HEAPSEGMENTS_H

#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/DamageList.h"
#include "hprof/Format/Kit/RunThreads.h"

namespace hprof {

/// The heap dump records of one dump of a mapped input, found once and walked
/// as often as needed, on several threads.
class HeapSegments {
public:
  /// Hops over the top-level records of \p In. \p Dump is the number of the
  /// dump that is wanted, from 1.
  static llvm::Expected<HeapSegments> find(Source &In, unsigned Dump);
  /// Tells \p Top of all but the bodies of heap dumps, from \p Header up to the
  /// next one: of concatenated files, only its own names a dump's classes.
  /// \p OnDamage is told of all of the input but those bodies.
  static llvm::Error readTop(Source &In, const FileHeader &Header,
                             RecordVisitor &Top, const DamageHandler &OnDamage);

  const FileHeader &header() const { return Header; } ///< The dump's.
  unsigned dumps() const { return Dumps; }            ///< Of the input.
  uint64_t bytes() const { return Total; }            ///< Of the bodies.
  llvm::ArrayRef<uint8_t> contents() const { return Bytes; }

  /// How many of \p Wanted workers walk() would use.
  unsigned split(unsigned Wanted);

  /// Where the bodies of heap dumps would have to be cut so that \p Wanted
  /// workers have as much to do; none when split() finds that without cuts.
  std::vector<uint64_t> findCuts(unsigned Wanted) const;
  /// Makes parts that begin at \p Offsets, each that of a sub-record, and one
  /// before those.
  void cut(llvm::ArrayRef<uint64_t> Offsets);

  /// Workers[I] sees the records of the Ith part that split() made, then its
  /// endFrame() of each segment.
  template <class Visitor>
  void walk(llvm::MutableArrayRef<Visitor> Workers,
            const DamageHandler &OnDamage) const {
    std::vector<DamageList> Found(Ends.size());
    runThreads(unsigned(Ends.size()), [&](unsigned W) {
      ReaderOptions Own;
      Own.OnDamage = [&](const Damage &D) { Found[W].add(D); };
      for (size_t I = W ? Ends[W - 1] : 0; I != Ends[W]; ++I)
        HprofReader::readSegment(Bytes, Header, Frames[I], Own, Workers[W]);
    });
    if (OnDamage)
      for (const DamageList &List : Found)
        List.tell(OnDamage);
  }

private:
  llvm::ArrayRef<uint8_t> Bytes;
  FileHeader Header; ///< The dump's.
  std::vector<Frame> Frames;
  std::vector<size_t> Ends;
  unsigned Dumps = 0;
  uint64_t Total = 0;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_HEAPSEGMENTS_H
