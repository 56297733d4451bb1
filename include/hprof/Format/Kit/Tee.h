//===- Tee.h - One record stream for several visitors -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One walk for several visitors: each event goes to all of them, in list
/// order. This can fill a context right before a printer looks up names in it:
///
///     DumpContext::Builder Build(Context);
///     RecordPrinter Printer(Context, ...);
///     Tee Both({&Build, &Printer});
///     Reader->read(Both);
///
/// A HeapTee does the same for visitors that are bound when the walk is
/// instantiated, which may include RecordVisitors:
///
///     HeapTee All(Checks, Build);
///     Reader->read(All);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_TEE_H
#define HPROF_FORMAT_KIT_TEE_H

#include "hprof/Format/Records/RecordVisitor.h"
#include "llvm/ADT/SmallVector.h"
#include <tuple>

namespace hprof {

class Tee final : public RecordVisitor {
public:
  /// All of \p Others, at least one, must outlive the tee.
  explicit Tee(llvm::ArrayRef<RecordVisitor *> Others)
      : Others(Others.begin(), Others.end()) {}

  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME) void visit(const NAME &R) override;
#include "hprof/Format/Records/Records.def"
  /// The kinds that all visitors accept in runs; runRoom() is the minimum.
  RecordKindSet runKinds() const override;
  uint64_t runRoom() const override;
  void run(const SubRecordRun &Run) override;
  /// Whether all visitors want more. A visitor that does not need to end the
  /// walk returns true, as the base class does; a visitor that has failed stops
  /// the walk.
  bool wantsMore() const override;
  /// Finishes all visitors. Errors are joined into one; a FileError created
  /// from it keeps only one of them.
  llvm::Error finish() override;

private:
  llvm::SmallVector<RecordVisitor *, 4> Others;
};

template <class... Visitors> class HeapTee : public HeapVisitor {
public:
  static constexpr bool WantsChunks = true;
  /// All of \p Others must outlive the tee.
  explicit HeapTee(Visitors &...Others) : Others(Others...) {}

  template <class R> void visit(const R &Rec) {
    std::apply([&](auto &...V) { (V.visit(Rec), ...); }, Others);
  }
  void beginFrame(const Frame &F) {
    std::apply([&](auto &...V) { (V.beginFrame(F), ...); }, Others);
  }
  void endFrame(const Frame &F, uint64_t Length) {
    std::apply([&](auto &...V) { (V.endFrame(F, Length), ...); }, Others);
  }
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) {
    std::apply([&](auto &...V) { (V.payload(Of, Chunk), ...); }, Others);
  }
  /// Same as Tee::wantsMore().
  bool wantsMore() const {
    return std::apply([](auto &...V) { return (V.wantsMore() && ...); },
                      Others);
  }

private:
  std::tuple<Visitors &...> Others;
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_TEE_H
