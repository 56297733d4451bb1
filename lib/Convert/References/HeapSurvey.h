//===- HeapSurvey.h - Survey of a whole dump for lowerings ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_REFERENCES_HEAPSURVEY_H
#define HPROF_LIB_CONVERT_REFERENCES_HEAPSURVEY_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "hprof/Layout/DumpSizes.h"
#include "hprof/Layout/ObjectCounts.h"
#include "hprof/Layout/StackCounts.h"
#include <memory>

namespace hprof {

class LossAccount;

/// The first walk before HPROF's objects are lowered to references: collects
/// names and classes, the sizes of objects, and the contents of each heap dump.
class HeapSurvey final : public Forward {
public:
  /// \p Layout is one of layoutNames(). If \p HasStacks, stacks are kept, for
  /// targets that contain them.
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
  /// To be called only after the walk.
  const DumpSizes &sizes() const;
  /// Adds a note if sizes are estimates.
  void tellLayout(LossAccount &Account) const;

  struct Totals {
    uint64_t Objects = 0;
    uint64_t Bytes = 0;
  };
  /// Returns the totals of dump number \p Index in the stream, including
  /// classes. Nullopt for dumps after the first few dozen.
  std::optional<Totals> totals(size_t Index) const;

  /// Size in bytes above which an object array is not held in memory.
  static constexpr uint64_t LargeArray = 1 << 20;
  /// The number of non-null elements of each large array, in stream order.
  llvm::ArrayRef<uint32_t> largeArrays() const { return LargeArrays; }
  /// Returns the class ids of objects for which there is no CLASS DUMP.
  std::vector<uint64_t> undescribedClasses() const;
  /// Returns the objects to which the constants of \p Class refer.
  llvm::ArrayRef<uint64_t> constants(uint64_t Class) const;

  /// Adds a string to the context, because the output of a stage has more
  /// strings than its input.
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
  BuilderPtr Build; ///< Fills Context.
  LayoutEvidence Evidence;
  std::string Layout;
  mutable std::unique_ptr<DumpSizes> Sizes;
  struct Counted {
    ObjectCounts Objects;
    StackCounts Stacks;
  };
  /// Counts of the first dumps.
  std::vector<std::unique_ptr<Counted>> Counts;
  Counted Rest; ///< Counts of all later dumps.
  Counted *Current = &Rest;
  std::vector<uint32_t> LargeArrays;
  IdJoiner Elements;
  bool InLargeArray = false;
  llvm::DenseMap<IdKey, std::vector<uint64_t>> Constants;
  DumpCounter Dumps;
  uint64_t IdBase = 0; ///< Ids are addresses plus this value.
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_REFERENCES_HEAPSURVEY_H
