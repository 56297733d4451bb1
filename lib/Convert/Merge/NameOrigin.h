//===- NameOrigin.h - Marks records with their file -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_MERGE_NAMEORIGIN_H
#define HPROF_LIB_CONVERT_MERGE_NAMEORIGIN_H

#include "hprof/Convert/Ids/Relocate.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include <vector>

namespace hprof {

class LossAccount;

struct OriginOptions {
  std::string Name; ///< Name of the file, in UTF-8.
  /// Supplies ids for new strings; provided by the preceding stage Relocate.
  const IdCeiling *Ids = nullptr;
  /// Also add HEAP DUMP INFO: the target is Android's HPROF.
  bool NamesHeaps = false;
  /// Added to the ids of heaps.
  uint32_t HeapBase = 0;
};

/// Adds the names of their files to the records of a merged file:
///
/// - The thread groups in START THREAD become "name/group".
/// - For each ROOT THREAD OBJECT without START THREAD, one is added at the end,
///   without a name and with the group "name". HotSpot writes none.
/// - With NamesHeaps, each heap dump begins with a HEAP DUMP INFO "name", and
///   its own ones become "name/heap".
///
/// A second header begins a second file, whose name gets the suffix " (2)".
/// Strings of more than 256 bytes, and any after 16 MiB, are not stored: such
/// groups and heaps get only the name.
class NameOrigin final : public Forward {
public:
  NameOrigin(RecordVisitor &Next, LossAccount &Account,
             const OriginOptions &Options)
      : Forward(Next), Account(Account), Options(Options) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void visit(const Utf8 &R) override;
  void visit(const StartThread &R) override;
  void visit(const RootThreadObject &R) override;
  void visit(const HeapDumpInfo &R) override;
  void visit(const HeapDumpEnd &R) override;
  RecordKindSet runKinds() const override;
  llvm::Error finish() override;

private:
  uint64_t name();
  uint64_t newString(llvm::StringRef Text);
  uint64_t nameOf(uint64_t Part);
  void endFile();

  LossAccount &Account;
  const OriginOptions Options;
  std::string Name; ///< Name of the current file, modified UTF-8.
  uint64_t NumFiles = 0, NumNew = 0;
  uint64_t NameId = 0; ///< Id of the name's string; 0 until it is used.
  uint32_t Time = 0;   ///< Time of the last frame.
  DumpCounter Dumps;
  llvm::BumpPtrAllocator Arena;
  llvm::DenseMap<IdKey, llvm::StringRef> Texts;
  llvm::StringMap<uint64_t> Made; ///< New strings, by the part after the name.
  llvm::DenseSet<IdKey> Started;  ///< Serials of threads with START THREAD.
  std::vector<RootThreadObject> Threads; ///< In order, each once.
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_MERGE_NAMEORIGIN_H
