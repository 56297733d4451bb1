//===- StripArrays.cpp - Replaces contents by zeros -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripArrays.h"
#include "Passes/Changes/Change.h"
#include "hprof/Format/Kit/Forward.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr size_t ChunkSize = 64 << 10;
static const uint8_t Zeros[ChunkSize] = {};

namespace {
class StripArrays final : public Forward {
public:
  StripArrays(RecordVisitor &Next, LossAccount &Account,
              const StripOptions &Options)
      : Forward(Next), Account(Account), Options(Options) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void visit(const PrimitiveArrayDump &R) override;
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override;
  RecordKindSet runKinds() const override {
    RecordKindSet Kinds = Next.runKinds();
    Kinds.reset(unsigned(RecordKind::PrimitiveArrayDump));
    return Kinds;
  }
  bool wantsMore() const override { return !IsUnfit && Next.wantsMore(); }
  Error finish() override;

private:
  bool isStripped(const PrimitiveArrayDump &R) const {
    return R.Length && R.Elements.Size >= Options.MinBytes &&
           (Options.Types.empty() ||
            is_contained(Options.Types, BasicType(R.ElementType)));
  }
  void zeros(uint64_t Size);

  LossAccount &Account;
  const StripOptions Options;
  enum class Rest : uint8_t { Pass, Zeros, Drop };
  Rest OfArray = Rest::Pass; ///< Treatment of the rest of its payload.
  bool IsUnfit = false;
};

class StripStage final : public Stage {
public:
  explicit StripStage(const StripOptions &Options) : Options(Options) {}
  bool keepsNames() const override { return true; }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<StripArrays>(Next, Account, Options);
  }

private:
  const StripOptions Options;
};
} // namespace

std::unique_ptr<Stage> hprof::makeStripArrays(const StripOptions &Options) {
  return std::make_unique<StripStage>(Options);
}

void StripArrays::visit(const FileHeader &H) {
  IsUnfit |= Options.LeavesOut && !H.isAndroid();
  Next.visit(H);
}

void StripArrays::zeros(uint64_t Size) {
  for (; Size; Size -= std::min<uint64_t>(Size, ChunkSize))
    Next.payload(RecordKind::PrimitiveArrayDump,
                 ArrayRef(Zeros).take_front(
                     size_t(std::min<uint64_t>(Size, ChunkSize))));
}

void StripArrays::visit(const PrimitiveArrayDump &R) {
  OfArray = Rest::Pass;
  if (!isStripped(R))
    return Next.visit(R);
  Account.add(Change::StrippedArrays);
  if (Options.LeavesOut) {
    OfArray = Rest::Drop;
    PrimitiveArrayNoData Out;
    Out.Offset = R.Offset;
    Out.Object = R.Object;
    Out.TraceSerial = R.TraceSerial;
    Out.Length = R.Length;
    Out.ElementType = R.ElementType;
    return Next.visit(Out);
  }
  OfArray = Rest::Zeros;
  PrimitiveArrayDump Out = R;
  const size_t There = R.Elements.Bytes.size();
  if (There <= ChunkSize) {
    Out.Elements.Bytes = ArrayRef(Zeros).take_front(There);
    return Next.visit(static_cast<const PrimitiveArrayDump &>(Out));
  }
  Out.Elements.Bytes = {};
  Next.visit(static_cast<const PrimitiveArrayDump &>(Out));
  zeros(There);
}

void StripArrays::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Of != RecordKind::PrimitiveArrayDump || OfArray == Rest::Pass)
    return Next.payload(Of, Chunk);
  if (OfArray == Rest::Zeros)
    zeros(Chunk.size());
}

Error StripArrays::finish() {
  if (IsUnfit)
    return createStringError("only Android's format has arrays without data; "
                             "omit 'nodata' to write zeros");
  return Forward::finish();
}
