//===- JavaStream.h - Java object serialization -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes streams for java.io.ObjectInputStream. Source: chapter 6, "Object
/// Serialization Stream Protocol", of Oracle's Java Object Serialization
/// Specification, protocol version 2.
///
/// The caller writes the values of an object's fields in the order in which its
/// classes declare them, topmost superclass first. After the fields of a class
/// with SC_WRITE_METHOD, the caller writes the data of the class and calls
/// endData():
///
///     JavaStream S(OS);
///     S.object(DateClass);
///     S.data(uint64_t(Millis));
///     S.endData();
///     if (Error E = S.finish()) ...
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_JAVASTREAM_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_JAVASTREAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof::memoryanalyzer {

struct JavaField {
  char Type; ///< As in a descriptor: 'I', 'J', 'L', '[', ...
  const char *Name;
  const char *Descriptor; ///< Type of an object or array: "Ljava/lang/String;".
};

/// A serializable class. Primitive fields come first; both groups are sorted by
/// name.
struct JavaClass {
  const char *Name; ///< As returned by Class.getName().
  int64_t Version;  ///< The serialVersionUID.
  uint8_t Flags;    ///< SC_SERIALIZABLE and SC_WRITE_METHOD.
  llvm::ArrayRef<JavaField> Fields;
  const JavaClass *Super; ///< Serializable superclass, or null.

  static constexpr uint8_t Serializable = 2, WithData = 3;
};

class JavaStream {
public:
  /// Number of an object that was written, used to refer to it later.
  using Handle = uint32_t;

  explicit JavaStream(llvm::raw_ostream &OS);

  /// Begins an object, whose field values follow.
  Handle object(const JavaClass &C);
  /// Begins an array, whose \p Length elements follow.
  Handle array(const JavaClass &C, uint32_t Length);
  void null();
  void reference(Handle To);
  /// \p Text is modified UTF-8; see toModifiedUtf8(). A string may be written
  /// once and referred to later.
  void string(llvm::StringRef Text);

  // Writes the value of a field or element.
  void value(uint8_t V);
  void value(uint16_t V);
  void value(uint32_t V);
  void value(uint64_t V);

  // Writes data outside objects, or an object's own data.
  void data(uint32_t V);
  void data(uint64_t V);
  void dataUtf(llvm::StringRef Text); ///< At most 65,535 bytes.
  void endData();

  /// Fails if there are more objects than a stream can contain.
  llvm::Error finish();

private:
  void descriptor(const JavaClass *C);
  void shortUtf(llvm::StringRef Text);
  Handle newHandle() { return Handle(FirstHandle + Handles++); }
  /// Ends a block of data.
  void flushData();
  void tag(uint8_t Tag);

  static constexpr uint32_t FirstHandle = 0x7e0000;
  llvm::raw_ostream &OS;
  uint64_t Handles = 0;
  llvm::DenseMap<const JavaClass *, Handle> Classes;
  llvm::StringMap<Handle> Strings;
  uint64_t StringBytes = 0; ///< Memory of Strings.
  llvm::SmallVector<char, 256> Block;
};

/// Converts \p Text, UTF-8 or modified UTF-8, to modified UTF-8; invalid bytes
/// become U+FFFD.
std::string toModifiedUtf8(llvm::StringRef Text);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_JAVASTREAM_H
