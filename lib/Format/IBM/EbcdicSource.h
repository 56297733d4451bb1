//===- EbcdicSource.h - EBCDIC as ASCII -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a source in IBM-1047, as written by z/OS, as UTF-8 with '\n' for both
/// of its line endings. Offsets are positions in the UTF-8.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_IBM_EBCDICSOURCE_H
#define HPROF_LIB_FORMAT_IBM_EBCDICSOURCE_H

#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/SmallVector.h"

namespace hprof::classic {

class EbcdicSource final : public Source {
public:
  /// \p In must outlive this.
  explicit EbcdicSource(Source &In);

  llvm::ArrayRef<uint8_t> peek(size_t Want) override;
  void consume(size_t N) override;
  llvm::Error takeError() override { return In.takeError(); }
  uint64_t rawOffset() const override { return In.rawOffset(); }
  uint64_t rawSize() const override { return In.rawSize(); }

private:
  /// One or two bytes of UTF-8.
  struct Character {
    uint8_t Bytes[2];
    uint8_t Size;
  };

  Source &In;
  Character Characters[256];
  llvm::SmallVector<uint8_t, 0> Decoded;
  size_t Start = 0; ///< Start of unconsumed bytes in Decoded.
};

} // namespace hprof::classic

#endif // HPROF_LIB_FORMAT_IBM_EBCDICSOURCE_H
