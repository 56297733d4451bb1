//===- CountRecords.cpp - Contents of a dump between passes ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Passes/CountRecords.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace llvm;

namespace {
class CountRecords final : public Forward {
public:
  CountRecords(RecordVisitor &Next, RecordCounts &Result)
      : Forward(Next), Result(Result) {}

  /// Called by each walk. Walks may be nested; the last call sets the result.
  Error finish() override {
    Result = Counts;
    return Forward::finish();
  }

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"

private:
  template <class R> void record(const R &Rec) {
    constexpr RecordKind K = R::Kind;
    Counts.Strings += K == RecordKind::Utf8;
    Counts.Classes += K == RecordKind::ClassDump;
    Counts.Roots += R::Group == RecordGroup::Root;
    Counts.Instances += K == RecordKind::InstanceDump;
    Counts.ObjectArrays += K == RecordKind::ObjectArrayDump;
    Counts.PrimitiveArrays += K == RecordKind::PrimitiveArrayDump ||
                              K == RecordKind::PrimitiveArrayNoData;
    if constexpr (R::Group == RecordGroup::Object)
      if (const Payload *P = payloadIn(Rec))
        Counts.Bytes += P->Size;
    Next.visit(Rec);
  }

  RecordCounts Counts;
  RecordCounts &Result;
};

class CountStage final : public Stage {
public:
  explicit CountStage(RecordCounts &Counts) : Counts(Counts) {}
  bool keepsStream() const override { return true; }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &) override {
    return std::make_unique<CountRecords>(Next, Counts);
  }

private:
  RecordCounts &Counts;
};
} // namespace

std::unique_ptr<Stage> hprof::makeCountRecords(RecordCounts &Counts) {
  return std::make_unique<CountStage>(Counts);
}
