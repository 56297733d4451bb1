//===- Phd.h - Elements of portable heap dumps ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tags and flags of IBM's portable heap dump (PHD), as listed on the page
/// "Portable Heap Dump (PHD) file format" of the OpenJ9 documentation,
/// corrected where the VM's writer (runtime/rasdump/heapdump.cpp) differs.
/// docs/Formats/PHD.md describes the format. All numbers are big-endian.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_PHD_H
#define HPROF_FORMAT_IBM_PHD_H

#include "hprof/Format/Base/BasicType.h"
#include "llvm/ADT/StringRef.h"

namespace hprof {
namespace phd {

/// The beginning of a file, after its length in two bytes.
inline constexpr llvm::StringLiteral Magic = "portable heap dump";

// File flags.
inline constexpr uint32_t Is64Bit = 1;
inline constexpr uint32_t AllHashed = 2;
inline constexpr uint32_t IsJ9 = 4;

/// Whether each record has a 15-bit hash, in two bytes.
inline bool hasShortHashes(uint32_t Flags) {
  return (Flags & AllHashed) && (Flags & IsJ9);
}
/// Addresses are multiples of 2 to this power; gaps and offsets are in these
/// units.
inline unsigned unitShift(uint32_t Version, uint32_t Flags) {
  return Version == 5 || (Flags & IsJ9) ? 2 : 3;
}
/// Derives the 32-bit hash that a 15-bit hash stands for.
inline uint32_t widenHash(uint32_t Short) {
  return (Short & 0x7fff) << 16 | (Short & 0x7fff);
}

/// Whether a VM of this version wrote primitive arrays with size code 3, for 8
/// bytes, but with gap and length in 4 bytes each.
inline bool hasSmallLargeArrays(llvm::StringRef FullVersion) {
  return FullVersion.ends_with("0917");
}

/// Header tags. Totals and randoms occur in dumps from Sovereign VMs.
enum HeaderTag : uint8_t {
  TotalsTag = 1,
  EndOfHeader = 2,
  HashRandomsTag = 3,
  FullVersionTag = 4
};
inline constexpr uint8_t StartOfHeader = 1;
inline constexpr uint8_t StartOfDump = 2;

/// Body tags without bits 5, 6 and 7.
enum BodyTag : uint8_t {
  EndOfDump = 3,
  LongObject = 4,
  OldObjectArray = 5, ///< Does not state the true length.
  ClassRecord = 6,
  LongPrimitiveArray = 7,
  ObjectArray = 8
};
/// Other tags contain their flags; the highest of these bits determines the
/// kind.
inline constexpr uint8_t ShortObject = 0x80;
inline constexpr uint8_t MediumObject = 0x40;
inline constexpr uint8_t PrimitiveArray = 0x20;

// Flags of records with a flag byte.
inline constexpr uint8_t FlagAlways = 0x01; ///< Set in long objects and arrays.
inline constexpr uint8_t FlagHash = 0x02;   ///< A hash follows.
inline constexpr uint8_t FlagClassHash = 0x08; ///< A class hash follows.
inline constexpr uint8_t FlagWords = 0x10;     ///< Gap and length are words.

inline constexpr BasicType ElementTypes[8] = {
    BasicType::Boolean, BasicType::Char,  BasicType::Float, BasicType::Double,
    BasicType::Byte,    BasicType::Short, BasicType::Int,   BasicType::Long};

/// Classes that short objects refer to by index. Each medium or long object
/// adds its class, even a duplicate.
class ClassCache {
public:
  uint64_t operator[](unsigned I) const { return Entries[I]; }
  void add(uint64_t Class) {
    Entries[Next] = Class;
    Next = (Next + 1) % 4;
  }
  /// The first index of \p Class; -1 if absent.
  int find(uint64_t Class) const {
    for (int I = 0; I != 4; ++I)
      if (Entries[I] == Class)
        return I;
    return -1;
  }

private:
  uint64_t Entries[4] = {};
  unsigned Next = 0;
};

/// Size of an array in bytes, for versions 4 and 5, which do not state the
/// size, and for streams that lack it: a header of 16 bytes, or 24 with 8-byte
/// words, and the elements, rounded up to 8. Elements of \p Width 0 are words.
/// J9 2.4 used this rule; later VMs have smaller headers, but state the size.
inline uint64_t arraySize(unsigned Word, unsigned Width, uint64_t Length) {
  uint64_t Header = Word == 8 ? 24 : 16;
  return (Header + Length * (Width ? Width : Word) + 7) & ~uint64_t(7);
}

} // namespace phd
} // namespace hprof

#endif // HPROF_FORMAT_IBM_PHD_H
