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
/// the references are and in how the trailer is spelled. A form is the facts of
/// one of them. Sources: IBM's Diagnostics Guides for SDK 5, 6 and 7; Eclipse
/// OpenJ9's documentation (dump_heapdump) and the behaviour of its VM,
/// of jdmpview's "heapdump" command and of com.ibm.dtfj's PrintHeapdump.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_CLASSICFORM_H
#define HPROF_FORMAT_IBM_CLASSICFORM_H

#include "hprof/Format/Hprof/BasicType.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hprof {

/// The values of ClassicHeader's field Form.
enum class ClassicForm : uint8_t {
  OpenJ9,       ///< Eclipse OpenJ9, IBM Java 6.26 and later.
  Spec,         ///< The specification's: J9 up to 2.5, IBM SDK 5 and 6.
  DtfjView,     ///< jdmpview's command "heapdump".
  PrintHeapdump ///< The text that PrintHeapdump makes of a PHD.
};
constexpr unsigned NumClassicForms = 4;

struct ClassicStyle {
  ClassicForm Form;
  /// As in --classic, also in messages.
  const char *Name;
  /// Types follow OBJ or CLS; else they are in words: "class X", "array of X".
  bool HasKeywords;
  /// An OBJ's first reference is the address of its class.
  bool HasClassBlocks;
  /// Null references are written; else they are only counted.
  bool HasNulls;
  /// An array has as many references as elements, so that its length is told.
  bool TellsLengths;
  /// Objects have identity hashes.
  bool HasHashes;
  /// A null is "0x0"; else it has all digits.
  bool HasShortNulls;
  /// An array of arrays of a primitive type counts as an ObjectArray; else as a
  /// PrimitiveArray.
  bool CountsByElement;
  /// Arrays of a primitive type have a line for references, an empty one.
  bool HasEmptyLines;
  /// Behind the last record there is an empty line.
  bool HasGap;
  /// What follows "Classes", "Objects"... in the first trailer.
  const char *Colon;
  /// What the second trailer begins with.
  const char *Total;
};
/// \p Form must be less than NumClassicForms.
const ClassicStyle &classicStyle(ClassicForm Form);
/// The form of that name, as --classic asks for it.
std::optional<ClassicForm> parseClassicForm(llvm::StringRef Name);

/// What the internal name of a type ("[I", "java/lang/String") says of objects
/// of it.
struct ClassicType {
  enum class Shape : uint8_t { Object, ReferenceArray, PrimitiveArray };
  Shape Kind = Shape::Object;
  /// Of an array of at least two dimensions: its innermost elements are of a
  /// primitive type.
  bool IsDeepPrimitive = false;
  BasicType Element = BasicType::Object; ///< Of a PrimitiveArray.
};
ClassicType classicType(llvm::StringRef Name);

/// PrintHeapdump's word for a primitive type: "bool", "int".
llvm::StringRef classicWord(BasicType T);
std::optional<BasicType> parseClassicWord(llvm::StringRef Word);
/// Appends the name of the array class whose elements are of class \p Element:
/// "[Ljava/lang/String;", "[[I".
void appendArrayName(llvm::SmallVectorImpl<char> &Out, llvm::StringRef Element);
/// The inverse: what \p Array is an array of; as PrintHeapdump writes it behind
/// "array of".
llvm::StringRef elementName(llvm::StringRef Array);

/// Classic dumps tell the bytes that an array takes and not its length. This is
/// the greatest length that fits: (Size - header) / width of an element,
/// rounded down, where the header has 12 bytes in 32-bit dumps and else 8, as
/// with compressed references, or 16 where \p Address is beyond their 64 GiB.
uint32_t classicArrayLength(uint64_t Size, BasicType Element, unsigned IdSize,
                            uint64_t Address);
/// The bytes of an array of \p Length elements by the same rule, rounded up to
/// 8, and at least 16, as an empty array has. Elements of object arrays take 4
/// bytes where the header has 8 or 12.
uint64_t classicArraySize(uint32_t Length, BasicType Element, unsigned IdSize,
                          uint64_t Address);

} // namespace hprof

#endif // HPROF_FORMAT_IBM_CLASSICFORM_H
