//===- ClassPattern.h - Patterns that select classes ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Class patterns, the same in every tool:
///
///     java.util.HashMap       this name, also as java/util/HashMap, [I
///     app.Main$$Lambda        the common name of classes generated at run
///                             time, see stableClassName()
///     java.util.*Map          * stands for any characters, ? for one
///     /^com[.]acme[.].*DTO$/  an extended regular expression, matched anywhere
///     0x7f3a10                the class with this id
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_CLASSPATTERN_H
#define HPROF_FORMAT_BASE_CLASSPATTERN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace hprof {

class ClassPattern {
public:
  /// Fails on an invalid regular expression.
  static llvm::Expected<ClassPattern> create(llvm::StringRef Text);
  ClassPattern(ClassPattern &&) noexcept;
  ClassPattern &operator=(ClassPattern &&) noexcept;
  ~ClassPattern();

  /// \p Name is in Java form, see javaClassName(). \p Id is 0 if unknown.
  bool matches(llvm::StringRef Name, uint64_t Id = 0) const;

  /// The pattern as shown in messages; a name is in Java form.
  llvm::StringRef text() const;
  /// Whether the pattern is a plain name, without wildcards.
  bool isName() const;

private:
  struct Impl;
  explicit ClassPattern(std::unique_ptr<Impl> P);
  std::unique_ptr<Impl> P;
};

/// Finds a name that the user may have meant, for the end of an error message.
class ClassSuggestion {
public:
  /// Makes no suggestion unless \p Pattern is a plain name.
  explicit ClassSuggestion(const ClassPattern &Pattern);
  void offer(llvm::StringRef Name);
  /// "; did you mean 'java.util.Map$Entry'?", or an empty string.
  std::string text() const;

private:
  std::string Wanted;
  std::string Best;
  unsigned Distance;
};

} // namespace hprof

#endif // HPROF_FORMAT_BASE_CLASSPATTERN_H
