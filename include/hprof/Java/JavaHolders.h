//===- JavaHolders.h - Fields that hold application objects -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows references from a collection or a wrapper to its contents, one at a
/// time, for callers that cannot look up objects by id.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVAHOLDERS_H
#define HPROF_JAVA_JAVAHOLDERS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace hprof {

/// The part of an instance to which a field refers.
enum class HeldPart : uint8_t {
  None,    ///< Something else.
  Element, ///< An element of a list or a wrapper.
  Key,     ///< The key of a map entry; an element of sets based on maps.
  Value,   ///< The value of a map entry.
  Link,    ///< A part of the instance, such as its array or the next entry.
  SetLink, ///< Like Link, in a set, whose elements are keys.
  Turns,   ///< An array with alternating keys and values.
};

/// Returns the part to which the field \p Field refers. The class \p Class,
/// named as in Java source, declares the field.
HeldPart heldPart(llvm::StringRef Class, llvm::StringRef Field);

/// State of a path from a holder to its contents.
enum class HeldWay : uint8_t {
  Plain,
  Set,   ///< Keys are elements.
  Turns, ///< An array in which only every second element is used.
};
inline constexpr unsigned NumHeldWays = 3;

/// Returns the state after \p Part of an instance reached with \p Way; nullopt
/// if the path ends there.
std::optional<HeldWay> followHeld(HeldWay Way, HeldPart Part);
/// Same as above, from an element of an array.
HeldWay followElement(HeldWay Way);

} // namespace hprof

#endif // HPROF_JAVA_JAVAHOLDERS_H
