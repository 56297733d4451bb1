//===- PhdWriter.cpp - Writes portable heap dumps -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/PhdWriter.h"
#include "hprof/Format/Base/UnfitId.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::phd;
using namespace llvm;

/// Returns the binary logarithm of the smallest size among 1, 2, 4 and 8 bytes
/// that holds a signed number.
static unsigned sizeCode(int64_t V) {
  return isInt<8>(V) ? 0 : isInt<16>(V) ? 1 : isInt<32>(V) ? 2 : 3;
}

static std::string hex(uint64_t N) {
  return "0x" + utohexstr(N, /*LowerCase=*/true);
}

/// The part of a record before or after its name and references.
struct PhdWriter::Fixed {
  uint8_t Bytes[48];
  unsigned Size = 0;

  void number(uint64_t V, unsigned Width) {
    storeBE(Bytes + Size, V, Width);
    Size += Width;
  }
  /*implicit*/ operator ArrayRef<uint8_t>() const { return {Bytes, Size}; }
};

class PhdWriter::Offsets {
public:
  size_t size() const { return Wide.empty() ? Narrow.size() : Wide.size(); }
  void clear() {
    // Free the memory of a large array.
    constexpr size_t Kept = 1 << 18;
    if (Narrow.capacity() > Kept)
      Narrow = {};
    Narrow.clear();
    Wide = {};
    Low = High = 0;
  }
  void push(int64_t Units) {
    Low = std::min(Low, Units);
    High = std::max(High, Units);
    if (LLVM_LIKELY(Wide.empty() && isInt<32>(Units)))
      return Narrow.push_back(int32_t(Units));
    if (Wide.empty()) {
      Wide.append(Narrow.begin(), Narrow.end());
      Narrow = {};
    }
    Wide.push_back(Units);
  }
  /// The VM chooses the size by the larger magnitude: -128 takes two bytes.
  unsigned code() const { return sizeCode(std::max(-Low, High)); }

  void write(Sink &Out, bool Backwards) const {
    if (Wide.empty())
      write(Out, ArrayRef(Narrow), Backwards);
    else
      write(Out, ArrayRef(Wide), Backwards);
  }

private:
  template <class T>
  void write(Sink &Out, ArrayRef<T> All, bool Backwards) const {
    unsigned Width = 1u << code();
    uint8_t Block[1024];
    while (!All.empty()) {
      size_t N = std::min(All.size(), sizeof(Block) / Width);
      ArrayRef<T> Some = Backwards ? All.take_back(N) : All.take_front(N);
      for (size_t I = 0; I != N; ++I)
        storeBE(Block + I * Width, uint64_t(Some[Backwards ? N - 1 - I : I]),
                Width);
      Out.append(ArrayRef(Block, N * Width));
      All = Backwards ? All.drop_back(N) : All.drop_front(N);
    }
  }

  SmallVector<int32_t, 0> Narrow;
  SmallVector<int64_t, 0> Wide; ///< Used once an offset exceeds 32 bits.
  int64_t Low = 0, High = 0;
};

/// Collects the strings of the stream.
struct PhdWriter::Collector {
  DumpContext Names;
  DumpContext::Builder Build{Names};
};

PhdWriter::PhdWriter(Sink &Out, const DumpContext *Names)
    : Out(Out), Names(Names), Refs(std::make_unique<Offsets>()) {
  if (Names)
    return;
  Own = std::make_unique<Collector>();
  this->Names = &Own->Names;
}
PhdWriter::~PhdWriter() = default;

void PhdWriter::fail(format_errc Code, const Twine &What) {
  if (!Failure)
    Failure.emplace(Code, Out.offset(), What);
}

void PhdWriter::failForId(const Twine &What) {
  HasUnfitId |= !Failure;
  fail(format_errc::bad_value, What);
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

void PhdWriter::visit(const FileHeader &H) {
  endArray();
  if (std::exchange(HasFile, true))
    return fail(format_errc::bad_header,
                "a portable heap dump can hold only one dump, found a second");
  IdSize = H.IdSize;
  if (HasPhdHeader)
    return;
  Word = IdSize == 8 ? 8 : 4;
  Flags = IsJ9 | (Word == 8 ? Is64Bit : 0);
}

void PhdWriter::visit(const PhdHeader &R) {
  endArray();
  if (HasBegun || HasPhdHeader)
    return fail(format_errc::bad_header,
                "PHD HEADER must come first, and only once");
  if (R.Version < 4 || R.Version > 6)
    return fail(format_errc::unsupported_version, "PHD HEADER: version " +
                                                      Twine(R.Version) +
                                                      ", expected 4, 5 or 6");
  HasPhdHeader = true;
  Version = R.Version;
  Flags = R.Flags;
  Word = Flags & Is64Bit ? 8 : 4;
  Shift = unitShift(Version, Flags);
}

void PhdWriter::visit(const ProducerVersion &R) {
  endArray();
  std::optional<StringRef> Text = string(R.Text);
  if (HasBegun || HasVersionTag)
    return fail(
        format_errc::bad_header,
        "PRODUCER VERSION must come before the first object, and only once");
  if (!Text || Text->size() > UINT16_MAX)
    return fail(format_errc::bad_value,
                "PRODUCER VERSION: " +
                    (Text ? "a string of " + Twine(Text->size()) +
                                " bytes, more than 65535"
                          : Twine("no string has the id ") + hex(R.Text)));
  HasVersionTag = true;
  LargeArraysAreInts = hasSmallLargeArrays(*Text);
  RecordEncoder To(HeaderTags, Word);
  To.number(FullVersionTag, 1);
  To.number(Text->size(), 2);
  HeaderTags.append(Text->bytes_begin(), Text->bytes_end());
}

void PhdWriter::visit(const PhdTotals &R) {
  addHeaderTag(TotalsTag, R.Objects, R.References);
}

void PhdWriter::visit(const PhdHashRandoms &R) {
  addHeaderTag(HashRandomsTag, R.First, R.Second);
}

void PhdWriter::addHeaderTag(uint8_t Tag, uint32_t First, uint32_t Second) {
  endArray();
  if (HasBegun)
    return fail(format_errc::bad_header,
                "a header record comes after the first object");
  RecordEncoder To(HeaderTags, Word);
  To.number(Tag, 1);
  To.number(First, 4);
  To.number(Second, 4);
}

void PhdWriter::begin() {
  if (std::exchange(HasBegun, true))
    return;
  SmallVector<uint8_t, 64> Head;
  RecordEncoder To(Head, Word);
  To.number(Magic.size(), 2);
  Head.append(Magic.bytes_begin(), Magic.bytes_end());
  To.number(Version, 4);
  To.number(Flags, 4);
  To.number(StartOfHeader, 1);
  Head.append(HeaderTags);
  if (!HasPhdHeader && !HasVersionTag) {
    // The VM writes its version even if it is empty.
    To.number(FullVersionTag, 1);
    To.number(0, 2);
  }
  To.number(EndOfHeader, 1);
  To.number(StartOfDump, 1);
  Out.append(Head);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void PhdWriter::visit(const Utf8 &R) {
  endArray();
  if (Own)
    Own->Build.visit(R);
}

void PhdWriter::endFrame(const Frame &F, uint64_t Length) {
  if (Own)
    Own->Build.endFrame(F, Length);
}

std::optional<StringRef> PhdWriter::string(uint64_t Id) {
  return Names->string(Id);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

bool PhdWriter::fitsWord(uint64_t Id, uint64_t Object) {
  if (Word == 8 || Id <= UINT32_MAX)
    return true;
  failForId(hex(Object) + ": the address " + hex(Id) +
            " does not fit in the dump's 4-byte words");
  return false;
}

/// Computes the distance from \p From to \p To in units.
bool PhdWriter::inUnits(uint64_t From, uint64_t To, int64_t &Units) {
  int64_t Bytes =
      Word == 8 ? int64_t(To - From) : int32_t(uint32_t(To) - uint32_t(From));
  Units = Bytes / (int64_t(1) << Shift);
  return !(Bytes & ((1 << Shift) - 1));
}

/// Begins the record of \p Object: sets \p Gap to the distance from the
/// previous one. Discards facts about other objects.
bool PhdWriter::beginRecord(uint64_t Object, int64_t &Gap) {
  endArray();
  begin();
  if (Failure || !fitsWord(Object, Object))
    return false;
  if (!inUnits(Last, Object, Gap)) {
    failForId("the address " + hex(Object) + " is not a multiple of " +
              Twine(1 << Shift) + ", as this dump requires");
    return false;
  }
  Current = Object;
  if (HasHash && HashObject != Object)
    HasHash = false;
  if (HasSize && SizeObject != Object)
    HasSize = false;
  Refs->clear();
  return true;
}

void PhdWriter::endRecord() {
  Last = Current;
  HasHash = HasSize = false;
}

/// Adds a reference of the current object, unless it is null.
bool PhdWriter::addReference(uint64_t Id) {
  int64_t Units;
  if (!Id)
    return true;
  if (!fitsWord(Id, Current))
    return false;
  if (!inUnits(Current, Id, Units)) {
    failForId(hex(Current) + ": the reference to " + hex(Id) +
              " is not a multiple of " + Twine(1 << Shift));
    return false;
  }
  Refs->push(Units);
  return true;
}

bool PhdWriter::addReferences(const ListRef<NamedReference> &L) {
  const uint8_t *P = L.Bytes.data();
  for (uint32_t I = 0; I != L.Count; ++I, P += size_t(2) * L.IdSize)
    if (!addReference(loadBE(P + L.IdSize, L.IdSize)))
      return false;
  return true;
}

/// Whether the class of the current object is given by address, as required.
bool PhdWriter::hasClass(uint64_t Class, uint64_t NameId) {
  if (!Class && NameId)
    fail(format_errc::bad_value,
         hex(Current) + ": its class is given only by name, '" +
             string(NameId).value_or("") + "', and not by address");
  return !Failure && fitsWord(Class, Current);
}

/// Whether the current record needs a flag, and 4 bytes, for its hash.
bool PhdWriter::hasLongHash() const {
  return HasHash && !hasShortHashes(Flags);
}

void PhdWriter::appendHash(Fixed &To) {
  if (!hasShortHashes(Flags)) {
    if (HasHash)
      To.number(Hash, 4);
    return;
  }
  uint32_t Wanted = HasHash ? Hash : 0;
  if (widenHash(Wanted) != Wanted)
    fail(format_errc::bad_value,
         hex(Current) + ": the hash " + hex(Wanted) +
             " is not two copies of 15 bits, as required with flags " +
             Twine(Flags));
  To.number(Wanted & 0x7fff, 2);
}

/// Appends the array's size, or \p Computed if the stream does not contain it.
void PhdWriter::appendArraySize(Fixed &To, uint64_t Computed) {
  if (Version < 6)
    return;
  uint64_t Bytes = HasSize ? Size : Computed;
  if (Bytes % 4 || Bytes / 4 > UINT32_MAX)
    fail(format_errc::bad_value,
         hex(Current) + ": the size " + Twine(Bytes) +
             (Bytes % 4 ? " is not a multiple of 4" : " is above 16 GiB"));
  To.number(Bytes / 4, 4);
}

void PhdWriter::visit(const IdentityHash &R) {
  endArray();
  HasHash = true;
  HashObject = R.Object;
  Hash = R.Hash;
}

void PhdWriter::visit(const ObjectSize &R) {
  endArray();
  HasSize = true;
  SizeObject = R.Object;
  Size = R.Size;
}

void PhdWriter::visit(const ReferenceObject &R) {
  int64_t Gap;
  if (!beginRecord(R.Object, Gap))
    return;
  if (!hasClass(R.Class, R.ClassName) || !addReferences(R.References))
    return;
  unsigned GapCode = sizeCode(Gap), Code = Refs->code();
  size_t Count = Refs->size();
  // An empty cache entry must not be found as class 0.
  int Cached = R.Class ? Cache.find(R.Class) : -1;
  bool IsNear = GapCode <= 1 && !hasLongHash();
  Fixed To;
  if (IsNear && Count <= 3 && Cached >= 0) {
    To.number(ShortObject | unsigned(Cached) << 5 | Count << 3 | GapCode << 2 |
                  Code,
              1);
    To.number(uint64_t(Gap), 1 << GapCode);
    appendHash(To);
  } else if (IsNear && Count <= 7) {
    To.number(MediumObject | Count << 3 | GapCode << 2 | Code, 1);
    To.number(uint64_t(Gap), 1 << GapCode);
    To.number(R.Class, Word);
    appendHash(To);
    Cache.add(R.Class);
  } else {
    To.number(LongObject, 1);
    To.number(FlagAlways | (hasLongHash() ? FlagHash : 0) | GapCode << 6 |
                  Code << 4,
              1);
    To.number(uint64_t(Gap), 1 << GapCode);
    To.number(R.Class, Word);
    appendHash(To);
    To.number(Count, 4);
    Cache.add(R.Class);
  }
  if (Failure)
    return;
  Out.append(To);
  Refs->write(Out, /*Backwards=*/false);
  endRecord();
}

void PhdWriter::visit(const ReferenceClass &R) {
  int64_t Gap;
  if (!beginRecord(R.Class, Gap))
    return;
  std::optional<StringRef> Name = string(R.Name);
  if (!Name || Name->size() > UINT16_MAX)
    return fail(format_errc::bad_value,
                "class " + hex(R.Class) +
                    (Name ? ": a name of " + Twine(Name->size()) +
                                " bytes, more than 65535"
                          : ": no string has the id " + Twine(hex(R.Name))));
  if (!fitsWord(R.Super, R.Class) || !addReferences(R.References))
    return;
  unsigned GapCode = sizeCode(Gap);
  Fixed To, Behind;
  To.number(ClassRecord, 1);
  To.number((hasLongHash() ? FlagClassHash : 0) | GapCode << 6 |
                Refs->code() << 4,
            1);
  To.number(uint64_t(Gap), 1 << GapCode);
  To.number(R.InstanceSize, 4);
  appendHash(To);
  To.number(R.Super, Word);
  To.number(Name->size(), 2);
  Behind.number(Refs->size(), 4);
  if (Failure)
    return;
  Out.append(To);
  Out.append(*Name);
  Out.append(Behind);
  Refs->write(Out, /*Backwards=*/false);
  endRecord();
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

void PhdWriter::primitives(uint64_t Object, BasicType Type, uint32_t Length) {
  int64_t Gap;
  if (!beginRecord(Object, Gap))
    return;
  const BasicType *Found = find(ElementTypes, Type);
  if (Found == std::end(ElementTypes) || Length > INT32_MAX)
    return fail(format_errc::bad_value,
                hex(Object) +
                    (Length > INT32_MAX
                         ? ": an array of " + Twine(Length) +
                               " elements, more than Java allows"
                         : Twine(": an array of a non-primitive type")));
  unsigned TypeBits = unsigned(Found - ElementTypes);
  unsigned Code = std::max(sizeCode(Gap), sizeCode(Length));
  Fixed To;
  if (hasLongHash() || (Code == 3 && LargeArraysAreInts)) {
    unsigned Width = Code ? Word : 1;
    To.number(LongPrimitiveArray, 1);
    To.number(TypeBits << 5 | (Code ? FlagWords : 0) |
                  (hasLongHash() ? FlagHash : 0),
              1);
    To.number(uint64_t(Gap), Width);
    To.number(Length, Width);
  } else {
    To.number(PrimitiveArray | TypeBits << 2 | Code, 1);
    To.number(uint64_t(Gap), 1 << Code);
    To.number(Length, 1 << Code);
  }
  appendHash(To);
  appendArraySize(To, arraySize(Word, widthOf(Type, Word), Length));
  if (Failure)
    return;
  Out.append(To);
  endRecord();
}

void PhdWriter::visit(const PrimitiveArrayNoData &R) {
  primitives(R.Object, R.ElementType, R.Length);
}

void PhdWriter::visit(const PrimitiveArrayDump &R) {
  primitives(R.Object, R.ElementType, R.Length);
}

void PhdWriter::visit(const ReferenceArray &R) {
  if (!beginRecord(R.Object, ArrayGap))
    return;
  Array = R;
  if (!hasClass(R.ElementClass, R.ClassName))
    return;
  InArray = true;
  Elements.begin(IdSize);
  ArrayLeft = R.Elements.Size;
  payload(R.Kind, R.Elements.Bytes);
}

void PhdWriter::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Own)
    Own->Build.payload(Of, Chunk);
  if (!InArray || Of != RecordKind::ReferenceArray)
    return;
  Chunk = Chunk.take_front(size_t(std::min<uint64_t>(Chunk.size(), ArrayLeft)));
  ArrayLeft -= Chunk.size();
  Elements.add(Chunk, [this](uint64_t Id) {
    if (!Failure)
      addReference(Id);
  });
  if (!ArrayLeft)
    endArray();
}

/// Writes the array after all of its elements have been received.
void PhdWriter::endArray() {
  if (!std::exchange(InArray, false) || Failure)
    return;
  // The length includes nulls, but the list of references does not.
  uint64_t Length =
      Array.ArrayLength == UINT32_MAX ? Array.Length : Array.ArrayLength;
  if (Length < Refs->size() || Length > INT32_MAX)
    return fail(format_errc::bad_length,
                "array " + hex(Current) + " of " + Twine(Length) +
                    " elements has " + Twine(Refs->size()) + " references");
  unsigned GapCode = sizeCode(ArrayGap);
  Fixed To, Behind;
  To.number(ObjectArray, 1);
  To.number(FlagAlways | (hasLongHash() ? FlagHash : 0) | GapCode << 6 |
                Refs->code() << 4,
            1);
  To.number(uint64_t(ArrayGap), 1 << GapCode);
  To.number(Array.ElementClass, Word);
  appendHash(To);
  To.number(Refs->size(), 4);
  Behind.number(Length, 4);
  appendArraySize(Behind, arraySize(Word, Word, Length));
  if (Failure)
    return;
  Out.append(To);
  Refs->write(Out, /*Backwards=*/true);
  Out.append(Behind);
  endRecord();
}

Error PhdWriter::finish() {
  endArray();
  if (!Failure)
    begin();
  if (Failure && HasUnfitId)
    return make_error<UnfitId>(Failure->code(), Failure->offset(),
                               Failure->what());
  if (Failure)
    return make_error<FormatError>(*Failure);
  Out.append(ArrayRef<uint8_t>(uint8_t(EndOfDump)));
  return Error::success();
}
