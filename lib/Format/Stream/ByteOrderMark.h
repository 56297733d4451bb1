//===- ByteOrderMark.h - UTF-8 byte order mark ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Windows editors and shells put U+FEFF before UTF-8 text. It is not part of
/// the text: sources drop it, so that readers need not handle it. No format
/// begins with these bytes. Offsets count from after the mark.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_BYTEORDERMARK_H
#define HPROF_LIB_FORMAT_STREAM_BYTEORDERMARK_H

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstdint>

namespace hprof::stream {

constexpr std::array<uint8_t, 3> ByteOrderMark = {0xef, 0xbb, 0xbf};

inline bool hasByteOrderMark(llvm::ArrayRef<uint8_t> Start) {
  return Start.take_front(ByteOrderMark.size()) ==
         llvm::ArrayRef(ByteOrderMark);
}

inline llvm::ArrayRef<uint8_t>
withoutByteOrderMark(llvm::ArrayRef<uint8_t> Start) {
  return hasByteOrderMark(Start) ? Start.drop_front(ByteOrderMark.size())
                                 : Start;
}

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_BYTEORDERMARK_H
