//===- ClassicForm.h - Variants of IBM's classic heapdumps ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Four writers have produced classic heapdumps, which differ in the references
/// listed and in the spelling of the trailer. A form describes one writer.
/// Sources: IBM's Diagnostics Guides for SDK 5, 6 and 7; Eclipse OpenJ9's
/// documentation (dump_heapdump) and the behavior of its VM, of jdmpview's
/// "heapdump" command and of com.ibm.dtfj's PrintHeapdump.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_CLASSICFORM_H
#define HPROF_FORMAT_IBM_CLASSICFORM_H

#include "hprof/Format/Base/BasicType.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hprof {

/// Values of ClassicHeader's field Form.
enum class ClassicForm : uint8_t {
  OpenJ9,       ///< Eclipse OpenJ9, IBM Java 6.26 and later.
  Spec,         ///< IBM's specification: J9 up to 2.5, IBM SDK 5 and 6.
  DtfjView,     ///< jdmpview's command "heapdump".
  PrintHeapdump ///< Text derived from a PHD by PrintHeapdump.
};
constexpr unsigned NumClassicForms = 4;

struct ClassicStyle {
  ClassicForm Form;
  /// Name in --classic and in messages.
  const char *Name;
  /// Whether types follow the keywords OBJ or CLS; otherwise, they are spelled
  /// out: "class X", "array of X".
  bool HasKeywords;
  /// Whether an OBJ's first reference is the address of its class.
  bool HasClassBlocks;
  /// Whether null references are written; otherwise they are only counted.
  bool HasNulls;
  /// Whether an array has as many references as elements, so that its length is
  /// known.
  bool TellsLengths;
  /// Whether objects have identity hashes.
  bool HasHashes;
  /// Whether null is written as "0x0"; otherwise it is written with all digits.
  bool HasShortNulls;
  /// Whether an array of arrays of a primitive type counts as an ObjectArray;
  /// otherwise it counts as a PrimitiveArray.
  bool CountsByElement;
  /// Whether primitive arrays have an empty line for their references.
  bool HasEmptyLines;
  /// Whether an empty line follows the last record.
  bool HasGap;
  /// The text after "Classes", "Objects"... in the first trailer.
  const char *Colon;
  /// The beginning of the second trailer.
  const char *Total;
};
/// \p Form must be less than NumClassicForms.
const ClassicStyle &classicStyle(ClassicForm Form);
/// The form called \p Name in --classic.
std::optional<ClassicForm> parseClassicForm(llvm::StringRef Name);

/// Properties of objects whose type has a given internal name ("[I",
/// "java/lang/String").
struct ClassicType {
  enum class Shape : uint8_t { Object, ReferenceArray, PrimitiveArray };
  Shape Kind = Shape::Object;
  /// Whether it is an array of at least two dimensions with innermost elements
  /// of a primitive type.
  bool IsDeepPrimitive = false;
  /// The element type of a PrimitiveArray.
  BasicType Element = BasicType::Object;
};
ClassicType classicType(llvm::StringRef Name);

/// PrintHeapdump's word for a primitive type: "bool", "int".
llvm::StringRef classicWord(BasicType T);
std::optional<BasicType> parseClassicWord(llvm::StringRef Word);
/// Appends the name of the array class with elements of class \p Element:
/// "[Ljava/lang/String;", "[[I".
void appendArrayName(llvm::SmallVectorImpl<char> &Out, llvm::StringRef Element);
/// The inverse of appendArrayName(): the element type of \p Array, as
/// PrintHeapdump writes it after "array of".
llvm::StringRef elementName(llvm::StringRef Array);

/// Classic dumps contain the size of an array in bytes, not its length. This is
/// the largest possible length: (Size - header) / element width, rounded down.
/// The header takes 12 bytes in 32-bit dumps. In others, it takes 8 bytes, as
/// with compressed references, or 16 if \p Address is beyond the 64 GiB that
/// compressed references can address.
uint32_t classicArrayLength(uint64_t Size, BasicType Element, unsigned IdSize,
                            uint64_t Address);
/// The size of an array of \p Length elements by the same rule, rounded up to
/// 8, and at least 16 bytes, the size of an empty array. Elements of object
/// arrays take 4 bytes if the header takes 8 or 12.
uint64_t classicArraySize(uint32_t Length, BasicType Element, unsigned IdSize,
                          uint64_t Address);

} // namespace hprof

#endif // HPROF_FORMAT_IBM_CLASSICFORM_H
