//===- BigArray.h - Large arrays of numbers ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The columns of a heap graph: arrays with one entry per object or reference.
/// They start as zeros, use memory only where they are written, and can be
/// larger than memory if their budget spills to files.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_BIGARRAY_H
#define HPROF_ANALYSIS_COLUMNS_BIGARRAY_H

#include "hprof/Analysis/Columns/ColumnCursor.h"
#include "hprof/Analysis/Columns/MemoryBudget.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <cstdint>
#include <utility>

namespace hprof {

/// Zeroed pages from the operating system. Movable; the destructor releases
/// them.
class PageBlock {
public:
  PageBlock() = default;
  PageBlock(PageBlock &&Other) noexcept { swap(Other); }
  PageBlock &operator=(PageBlock &&Other) noexcept {
    PageBlock Old(std::move(*this));
    swap(Other);
    return *this;
  }
  ~PageBlock();

  /// Allocates \p Bytes within \p Budget, or without a limit if it is null.
  static llvm::Expected<PageBlock> make(uint64_t Bytes, MemoryBudget *Budget,
                                        MemoryAccess Access);

  uint8_t *data() const { return Data; }
  uint64_t size() const { return Size; }
  /// Asks the system to allocate the pages of a range that will be written
  /// entirely. Other threads may write to the range at the same time.
  void populate(uint64_t Begin, uint64_t Bytes) const;
  /// Drops the contents of the pages, which then take no memory until they are
  /// written again.
  void discard() const { discard(0, Size); }
  /// Same as above, for the pages that lie entirely in a range.
  void discard(uint64_t Begin, uint64_t Bytes) const;

  /// Copies file pages into memory if that leaves half of the memory available.
  /// Otherwise the file is read directly, and later writes are not visible.
  void expectRandomAccess();
  /// For ColumnCursor.
  const ColumnFile *fileToRead() const {
    return LLVM_UNLIKELY(File.isRead()) ? &File : nullptr;
  }

private:
  void swap(PageBlock &Other) {
    std::swap(Data, Other.Data);
    std::swap(Size, Other.Size);
    std::swap(Budget, Other.Budget);
    std::swap(File, Other.File);
  }
  uint8_t *Data = nullptr;
  uint64_t Size = 0;
  std::shared_ptr<MemoryBudget> Budget;
  ColumnFile File;
};

/// An array of trivially copyable \p T, in pages that it owns or, from view(),
/// in memory that it does not own, such as a mapped index.
template <class T> class BigArray {
public:
  BigArray() = default;
  BigArray(BigArray &&Other) noexcept { *this = std::move(Other); }
  BigArray &operator=(BigArray &&Other) noexcept {
    Pages = std::move(Other.Pages);
    Data = std::exchange(Other.Data, nullptr);
    Size = std::exchange(Other.Size, 0);
    return *this;
  }

  static llvm::Expected<BigArray>
  make(uint64_t Size, MemoryBudget *Budget = nullptr,
       MemoryAccess Access = MemoryAccess::InOrder) {
    llvm::Expected<PageBlock> Pages =
        PageBlock::make(Size * sizeof(T), Budget, Access);
    if (!Pages)
      return Pages.takeError();
    BigArray A;
    A.Pages = std::move(*Pages);
    A.Data = reinterpret_cast<T *>(A.Pages.data());
    A.Size = Size;
    return A;
  }
  /// Reuses the pages of \p Old, which must be large enough, and keeps their
  /// contents: pages that were written before are cheaper than new ones.
  template <class U> static BigArray reuse(BigArray<U> Old, uint64_t Size) {
    assert(Size * sizeof(T) <= Old.Size * sizeof(U));
    BigArray A;
    A.Pages = std::move(Old.Pages);
    A.Data = reinterpret_cast<T *>(Old.Data);
    A.Size = Size;
    return A;
  }
  static BigArray view(llvm::ArrayRef<T> Of) {
    BigArray A;
    A.Data = const_cast<T *>(Of.data());
    A.Size = Of.size();
    return A;
  }

  /// See PageBlock::populate().
  void populate(uint64_t Begin, uint64_t Count) const {
    Pages.populate(Begin * sizeof(T), Count * sizeof(T));
  }
  /// See PageBlock::discard().
  void discard() const { Pages.discard(); }
  /// See NumberArray::expectRandomAccess().
  void expectRandomAccess() {
    Pages.expectRandomAccess();
    Data = reinterpret_cast<T *>(Pages.data());
  }
  /// A cursor at entry \p I.
  ColumnCursor<T> from(uint64_t I) const {
    return {Data + I, Pages.fileToRead()};
  }
  T get(uint64_t I) const { return *from(I); }
  void discard(uint64_t Begin, uint64_t Count) const {
    Pages.discard(Begin * sizeof(T), Count * sizeof(T));
  }

  T *data() { return Data; }
  const T *data() const { return Data; }
  uint64_t size() const { return Size; }
  bool empty() const { return Size == 0; }
  T &operator[](uint64_t I) { return Data[I]; }
  const T &operator[](uint64_t I) const { return Data[I]; }
  llvm::ArrayRef<T> ref() const { return {Data, size_t(Size)}; }

private:
  template <class U> friend class BigArray;
  friend class NumberArray;
  PageBlock Pages;
  T *Data = nullptr;
  uint64_t Size = 0;
};

/// A set of numbers below a limit, one bit per number.
class NumberSet {
public:
  static llvm::Expected<NumberSet> make(uint64_t Limit,
                                        MemoryBudget *Budget = nullptr) {
    llvm::Expected<BigArray<uint64_t>> Words =
        BigArray<uint64_t>::make(Limit / 64 + 1, Budget, MemoryAccess::Random);
    if (!Words)
      return Words.takeError();
    NumberSet S;
    S.Words = std::move(*Words);
    return S;
  }
  bool contains(uint64_t N) const { return Words[N / 64] >> (N % 64) & 1; }
  /// \return whether \p N was new.
  bool insert(uint64_t N) {
    bool IsNew = !contains(N);
    Words[N / 64] |= uint64_t(1) << (N % 64);
    return IsNew;
  }
  void erase(uint64_t N) { Words[N / 64] &= ~(uint64_t(1) << (N % 64)); }
  /// Returns the largest member that is at most \p N. If there is none, or it
  /// is less than \p Least, returns 0 or any number less than \p Least.
  uint64_t lastUpTo(uint64_t N, uint64_t Least) const {
    uint64_t At = N / 64;
    uint64_t Word = Words[At] & ~uint64_t(0) >> (63 - N % 64);
    while (!Word && At > Least / 64)
      Word = Words[--At];
    return Word ? At * 64 + 63 - uint64_t(llvm::countl_zero(Word)) : 0;
  }

private:
  BigArray<uint64_t> Words;
};

/// Packed numbers for a NumberArray; see PackedNumbers.h.
class PackedNumbers {
public:
  virtual ~PackedNumbers();
  virtual uint64_t size() const = 0;
  virtual uint64_t get(uint64_t I) const = 0;
};

/// An array of unsigned numbers of 2, 4 or 8 bytes; the width is chosen on
/// creation. Algorithms over all entries check width() and use as<uint32_t>()
/// etc.; other code uses from(), get() and set().
class NumberArray {
public:
  static llvm::Expected<NumberArray>
  make(unsigned Width, uint64_t Size, MemoryBudget *Budget = nullptr,
       MemoryAccess Access = MemoryAccess::InOrder) {
    llvm::Expected<BigArray<uint8_t>> Bytes =
        BigArray<uint8_t>::make(Size * Width, Budget, Access);
    if (!Bytes)
      return Bytes.takeError();
    return NumberArray(std::move(*Bytes), Width);
  }
  /// See BigArray::reuse().
  template <class T> static NumberArray reuse(BigArray<T> Old, uint64_t Size) {
    return NumberArray(
        BigArray<uint8_t>::reuse(std::move(Old), Size * sizeof(T)), sizeof(T));
  }
  static NumberArray view(llvm::ArrayRef<uint8_t> Bytes, unsigned Width) {
    return NumberArray(BigArray<uint8_t>::view(Bytes), Width);
  }
  /// Presents \p From as numbers of \p Width bytes. Only get(), size() and
  /// plain() can be called on the result.
  static NumberArray packed(std::shared_ptr<const PackedNumbers> From,
                            unsigned Width) {
    NumberArray A;
    A.Packed = std::move(From);
    A.Width = Width;
    A.Access = 0;
    return A;
  }
  NumberArray() = default;

  bool isPacked() const { return Packed != nullptr; }
  /// Returns a view of the array, or an unpacked copy if it is packed.
  llvm::Expected<NumberArray> plain(MemoryBudget *Budget) const;
  unsigned width() const { return Width; }
  uint64_t size() const {
    return LLVM_UNLIKELY(Packed) ? Packed->size() : Bytes.size() / Width;
  }
  llvm::ArrayRef<uint8_t> bytes() const { return Bytes.ref(); }
  /// Returns the largest number that fits in an entry.
  uint64_t max() const { return ~uint64_t(0) >> (64 - 8 * Width); }

  /// Prepares for random access when memory is short: a page fault in a mapped
  /// file also maps neighbouring pages, faster than they can be dropped. A file
  /// that fits into available memory is copied into it; otherwise get() and
  /// ColumnCursor read the file. Earlier results of as() and from() become
  /// invalid; set() is no longer allowed.
  void expectRandomAccess() {
    Bytes.expectRandomAccess();
    if (Bytes.Pages.fileToRead())
      Access = 0;
  }
  /// Whether get() reads the file.
  bool isReadFromFile() const { return Access != Width && !Packed; }

  /// Returns a cursor at entry \p I. \p T must be width() bytes wide.
  template <class T> ColumnCursor<T> from(uint64_t I) const {
    return {as<T>() + I, Bytes.Pages.fileToRead()};
  }
  uint64_t get(uint64_t I) const {
    switch (Access) {
    case 2:
      return as<uint16_t>()[I];
    case 4:
      return as<uint32_t>()[I];
    case 8:
      return as<uint64_t>()[I];
    default:
      if (Packed)
        return Packed->get(I);
      return Bytes.Pages.fileToRead()->read(&Bytes[I * Width], Width);
    }
  }
  void set(uint64_t I, uint64_t V) {
    switch (Width) {
    case 2:
      as<uint16_t>()[I] = uint16_t(V);
      break;
    case 4:
      as<uint32_t>()[I] = uint32_t(V);
      break;
    default:
      as<uint64_t>()[I] = V;
    }
  }
  template <class T> T *as() { return reinterpret_cast<T *>(Bytes.data()); }
  template <class T> const T *as() const {
    return reinterpret_cast<const T *>(Bytes.data());
  }

private:
  NumberArray(BigArray<uint8_t> Bytes, unsigned Width)
      : Bytes(std::move(Bytes)), Width(Width), Access(Width) {}
  BigArray<uint8_t> Bytes;
  std::shared_ptr<const PackedNumbers> Packed;
  unsigned Width = 8;
  /// Width, or 0 if the file is read directly or the numbers are packed.
  unsigned Access = 8;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_COLUMNS_BIGARRAY_H
