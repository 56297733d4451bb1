//===- RedactOwners.h - Redacts arrays by their owners ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_REDACTOWNERS_H
#define HPROF_LIB_PASSES_REDACTION_REDACTOWNERS_H

#include "RedactPolicy.h"
#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Kit/IdSet.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace hprof {

class DumpContext;
class InstanceShape;

/// Chooses the redaction of each array by the fields that refer to it or, for
/// arrays of strings and string builders, by the fields that refer to these:
/// the strictest of the rules for these fields applies. Elements of object
/// arrays, and intermediate objects, are owners without a rule, for which the
/// policy has a default. Walks over the dump twice; memory grows with the
/// number of objects.
class RedactOwners {
public:
  RedactOwners(const RedactPolicy &Policy, const DumpContext &Names)
      : Policy(Policy), Names(Names) {}

  llvm::Error look(Upstream &Stream);

  /// Returns the redaction of the array \p Id of \p T.
  Redaction of(uint64_t Id, BasicType T) const;

private:
  class Walk;
  struct Slot {
    uint32_t Offset;
    std::optional<Redaction> Do; ///< Nullopt if no rule matches the field.
  };
  /// The references of a class.
  struct Class {
    llvm::SmallVector<Slot, 4> Slots;
    /// Whether this is a string or similar class, whose contents belong to the
    /// owners of its instances.
    bool IsText = false;
    uint64_t Bytes = 0;
  };

  const Class &classOf(uint64_t Id);
  /// \p Do is nullopt for an owner without a rule.
  void refer(uint64_t To, std::optional<Redaction> Do) {
    (Do ? Seen[unsigned(*Do)] : WithoutRule).insert(To);
  }
  std::optional<Redaction> strictest(uint64_t Id) const;

  const RedactPolicy &Policy;
  const DumpContext &Names;
  llvm::DenseMap<IdKey, std::unique_ptr<Class>> Classes;
  // Referenced objects, by rule.
  IdSet Seen[NumRedactions], WithoutRule;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_REDACTOWNERS_H
