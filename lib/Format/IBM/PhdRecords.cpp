//===- PhdRecords.cpp - Records of portable heap dumps --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhdReaderImpl.h"

using namespace hprof;
using namespace hprof::phd;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void Reader::readHash(bool IsThere) {
  if (!IsThere && !hasShortHashes(Flags))
    return;
  IdentityHash R;
  R.Offset = Start;
  R.Object = Address;
  R.Hash =
      uint32_t(hasShortHashes(Flags) ? widenHash(In.number(2)) : In.number(4));
  if (!In.isCut())
    V.visit(R);
}

/// Reads the size of an array, if the file contains it.
std::optional<uint64_t> Reader::readArraySize() {
  if (!ArraysHaveSizes)
    return std::nullopt;
  return In.number(4) * 4;
}

void Reader::tellSize(std::optional<uint64_t> Size) {
  if (!Size)
    return;
  ObjectSize R;
  R.Offset = Start;
  R.Object = Address;
  R.Size = *Size;
  V.visit(R);
}

/// Appends the references for \p Offsets to the list.
void Reader::appendReferences(ArrayRef<uint8_t> Offsets, unsigned Width) {
  for (const uint8_t *P = Offsets.begin(); P != Offsets.end(); P += Width)
    References.add(
        {/*Name=*/0, resolve(SignExtend64(loadBE(P, Width), 8 * Width))});
}

/// Reads \p Count offsets into the list, which stays empty if there are too
/// many.
void Reader::references(uint64_t Count, unsigned Width) {
  References.begin(Word);
  uint64_t Left = Count * Width;
  if (Count > PhdReaderOptions::MaxReferences) {
    odd(Oddity::ManyReferences, format_errc::bad_length,
        hex(Address) + " has " + Twine(Count) + " references, more than " +
            Twine(PhdReaderOptions::MaxReferences) + "; they are skipped");
    if (In.skip(Left) != Left)
      In.number(1); // Reading past the end sets isCut().
    return;
  }
  while (Left) {
    ArrayRef<uint8_t> Offsets = In.some(Left, Width);
    if (Offsets.empty())
      return;
    appendReferences(Offsets, Width);
    Left -= Offsets.size();
  }
}

void Reader::object(uint64_t Class, uint64_t Count, unsigned Width) {
  ReferenceObject R;
  R.Offset = Start;
  R.Object = Address;
  R.Class = Class;
  references(Count, Width);
  if (In.isCut())
    return;
  R.References = References.ref();
  V.visit(R);
}

void Reader::shortObject(uint8_t Tag) {
  uint64_t Class = Cache[Tag >> 5 & 3];
  if (!Class)
    odd(Oddity::EmptyCacheSlot, format_errc::bad_value,
        "class cache entry " + Twine(Tag >> 5 & 3) +
            ", used by a short object, is empty");
  go(In.signedNumber(1u << (Tag >> 2 & 1)));
  readHash(false);
  object(Class, Tag >> 3 & 3, 1u << (Tag & 3));
}

void Reader::mediumObject(uint8_t Tag) {
  go(In.signedNumber(1u << (Tag >> 2 & 1)));
  uint64_t Class = In.number(Word);
  Cache.add(Class);
  readHash(false);
  object(Class, Tag >> 3 & 7, 1u << (Tag & 3));
}

void Reader::longObject() {
  uint8_t Bits = uint8_t(In.number(1));
  go(In.signedNumber(1u << (Bits >> 6)));
  uint64_t Class = In.number(Word);
  Cache.add(Class);
  readHash(Bits & FlagHash);
  object(Class, In.number(4), 1u << (Bits >> 4 & 3));
}

void Reader::classRecord() {
  uint8_t Bits = uint8_t(In.number(1));
  ReferenceClass R;
  R.Offset = Start;
  go(In.signedNumber(1u << (Bits >> 6)));
  R.Class = Address;
  R.InstanceSize = uint32_t(In.number(4));
  // The hash precedes the name in the file, but follows it in the stream.
  bool HasHash = (Bits & FlagClassHash) || hasShortHashes(Flags);
  uint32_t Hash = 0;
  if (HasHash)
    Hash = uint32_t(hasShortHashes(Flags) ? widenHash(In.number(2))
                                          : In.number(4));
  R.Super = In.number(Word);
  ArrayRef<uint8_t> Name = In.bytes(size_t(In.number(2)));
  if (In.isCut())
    return;
  R.Name = intern(Name);
  references(In.number(4), 1u << (Bits >> 4 & 3));
  if (In.isCut())
    return;
  if (HasHash) {
    IdentityHash H;
    H.Offset = Start;
    H.Object = Address;
    H.Hash = Hash;
    V.visit(H);
  }
  R.References = References.ref();
  V.visit(R);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

uint32_t Reader::arrayLength(uint64_t Length) {
  if (Length <= INT32_MAX)
    return uint32_t(Length);
  odd(Oddity::LongLength, format_errc::bad_length,
      "array " + hex(Address) + " has " + Twine(Length) +
          " elements, more than Java allows; treating it as empty");
  return 0;
}

/// Returns the length of an array with \p Size bytes and the stated \p Length.
/// jdmpview writes the size code of its record, 0 to 3, instead of the length.
uint32_t Reader::lengthBySize(uint8_t Type, uint32_t Length, uint64_t Size) {
  // In VMs that state the size, the header takes 8 to 24 bytes; a hash and
  // padding may follow.
  constexpr unsigned MinHeader = 8, MaxBesides = 40, MaxCode = 3;
  unsigned Width = widthOf(ElementTypes[Type], Word);
  if (Length > MaxCode || Size <= Length * Width + MaxBesides)
    return Length;
  odd(Oddity::LostLengths, format_errc::bad_value,
      "array " + hex(Address) + " of " + Twine(Size) + " bytes has length " +
          Twine(Length) +
          ", as jdmpview writes it; using the largest that fits its size");
  return uint32_t(std::min<uint64_t>((Size - MinHeader) / Width, INT32_MAX));
}

void Reader::primitives(uint8_t Type, uint64_t Length) {
  std::optional<uint64_t> Size = readArraySize();
  if (In.isCut())
    return;
  PrimitiveArrayNoData R;
  R.Offset = Start;
  R.Object = Address;
  R.ElementType = ElementTypes[Type];
  R.Length = arrayLength(Length);
  if (Size)
    R.Length = lengthBySize(Type, R.Length, *Size);
  tellSize(Size);
  V.visit(R);
}

void Reader::primitiveArray(uint8_t Tag) {
  unsigned Code = Tag & 3;
  unsigned Width = Code == 3 && LargeArraysAreInts ? 4 : 1u << Code;
  go(In.signedNumber(Width));
  uint64_t Length = In.number(Width);
  readHash(false);
  primitives(Tag >> 2 & 7, Length);
}

void Reader::longPrimitiveArray() {
  uint8_t Bits = uint8_t(In.number(1));
  unsigned Width = Bits & FlagWords ? Word : 1;
  go(In.signedNumber(Width));
  uint64_t Length = In.number(Width);
  readHash(Bits & FlagHash);
  primitives(Bits >> 5, Length);
}

/// Decodes the \p N elements whose offsets precede the last \p From offsets.
template <unsigned Width>
void Reader::elements(ArrayRef<uint8_t> Offsets, uint64_t From, size_t N) {
  const uint8_t *P = Offsets.end() - From * Width;
  Elements.resize_for_overwrite(N * Word);
  uint8_t *Out = Elements.data();
  for (size_t I = 0; I != N; ++I) {
    P -= Width;
    uint64_t Id = resolve(SignExtend64(loadBE(P, Width), 8 * Width));
    storeBE(Out, Id, Word);
    Out += Word;
  }
}

/// Sends an array whose offsets are in memory, last element first.
void Reader::sendElements(ArrayRef<uint8_t> Offsets, unsigned Width,
                          ReferenceArray &R, std::optional<uint64_t> Size) {
  auto Decode = [&](uint64_t From, size_t N) {
    switch (Width) {
    case 1:
      return elements<1>(Offsets, From, N);
    case 2:
      return elements<2>(Offsets, From, N);
    case 4:
      return elements<4>(Offsets, From, N);
    }
    elements<8>(Offsets, From, N);
  };
  tellSize(Size);
  R.Elements.Size = uint64_t(R.Length) * Word;
  if (R.Elements.Size <= Options.MaxWhole) {
    Decode(0, R.Length);
    R.Elements.Bytes = Elements;
    return V.visit(R);
  }
  V.visit(R);
  size_t Most = std::max<size_t>(Options.MaxWhole / Word, 1);
  for (uint64_t Done = 0; Done != R.Length;) {
    size_t N = size_t(std::min<uint64_t>(Most, R.Length - Done));
    Decode(Done, N);
    V.payload(R.Kind, Elements);
    Done += N;
  }
}

/// Reads \p Size bytes of offsets, the last of which is needed first. Returns
/// false if they are incomplete or too many.
bool Reader::holdOffsets(uint64_t Size, unsigned Width) {
  if (Size > Options.MaxHeld) {
    if (In.skip(Size) != Size) {
      In.number(1); // Reading past the end sets isCut().
      return false;
    }
    Failure.emplace(format_errc::bad_length, Start,
                    "array " + hex(Address) + " has " + Twine(Size / Width) +
                        " references in " + Twine(Size) + " bytes; more than " +
                        Twine(Options.MaxHeld) +
                        " can be read only from a mapped file");
    return false;
  }
  Held.clear();
  while (Held.size() != Size) {
    ArrayRef<uint8_t> Some = In.some(Size - Held.size(), Width);
    if (Some.empty())
      return false;
    Held.append(Some.begin(), Some.end());
  }
  return true;
}

void Reader::objectArray(bool HasLength) {
  uint8_t Bits = uint8_t(In.number(1));
  ReferenceArray R;
  R.Offset = Start;
  go(In.signedNumber(1u << (Bits >> 6)));
  R.Object = Address;
  R.ElementClass = In.number(Word);
  readHash(Bits & FlagHash);
  R.Length = uint32_t(In.number(4));
  unsigned Width = 1u << (Bits >> 4 & 3);
  uint64_t Size = uint64_t(R.Length) * Width;
  if (In.isCut())
    return;
  // The length and the size follow the references.
  ArrayRef<uint8_t> Offsets;
  if (std::optional<ArrayRef<uint8_t>> Rest = In.rest()) {
    Offsets = Rest->take_front(size_t(std::min<uint64_t>(Size, Rest->size())));
    if (In.skip(Size) != Size) {
      In.number(1); // Reading past the end sets isCut().
      return;
    }
  } else {
    if (!holdOffsets(Size, Width))
      return;
    Offsets = Held;
  }
  uint64_t Length = HasLength ? In.number(4) : R.Length;
  std::optional<uint64_t> Bytes = readArraySize();
  if (In.isCut())
    return;
  if (Length < R.Length || Length > INT32_MAX) {
    odd(Oddity::ShortLength, format_errc::bad_length,
        "array " + hex(Address) + " of " + Twine(Length) + " elements has " +
            Twine(R.Length) +
            " references; using the number of references as its length");
    Length = R.Length;
  }
  R.ArrayLength = uint32_t(Length);
  sendElements(Offsets, Width, R, Bytes);
}
