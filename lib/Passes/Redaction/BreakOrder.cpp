//===- BreakOrder.cpp - Collections without their order -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BreakOrder.h"
#include "EntryOrder.h"
#include "Passes/Changes/Change.h"
#include "SharedObjects.h"
#include "WholeObjects.h"
#include "hprof/Format/Base/Counted.h"

using namespace hprof;
using namespace llvm;

namespace {
class BreakOrder final : public WholeObjects {
public:
  BreakOrder(RecordVisitor &Next, LossAccount &Account,
             const OrderOptions &Options)
      : WholeObjects(Next), Account(Account), Options(Options),
        Order(*Options.Order) {}

  Error finish() override;

private:
  void change(const InstanceDump &R, MutableArrayRef<uint8_t> Values) override {
    if (Order.change(R.Class, R.Object, Values, idSize()))
      add(Change::ExchangedEntries);
  }
  void change(const ObjectArrayDump &R,
              MutableArrayRef<uint8_t> Elements) override {
    if (Order.change(R.Object, Elements, idSize()))
      add(Change::ReorderedArrays);
  }
  void add(const AddedLoss &L) {
    Account.add(L);
    ++NumChanges;
  }

  LossAccount &Account;
  const OrderOptions &Options;
  EntryOrder &Order;
  uint64_t NumChanges = 0;
};

class BreakOrderStage final : public Stage {
public:
  explicit BreakOrderStage(const OrderOptions &Options) : Options(Options) {}
  bool keepsStream() const override { return Options.OnlyChecks; }
  Error look(Upstream &Stream) override {
    return Options.Order->look(Stream, Options.Shared->names());
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<BreakOrder>(Next, Account, Options);
  }

private:
  const OrderOptions Options;
};
} // namespace

std::unique_ptr<Stage> hprof::makeBreakOrder(const OrderOptions &Options) {
  return std::make_unique<BreakOrderStage>(Options);
}

Error BreakOrder::finish() {
  // Flushes held objects.
  if (Error E = WholeObjects::finish())
    return E;
  if (Options.OnlyChecks && NumChanges)
    return createStringError(
        "it is not redacted: " +
        counted(NumChanges, "array or entry", "arrays and entries") +
        " would be reordered; use --passes=redact(strict)");
  return Error::success();
}
