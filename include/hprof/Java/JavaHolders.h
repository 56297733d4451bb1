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
#include <optional>

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
enum class HeldWay : uint8_t {
  Plain,
  Set,   ///< Keys are elements.
  Turns, ///< An array in which every second element counts.
};
inline constexpr unsigned NumHeldWays = 3;

/// The way from \p Part of an instance to which \p Way has led; nothing if that
/// does not lead on.
std::optional<HeldWay> followHeld(HeldWay Way, HeldPart Part);
/// The same from an element of an array.
HeldWay followElement(HeldWay Way);

} // namespace hprof

#endif // HPROF_JAVA_JAVAHOLDERS_H
