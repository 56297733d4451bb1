//===- YamlScope.h - Names in the current scope -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names, classes and field layouts of the records so far. The YAML writer and
/// reader each pass the same records to one in the same order, so that the
/// reader can restore what the writer omits.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_YAML_YAMLSCOPE_H
#define HPROF_LIB_FORMAT_YAML_YAMLSCOPE_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace hprof {
namespace yaml {

/// One field of an instance.
struct Slot {
  uint32_t Offset;
  BasicType Type;
  uint8_t Width;
  llvm::StringRef Name; ///< Modified UTF-8; empty if the id has no string.
  /// Modified UTF-8, unique in the layout; "0x..." if the id has no string.
  std::string Key;
  std::string Printed; ///< As a scalar, followed by ": ".
};

/// The fields of a class's instances: its own, then its superclass's.
struct Layout {
  std::vector<Slot> Slots;
  uint32_t Size = 0;
  bool HasKeys = true; ///< Whether each slot has a key.
  /// By key; filled by the first findSlot().
  llvm::StringMap<unsigned> Index;
  const Slot *findSlot(llvm::StringRef Key);
};

struct ClassEntry {
  uint64_t Id = 0;
  uint64_t Super = 0;
  bool IsDumped = false;
  llvm::StringRef Name; ///< Raw; empty if no LOAD CLASS with a string named it.
  /// As a scalar; empty if the name does not determine the id.
  std::string Printed;
  std::vector<InstanceField> Fields;
  std::unique_ptr<Layout> Cached;
  /// Whether Cached is final: later definitions cannot extend it.
  bool IsComplete = false;
  uint64_t Changes = 0, Additions = 0; ///< Values when Cached was computed.
};

class Scope {
public:
  /// Longer strings, and those in pieces, are never names.
  static constexpr size_t MaxName = 32 << 10;

  void reset(unsigned NewIdSize);
  unsigned idSize() const { return IdSize; }

  void addString(uint64_t Id, llvm::StringRef Raw);
  void add(const LoadClass &R);
  void add(const ClassDump &R);

  std::optional<llvm::StringRef> string(uint64_t Id) const;
  /// The id of the last string with the contents \p Raw.
  std::optional<uint64_t> findString(llvm::StringRef Raw) const;
  /// The id of the last class loaded with this name.
  std::optional<uint64_t> findClass(llvm::StringRef Raw) const;
  ClassEntry *classById(uint64_t Id);
  /// Returns null if a class of the chain has no CLASS DUMP so far. The result
  /// is valid until the next call of a non-const member.
  Layout *layout(uint64_t ClassId);
  Layout *layout(ClassEntry &C);
  /// Size of the fields \p Fields and of those of \p Super and its
  /// superclasses; 0 if one of these has no CLASS DUMP so far.
  uint32_t instanceSize(uint64_t Super, const ListRef<InstanceField> &Fields);
  uint32_t classesLoaded() const { return NumLoaded; }

private:
  ClassEntry &classFor(uint64_t Id);
  bool fillLayout(ClassEntry &C, Layout &L);

  unsigned IdSize = 8;
  llvm::StringMap<uint64_t> IdOfText; ///< Owns the strings.
  llvm::DenseMap<IdKey, llvm::StringRef> TextOfId;
  std::deque<ClassEntry> Classes;
  llvm::DenseMap<IdKey, ClassEntry *> ClassOfId;
  llvm::StringMap<ClassEntry *> ClassOfName;
  uint64_t Changes = 0, Additions = 0;
  size_t CachedSlots = 0;
  uint32_t NumLoaded = 0;
};

} // namespace yaml
} // namespace hprof

#endif // HPROF_LIB_FORMAT_YAML_YAMLSCOPE_H
