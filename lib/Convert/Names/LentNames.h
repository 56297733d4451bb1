//===- LentNames.h - Names from another dump --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names and layouts that another dump of the same program supplies.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_NAMES_LENTNAMES_H
#define HPROF_LIB_CONVERT_NAMES_LENTNAMES_H

#include "ClassMatch.h"
#include "hprof/Convert/Names/NameLender.h"
#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

class LentNames {
public:
  struct Field {
    std::string Name;
    BasicType Type;
  };
  /// Layout of a class without a CLASS DUMP.
  struct Layout {
    /// Its own fields, then those of the superclasses up to Super.
    std::vector<Field> Fields;
    uint64_t Super = 0; ///< The closest one in the dump, or 0.
    uint64_t Bytes = 0; ///< Size of an instance's values.
  };

  /// \p Lacking must contain all names of the dump that has lost names.
  explicit LentNames(const DumpContext &Lacking) : Ours(Lacking) {}

  /// Fails if \p From cannot be read, or is not a single heap dump.
  llvm::Error find(const NameLender &From, Upstream &Lacking);

  std::optional<llvm::StringRef> nameOf(uint64_t Class) const;
  std::optional<Layout> layoutOf(uint64_t Class) const;
  std::optional<llvm::StringRef> string(uint64_t Id) const {
    return Match->foundString(Id);
  }
  /// Describes how many classes and objects got names, and why the remaining
  /// ones did not.
  std::string summary() const;

private:
  ClassFacts Ours;
  DumpContext Names; ///< Names of the other dump.
  std::optional<ClassFacts> Theirs;
  std::optional<ClassMatch> Match;
  std::string From;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_NAMES_LENTNAMES_H
