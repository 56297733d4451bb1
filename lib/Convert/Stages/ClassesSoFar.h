//===- ClassesSoFar.h - Where instances of a stream refer -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells where the references in an instance's values are, in a stream that is
/// walked once. Most writers describe classes before their instances, so the
/// classes seen so far are enough. When they are not, the classes of this dump
/// and of those after it are read ahead, once, if the stage was given a
/// lookahead. At most 4096 dumps are read ahead.
///
/// Memory is that of the classes' descriptions and of ReferenceOffsets, however
/// many objects there are.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_CLASSESSOFAR_H
#define HPROF_LIB_CONVERT_STAGES_CLASSESSOFAR_H

#include "hprof/Convert/Stage.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/IdKey.h"
#include "hprof/Format/Kit/ReferenceOffsets.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <vector>

namespace hprof {

/// Where the references in an instance's values begin, in ascending order.
class InstanceLayout {
public:
  InstanceLayout() = default;
  explicit InstanceLayout(llvm::ArrayRef<uint32_t> Offsets)
      : Offsets(Offsets) {}
  /// Of one that has too many for a list.
  explicit InstanceLayout(const InstanceShape &Shape) : Shape(&Shape) {}

  bool empty() const { return !Shape && Offsets.empty(); }
  /// That with this number; when there is none, the largest number.
  uint64_t offset(uint64_t I) const;
  /// Calls \p F with those whose ids lie whole within \p Size bytes.
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

class ClassesSoFar {
public:
  /// \p Show may be empty.
  explicit ClassesSoFar(Stage::Lookahead Show) : Show(std::move(Show)) {}

  // What the stream brings, with ids as it has them.

  /// Another dump begins: what was told of classes counts no more.
  void begin(const FileHeader &H);
  void add(const ClassDump &R);
  /// Of which heap dump of the dump a class is.
  void beginFrame(const Frame &F) {
    if (Build)
      Build->beginFrame(F);
  }
  void endHeapDump(const HeapDumpEnd &R) {
    if (Build)
      Build->visit(R);
  }

  /// That of the instances of \p Class; null when no classes tell the fields.
  /// Valid until the next call of any member.
  LLVM_ATTRIBUTE_ALWAYS_INLINE const InstanceLayout *find(uint64_t Class) {
    const Found &F = Recent[placeOf(Class)];
    if (LLVM_LIKELY(F.Class == Class && F.Era == Era))
      return &F.Layout;
    return findSlow(Class);
  }

  /// What went wrong when looking ahead.
  bool hasFailed() const { return HasFailed; }
  llvm::Error takeError() { return std::move(Failure); }

private:
  using DumpList = std::vector<std::unique_ptr<DumpContext>>;

  const InstanceLayout *findSlow(uint64_t Class);
  const InstanceShape *shapeOf(uint64_t Class);
  void forgetLayouts();
  void lookAhead();

  Stage::Lookahead Show; ///< Empty once it was used.
  size_t Dump = 0;       ///< Which one of the stream, from 1.
  std::unique_ptr<DumpContext> Context;
  bool IsComplete = false; ///< It has all classes of the dump.
  std::optional<DumpContext::Builder> Build; ///< While it has not.
  DumpList Ahead; ///< Of this dump and the next, once looked for.
  size_t FirstAhead = 0;

  /// Of classes that are known and have lists.
  llvm::DenseMap<IdKey, InstanceLayout> Layouts;
  ReferenceOffsets Lists; ///< Of this dump.
  InstanceLayout Large;   ///< The last one that got no list.
  /// What was found last, of the classes that have the same place.
  struct Found {
    uint64_t Class = 0;
    uint64_t Era = 0; ///< Of an earlier one nothing holds.
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

#endif // HPROF_LIB_CONVERT_STAGES_CLASSESSOFAR_H
