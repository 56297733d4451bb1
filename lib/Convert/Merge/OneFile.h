//===- OneFile.h - Joins several files --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_MERGE_ONEFILE_H
#define HPROF_LIB_CONVERT_MERGE_ONEFILE_H

#include "hprof/Format/Kit/Forward.h"

namespace hprof {

class LossAccount;

struct OneFileOptions {
  /// Time of the output's file header, in milliseconds since 1970. If 0, the
  /// time of the first file is used.
  uint64_t Millis = 0;
  /// Join all heap dumps into one. The target must have segments.
  bool OneHeap = false;
};

/// Precedes a writer that creates its own frames. Passes on the first file
/// header; later ones become joined headers, or are dropped for a single heap.
/// A joined header is preceded by a HEAP DUMP END, which the writer omits if no
/// heap dump is open. Times of records, which are relative to their file's
/// header, become relative to the output's; out-of-range times become 0 or the
/// maximum, and are counted (Loss::ClampedTimes). Ids are not changed.
class OneFile final : public Forward {
public:
  OneFile(RecordVisitor &Next, LossAccount &Account,
          const OneFileOptions &Options)
      : Forward(Next), Account(Account), Options(Options) {}

  void visit(const FileHeader &H) override;
  void visit(const Opaque &R) override { Next.visit(R); }
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  RecordKindSet runKinds() const override { return Next.runKinds(); }
  llvm::Error finish() override;

private:
  template <class R> void record(const R &Rec);
  uint32_t timeOf(uint32_t Micros);
  Frame changed(const Frame &F, bool IsCounted);
  void endDump();

  LossAccount &Account;
  const OneFileOptions Options;
  bool HasHeader = false;
  uint64_t Base = 0;    ///< Milliseconds in the header that was passed on.
  int64_t Distance = 0; ///< Milliseconds from Base to the current header's.
  uint32_t Last = 0;    ///< Time of the last frame, in the output.
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_MERGE_ONEFILE_H
