//===- ConstantPool.h - The constants of a class ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a constant pool and appends to it. Existing constants keep their
/// indexes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CLASSFILE_CONSTANTPOOL_H
#define HPROF_LIB_CLASSFILE_CONSTANTPOOL_H

#include "ByteReader.h"
#include "ByteWriter.h"
#include "llvm/ADT/StringRef.h"

namespace hprof::classfile {

class ConstantPool {
public:
  /// Reads the pool, preceded by its count.
  static llvm::Expected<ConstantPool> read(ByteReader &R);

  /// Returns the string in a Utf8 entry; empty for other entries.
  llvm::StringRef utf8(uint16_t Index) const;
  /// Returns the name in a Class entry; empty for other entries.
  llvm::StringRef className(uint16_t Index) const;
  /// Returns the name in a Methodref or InterfaceMethodref entry; empty for
  /// other entries.
  llvm::StringRef methodName(uint16_t Index) const;

  // Each add function returns the index of a new entry, or 0 if the pool is
  // full.
  uint16_t addUtf8(llvm::StringRef Text);
  uint16_t addInteger(int32_t Value);
  uint16_t addClass(llvm::StringRef Name);
  uint16_t addMethod(uint16_t Class, llvm::StringRef Name,
                     llvm::StringRef Descriptor);

  /// Writes the pool, preceded by its count.
  void write(ByteWriter &W) const;

private:
  static constexpr unsigned MostEntries = 65535; ///< The count is 16 bits wide.

  uint16_t add(unsigned Tag);
  /// Returns the bytes after the tag if the entry has this tag; empty
  /// otherwise.
  llvm::ArrayRef<uint8_t> entry(uint16_t Index, unsigned Tag) const;

  llvm::ArrayRef<uint8_t> Old;   ///< All entries read.
  std::vector<uint32_t> Offsets; ///< Offsets of tags in Old, by index.
  ByteWriter New;
  unsigned Count = 0; ///< Number of entries plus one.
};

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_CONSTANTPOOL_H
