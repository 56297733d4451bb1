//===- NullLost.cpp - Nulls references after damage -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NullLost.h"
#include "hprof/Convert/Ids/Relocate.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Records/RecordVisitor.h"

using namespace hprof;
using namespace llvm;

namespace {
class IdWalk final : public RecordVisitor {
public:
  explicit IdWalk(IdSet &To) : To(To) {}
  using RecordVisitor::visit;
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  void visit(const NAME &R) override {                                         \
    if constexpr (NAME::Group == RecordGroup::Class ||                         \
                  NAME::Group == RecordGroup::Object)                          \
      To.insert(subjectId(R));                                                 \
  }
#include "hprof/Format/Records/Records.def"

private:
  IdSet &To;
};

/// Sends everything to one of two visitors, chosen at the file header.
class Switch final : public RecordVisitor {
public:
  Switch(RecordVisitor &Next, std::unique_ptr<RecordVisitor> Mover,
         LossAccount &Account, std::shared_ptr<const KnownObjects> Known,
         bool NewFrames)
      : To(&Next), Mover(std::move(Mover)), Account(Account),
        Known(std::move(Known)), NewFrames(NewFrames) {}

  void visit(const FileHeader &H) override {
    if (Known->IsDamaged && To != Mover.get()) {
      To = Mover.get();
      Account.note(
          "the input is damaged: references to missing objects become null");
    }
    To->visit(H);
  }
  void beginFrame(const Frame &F) override { To->beginFrame(frame(F)); }
  void endFrame(const Frame &F, uint64_t Length) override {
    To->endFrame(frame(F), Length);
  }
  void visit(const Opaque &R) override { To->visit(R); }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override {
    To->payload(Of, Chunk);
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { To->visit(R); }
#include "hprof/Format/Records/Records.def"
  RecordKindSet runKinds() const override { return To->runKinds(); }
  uint64_t runRoom() const override { return To->runRoom(); }
  void run(const SubRecordRun &Run) override { To->run(Run); }
  bool wantsMore() const override { return To->wantsMore(); }
  Error finish() override { return To->finish(); }

private:
  Frame frame(const Frame &F) const {
    Frame Out = F;
    if (NewFrames) {
      Out.Offset = Out.BodyOffset = 0;
      Out.Length = UINT64_MAX;
    }
    return Out;
  }

  RecordVisitor *To;
  const std::unique_ptr<RecordVisitor> Mover;
  LossAccount &Account;
  const std::shared_ptr<const KnownObjects> Known;
  const bool NewFrames;
};

class NullLost final : public Stage {
public:
  NullLost(std::shared_ptr<const KnownObjects> Of, bool NewFrames)
      : Known(std::move(Of)), NewFrames(NewFrames) {
    RelocateOptions By;
    By.OnlyObjects = &Known->Ids;
    Mover = makeRelocate(By);
  }
  Error look(Upstream &Stream) override { return Mover->look(Stream); }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<Switch>(Next, Mover->makePass(Next, Account),
                                    Account, Known, NewFrames);
  }

private:
  const std::shared_ptr<const KnownObjects> Known;
  const bool NewFrames;
  std::unique_ptr<Stage> Mover;
};
} // namespace

void hprof::noteDamage(KnownObjects &To, const Frame &F, uint64_t Length) {
  if (!F.isHeap())
    return;
  // Other formats and stages provide lengths only at the end.
  constexpr uint64_t HeaderSize = 9;
  const bool IsOfFile = F.BodyOffset == F.Offset + HeaderSize;
  To.IsDamaged |= F.Length == UINT64_MAX
                      ? IsOfFile && F.DeclaredLength != uint32_t(Length)
                      : Length != F.Length || Length < F.DeclaredLength;
}

Error hprof::collectIds(Upstream &Stream, KnownObjects &To) {
  if (!To.IsDamaged)
    return Error::success();
  IdWalk Walk(To.Ids);
  return Stream.walk(Walk);
}

std::unique_ptr<Stage>
hprof::makeNullLost(std::shared_ptr<const KnownObjects> Known, bool NewFrames) {
  return std::make_unique<NullLost>(std::move(Known), NewFrames);
}
