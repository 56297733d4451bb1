//===- PagedWriter.cpp - Writes paged arrays of numbers -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PagedWriter.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

template <class T> static void put(raw_ostream &OS, T Value) {
  char Bytes[sizeof(T)];
  support::endian::write<T, llvm::endianness::big>(Bytes, Value);
  OS.write(Bytes, sizeof(T));
}

void memoryanalyzer::putBE(raw_ostream &OS, uint32_t Value) { put(OS, Value); }
void memoryanalyzer::putBE(raw_ostream &OS, uint64_t Value) { put(OS, Value); }

namespace {
/// Appends bits to bytes, starting with the highest bit.
class BitPacker {
public:
  explicit BitPacker(uint8_t *To) : To(To) {}

  /// Adds the lower \p Bits of \p Value, at most 32; higher bits must be 0.
  LLVM_ATTRIBUTE_ALWAYS_INLINE void add(uint64_t Value, unsigned Bits) {
    Held = Held << Bits | Value;
    NumHeld += Bits;
    if (NumHeld < 32)
      return;
    NumHeld -= 32;
    support::endian::write32be(To, uint32_t(Held >> NumHeld));
    To += 4;
  }
  void finish() {
    for (; NumHeld >= 8; *To++ = uint8_t(Held >> NumHeld))
      NumHeld -= 8;
    if (NumHeld)
      *To = uint8_t(Held << (8 - NumHeld));
  }

private:
  uint8_t *To;
  uint64_t Held = 0;
  unsigned NumHeld = 0;
};
} // namespace

/// A page consists of the number of bits per entry, the number of low-order
/// bits that are omitted because they are 0 in all entries, and the entries.
template <class T> void PagedWriter<T>::writePage() {
  const unsigned Drop = Mask ? unsigned(countr_zero(Mask)) : 0;
  const unsigned Bits = Mask ? unsigned(bit_width(Mask)) - Drop : 0;
  // The entries take at least one byte.
  const uint64_t Bytes = Bits ? (uint64_t(Page.size()) * Bits + 7) / 8 : 1;
  Packed.assign(2 + Bytes, 0);
  Packed[0] = uint8_t(Bits);
  Packed[1] = uint8_t(Drop);
  if (Bits) {
    BitPacker To(Packed.data() + 2);
    if (Bits <= 32) {
      for (T Value : Page)
        To.add(Value >> Drop, Bits);
    } else {
      for (T Value : Page) {
        const uint64_t V = Value >> Drop;
        To.add(V >> 32, Bits - 32);
        To.add(uint32_t(V), 32);
      }
    }
    To.finish();
  }
  OS.write(reinterpret_cast<const char *>(Packed.data()), Packed.size());
  PageBegins.push_back(At);
  At += Packed.size();
  Page.clear();
  Mask = 0;
}

uint32_t memoryanalyzer::packCount(uint64_t Count, uint64_t OnLast) {
  return uint32_t(Count <= INT32_MAX ? Count : 0 - OnLast);
}

template <class T> uint64_t PagedWriter<T>::finish() {
  const uint64_t OnLast = Page.size();
  if (OnLast)
    writePage();
  PageBegins.push_back(At);
  for (uint64_t PageBegin : PageBegins)
    putBE(OS, PageBegin);
  putBE(OS, PageSize);
  putBE(OS, packCount(Count, OnLast));
  return At + PageBegins.size() * sizeof(uint64_t) + 8 - Begin;
}

namespace hprof::memoryanalyzer {
template class PagedWriter<uint32_t>;
template class PagedWriter<uint64_t>;
} // namespace hprof::memoryanalyzer
