//===- ByteOrderMark.h - The mark before text in UTF-8 ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Editors and shells of Windows put U+FEFF before text in UTF-8. It is no part
/// of the text: sources leave it out, so that no reader has to know it. No
/// format begins with these bytes. Offsets count from after the mark.
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
