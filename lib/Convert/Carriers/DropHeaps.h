//===- DropHeaps.h - Drops objects of Android heaps -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In Android's dumps, HEAP DUMP INFO names the heap of the objects that
/// follow: the app's, that of the zygote from which it was forked, or that of
/// the boot image. Objects of unwanted heaps are dropped. Their classes and
/// roots stay, as with hprof-conv -z, and so may refer to dropped objects.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_CARRIERS_DROPHEAPS_H
#define HPROF_LIB_CONVERT_CARRIERS_DROPHEAPS_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Kit/Forward.h"
#include "llvm/ADT/DenseSet.h"
#include <string>
#include <vector>

namespace hprof {

class LossAccount;

class DropHeaps final : public Forward {
public:
  /// \p Heaps are names as in the dump ("zygote") or ids ("90", "0x5a");
  /// objects without a preceding HEAP DUMP INFO belong to id 0. A heap missing
  /// from the dump is reported to \p Account as a remark.
  DropHeaps(RecordVisitor &Next, LossAccount &Account,
            llvm::ArrayRef<std::string> Heaps);

  using Forward::visit;
  void visit(const FileHeader &H) override;
  /// Reduces the lengths of frames by the dropped bytes.
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  llvm::Error finish() override;

private:
  struct Heap {
    std::string Text;
    uint64_t Id = UINT64_MAX;    ///< Set if the name is a number.
    llvm::DenseSet<IdKey> Names; ///< Ids of strings equal to the name.
    bool WasSeen = false;
  };
  template <class R> void record(const R &Rec);
  void record(const Utf8 &R);
  void record(const HeapDumpInfo &R);
  void endText();
  bool isUnwanted(uint64_t Id, std::optional<uint64_t> NameId);

  LossAccount &Account;
  std::vector<Heap> Heaps;
  size_t LongestName = 0;
  unsigned IdSize = 8;
  uint64_t Dropped = 0;    ///< Dropped bytes of the current frame.
  bool InUnwanted = false; ///< Whether the current heap is dropped.
  bool InFirst = false; ///< Whether no HEAP DUMP INFO or object was read yet.
  /// Id of a string that arrives in chunks and may be a heap's name.
  std::optional<uint64_t> TextId;
  std::string Text;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_CARRIERS_DROPHEAPS_H
