//===- HprofReader.cpp - Reads HPROF binary -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace hprof;
using namespace llvm;

RecordVisitor::~RecordVisitor() = default;
Error RecordVisitor::finish() { return Error::success(); }

static constexpr StringLiteral Magic = "JAVA PROFILE ";
/// Number of bytes that heuristics look ahead.
static constexpr size_t Lookahead = 1 << 16;

static std::string hex(uint64_t V) {
  return "0x" + utohexstr(V, /*LowerCase=*/true);
}

Expected<HprofReader> HprofReader::create(Source &In, ReaderOptions Options) {
  HprofReader Reader(In, std::move(Options));
  if (Error E = Reader.readHeader())
    return E;
  return Reader;
}

void HprofReader::damage(format_errc Code, uint64_t Offset, const Twine &What) {
  if (Options.OnDamage)
    Options.OnDamage({Code, Offset, What.str()});
}

HprofReader::Found HprofReader::next(Frame &F) {
  ArrayRef<uint8_t> W = In->peek(9);
  if (W.empty())
    return Found::End;
  uint64_t At = In->offset();
  if (W[0] == uint8_t(Magic[0]) &&
      toStringRef(In->peek(Magic.size())).starts_with(Magic)) {
    Error E = readHeader();
    if (!E) {
      endSegments(At);
      return Found::Header;
    }
    consumeError(std::move(E));
  }
  if (const uint64_t Size = takeOrigin()) {
    Header.Offset = At;
    Header.Bytes = Size;
    Header.IsJoined = true;
    endSegments(At);
    return Found::Header;
  }
  W = In->peek(9); // The other peeks invalidated the first view.
  if (W.size() < 9) {
    damage(format_errc::truncated, At,
           "the input ends inside a record's header, after " + Twine(W.size()) +
               " of 9 bytes");
    Cut = true;
    F.Length = UINT64_MAX;
    return Found::Gap;
  }
  F.Offset = At;
  F.BodyOffset = At + 9;
  F.Tag = W[0];
  F.Time = support::endian::read32be(&W[1]);
  F.DeclaredLength = support::endian::read32be(&W[5]);
  F.Length = gapLength(F.Tag, F.DeclaredLength);
  if (F.Length) {
    std::string What = "expected a record, found tag " + hex(F.Tag) +
                       " with length " + std::to_string(F.DeclaredLength);
    if (F.Length == UINT64_MAX) {
      damage(format_errc::unknown_tag, At,
             Twine(What) + "; the rest of the input is skipped");
      Cut = true;
    } else {
      damage(format_errc::unknown_tag, At,
             Twine(What) + "; skipped " + counted(F.Length, "byte") +
                 ", resynchronized");
    }
    return Found::Gap;
  }
  In->consume(9);
  resolveLength(F);
  if (F.Tag == HeapDumpSegment::Tag)
    InSegments = true;
  else if (F.Tag == HeapDumpEnd::Tag)
    InSegments = false;
  return Found::Frame;
}

void HprofReader::skipBody(const Frame &F) {
  if (F.Length == UINT64_MAX) {
    // Damage in the body is reported when it is visited.
    DamageHandler Tell = std::exchange(Options.OnDamage, nullptr);
    HeapVisitor Nobody;
    readBody(F, Nobody);
    Options.OnDamage = std::move(Tell);
    return;
  }
  uint64_t Done = In->skip(F.Length);
  if (Done < F.Length && F.Length != UINT64_MAX)
    endsInside(F, Done);
}

void HprofReader::readSegment(ArrayRef<uint8_t> All, const FileHeader &Under,
                              const Frame &F, const ReaderOptions &Own,
                              function_ref<void(HprofReader &)> Read) {
  std::unique_ptr<Source> Bytes = Source::fromMemory(All, "");
  Bytes->consume(size_t(F.BodyOffset));
  HprofReader Worker(*Bytes, Own);
  Worker.Header = Under;
  Worker.EndsWereTold = true;
  Read(Worker);
}

void HprofReader::readRange(ArrayRef<uint8_t> All, const FileHeader &Under,
                            uint64_t Begin, uint64_t End, RecordVisitor &V) {
  std::unique_ptr<Source> Bytes = Source::fromMemory(All, "");
  Bytes->consume(size_t(Begin));
  HprofReader Reader(*Bytes, ReaderOptions());
  Reader.Header = Under;
  Frame F;
  while (Bytes->offset() < End && V.wantsMore()) {
    Found What = Reader.next(F);
    if (What == Found::Gap)
      Reader.readGap(F, V);
    else if (What == Found::Frame)
      Reader.readBody(F, V);
    else
      return;
  }
}

Error HprofReader::finish() {
  if (Error E = In->takeError()) {
    Error Rest = handleErrors(std::move(E),
                              [&](std::unique_ptr<FormatError> FE) -> Error {
                                if (FE->code() == format_errc::io)
                                  return Error(std::move(FE));
                                damage(FE->code(), FE->offset(), FE->what());
                                return Error::success();
                              });
    Cut = true;
    if (Rest)
      return Rest;
  }
  if (!Cut)
    endSegments(In->offset());
  return Error::success();
}

/// Reports segments without an end at the end of a file.
void HprofReader::endSegments(uint64_t Offset) {
  if (InSegments)
    damage(format_errc::missing_end, Offset,
           "the input ends without a HEAP DUMP END record");
  InSegments = false;
}

void HprofReader::endsInside(const Frame &F, uint64_t Length) {
  Cut = true;
  if (EndsWereTold)
    return;
  const char *Text = F.kind() == RecordKind::Opaque ? "unknown record"
                                                    : recordInfo(F.kind()).Text;
  damage(format_errc::truncated, F.BodyOffset + Length,
         "the input ends inside the " + Twine(Text) + " at " + hex(F.Offset) +
             ", after " + Twine(Length) + " of " + Twine(F.Length) + " bytes");
}

/// Reports that a body continued past the length in its header, after its end
/// was found.
void HprofReader::endsBeyond(const Frame &F, uint64_t Length,
                             bool InSubRecord) {
  const char *Text = recordInfo(F.kind()).Text;
  bool IsMultiple = uint32_t(Length - F.DeclaredLength) == 0;
  if (InSubRecord && F.DeclaredLength &&
      F.kind() == RecordKind::HeapDumpSegment) {
    // Only lengths of HEAP DUMPs lose their upper bits: the segment is
    // complete, and one of its bytes is wrong.
    Cut = true;
    damage(format_errc::bad_length, F.Offset,
           Twine(Text) + " declares " + Twine(F.DeclaredLength) +
               " bytes, but its sub-records run past the end of the input, "
               "after " +
               Twine(Length) + " bytes");
  } else if (InSubRecord) {
    Cut = true;
    damage(format_errc::truncated, F.BodyOffset + Length,
           "the input ends inside the " + Twine(Text) + " at " + hex(F.Offset) +
               ", after " + Twine(Length) + " bytes");
  } else if (F.DeclaredLength && !IsMultiple) {
    damage(format_errc::bad_length, F.Offset,
           Twine(Text) + " declares " + Twine(F.DeclaredLength) +
               " bytes, but its sub-records take " + Twine(Length));
  }
}

/// Reports why the record of \p F is malformed. Always returns false.
bool HprofReader::refuse(format_errc Code, const Frame &F, const char *Why) {
  damage(Code, F.Offset,
         Twine(recordInfo(F.kind()).Text) + " of " + Twine(F.Length) +
             " bytes " + Why);
  return false;
}

/// \p Left is the remaining size of the segment, UINT64_MAX if unknown.
void HprofReader::badSubRecord(const WalkResult &Step, uint64_t Left) {
  uint64_t At = In->offset();
  uint8_t Tag = In->peek(1).front();
  RecordKind Kind = subRecordKind(Tag);
  std::string Skipped = Left == UINT64_MAX
                            ? "the rest is skipped"
                            : ("the remaining " + Twine(Left) +
                               " bytes of the segment are skipped")
                                  .str();
  switch (Step.Stop) {
  case WalkStop::AtEnd:
    return;
  case WalkStop::BadTag:
    damage(format_errc::unknown_tag, At,
           "unknown sub-record tag " + hex(Tag) + "; " + Skipped);
    return;
  case WalkStop::BadRecord:
    damage(format_errc::bad_value, At,
           Twine(recordInfo(Kind).Text) +
               " contains a value of an unknown type; " + Skipped);
    return;
  case WalkStop::TooLarge:
    damage(format_errc::bad_length, At,
           Twine(recordInfo(Kind).Text) + " of at least " + Twine(Step.Need) +
               " bytes is larger than any such record; " + Skipped);
    return;
  case WalkStop::NeedMore:
  case WalkStop::LargePayload:
    damage(format_errc::bad_length, At,
           Twine(recordInfo(Kind).Text) + " of at least " + Twine(Step.Need) +
               " bytes runs past the end of its segment, which has " +
               Twine(Left) + " bytes left");
    return;
  }
}

static bool isHeap(RecordKind K) {
  return K == RecordKind::HeapDump || K == RecordKind::HeapDumpSegment;
}

/// Whether a top-level record of kind \p K can have \p Length bytes.
static bool fits(RecordKind K, uint64_t Length, unsigned IdSize) {
  if (isHeap(K))
    return true;
  switch (K) {
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  case RecordKind::NAME:                                                       \
    return FactsOf<NAME>.isFixedSize() ? Length == headSize<NAME>(IdSize)      \
                                       : Length >= headSize<NAME>(IdSize);
#include "hprof/Format/Records/Records.def"
  default:
    return false;
  }
}

/// Whether \p W, which is the complete rest of the input if \p IsAll, parses as
/// up to \p Depth top-level records. With \p Strict, each must have a length
/// that is valid for its kind.
static bool looksTopLevel(ArrayRef<uint8_t> W, bool IsAll, unsigned Depth,
                          unsigned IdSize, bool Strict) {
  for (unsigned Seen = 0; Seen != Depth; ++Seen) {
    if (W.empty() || toStringRef(W).starts_with(Magic))
      return true;
    RecordKind K = topLevelKind(W[0]);
    if (K == RecordKind::Opaque)
      return false;
    // Up to 8 trailing bytes may be anything.
    if (W.size() < 9)
      return Seen > 0 || !IsAll;
    uint64_t Length = support::endian::read32be(&W[5]);
    if (Strict && !fits(K, Length, IdSize))
      return false;
    W = W.drop_front(9);
    if (Length > W.size()) {
      if (!IsAll || Seen > 0)
        return true;
      // The last record of a truncated input.
      return isHeap(K) ? W.empty() || subRecordKind(W[0]) != RecordKind::Opaque
                       : Strict && Length <= Lookahead;
    }
    W = W.drop_front(size_t(Length));
  }
  return true;
}

/// Whether \p W begins with at least \p Enough consecutive whole top-level
/// records, the last of which may continue past the end.
static bool beginsChain(ArrayRef<uint8_t> W, unsigned Enough, unsigned IdSize) {
  for (unsigned Seen = 1; Seen != Enough; ++Seen) {
    if (W.size() < 9)
      return false;
    uint64_t Length = support::endian::read32be(&W[5]);
    if (Length > W.size() - 9 || !fits(topLevelKind(W[0]), Length, IdSize))
      return false;
    W = W.drop_front(9 + size_t(Length));
  }
  return !W.empty() && topLevelKind(W[0]) != RecordKind::Opaque;
}

/// Whether \p W begins with a complete top-level record, or with a heap dump.
static bool beginsWhole(ArrayRef<uint8_t> W, unsigned IdSize) {
  if (W.size() < 9)
    return false;
  RecordKind K = topLevelKind(W[0]);
  uint64_t Length = support::endian::read32be(&W[5]);
  return fits(K, Length, IdSize) && (isHeap(K) || Length <= W.size() - 9);
}

/// Whether a top-level record, or the end, is \p Distance bytes ahead.
bool HprofReader::recordFollows(uint64_t Distance) {
  ArrayRef<uint8_t> Rest;
  bool IsAll = true;
  if (std::optional<ArrayRef<uint8_t>> All = In->contents()) {
    Rest = All->drop_front(size_t(In->offset()));
  } else {
    size_t Want = size_t(Distance) + Lookahead;
    Rest = In->peek(Want);
    IsAll = Rest.size() < Want;
  }
  if (Distance > Rest.size())
    return false;
  Rest = Rest.drop_front(size_t(Distance));
  // Unusual lengths are accepted only if more records follow.
  return looksTopLevel(Rest, IsAll, 2, Header.IdSize, /*Strict=*/true) ||
         looksTopLevel(Rest, IsAll, 8, Header.IdSize, /*Strict=*/false);
}

/// Returns the number of bytes to skip at the current position, where \p Tag
/// and \p Length were read: 0 if they may belong to a record, UINT64_MAX if no
/// record follows.
uint64_t HprofReader::gapLength(uint8_t Tag, uint64_t Length) {
  constexpr unsigned Enough = 4;
  RecordKind Kind = topLevelKind(Tag);
  // Vendors may add records, but not with a zero tag, and only if readable data
  // follows them. Text may have any length, because it is not buffered.
  const bool IsLongText = Kind == RecordKind::Utf8 && Length > MaxRecord;
  if (Kind != RecordKind::Opaque && (isHeap(Kind) || Length <= MaxRecord))
    return 0;
  ArrayRef<uint8_t> W = In->peek(Lookahead);
  bool IsAll = W.size() < Lookahead;
  W = W.take_front(Lookahead);
  // Whether W contains the bytes after the record.
  bool InSight = Length + 9 < W.size();
  if (Kind == RecordKind::Opaque && Tag != 0 && !Length) {
    // A header without a body is weak evidence: a record must follow.
    if (beginsWhole(W.drop_front(9), Header.IdSize))
      return 0;
  } else if (Kind == RecordKind::Opaque && Tag != 0) {
    if (InSight ? looksTopLevel(W.drop_front(9 + size_t(Length)), IsAll, Enough,
                                Header.IdSize, /*Strict=*/false)
                : IsAll && Length + 9 == W.size())
      return 0;
  }
  for (size_t Gap = 1; Gap < W.size(); ++Gap)
    if (beginsChain(W.drop_front(Gap), Enough, Header.IdSize))
      return Gap;
  if (IsLongText && !IsAll)
    return 0;
  // This may be a long vendor record, which is known only after skipping it.
  if (Kind == RecordKind::Opaque && Tag != 0 && !InSight && !IsAll)
    return 0;
  return UINT64_MAX;
}

/// Whether \p W, which is the complete rest of the input if \p IsAll, begins
/// with a file header and a record.
static bool beginsFile(ArrayRef<uint8_t> W, bool IsAll) {
  constexpr size_t MaxVersion = 5, Fixed = 12;
  StringRef Text = toStringRef(W.take_front(Magic.size() + MaxVersion + 1));
  size_t Nul = Text.find('\0');
  if (!Text.starts_with(Magic) || Nul == StringRef::npos ||
      W.size() < Nul + 1 + Fixed + 9)
    return false;
  uint32_t IdSize = support::endian::read32be(&W[Nul + 1]);
  if (IdSize != 1 && IdSize != 2 && IdSize != 4 && IdSize != 8)
    return false;
  return looksTopLevel(W.drop_front(Nul + 1 + Fixed), IsAll, 2, IdSize,
                       /*Strict=*/true);
}

namespace {
/// Remembers the beginning of the last sub-record of a walk.
struct LastRecord {
  uint64_t Begin = 0;
  template <class R> void visit(const R &Rec) { Begin = Rec.Offset; }
};
} // namespace

namespace {
/// The part of a truncated body in which it can end: from the last sub-record
/// that a walk finds, which may include data after the body, to slightly past
/// the end of the walk. Anything inside earlier sub-records is their payload,
/// even if it looks like a dump.
struct UncertainEnd {
  uint64_t Begin, End;
  uint64_t Walked; ///< The end of that last sub-record.
};
} // namespace

static UncertainEnd uncertainEnd(ArrayRef<uint8_t> Body, unsigned IdSize) {
  LastRecord Last;
  const WalkResult Walk = walkSubRecords<0>(Body, 0, IdSize, UINT64_MAX, Last);
  const uint64_t End = Walk.Consumed;
  // The walk stopped in a sub-record, about which nothing is certain.
  const bool IsInside =
      Walk.Stop == WalkStop::NeedMore || Walk.Stop == WalkStop::LargePayload;
  return {Last.Begin,
          IsInside ? Body.size()
                   : std::min<uint64_t>(End + Lookahead, Body.size()),
          End};
}

/// Whether the records of the file at the beginning of \p W extend to its byte
/// \p N. Uses one of \p Steps for each record; returns false if none are left.
static bool reaches(ArrayRef<uint8_t> W, uint64_t N, uint64_t &Steps) {
  uint64_t At = toStringRef(W).find('\0') + 1 + 12;
  while (At < N && W.size() - 9 > At) {
    if (!Steps || topLevelKind(W[At]) == RecordKind::Opaque)
      return false;
    --Steps;
    At += 9 + uint64_t(support::endian::read32be(&W[At + 5]));
  }
  return true;
}

static constexpr StringLiteral FileBegin = "JAVA PROFILE 1.0";

/// Returns the position of the first FileBegin in \p Text, starting at \p At.
/// Each walk over a pipe searches all of it: memchr() is several times as fast
/// as find().
static size_t findFileBegin(StringRef Text, size_t At) {
  while (At < Text.size()) {
    const void *J =
        std::memchr(Text.data() + At, FileBegin.front(), Text.size() - At);
    if (!J)
      break;
    At = size_t(static_cast<const char *>(J) - Text.data());
    if (Text.substr(At).starts_with(FileBegin))
      return At;
    ++At;
  }
  return StringRef::npos;
}

/// Whether the body of \p F, whose length may be wrong, was truncated and
/// another file follows. If so, the body ends there, which is reported as
/// damage.
bool HprofReader::endsAtFile(Frame &F) {
  constexpr uint64_t MostMapped = 1 << 30, MostPiped = 8 << 20;
  const bool IsMapped = In->contents().has_value();
  uint64_t Most = IsMapped ? MostMapped : MostPiped;
  if (F.DeclaredLength)
    Most = std::min<uint64_t>(Most, F.DeclaredLength);
  if (!IsMapped && Most != F.DeclaredLength)
    return false;
  ArrayRef<uint8_t> W = In->peek(size_t(Most));
  StringRef Text = toStringRef(W.take_front(size_t(Most)));
  // In a pipe, the length is not known to be wrong, and most bodies contain no
  // other file.
  if (!IsMapped && findFileBegin(Text, 0) == StringRef::npos)
    return false;
  const UncertainEnd Range =
      uncertainEnd(arrayRefFromStringRef(Text), Header.IdSize);
  // An array can contain any number of dumps that almost reach its end. The
  // steps suffice for several walks over the smallest records.
  uint64_t Steps = Range.End - Range.Begin;
  // Do not search the rest of the input for each of many truncated bodies.
  Text = Text.take_front(size_t(Range.End) + FileBegin.size());
  for (size_t At = findFileBegin(Text, size_t(Range.Begin));
       At != StringRef::npos; At = findFileBegin(Text, At + 1)) {
    // Peek only as far as a pipe allows, so that files and pipes behave alike.
    W = In->peek(At + Lookahead + 1);
    Text = toStringRef(W.take_front(Text.size()));
    const ArrayRef<uint8_t> Next = W.drop_front(At);
    if (!beginsFile(Next.take_front(Lookahead),
                    /*IsAll=*/Next.size() <= Lookahead))
      continue;
    // A file that ends in an array is part of the array's value.
    if (At < Range.Walked &&
        !reaches(W.drop_front(At), Range.Walked - At, Steps))
      continue;
    // The length of a mapped file is known to be wrong.
    if (!IsMapped && recordFollows(Most))
      return false;
    F.Length = At;
    damage(format_errc::truncated, F.Offset,
           Twine(recordInfo(F.kind()).Text) + " declares " +
               Twine(F.DeclaredLength) +
               " bytes, but another file begins after " + Twine(At));
    return true;
  }
  return false;
}

void HprofReader::resolveLength(Frame &F) {
  F.Length = F.DeclaredLength;
  if (!F.isHeap())
    return;
  if (F.DeclaredLength == 0) {
    ArrayRef<uint8_t> W = In->peek(1);
    if (W.empty() || subRecordKind(W[0]) == RecordKind::Opaque ||
        recordFollows(0) || endsAtFile(F))
      return;
    F.Length = UINT64_MAX;
    damage(format_errc::bad_length, F.Offset,
           Twine(recordInfo(F.kind()).Text) +
               " has length 0, as if its writer was interrupted; reading to "
               "the end of the input");
    return;
  }
  std::optional<ArrayRef<uint8_t>> All = In->contents();
  if (!All) {
    endsAtFile(F);
    return;
  }
  constexpr uint64_t Wrap = uint64_t(1) << 32;
  uint64_t Rest = All->size() - In->offset();
  for (uint64_t L = F.DeclaredLength; L <= Rest; L += Wrap)
    if (recordFollows(L)) {
      F.Length = L;
      return;
    }
  if (!endsAtFile(F) && F.DeclaredLength <= Rest)
    F.Length = UINT64_MAX;
}

/// Whether a segment that ends \p Distance bytes ahead according to its header
/// actually continues there.
bool HprofReader::goesOnAt(uint64_t Distance) {
  if (!In->contents() && Distance > MaxRecord)
    return false; // Too far to look.
  ArrayRef<uint8_t> W = In->peek(size_t(Distance) + 1);
  if (W.size() <= Distance)
    return false;
  return !recordFollows(Distance);
}

/// Same as above, for a segment whose last sub-record ends at the length in its
/// header: the length is trusted, unless it may have lost its upper bits and
/// only sub-records are in sight.
bool HprofReader::goesOnHere() {
  ArrayRef<uint8_t> W = In->peek(1);
  if (W.empty() || subRecordKind(W[0]) == RecordKind::Opaque)
    return false; // Do not wait for data that a pipe has not delivered yet.
  W = In->peek(Lookahead);
  if (W.size() < Lookahead)
    return false;
  detail::NoVisitor Nobody;
  WalkResult Walk = walkSubRecords<0>(W.take_front(Lookahead), 0, Header.IdSize,
                                      UINT64_MAX, Nobody);
  return Walk.Stop != WalkStop::BadTag && Walk.Stop != WalkStop::BadRecord &&
         Walk.Stop != WalkStop::TooLarge && !recordFollows(0);
}

Error HprofReader::read(RecordVisitor &V) { return read<RecordVisitor>(V); }
