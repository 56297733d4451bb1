//===- OneSide.h - Names or heaps of a stream -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_MERGE_ONESIDE_H
#define HPROF_LIB_CONVERT_MERGE_ONESIDE_H

#include "hprof/Format/Kit/Forward.h"

namespace hprof {

/// Passes on only the sub-records of heap dumps, or only the other records, for
/// files in which all names precede all heaps: VisualVM's heap library expects
/// nothing between the segments of a heap dump. To be used in two walks over
/// the same stream, first for the names:
///
///     uint32_t Time = 0;
///     OneSide Names(Writer, OneSide::Names, Time), Heap(Writer, ...);
///
/// The second walk passes on no file header; the first does not end the stream.
/// Times of frames in the second walk are at least those in the first, which
/// are stored in \p Time.
class OneSide final : public Forward {
public:
  enum Side : uint8_t { Names, Heap };
  OneSide(RecordVisitor &Next, Side Kept, uint32_t &Time)
      : Forward(Next), Kept(Kept), Time(Time) {}

  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void visit(const Opaque &) override {}
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  RecordKindSet runKinds() const override;
  uint64_t runRoom() const override;
  void run(const SubRecordRun &Run) override;
  llvm::Error finish() override;

private:
  bool keeps(RecordKind K) const;
  template <class R> void record(const R &Rec) {
    if (keeps(R::Kind))
      Next.visit(Rec);
  }

  const Side Kept;
  uint32_t &Time;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_MERGE_ONESIDE_H
