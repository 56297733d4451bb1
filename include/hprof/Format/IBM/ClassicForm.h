//===- ClassicForm.h - The forms of IBM's classic heapdumps -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Four writers have produced classic heapdumps, and their files differ in what
/// they list as references and in how they spell the trailer. A form describes
/// one of them. Sources: IBM's Diagnostics Guides for SDK 5, 6 and 7; Eclipse
/// OpenJ9's documentation (dump_heapdump) and the behaviour of its VM, of
/// jdmpview's "heapdump" command and of com.ibm.dtfj's PrintHeapdump.
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

/// The values of ClassicHeader's field Form.
enum class ClassicForm : uint8_t {
  OpenJ9,       ///< Eclipse OpenJ9, IBM Java 6.26 and later.
  Spec,         ///< By IBM's specification: J9 up to 2.5, IBM SDK 5 and 6.
  DtfjView,     ///< jdmpview's command "heapdump".
  PrintHeapdump ///< The text that PrintHeapdump derives from a PHD.
};
constexpr unsigned NumClassicForms = 4;

struct ClassicStyle {
  ClassicForm Form;
  /// The name as in --classic and in messages.
  const char *Name;
  /// Types follow OBJ or CLS; otherwise they are in words: "class X", "array of
  /// X".
  bool HasKeywords;
  /// An OBJ's first reference is the address of its class.
  bool HasClassBlocks;
  /// Null references are written; otherwise they are only counted.
  bool HasNulls;
  /// An array has as many references as elements, so its length is known.
  bool TellsLengths;
  /// Objects have identity hashes.
  bool HasHashes;
  /// A null is "0x0"; otherwise it has all digits.
  bool HasShortNulls;
  /// An array of arrays of a primitive type counts as an ObjectArray; otherwise
  /// as a PrimitiveArray.
  bool CountsByElement;
  /// Primitive arrays have an empty line for their references.
  bool HasEmptyLines;
  /// An empty line follows the last record.
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

/// The properties of objects whose type has a given internal name ("[I",
/// "java/lang/String").
struct ClassicType {
  enum class Shape : uint8_t { Object, ReferenceArray, PrimitiveArray };
  Shape Kind = Shape::Object;
  /// An array of at least two dimensions whose innermost elements are of a
  /// primitive type.
  bool IsDeepPrimitive = false;
  /// The element type of a PrimitiveArray.
  BasicType Element = BasicType::Object;
};
ClassicType classicType(llvm::StringRef Name);

/// PrintHeapdump's word for a primitive type: "bool", "int".
llvm::StringRef classicWord(BasicType T);
std::optional<BasicType> parseClassicWord(llvm::StringRef Word);
/// Appends the name of the array class whose elements are of class \p Element:
/// "[Ljava/lang/String;", "[[I".
void appendArrayName(llvm::SmallVectorImpl<char> &Out, llvm::StringRef Element);
/// The inverse: the element type of \p Array, as PrintHeapdump writes it after
/// "array of".
llvm::StringRef elementName(llvm::StringRef Array);

/// Classic dumps state the size of an array in bytes, not its length. This is
/// the greatest length that fits: (Size - header) / width of an element,
/// rounded down. The header has 12 bytes in 32-bit dumps, otherwise 8, as with
/// compressed references, or 16 when \p Address is beyond their 64 GiB.
uint32_t classicArrayLength(uint64_t Size, BasicType Element, unsigned IdSize,
                            uint64_t Address);
/// The size of an array of \p Length elements by the same rule, rounded up to
/// 8, and at least 16 bytes, the size of an empty array. Elements of object
/// arrays take 4 bytes when the header has 8 or 12.
uint64_t classicArraySize(uint32_t Length, BasicType Element, unsigned IdSize,
                          uint64_t Address);

} // namespace hprof

#endif // HPROF_FORMAT_IBM_CLASSICFORM_H
