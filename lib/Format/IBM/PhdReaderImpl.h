//===- PhdReaderImpl.h - Parts of the PHD reader ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_IBM_PHDREADERIMPL_H
#define HPROF_LIB_FORMAT_IBM_PHDREADERIMPL_H

#include "hprof/Format/IBM/Phd.h"
#include "hprof/Format/IBM/PhdReader.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace hprof {
namespace phd {

/// Numbers from a source. Reading past its end returns zeros and sets isCut().
class Numbers {
public:
  explicit Numbers(Source &In) : In(In) {}
  ~Numbers() { settle(); }

  uint64_t offset() const { return In.offset() + uint64_t(P - Begin); }
  bool isCut() const { return Cut; }

  /// Tries to make \p N bytes available, so that the next reads are fast.
  bool prepare(size_t N) {
    if (LLVM_UNLIKELY(size_t(End - P) < N)) {
      settle();
      llvm::ArrayRef<uint8_t> Window = In.peek(N);
      Begin = P = Window.begin();
      End = Window.end();
    }
    return size_t(End - P) >= N;
  }
  uint64_t number(unsigned Width) {
    if (LLVM_UNLIKELY(size_t(End - P) < Width) && !prepare(Width)) {
      Cut = true;
      P = End;
      return 0;
    }
    uint64_t V = loadBE(P, Width);
    P += Width;
    return V;
  }
  int64_t signedNumber(unsigned Width) {
    return llvm::SignExtend64(number(Width), 8 * Width);
  }
  /// Returns \p N bytes, valid until the next call; fewer at the end.
  llvm::ArrayRef<uint8_t> bytes(size_t N) {
    if (!prepare(N))
      Cut = true;
    llvm::ArrayRef<uint8_t> B(P, std::min(N, size_t(End - P)));
    P += B.size();
    return B;
  }
  /// Returns some of the next bytes, at most \p Most and at least \p Unit, in
  /// multiples of \p Unit.
  llvm::ArrayRef<uint8_t> some(uint64_t Most, unsigned Unit) {
    if (!prepare(Unit)) {
      Cut = true;
      P = End;
      return {};
    }
    size_t N = size_t(std::min<uint64_t>(End - P, Most));
    return bytes(N - N % Unit);
  }
  bool atEnd() { return !prepare(1); }
  uint64_t skip(uint64_t N) {
    settle();
    Begin = P = End = nullptr;
    return In.skip(N);
  }
  /// The remaining bytes of a mapped input.
  std::optional<llvm::ArrayRef<uint8_t>> rest() const {
    std::optional<llvm::ArrayRef<uint8_t>> All = In.contents();
    if (!All)
      return std::nullopt;
    return All->drop_front(size_t(offset()));
  }
  llvm::Error takeError() {
    settle();
    return In.takeError();
  }

private:
  void settle() {
    if (P != Begin)
      In.consume(size_t(P - Begin));
    Begin = P;
  }

  Source &In;
  const uint8_t *Begin = nullptr, *P = nullptr, *End = nullptr;
  bool Cut = false;
};

inline std::string hex(uint64_t N) {
  return "0x" + llvm::utohexstr(N, /*LowerCase=*/true);
}

/// Kinds of damage that can occur in each record: the first occurrence is
/// reported with its position, later ones are counted.
enum class Oddity : uint8_t {
  EmptyCacheSlot,
  LongLength,
  ShortLength,
  ManyReferences,
  LostLengths
};
constexpr unsigned NumOddities = unsigned(Oddity::LostLengths) + 1;

class Reader {
public:
  Reader(Source &Input, RecordVisitor &V, const PhdReaderOptions &Options)
      : In(Input), V(V), Options(Options) {}
  llvm::Error run();

private:
  llvm::Error readHeader();
  bool readHeaderTag(bool &IsLast);
  bool readRecord();
  bool finishRecord();
  llvm::Error finish();

  void shortObject(uint8_t Tag);
  void mediumObject(uint8_t Tag);
  void longObject();
  void classRecord();
  void primitiveArray(uint8_t Tag);
  void longPrimitiveArray();
  void objectArray(bool HasLength);

  void go(int64_t Gap) {
    Address = (Address + (uint64_t(Gap) << Shift)) & AddressMask;
  }
  void readHash(bool IsThere);
  void object(uint64_t Class, uint64_t Count, unsigned Width);
  void primitives(uint8_t Type, uint64_t Length);
  uint32_t lengthBySize(uint8_t Type, uint32_t Length, uint64_t Size);
  void references(uint64_t Count, unsigned Width);
  void appendReferences(llvm::ArrayRef<uint8_t> Offsets, unsigned Width);
  uint32_t arrayLength(uint64_t Length);
  std::optional<uint64_t> readArraySize();
  void tellSize(std::optional<uint64_t> Size);
  void sendElements(llvm::ArrayRef<uint8_t> Offsets, unsigned Width,
                    ReferenceArray &R, std::optional<uint64_t> Size);
  template <unsigned Width>
  void elements(llvm::ArrayRef<uint8_t> Offsets, uint64_t From, size_t N);
  bool holdOffsets(uint64_t Size, unsigned Width);

  uint64_t intern(llvm::ArrayRef<uint8_t> Text);
  void damage(format_errc Code, uint64_t Offset, const llvm::Twine &What);
  void odd(Oddity O, format_errc Code, const llvm::Twine &What);
  uint64_t resolve(int64_t Offset) const {
    return (Address + (uint64_t(Offset) << Shift)) & AddressMask;
  }

  Numbers In;
  RecordVisitor &V;
  const PhdReaderOptions &Options;

  uint32_t Version = 0, Flags = 0;
  unsigned Word = 4, Shift = 2;
  uint64_t AddressMask = UINT64_MAX;
  bool ArraysHaveSizes = false;
  bool LargeArraysAreInts = false;

  /// The current record.
  uint64_t Start = 0, Address = 0;
  ClassCache Cache;
  ListBuilder<NamedReference> References;
  llvm::SmallVector<uint8_t, 0> Elements, Held;
  llvm::StringMap<uint64_t> Strings;
  uint64_t OddCounts[NumOddities] = {};
  bool EndIsMissing = false;
  std::optional<FormatError> Failure;
};
} // namespace phd
} // namespace hprof

#endif // HPROF_LIB_FORMAT_IBM_PHDREADERIMPL_H
