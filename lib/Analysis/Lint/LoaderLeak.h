//===- LoaderLeak.h - What keeps class loaders alive ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_LOADERLEAK_H
#define HPROF_LIB_ANALYSIS_LINT_LOADERLEAK_H

#include "Tally.h"
#include <optional>

namespace hprof {

/// Whether \p Loader belongs to the JDK and lives as long as the VM.
bool isLoaderOfVM(const LintState &S, Node Loader);

/// Returns the outermost object among \p N and its dominators that is \p
/// Loader, one of its classes or an instance of one; \p N must be such an
/// object. The holder of the result keeps the loader alive, unlike the loader's
/// own classes, which also refer to the loader.
Node pinOf(const LintState &S, Node N, Node Loader);

/// Loaders that are reported together, such as those of a redeployed
/// application.
class LoaderLeak {
public:
  void add(const LintState &S, Node Loader, uint64_t Classes, uint64_t Bytes);
  /// Returns "2 classes; retains 96 bytes in total" or, for several loaders, "2
  /// classes each; each retains 96 to 98 bytes", followed by their holder.
  std::string detail(const LintState &S) const;

  Tally Sum;

private:
  struct Range {
    uint64_t Least = UINT64_MAX, Most = 0;
    void add(uint64_t N);
    std::string text() const;
  };
  /// Sets \p Of, which is empty for the first loader, to \p New, or to \p None
  /// if the loaders differ.
  template <class T>
  static void agree(std::optional<T> &Of, const T &New, const T &None) {
    Of = !Of || *Of == New ? New : None;
  }
  std::string threadText(const LintState &S) const;

  Range Classes, Retained;
  std::optional<Node> Holder; ///< NoNode if the holders differ.
  /// The class of all results of pinOf(): "webapp.Context", "class
  /// webapp.Main"; empty if they differ, or if the loaders are held directly.
  std::optional<std::string> Through;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_LOADERLEAK_H
