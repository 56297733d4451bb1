//===- PhdReader.cpp - Reads portable heap dumps --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhdReaderImpl.h"
#include "hprof/Format/Base/Identify.h"

using namespace hprof;
using namespace hprof::phd;
using namespace llvm;

/// The first bytes of a file after a conversion from EBCDIC to ASCII, which
/// corrupts the file.
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
    return Fault(format_errc::not_a_dump, At,
                 "a portable heap dump destroyed by a transfer in text mode "
                 "(FTP ASCII mode): transfer it again in binary mode");
  if (!looksLikePhd(Head)) {
    if (Error E = In.takeError())
      return E;
    return Fault(format_errc::not_a_dump, At,
                 "expected \"portable heap dump\" after its length, found " +
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
                 "expected tag 1 at the start of the header, found " +
                     Twine(StartTag));
  if (Flags & Is64Bit)
    Word = 8;
  else
    AddressMask = UINT32_MAX;
  Shift = unitShift(Version, Flags);
  ArraysHaveSizes = Version == 6;

  FileHeader H;
  H.Carrier = Format::Phd;
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
                 "expected tag 2 at the start of the dump, found " +
                     Twine(BodyTag));
  return Error::success();
}

/// Reads a header tag and its data; returns false if it is unknown.
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
// The walk
//===----------------------------------------------------------------------===//

/// Reads a record; returns false at the end of the dump, or if nothing more can
/// be read.
bool Reader::readRecord() {
  // This exceeds the size of the fixed part and seven references.
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
           "unknown record tag " + hex(Tag) + "; the rest cannot be read");
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
      "short objects with an empty class cache entry",
      "arrays with more elements than Java allows",
      "arrays with fewer elements than references",
      "objects with too many references", "arrays whose length was replaced"};
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
           "the input ends without an end-of-dump tag");
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
