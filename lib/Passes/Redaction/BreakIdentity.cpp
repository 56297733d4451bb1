//===- BreakIdentity.cpp - References that reveal no value ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BreakIdentity.h"
#include "Passes/Changes/Change.h"
#include "SharedObjects.h"
#include "WholeObjects.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
class BreakIdentity final : public WholeObjects {
public:
  BreakIdentity(RecordVisitor &Next, LossAccount &Account,
                const IdentityOptions &Options)
      : WholeObjects(Next), Account(Account), Options(Options),
        Shared(*Options.Shared) {}

  Error finish() override;

private:
  void change(const InstanceDump &R, MutableArrayRef<uint8_t> Values) override;
  void change(const ObjectArrayDump &R,
              MutableArrayRef<uint8_t> Elements) override;
  void change(ClassDump &R) override;
  uint64_t changedRoot(uint64_t Id) override;

  uint64_t target(uint64_t From, uint64_t To, bool IsText);
  uint64_t count(const SharedObjects::Constant &C, uint64_t To);
  void changeAt(uint8_t *P, uint64_t From, bool IsText) {
    const uint64_t To = loadBE(P, idSize());
    if (Shared.mayBeShared(To))
      storeBE(P, target(From, To, IsText), idSize());
  }
  void noteConstants();

  LossAccount &Account;
  const IdentityOptions &Options;
  SharedObjects &Shared;
  IdSet Seen; ///< Objects whose first reference was kept.
  uint64_t NumChanges = 0;
  /// Numbers of references to the constants of a group. If all references lead
  /// to the first constant, as after redact(strict), they reveal nothing.
  struct GroupCount {
    uint64_t ToFirst = 0, ToOthers = 0;
  };
  std::vector<GroupCount> Counts;
  SmallVector<uint8_t, 0> Statics;
};

class BreakIdentityStage final : public Stage {
public:
  explicit BreakIdentityStage(const IdentityOptions &Options)
      : Options(Options) {}
  NamesUsed uses() const override { return NamesUsed::Classes; }
  bool keepsStream() const override {
    return Options.OnlyCounts || Options.OnlyChecks;
  }
  Error look(Upstream &Stream) override {
    if (Error E = Options.Shared->look(Stream))
      return E;
    return Options.OnlyCounts ? Error::success()
                              : Options.Shared->expectOneDump();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<BreakIdentity>(Next, Account, Options);
  }

private:
  const IdentityOptions Options;
};
} // namespace

std::unique_ptr<Stage>
hprof::makeBreakIdentity(const IdentityOptions &Options) {
  return std::make_unique<BreakIdentityStage>(Options);
}

uint64_t BreakIdentity::count(const SharedObjects::Constant &C, uint64_t To) {
  Counts.resize(Shared.groups().size());
  ++(To == Shared.groups()[C.Group].First ? Counts[C.Group].ToFirst
                                          : Counts[C.Group].ToOthers);
  return To;
}

/// Returns the new target of a reference from \p From to \p To.
uint64_t BreakIdentity::target(uint64_t From, uint64_t To, bool IsText) {
  uint64_t Other = 0;
  if (const SharedObjects::Constant *C = Shared.constant(To)) {
    if (From == C->Keeper && Seen.insert(To))
      return To;
    if (Options.OnlyCounts)
      return count(*C, To);
    Other = Shared.groups()[C->Group].First;
  } else if (Options.OnlyCounts) {
    return To;
  } else {
    Other = IsText ? Shared.textFor(To) : Shared.valueFor(To);
    if (!Other || Seen.insert(To))
      return To;
  }
  if (Other != To) {
    Account.add(Change::MergedReferences);
    ++NumChanges;
  }
  return Other;
}

void BreakIdentity::change(const InstanceDump &R,
                           MutableArrayRef<uint8_t> Values) {
  for (const SharedObjects::Slot &S : Shared.slots(R.Class))
    if (S.Offset + uint64_t(idSize()) <= Values.size())
      changeAt(&Values[S.Offset], R.Object, S.IsText);
}

void BreakIdentity::change(const ObjectArrayDump &R,
                           MutableArrayRef<uint8_t> Elements) {
  for (size_t At = 0; At + idSize() <= Elements.size(); At += idSize())
    changeAt(&Elements[At], R.Object, /*IsText=*/false);
}

void BreakIdentity::change(ClassDump &R) {
  ListBuilder<StaticField> Changed(Statics, idSize());
  forEach(R.Statics, [&](StaticField F) {
    if (isReference(F.Value.Type) && Shared.mayBeShared(F.Value.Bits))
      F.Value.Bits = target(R.Class, F.Value.Bits, /*IsText=*/false);
    Changed.add(F);
  });
  R.Statics = Changed.ref();
}

/// A root never counts as the first reference, which is kept.
uint64_t BreakIdentity::changedRoot(uint64_t Id) {
  return Shared.constant(Id) ? target(/*From=*/0, Id, /*IsText=*/false) : Id;
}

/// Reports how many references reveal which constant they refer to.
void BreakIdentity::noteConstants() {
  if (Error E = Shared.expectOneDump())
    return Account.note(
        "references whose identity reveals a value are not counted: " +
        toString(std::move(E)));
  uint64_t Total = 0;
  std::vector<std::pair<uint64_t, std::string>> ByClass;
  for (auto [Group, Count] : enumerate(Counts))
    if (Count.ToOthers) {
      const uint64_t All = Count.ToFirst + Count.ToOthers;
      Total += All;
      ByClass.push_back(
          {All, Shared.names().className(Shared.groups()[Group].Class)});
    }
  if (!Total)
    return;
  sort(ByClass, [](const auto &A, const auto &B) {
    return std::pair(B.first, A.second) < std::pair(A.first, B.second);
  });
  constexpr size_t MaxClasses = 10;
  std::string Text;
  for (const auto &[Count, Name] : ArrayRef(ByClass).take_front(MaxClasses))
    Text += (Text.empty() ? "" : ", ") + Name + " " + utostr(Count);
  if (ByClass.size() > MaxClasses)
    Text += ", and " + counted(ByClass.size() - MaxClasses, "other class",
                               "other classes");
  Account.note(counted(Total, "reference") +
               (Total == 1 ? " reveals" : " reveal") +
               " a value by identity; redact(strict) hides this: " + Text);
}

Error BreakIdentity::finish() {
  // Flushes held objects.
  if (Error E = WholeObjects::finish())
    return E;
  noteConstants();
  if (Options.OnlyChecks && NumChanges)
    return createStringError(
        "it is not redacted: " + counted(NumChanges, "reference") +
        " would go to another object; use --passes=redact(strict)");
  return Error::success();
}
