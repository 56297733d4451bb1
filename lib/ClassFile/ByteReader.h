//===- ByteReader.h - Reads big-endian numbers ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a part of a class file. After a read past its end, all reads return 0
/// and hasFailed() is true, so that one check after several reads suffices.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CLASSFILE_BYTEREADER_H
#define HPROF_LIB_CLASSFILE_BYTEREADER_H

#include "ClassFileError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

namespace hprof::classfile {

class ByteReader {
public:
  /// \p Base is the offset of \p Bytes in the class file.
  explicit ByteReader(llvm::ArrayRef<uint8_t> Bytes, size_t Base = 0)
      : Bytes(Bytes), Base(Base) {}

  uint8_t u1() { return has(1) ? Bytes[Next++] : 0; }
  uint16_t u2() {
    if (!has(2))
      return 0;
    Next += 2;
    return llvm::support::endian::read16be(&Bytes[Next - 2]);
  }
  uint32_t u4() {
    if (!has(4))
      return 0;
    Next += 4;
    return llvm::support::endian::read32be(&Bytes[Next - 4]);
  }
  llvm::ArrayRef<uint8_t> take(size_t N) {
    if (!has(N))
      return {};
    Next += N;
    return Bytes.slice(Next - N, N);
  }
  void skip(size_t N) {
    if (has(N))
      Next += N;
  }
  /// Returns a reader for the next \p N bytes, and skips them.
  ByteReader part(size_t N) {
    const size_t At = offset();
    return ByteReader(take(N), At);
  }

  /// Offset of the next byte in the class file.
  size_t offset() const { return Base + Next; }
  /// Offset of the next byte in this part.
  size_t position() const { return Next; }
  bool isAtEnd() const { return Next == Bytes.size(); }
  bool hasFailed() const { return Failed; }
  size_t left() const { return Bytes.size() - Next; }
  /// Bytes read since position \p From.
  llvm::ArrayRef<uint8_t> since(size_t From) const {
    return Bytes.slice(From, Next - From);
  }

  llvm::Error truncated(const llvm::Twine &What) const {
    return faultAt(offset(),
                   What + " runs past the end of the enclosing structure");
  }

private:
  bool has(size_t N) {
    Failed |= N > Bytes.size() - Next;
    return !Failed;
  }

  llvm::ArrayRef<uint8_t> Bytes;
  size_t Base;
  size_t Next = 0;
  bool Failed = false;
};

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_BYTEREADER_H
