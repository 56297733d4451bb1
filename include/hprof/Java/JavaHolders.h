//===- JavaHolders.h - Fields that keep what is not theirs ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a collection or a wrapper to what it was given, one reference at a
/// time, for those who cannot look up objects by id.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVAHOLDERS_H
#define HPROF_JAVA_JAVAHOLDERS_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

/// What a field leads to, as seen by those who have the instance.
enum class HeldPart : uint8_t {
  None,    ///< Something else.
  Element, ///< What the instance holds: an element of a list or a wrapper.
  Key,     ///< The key of an entry of a map; an element of sets made of maps.
  Value,   ///< Its value.
  Link,    ///< A part of the instance, such as its array or the next entry.
  SetLink, ///< The same of a set, so that keys are its elements.
  Turns,   ///< An array with keys and values in turns.
};

/// What is in the field \p Field that the class \p Class, as in Java source,
/// declares.
HeldPart heldPart(llvm::StringRef Class, llvm::StringRef Field);

/// The way from a holder to what it holds.
struct HeldWay {
  bool IsSet = false;   ///< Keys are elements.
  bool IsTurns = false; ///< An array in which every second element counts.

  /// Whether \p Part leads on; \p Next is the way from there.
  bool follows(HeldPart Part, HeldWay &Next) const;
};

} // namespace hprof

#endif // HPROF_JAVA_JAVAHOLDERS_H
