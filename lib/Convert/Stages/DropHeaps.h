//===- DropHeaps.h - Leaves out objects of Android's heaps ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Android says with HEAP DUMP INFO in which heap the objects that follow lie:
/// those of the app, of the zygote from which it was forked, of the boot image.
/// Objects of heaps that are not wanted are left out. Their classes and roots
/// stay, as hprof-conv -z has it, and so may name objects that are gone.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_DROPHEAPS_H
#define HPROF_LIB_CONVERT_STAGES_DROPHEAPS_H

#include "hprof/Format/IdKey.h"
#include "hprof/Format/Kit/Forward.h"
#include "llvm/ADT/DenseSet.h"
#include <string>
#include <vector>

namespace hprof {

class LossAccount;

class DropHeaps final : public Forward {
public:
  /// \p Heaps are names as in the dump ("zygote") or ids ("90", "0x5a"); id 0
  /// is that of objects before which no HEAP DUMP INFO stands. A heap that the
  /// dump does not have is remarked on in \p Account.
  DropHeaps(RecordVisitor &Next, LossAccount &Account,
            llvm::ArrayRef<std::string> Heaps);

  using Forward::visit;
  void visit(const FileHeader &H) override;
  /// Frames keep their lengths right: what is left out is taken off.
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Hprof/Records.def"
  llvm::Error finish() override;

private:
  struct Heap {
    std::string Text;
    uint64_t Id = UINT64_MAX;    ///< When the text is a number.
    llvm::DenseSet<IdKey> Names; ///< String ids of the text.
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
  uint64_t Dropped = 0;    ///< Bytes of the frame at hand.
  bool InUnwanted = false; ///< The heap at hand is to be left out.
  bool InFirst = false;    ///< No HEAP DUMP INFO and no object came yet.
  /// A string that may be a heap's name and comes in chunks.
  std::optional<uint64_t> TextId;
  std::string Text;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_DROPHEAPS_H
