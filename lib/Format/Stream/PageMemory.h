//===- PageMemory.h - Page-aligned buffers ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernel copies between a buffer and the pages of a file. Processors with
/// fast string instructions do that at full speed unless the destination is 1
/// to 31 bytes ahead of the source, modulo 4096: each load then appears to hit
/// a pending store, and copying takes 5 to 8 times as long. Blocks from
/// malloc() are in that range, 16 bytes after the beginning of a page.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_PAGEMEMORY_H
#define HPROF_LIB_FORMAT_STREAM_PAGEMEMORY_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace hprof::stream {

/// Alignment that makes addresses equal modulo 4096, regardless of the page
/// size.
constexpr std::align_val_t PageAlignment{4096};

struct FreePages {
  void operator()(uint8_t *P) const { ::operator delete[](P, PageAlignment); }
};
using PageMemory = std::unique_ptr<uint8_t[], FreePages>;

/// Allocates \p N uninitialized bytes.
inline PageMemory allocatePages(size_t N) {
  return PageMemory(static_cast<uint8_t *>(::operator new[](N, PageAlignment)));
}

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_PAGEMEMORY_H
