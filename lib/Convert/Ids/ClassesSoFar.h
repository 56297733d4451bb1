//===- ClassesSoFar.h - Finds references in instances -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the references in an instance's values, in a stream that is walked
/// once. Most writers describe classes before their instances, so the preceding
/// classes are sufficient. Otherwise the classes of this dump and of up to 4095
/// later dumps are read ahead: only once for all passes of a stage, if the
/// stage allows that.
///
/// Memory grows with the descriptions of classes and their ReferenceOffsets,
/// not with the number of objects.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_IDS_CLASSESSOFAR_H
#define HPROF_LIB_CONVERT_IDS_CLASSESSOFAR_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/ReferenceOffsets.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <vector>

namespace hprof {

/// The offsets of the references in an instance's values, ascending.
class InstanceLayout {
public:
  InstanceLayout() = default;
  explicit InstanceLayout(llvm::ArrayRef<uint32_t> Offsets)
      : Offsets(Offsets) {}
  /// For a shape with too many references to list.
  explicit InstanceLayout(const InstanceShape &Shape) : Shape(&Shape) {}

  bool empty() const { return !Shape && Offsets.empty(); }
  /// Returns the offset of reference \p I; the maximum value if there is none.
  uint64_t offset(uint64_t I) const;
  /// Calls \p F with the references whose ids are entirely within the first \p
  /// Size bytes.
  template <class Fn>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void
  forEachOffset(uint64_t Size, unsigned IdSize, Fn &&F) const {
    auto IsInside = [&](uint32_t O) { return uint64_t(O) + IdSize <= Size; };
    if (LLVM_UNLIKELY(Shape != nullptr))
      return Shape->forEachReference(FieldOrder::OwnFirst, Size,
                                     [&](const FieldSlot &S) {
                                       if (IsInside(S.Offset))
                                         F(S.Offset);
                                     });
    llvm::ArrayRef<uint32_t> Whole = Offsets;
    if (LLVM_UNLIKELY(!Whole.empty() && !IsInside(Whole.back())))
      Whole = {Whole.begin(), llvm::partition_point(Whole, IsInside)};
    for (uint32_t Offset : Whole)
      F(Offset);
  }

private:
  llvm::ArrayRef<uint32_t> Offsets;
  const InstanceShape *Shape = nullptr;
};

/// Classes that a stage has read ahead.
class ClassesAhead {
public:
  /// Allows passes to read \p Stream ahead.
  llvm::Error allow(Upstream &Stream) {
    From = &Stream;
    return Stream.allowLateWalks();
  }

private:
  friend class ClassesSoFar;
  Upstream *From = nullptr; ///< Null before allow() and after use.
  size_t First = 0;         ///< Number of the first dump in Dumps, from 1.
  std::vector<std::unique_ptr<DumpContext>> Dumps;
};

class ClassesSoFar {
public:
  /// All passes of a stage share \p Ahead.
  explicit ClassesSoFar(ClassesAhead &Ahead) : Ahead(Ahead) {}

  // Events of the stream. Ids must be unchanged.

  /// Begins another dump: earlier classes become invalid.
  void begin(const FileHeader &H);
  void add(const ClassDump &R);
  /// Determines the heap dump that a class belongs to.
  void beginFrame(const Frame &F) {
    if (Build)
      Build->beginFrame(F);
  }
  void endHeapDump(const HeapDumpEnd &R) {
    if (Build)
      Build->visit(R);
  }

  /// Returns the layout of instances of \p Class; null if the fields are not
  /// declared. Valid until the next call of any member.
  LLVM_ATTRIBUTE_ALWAYS_INLINE const InstanceLayout *find(uint64_t Class) {
    const Found &F = Recent[placeOf(Class)];
    if (LLVM_LIKELY(F.Class == Class && F.Era == Era))
      return &F.Layout;
    return findSlow(Class);
  }

  /// Whether reading ahead has failed.
  bool hasFailed() const { return HasFailed; }
  llvm::Error takeError() { return std::move(Failure); }

private:
  const InstanceLayout *findSlow(uint64_t Class);
  const InstanceShape *shapeOf(uint64_t Class);
  void forgetLayouts();
  void lookAhead();

  /// Uses the classes of this dump that were read ahead.
  /// \return whether there are any.
  bool takeAhead();

  ClassesAhead &Ahead;
  size_t Dump = 0; ///< Number of the current dump of the stream, from 1.
  std::unique_ptr<DumpContext> Own;
  const DumpContext *Context = nullptr; ///< Own, or one that was read ahead.
  std::optional<DumpContext::Builder> Build; ///< Builder of Own.

  /// Layouts of known classes whose references fit in a list.
  llvm::DenseMap<IdKey, InstanceLayout> Layouts;
  ReferenceOffsets Lists; ///< Lists of this dump.
  InstanceLayout Large;   ///< The last layout without a list.
  /// The last class found whose id belongs to a slot of Recent.
  struct Found {
    uint64_t Class = 0;
    uint64_t Era = 0; ///< Entries of earlier eras are invalid.
    InstanceLayout Layout;
  };
  uint64_t Era = 1;
  static constexpr unsigned RecentBits = 8;
  static size_t placeOf(uint64_t Class) {
    return size_t(Class * 0x9e3779b97f4a7c15 >> (64 - RecentBits));
  }
  std::array<Found, 1 << RecentBits> Recent;
  bool HasFailed = false;
  llvm::Error Failure = llvm::Error::success();
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_IDS_CLASSESSOFAR_H
