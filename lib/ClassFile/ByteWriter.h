//===- ByteWriter.h - Writes big-endian numbers -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_CLASSFILE_BYTEWRITER_H
#define HPROF_LIB_CLASSFILE_BYTEWRITER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Endian.h"
#include <vector>

namespace hprof::classfile {

class ByteWriter {
public:
  void u1(uint32_t V) { Bytes.push_back(uint8_t(V)); }
  void u2(uint32_t V) {
    u1(V >> 8);
    u1(V);
  }
  void u4(uint32_t V) {
    u2(V >> 16);
    u2(V);
  }
  void bytes(llvm::ArrayRef<uint8_t> B) {
    Bytes.insert(Bytes.end(), B.begin(), B.end());
  }

  size_t size() const { return Bytes.size(); }
  /// Replaces the number at \p At.
  void setU2(size_t At, uint32_t V) {
    llvm::support::endian::write16be(&Bytes[At], uint16_t(V));
  }
  void setU4(size_t At, uint32_t V) {
    llvm::support::endian::write32be(&Bytes[At], V);
  }
  /// Removes all bytes after the first \p Size.
  void truncate(size_t Size) { Bytes.resize(Size); }

  const std::vector<uint8_t> &get() const { return Bytes; }
  std::vector<uint8_t> take() { return std::move(Bytes); }

private:
  std::vector<uint8_t> Bytes;
};

/// Length of an attribute, filled in at the end of the scope.
class LengthField {
public:
  explicit LengthField(ByteWriter &W) : W(W), At(W.size()) { W.u4(0); }
  ~LengthField() { W.setU4(At, uint32_t(W.size() - At - 4)); }
  LengthField(const LengthField &) = delete;
  LengthField &operator=(const LengthField &) = delete;

private:
  ByteWriter &W;
  const size_t At;
};

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_BYTEWRITER_H
