//===- PhdReader.cpp - Reads portable heap dumps --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/PhdReader.h"
#include "hprof/Format/Hprof/RecordCodec.h"
#include "hprof/Format/IBM/Phd.h"
#include "hprof/Format/Identify.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace hprof::phd;
using namespace llvm;

/// What is left of the first bytes when they were taken for EBCDIC and made
/// ASCII.
static constexpr uint8_t Mangled[] = {0x00, 0x12, 0xd7, 0x3f,
                                      0x94, 0xb1, 0x2f, 0xdf};

static bool isMangled(StringRef Head) {
  return Head.starts_with(toStringRef(ArrayRef(Mangled)));
}

bool hprof::looksLikePhd(StringRef Head) {
  return (Head.size() > 2 && Head[0] == 0 && uint8_t(Head[1]) == Magic.size() &&
          Head.drop_front(2).starts_with(Magic)) ||
         isMangled(Head);
}

namespace {
/// Numbers from a source. Reading past its end gives zeros and sets isCut().
class Numbers {
public:
  explicit Numbers(Source &In) : In(In) {}
  ~Numbers() { settle(); }

  uint64_t offset() const { return In.offset() + uint64_t(P - Begin); }
  bool isCut() const { return Cut; }

  /// Tries to have \p N bytes at hand, so that what follows is fast.
  bool prepare(size_t N) {
    if (LLVM_UNLIKELY(size_t(End - P) < N)) {
      settle();
      ArrayRef<uint8_t> Window = In.peek(N);
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
    return SignExtend64(number(Width), 8 * Width);
  }
  /// \p N bytes, valid until the next call; fewer at the end.
  ArrayRef<uint8_t> bytes(size_t N) {
    if (!prepare(N))
      Cut = true;
    ArrayRef<uint8_t> B(P, std::min(N, size_t(End - P)));
    P += B.size();
    return B;
  }
  /// Some of the next bytes, at most \p Most, at least \p Unit, in multiples
  /// of it.
  ArrayRef<uint8_t> some(uint64_t Most, unsigned Unit) {
    if (!prepare(Unit)) {
      Cut = true;
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
  /// What follows in a mapped input.
  std::optional<ArrayRef<uint8_t>> rest() const {
    if (!In.contents())
      return std::nullopt;
    return In.contents()->drop_front(offset());
  }
  Error takeError() {
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

/// Kinds of damage that can come with each record: the first is told where it
/// is, the others are counted.
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
  Error run();

private:
  Error readHeader();
  bool readHeaderTag(bool &IsLast);
  bool readRecord();
  bool finishRecord();
  Error finish();

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
  bool references(uint64_t Count, unsigned Width);
  void appendReferences(ArrayRef<uint8_t> Offsets, unsigned Width);
  uint32_t arrayLength(uint64_t Length);
  std::optional<uint64_t> readArraySize();
  void tellSize(std::optional<uint64_t> Size);
  void sendElements(ArrayRef<uint8_t> Offsets, unsigned Width,
                    ReferenceArray &R, std::optional<uint64_t> Size);
  template <unsigned Width>
  void elements(ArrayRef<uint8_t> Offsets, uint64_t From, size_t N);
  bool holdOffsets(uint64_t Size, unsigned Width);

  uint64_t intern(ArrayRef<uint8_t> Text);
  void damage(format_errc Code, uint64_t Offset, const Twine &What);
  void odd(Oddity O, format_errc Code, const Twine &What);
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

  /// Of the record at hand.
  uint64_t Start = 0, Address = 0;
  ClassCache Cache;
  SmallVector<uint8_t, 0> List, Held;
  StringMap<uint64_t> Strings;
  uint64_t OddCounts[NumOddities] = {};
  bool EndIsMissing = false;
  std::optional<FormatError> Failure;
};
} // namespace

static std::string hex(uint64_t N) {
  return "0x" + utohexstr(N, /*LowerCase=*/true);
}

void Reader::damage(format_errc Code, uint64_t Offset, const Twine &What) {
  if (Options.OnDamage)
    Options.OnDamage({Code, Offset, What.str()});
}

void Reader::odd(Oddity O, format_errc Code, const Twine &What) {
  if (!OddCounts[unsigned(O)]++)
    damage(Code, Start, What);
}

uint64_t Reader::intern(ArrayRef<uint8_t> Text) {
  auto [At, IsNew] = Strings.try_emplace(toStringRef(Text), Strings.size() + 1);
  if (IsNew) {
    Utf8 R;
    R.Offset = In.offset() - Text.size();
    R.Id = At->second;
    R.Text = Payload(Text);
    V.visit(R);
  }
  return At->second;
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

Error Reader::readHeader() {
  In.prepare(2 + Magic.size() + 9);
  uint64_t At = In.offset();
  auto Fault = [&](format_errc Code, uint64_t Offset, const Twine &What) {
    return make_error<FormatError>(Code, Offset, What);
  };
  StringRef Head = toStringRef(In.bytes(2 + Magic.size()));
  if (isMangled(Head))
    return Fault(
        format_errc::not_a_dump, At,
        "a portable heap dump that was transferred as text (FTP in "
        "ASCII mode), which destroyed it: transfer it again as binary");
  if (!looksLikePhd(Head)) {
    if (Error E = In.takeError())
      return E;
    return Fault(format_errc::not_a_dump, At,
                 "expected \"portable heap dump\" behind its length, found " +
                     describeContent(Head));
  }
  At = In.offset();
  Version = uint32_t(In.number(4));
  Flags = uint32_t(In.number(4));
  if (!In.isCut() && (Version < 4 || Version > 6))
    return Fault(format_errc::unsupported_version, At,
                 "version " + Twine(Version) + ", expected 4, 5 or 6");
  uint64_t StartTag = In.number(1);
  if (!In.isCut() && StartTag != StartOfHeader)
    return Fault(format_errc::bad_header, In.offset() - 1,
                 "expected the tag 1 at the start of the header, found " +
                     Twine(StartTag));
  if (Flags & Is64Bit)
    Word = 8;
  else
    AddressMask = UINT32_MAX;
  Shift = unitShift(Version, Flags);
  ArraysHaveSizes = Version == 6;

  FileHeader H;
  H.Carrier = 'P';
  H.IdSize = Word;
  V.visit(H);
  PhdHeader P;
  P.Offset = At;
  P.Version = Version;
  P.Flags = Flags;
  V.visit(P);
  for (bool IsLast = false; !IsLast && !In.isCut();)
    if (!readHeaderTag(IsLast))
      return Fault(format_errc::bad_header, Start,
                   "unknown tag in the header, expected 1 to 4");
  uint64_t BodyTag = In.number(1);
  if (In.isCut()) {
    if (Error E = In.takeError())
      return E;
    return Fault(format_errc::truncated, In.offset(),
                 "the input ends inside the file header");
  }
  if (BodyTag != StartOfDump)
    return Fault(format_errc::bad_header, In.offset() - 1,
                 "expected the tag 2 at the start of the dump, found " +
                     Twine(BodyTag));
  return Error::success();
}

/// Reads a tag of the header and what belongs to it; false when it is unknown.
bool Reader::readHeaderTag(bool &IsLast) {
  Start = In.offset();
  uint8_t Tag = uint8_t(In.number(1));
  if (In.isCut())
    return true;
  switch (Tag) {
  case EndOfHeader:
    IsLast = true;
    return true;
  case TotalsTag: {
    PhdTotals R;
    R.Offset = Start;
    R.Objects = uint32_t(In.number(4));
    R.References = uint32_t(In.number(4));
    if (!In.isCut())
      V.visit(R);
    return true;
  }
  case HashRandomsTag: {
    PhdHashRandoms R;
    R.Offset = Start;
    R.First = uint32_t(In.number(4));
    R.Second = uint32_t(In.number(4));
    if (!In.isCut())
      V.visit(R);
    return true;
  }
  case FullVersionTag: {
    ArrayRef<uint8_t> Text = In.bytes(size_t(In.number(2)));
    if (In.isCut())
      return true;
    LargeArraysAreInts = hasSmallLargeArrays(toStringRef(Text));
    ProducerVersion R;
    R.Offset = Start;
    R.Text = intern(Text);
    V.visit(R);
    return true;
  }
  }
  return false;
}

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

/// The bytes of an array, where the file tells them.
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

/// Appends what \p Offsets stand for to the list.
void Reader::appendReferences(ArrayRef<uint8_t> Offsets, unsigned Width) {
  size_t Count = Offsets.size() / Width;
  size_t At = List.size();
  List.resize_for_overwrite(At + Count * 2 * Word);
  uint8_t *Out = List.data() + At;
  for (const uint8_t *P = Offsets.begin(); P != Offsets.end(); P += Width) {
    uint64_t Id = resolve(SignExtend64(loadBE(P, Width), 8 * Width));
    if (Word == 8) {
      support::endian::write64be(Out, 0);
      support::endian::write64be(Out + 8, Id);
    } else {
      support::endian::write64be(Out, Id); // Its upper half is the name, 0.
    }
    Out += 2 * Word;
  }
}

/// Reads \p Count offsets into the list; false when there are too many, and
/// the list is empty.
bool Reader::references(uint64_t Count, unsigned Width) {
  List.clear();
  uint64_t Left = Count * Width;
  if (Count > PhdReaderOptions::MaxReferences) {
    odd(Oddity::ManyReferences, format_errc::bad_length,
        hex(Address) + " has " + Twine(Count) + " references, more than " +
            Twine(PhdReaderOptions::MaxReferences) +
            "; it is read without them");
    if (In.skip(Left) != Left)
      In.number(1); // Which is not there.
    return false;
  }
  while (Left) {
    ArrayRef<uint8_t> Offsets = In.some(Left, Width);
    if (Offsets.empty())
      return false;
    appendReferences(Offsets, Width);
    Left -= Offsets.size();
  }
  return true;
}

void Reader::object(uint64_t Class, uint64_t Count, unsigned Width) {
  ReferenceObject R;
  R.Offset = Start;
  R.Object = Address;
  R.Class = Class;
  if (!references(Count, Width))
    Count = 0;
  if (In.isCut())
    return;
  R.References.Count = uint32_t(Count);
  R.References.IdSize = uint8_t(Word);
  R.References.Bytes = List;
  V.visit(R);
}

void Reader::shortObject(uint8_t Tag) {
  uint64_t Class = Cache[Tag >> 5 & 3];
  if (!Class)
    odd(Oddity::EmptyCacheSlot, format_errc::bad_value,
        "a short object names its class by entry " + Twine(Tag >> 5 & 3) +
            " of the class cache, which is empty");
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
  // The hash comes before the name in the file, and behind it in the stream.
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
  uint64_t Count = In.number(4);
  if (!references(Count, 1u << (Bits >> 4 & 3)))
    Count = 0;
  if (In.isCut())
    return;
  if (HasHash) {
    IdentityHash H;
    H.Offset = Start;
    H.Object = Address;
    H.Hash = Hash;
    V.visit(H);
  }
  R.References.Count = uint32_t(Count);
  R.References.IdSize = uint8_t(Word);
  R.References.Bytes = List;
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
          " elements, more than Java allows; it is taken for empty");
  return 0;
}

void Reader::primitives(uint8_t Type, uint64_t Length) {
  PrimitiveArrayNoData R;
  R.Offset = Start;
  R.Object = Address;
  R.ElementType = ElementTypes[Type];
  R.Length = arrayLength(Length);
  std::optional<uint64_t> Size = readArraySize();
  if (In.isCut())
    return;
  tellSize(Size);
  V.visit(R);
}

void Reader::primitiveArray(uint8_t Tag) {
  unsigned Code = Tag & 3;
  unsigned Width = Code == 3 && LargeArraysAreInts ? 4 : 1u << Code;
  go(In.signedNumber(Width));
  uint64_t Length = In.number(Width);
  readHash(false);
  uint8_t Type = Tag >> 2 & 7;
  // jdmpview puts the size code where the length belongs. The headers of VMs
  // that tell the size have 8 to 24 bytes; then may come a hash and padding.
  if (ArraysHaveSizes && Length == Code && In.prepare(4)) {
    constexpr unsigned MinHeader = 8, MaxBesides = 40;
    uint64_t Size = In.number(4) * 4;
    unsigned Element = widthOf(ElementTypes[Type], Word);
    if (Size > Length * Element + MaxBesides) {
      odd(Oddity::LostLengths, format_errc::bad_value,
          "array " + hex(Address) + " of " + Twine(Size) +
              " bytes has its length replaced by " + Twine(Length) +
              ", as jdmpview does; it gets the most that its size can hold");
      Length = (Size - MinHeader) / Element;
    }
    PrimitiveArrayNoData R;
    R.Offset = Start;
    R.Object = Address;
    R.ElementType = ElementTypes[Type];
    R.Length = arrayLength(Length);
    tellSize(Size);
    return V.visit(R);
  }
  primitives(Type, Length);
}

void Reader::longPrimitiveArray() {
  uint8_t Bits = uint8_t(In.number(1));
  unsigned Width = Bits & FlagWords ? Word : 1;
  go(In.signedNumber(Width));
  uint64_t Length = In.number(Width);
  readHash(Bits & FlagHash);
  primitives(Bits >> 5, Length);
}

/// Decodes the \p N elements whose offsets end \p From offsets before the end.
template <unsigned Width>
void Reader::elements(ArrayRef<uint8_t> Offsets, uint64_t From, size_t N) {
  const uint8_t *P = Offsets.end() - From * Width;
  List.resize_for_overwrite(N * Word);
  uint8_t *Out = List.data();
  for (size_t I = 0; I != N; ++I) {
    P -= Width;
    uint64_t Id = resolve(SignExtend64(loadBE(P, Width), 8 * Width));
    if (Word == 8)
      support::endian::write64be(Out, Id);
    else
      support::endian::write32be(Out, uint32_t(Id));
    Out += Word;
  }
}

/// Sends an array whose offsets are at hand, last element first.
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
    R.Elements.Bytes = List;
    return V.visit(R);
  }
  V.visit(R);
  size_t Most = std::max<size_t>(Options.MaxWhole / Word, 1);
  for (uint64_t Done = 0; Done != R.Length;) {
    size_t N = size_t(std::min<uint64_t>(Most, R.Length - Done));
    Decode(Done, N);
    V.payload(List);
    Done += N;
  }
}

/// Reads \p Size bytes of offsets, of which the last one is needed first. False
/// when they are not all there or are too many.
bool Reader::holdOffsets(uint64_t Size, unsigned Width) {
  if (Size > Options.MaxHeld) {
    Failure.emplace(format_errc::bad_length, Start,
                    "array " + hex(Address) + " has " + Twine(Size / Width) +
                        " references in " + Twine(Size) +
                        " bytes; in a pipe or compressed file more than " +
                        Twine(Options.MaxHeld) +
                        " cannot be read: make it a plain file first");
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
  // The length and the size lie behind the references.
  ArrayRef<uint8_t> Offsets;
  if (std::optional<ArrayRef<uint8_t>> Rest = In.rest()) {
    Offsets = Rest->take_front(size_t(std::min<uint64_t>(Size, Rest->size())));
    if (In.skip(Size) != Size) {
      In.number(1); // Which is not there.
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
            Twine(R.Length) + " references; they are taken for all of it");
    Length = R.Length;
  }
  R.ArrayLength = uint32_t(Length);
  sendElements(Offsets, Width, R, Bytes);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// Reads a record; false at the end of the dump, or where nothing can be read
/// any more.
bool Reader::readRecord() {
  // More than the fixed part and seven references take.
  constexpr size_t Usual = 128;
  In.prepare(Usual);
  Start = In.offset();
  if (In.atEnd()) {
    EndIsMissing = true;
    return false;
  }
  uint8_t Tag = uint8_t(In.number(1));
  if (Tag & ShortObject) {
    shortObject(Tag);
    return finishRecord();
  }
  if (Tag & MediumObject) {
    mediumObject(Tag);
    return finishRecord();
  }
  if (Tag & PrimitiveArray) {
    primitiveArray(Tag);
    return finishRecord();
  }
  switch (Tag) {
  case EndOfDump:
    if (!In.atEnd()) {
      uint64_t At = In.offset();
      damage(format_errc::bad_length, At,
             Twine(In.skip(UINT64_MAX)) + " bytes follow the end of the dump");
    }
    return false;
  case LongObject:
    longObject();
    break;
  case OldObjectArray:
  case ObjectArray:
    objectArray(Tag == ObjectArray);
    break;
  case ClassRecord:
    classRecord();
    break;
  case LongPrimitiveArray:
    longPrimitiveArray();
    break;
  default:
    damage(format_errc::unknown_tag, Start,
           "unknown record tag " + hex(Tag) +
               "; nothing behind it can be read");
    return false;
  }
  return finishRecord();
}

bool Reader::finishRecord() {
  if (LLVM_UNLIKELY(In.isCut())) {
    damage(format_errc::truncated, In.offset(),
           "the input ends inside the record at " + hex(Start));
    return false;
  }
  return !Failure;
}

Error Reader::finish() {
  static constexpr StringLiteral Others[NumOddities] = {
      "short objects whose entry of the class cache is empty",
      "arrays of more elements than Java allows",
      "arrays with fewer elements than references",
      "objects with too many references", "arrays without their lengths"};
  for (unsigned O = 0; O != NumOddities; ++O)
    if (OddCounts[O] > 1)
      damage(format_errc::bad_value, In.offset(),
             Twine(OddCounts[O] - 1) + " more " + Others[O]);
  if (Failure)
    return make_error<FormatError>(*Failure);
  Error Rest = handleErrors(In.takeError(),
                            [&](std::unique_ptr<FormatError> FE) -> Error {
                              EndIsMissing = false;
                              if (FE->code() == format_errc::io)
                                return Error(std::move(FE));
                              damage(FE->code(), FE->offset(), FE->what());
                              return Error::success();
                            });
  if (EndIsMissing)
    damage(format_errc::missing_end, In.offset(),
           "the input ends without an end of dump");
  return Rest;
}

Error Reader::run() {
  if (Error E = readHeader())
    return E;
  while (V.wantsMore() && readRecord())
    ;
  return finish();
}

Error hprof::readPhd(Source &In, RecordVisitor &V,
                     const PhdReaderOptions &Options) {
  return Reader(In, V, Options).run();
}
