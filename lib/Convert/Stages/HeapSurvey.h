//===- HeapSurvey.h - What lowerings must know of a whole dump --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_HEAPSURVEY_H
#define HPROF_LIB_CONVERT_STAGES_HEAPSURVEY_H

#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/DumpCounter.h"
#include "hprof/Format/IdKey.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Layout/DumpSizes.h"
#include "hprof/Layout/ObjectCounts.h"
#include "hprof/Layout/StackCounts.h"
#include <memory>

namespace hprof {

class LossAccount;

/// The first walk before HPROF's objects are lowered to references: names and
/// classes, how large objects are, and what each heap dump holds.
class HeapSurvey final : public Forward {
public:
  /// \p Layout is one of layoutNames(). Stacks are kept for targets that write
  /// them, if \p HasStacks.
  explicit HeapSurvey(std::string Layout, bool HasStacks = false)
      : HeapSurvey(std::move(Layout), makeBuilder(HasStacks)) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void visit(const InstanceDump &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayDump &R) override;
  void visit(const PrimitiveArrayNoData &R) override;
  void visit(const ClassDump &R) override;
  void visit(const HeapDumpEnd &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;

  const DumpContext &context() const { return Context; }
  /// To be asked only when the walk is over.
  const DumpSizes &sizes() const;
  /// Notes that sizes are a guess, where they are.
  void tellLayout(LossAccount &Account) const;

  struct Totals {
    uint64_t Objects = 0;
    uint64_t Bytes = 0;
  };
  /// Of the dump that is number \p Index of the stream, classes included. None
  /// for those behind the first few dozen.
  std::optional<Totals> totals(size_t Index) const;

  /// Arrays of objects with more bytes than this are too large to be held.
  static constexpr uint64_t LargeArray = 1 << 20;
  /// The elements that are not null of each large array, in stream order.
  llvm::ArrayRef<uint32_t> largeArrays() const { return LargeArrays; }
  /// Classes that objects of the dump have and no CLASS DUMP describes, by id.
  std::vector<uint64_t> undescribedClasses() const;
  /// What the constants of \p Class refer to.
  llvm::ArrayRef<uint64_t> constants(uint64_t Class) const;

  /// Change the context: the stream behind a stage is not that before it.
  void addString(uint64_t Id, llvm::StringRef Text);
  void rename(uint64_t Class, uint64_t NameId);

private:
  using BuilderPtr = std::unique_ptr<DumpContext::Builder>;
  HeapSurvey(std::string Layout, BuilderPtr Built)
      : Forward(*Built), Build(std::move(Built)), Layout(std::move(Layout)) {}
  BuilderPtr makeBuilder(bool HasStacks) {
    if (HasStacks)
      return std::make_unique<DumpContext::Builder>(Context);
    return std::make_unique<ClassBuilder>(Context);
  }

  DumpContext Context;
  BuilderPtr Build; ///< Of Context.
  LayoutEvidence Evidence;
  std::string Layout;
  mutable std::unique_ptr<DumpSizes> Sizes;
  struct Counted {
    ObjectCounts Objects;
    StackCounts Stacks;
  };
  /// Of the first dumps.
  std::vector<std::unique_ptr<Counted>> Counts;
  Counted Rest; ///< Of all others.
  Counted *Current = &Rest;
  std::vector<uint32_t> LargeArrays;
  IdJoiner Elements;
  bool InLargeArray = false;
  llvm::DenseMap<IdKey, std::vector<uint64_t>> Constants;
  DumpCounter Dumps;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_HEAPSURVEY_H
