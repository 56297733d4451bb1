//===- TakeDump.cpp - Extracts one of several heap dumps ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Dumps/TakeDump.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/NoSuchDump.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Records/DumpNumbers.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Determines which file contains the dump.
class FileSurvey final : public RecordVisitor {
public:
  explicit FileSurvey(unsigned Number) : Number(Number) {}

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override {
    ++Files;
    if (Counter.header(H))
      begun();
  }
  void visit(const HeapDumpEnd &) override { Counter.end(); }
  void beginFrame(const Frame &F) override {
    if (Counter.frame(F))
      begun();
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    IsCut = F.Length != UINT64_MAX && Length < F.Length;
  }
  /// The contents of heap dumps are skipped.
  RecordKindSet runKinds() const override { return RecordKindSet().set(); }
  Error finish() override {
    if (Number > std::max(Counter.dumps(), 1U))
      return noSuchDump(Number, Counter.dumps(), IsCut);
    return Error::success();
  }

  const unsigned Number;
  unsigned dumps() const { return Counter.dumps(); }
  /// Whether the stream contains nothing else, so all of it is extracted.
  bool isOnlyDump() const { return Files == 1 && dumps() <= 1; }
  uint64_t Files = 0;
  uint64_t File = 0; ///< Number of the dump's file, from 1; 0 if there is none.

private:
  void begun() {
    if (Counter.dumps() == Number)
      File = Files;
  }

  DumpNumbers Counter;
  bool IsCut = false; ///< Whether the last record is truncated.
};

class TakeDump final : public Forward {
public:
  TakeDump(RecordVisitor &Next, LossAccount &Account, const FileSurvey &Survey)
      : Forward(Next), Account(Account), Survey(Survey) {}

  void visit(const FileHeader &H) override {
    Counter.header(H);
    ++Files;
    if (isInFile())
      Forward::visit(H);
  }
  void beginFrame(const Frame &F) override {
    Counter.frame(F);
    InDump = F.isHeap() || F.Tag == HeapDumpEnd::Tag;
    if (isWanted())
      Forward::beginFrame(F);
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    if (isWanted())
      Forward::endFrame(F, Length);
    InDump = false;
  }
  void visit(const Opaque &R) override { pass(R); }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override {
    if (isWanted(Of))
      Forward::payload(Of, Chunk);
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { pass(R); }
#include "hprof/Format/Records/Records.def"
  RecordKindSet runKinds() const override { return Next.runKinds(); }
  void run(const SubRecordRun &Run) override {
    if (isWanted())
      Forward::run(Run);
  }
  Error finish() override {
    if (Survey.dumps() > 1)
      Account.add(Loss::OtherDumps, Survey.dumps() - 1);
    return Forward::finish();
  }

private:
  bool isInFile() const { return !Survey.File || Files == Survey.File; }
  bool isOfOther() const {
    return Survey.File && Counter.dumps() != Survey.Number;
  }
  bool isWanted() const { return isInFile() && !(InDump && isOfOther()); }
  /// The frame of a heap dump may contain records that do not belong to the
  /// dump: in the text format, it contains names that other records use, too.
  bool isWanted(RecordKind K) const {
    return isWanted() ||
           (isInFile() && recordInfo(K).Group == RecordGroup::Top);
  }
  template <class R> void pass(const R &Rec) {
    if (isWanted(R::Kind))
      Forward::visit(Rec);
  }
  void pass(const HeapDumpEnd &R) {
    Counter.end();
    if (isInFile() && !isOfOther())
      Forward::visit(R);
  }

  LossAccount &Account;
  const FileSurvey &Survey;
  DumpNumbers Counter;
  uint64_t Files = 0;
  /// Whether the current record is in a heap dump or is its end record.
  bool InDump = false;
};

class TakeDumpStage final : public Stage {
public:
  explicit TakeDumpStage(unsigned Number) : Number(Number) {}

  std::optional<Lowering> lowers() const override { return Lowering::TakeDump; }
  RecordVisitor *firstWalk(const DumpContext &) override {
    return &Survey.emplace(Number);
  }
  bool keepsStream() const override { return Survey && Survey->isOnlyDump(); }
  bool mayKeepStream() const override { return true; }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    if (keepsStream())
      return nullptr;
    return std::make_unique<TakeDump>(Next, Account, *Survey);
  }

private:
  const unsigned Number;
  std::optional<FileSurvey> Survey;
};
} // namespace

std::unique_ptr<Stage> hprof::makeTakeDump(unsigned Number) {
  return std::make_unique<TakeDumpStage>(Number);
}
