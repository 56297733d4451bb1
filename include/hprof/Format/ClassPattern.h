//===- ClassPattern.h - Which classes are meant -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_CLASSPATTERN_H
#define HPROF_FORMAT_CLASSPATTERN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace hprof {

/// What people write for one or more classes: a name in the form of
/// javaClassName(), in which '*' stands for any text and '?' for any character.
///
///     Expected<ClassPattern> P = ClassPattern::create("java.util.*Map");
///     if (!P)
///       return P.takeError();
///     P->matches("java.util.HashMap");
class ClassPattern {
public:
  static llvm::Expected<ClassPattern> create(llvm::StringRef Pattern);
  ClassPattern(ClassPattern &&) noexcept;
  ClassPattern &operator=(ClassPattern &&) noexcept;
  ~ClassPattern();
  bool matches(llvm::StringRef Name) const;

private:
  struct Impl;
  explicit ClassPattern(std::unique_ptr<Impl> P);
  std::unique_ptr<Impl> P;
};

} // namespace hprof

#endif // HPROF_FORMAT_CLASSPATTERN_H
