//===- BigArray.cpp - Large arrays of numbers -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/BigArray.h"
#include "Platform.h"
#include "SystemError.h"
#include "WholePages.h"
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

/// Pages are up to 64 KB in size on some processors.
static uint64_t pageSize() {
  static const uint64_t Size = uint64_t(::sysconf(_SC_PAGESIZE));
  return Size;
}

Expected<PageBlock> PageBlock::make(uint64_t Bytes, MemoryBudget *Budget,
                                    MemoryAccess Access) {
  PageBlock B;
  if (!Bytes)
    return B;
  if (Budget) {
    Expected<uint8_t *> P = Budget->take(Bytes, Access, B.File.Descriptor);
    if (!P)
      return P.takeError();
    B.Data = *P;
    B.Budget = Budget->shared_from_this();
  } else {
    B.Data = columns::newPages(Bytes);
    if (!B.Data)
      return systemError("cannot get " + Twine(Bytes) + " bytes of memory");
  }
  B.Size = Bytes;
  return B;
}

void PageBlock::populate(uint64_t Begin, uint64_t Bytes) const {
  // Blocks are in files only if memory is short.
  if (!Data || File.isFile() || Begin >= Size)
    return;
  uint64_t End = Begin + std::min(Bytes, Size - Begin);
  Begin = alignDown(Begin, pageSize());
  columns::populatePages(Data + Begin, End - Begin);
}

void PageBlock::discard(uint64_t Begin, uint64_t Bytes) const {
  if (!Data || File.isFile() || Begin >= Size)
    return;
  const ByteRange R = wholePages({Begin, Begin + std::min(Bytes, Size - Begin)},
                                 Size, pageSize());
  if (R.Begin < R.End)
    columns::zeroPages(Data + R.Begin, R.End - R.Begin);
}

void PageBlock::expectRandomAccess() {
  if (!Data || !File.isFile())
    return;
  if (Budget->inMemory() + Size <= Budget->limit() / 2) {
    Expected<PageBlock> Copy = make(Size, Budget.get(), MemoryAccess::Random);
    if (Copy && !Copy->File.isFile()) {
      std::memcpy(Copy->Data, Data, Size);
      swap(*Copy);
      return;
    }
    consumeError(Copy.takeError());
  }
  File.startReading(Data);
}

PageBlock::~PageBlock() {
  if (Data && Budget)
    Budget->give(Data, Size, File.Descriptor);
  else if (Data)
    ::munmap(Data, Size);
}
