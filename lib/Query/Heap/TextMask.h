//===- TextMask.h - Masks secrets in strings and numbers --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_HEAP_TEXTMASK_H
#define LIB_QUERY_HEAP_TEXTMASK_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include <functional>
#include <memory>

namespace hprof {

class HeapContents;

/// Masks strings and numbers of a heap, or parts of them.
class TextMask {
public:
  virtual ~TextMask();
  /// Masks \p Text of \p N, which may be NoNode.
  virtual std::string of(Node N, std::string Text) const = 0;
  /// Masks \p Text of a value called \p Name.
  virtual std::string named(llvm::StringRef Name, std::string Text) const = 0;
  /// Whether the numbers and characters in the array \p N are masked.
  virtual bool hidesElements(Node N) const = 0;
  /// Whether the number or character in the field \p Name of \p Of is masked.
  /// \p Of is an instance or, for static fields, a class object.
  virtual bool hidesField(Node Of, llvm::StringRef Name,
                          BasicType Type) const = 0;
};

using TextMaskMaker =
    std::function<std::unique_ptr<TextMask>(const HeapContents &C)>;

} // namespace hprof

#endif // LIB_QUERY_HEAP_TEXTMASK_H
