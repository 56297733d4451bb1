//===- ClassicReader.cpp - Reads IBM's classic heapdumps ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/ClassicReader.h"
#include "ClassicReaderImpl.h"
#include "EbcdicSource.h"
#include "hprof/Format/Base/Identify.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::classic;
using namespace llvm;

// Enough for a record's line and everything before its type.
static constexpr size_t Lookahead = MaxLine + (64 << 10);
static constexpr size_t HeadSize = 256 << 10;
static constexpr size_t TrailerSize = 4 << 10;
// Larger payloads come in chunks of this size.
static constexpr size_t ChunkSize = 1 << 20;

void Reader::damage(format_errc Code, const Place &At, const Twine &What) {
  if (Options.OnDamage)
    Options.OnDamage({Code, At.Offset, (Twine(At.str()) + What).str()});
}

void Reader::closeJunk() {
  if (!Skipped.IsOpen)
    return;
  Skipped.IsOpen = false;
  uint64_t Lines = Skipped.LastLine - Skipped.FirstLine + 1;
  std::string Tail =
      Lines > 1 ? ("; skipped " + Twine(Lines) + " lines").str() : "";
  damage(format_errc::bad_text, Skipped.Start, Skipped.What + Tail);
}

/// Reports that the cursor is not at \p Expected, and skips the line.
void Reader::junk(const Twine &Expected) {
  finishRecord();
  if (!Skipped.IsOpen) {
    Skipped.IsOpen = true;
    Skipped.Start = C.place();
    Skipped.FirstLine = Skipped.Start.Line;
    Skipped.What =
        ("expected " + Expected + ", found '" + excerpt(C.rest(MaxLine)) + "'")
            .str();
  }
  Skipped.LastLine = C.place().Line;
  C.skipLine();
}

//===----------------------------------------------------------------------===//
// A dump
//===----------------------------------------------------------------------===//

void Reader::setForm(ClassicForm New) {
  Style = &classicStyle(New);
  ClassicHeader H;
  H.Offset = C.place().Offset;
  H.Form = uint8_t(New);
  V.visit(H);
}

void Reader::beginDump() {
  if (InDump)
    return;
  InDump = true;
  SawBreakdown = SawEof = false;
  Count = Counts();
  Types.clear();
  NumNames = 0;
  C.need(HeadSize);
  HeadFacts Facts =
      lookAtHead(C.rest(HeadSize), C.isWhole() && C.end(HeadSize) == C.End);
  IdSize = Facts.IdSize;
  References.begin(IdSize);
  FileHeader H;
  H.Offset = C.place().Offset;
  H.IdSize = IdSize;
  H.Carrier = Format::IbmClassic;
  V.visit(H);
  setForm(Facts.Form);
  IsStyleAGuess = Facts.IsGuess;
}

void Reader::endDump() {
  finishRecord();
  closeJunk();
  if (!InDump)
    return;
  InDump = false;
  if (SawBreakdown && SawEof)
    return;
  const char *Missing = SawEof         ? "'// Breakdown'"
                        : SawBreakdown ? "'// EOF:'"
                                       : "'// Breakdown' and '// EOF:'";
  damage(format_errc::missing_end, C.place(),
         "the dump ends without its trailer " + Twine(Missing));
}

Error Reader::run() {
  while (V.wantsMore()) {
    C.need(Lookahead);
    C.skipSpace();
    if (C.P != C.End)
      step();
    else if (C.isWhole())
      break;
  }
  if (!V.wantsMore())
    return Error::success();
  endDump();
  // A premature end of a container is damage.
  return handleErrors(
      In.takeError(), [&](std::unique_ptr<FormatError> FE) -> Error {
        if (FE->code() == format_errc::io)
          return Error(std::move(FE));
        if (Options.OnDamage)
          Options.OnDamage({FE->code(), FE->offset(), FE->what()});
        return Error::success();
      });
}

void Reader::step() {
  C.need(Lookahead);
  switch (*C.P) {
  case '0':
    return address();
  case '/':
    return comment();
  }
  junk("a record, references or a trailer");
}

//===----------------------------------------------------------------------===//
// Records and references
//===----------------------------------------------------------------------===//

/// Reads a record, or references up to the end of the available bytes.
void Reader::address() {
  Address A;
  const char *Begin;
  while (true) {
    Begin = C.P;
    if (!lexAddress(C.P, C.End, A))
      return junk("an address");
    if (LLVM_UNLIKELY(startsRecord(C.P, C.End)))
      break;
    if (LLVM_UNLIKELY(A.Overflows || !fits(A.Value))) {
      tooWide(C.place(Begin), StringRef(Begin, size_t(C.P - Begin)));
    } else if (LLVM_LIKELY(HasRecord)) {
      if (LLVM_UNLIKELY(!A.Value && A.Digits == 1 &&
                        Style->Form == ClassicForm::OpenJ9))
        setForm(ClassicForm::DtfjView);
      reference(A.Value, Begin);
    } else if (Skipped.IsOpen) {
      Skipped.LastLine = C.place().Line;
    } else {
      C.P = Begin;
      return junk("a record before its references");
    }
    C.skipSpace();
    if (size_t(C.End - C.P) < Lookahead || *C.P != '0')
      return;
  }
  if (!InDump || SawEof) {
    // The available bytes may move; parse this again.
    C.P = Begin;
    endDump();
    return beginDump();
  }
  RecordHead Found;
  const char *Q = C.P;
  if (!lexRecord(Q, C.end(Lookahead), Found)) {
    C.P = Begin;
    return junk("'0xADDRESS [size] type'");
  }
  finishRecord();
  if (!V.wantsMore())
    return;
  C.P = Begin;
  if ((Found.Word != RecordHead::Keyword::None) != Style->HasKeywords)
    return junk(Style->HasKeywords
                    ? "OBJ or CLS after the size"
                    : "a type without OBJ or CLS, as in other records");
  beginRecord(A, Found);
  C.moveTo(Q);
}

void Reader::tooWide(const Place &At, StringRef What) {
  damage(format_errc::bad_value, At,
         "the address " + What + " does not fit in the dump's " +
             Twine(8 * IdSize) + " bits");
}

const Reader::Type &Reader::typeFor(StringRef Name) {
  auto [It, IsNew] = Types.try_emplace(Name);
  if (!IsNew)
    return It->second;
  Type &T = It->second;
  T.Name = ++NumNames;
  T.What = classicType(Name);
  Utf8 R;
  R.Offset = C.place().Offset;
  R.Id = T.Name;
  R.Text = Payload(arrayRefFromStringRef(Name));
  V.visit(R);
  return T;
}

/// Begins the record at the cursor, from which \p A and \p Found were read.
void Reader::beginRecord(const Address &A, const RecordHead &Found) {
  closeJunk();
  Record = Item();
  Record.Start = C.place();
  Record.Id = A.Value;
  Record.Size = Found.Size;
  Record.HasSize = Found.HasSize;
  StringRef Name = Found.Type;
  SmallString<128> ArrayName;
  if (!Style->HasKeywords) {
    WordType W = lexWords(Name);
    Record.IsClass = W.IsClass;
    Record.Hash = W.Hash;
    if (W.IsArray)
      appendArrayName(ArrayName, Name);
    if (W.Primitive)
      (ArrayName += '[') += basicTypeDescriptor(*W.Primitive);
    if (!ArrayName.empty())
      Name = ArrayName;
  } else {
    Record.IsClass = Found.Word == RecordHead::Keyword::Cls;
  }
  if (A.Overflows || !fits(A.Value)) {
    tooWide(Record.Start, C.rest(MaxBlanks).split(' ').first);
    return;
  }
  if (!Found.HasSize)
    damage(format_errc::bad_value, Record.Start,
           "the size of this record does not fit in 64 bits");
  Record.Kind = &typeFor(Name);
  using Shape = ClassicType::Shape;
  const ClassicType &T = Record.Kind->What;
  Record.IsArray = !Record.IsClass && T.Kind == Shape::ReferenceArray;
  bool IsPrimitive = !Record.IsClass && T.Kind == Shape::PrimitiveArray;
  Record.MaxReferences = IsPrimitive      ? 0
                         : Record.IsArray ? Options.MaxArrayReferences
                                          : Options.MaxReferences;
  Record.WantsClass = Style->HasClassBlocks && !Record.IsClass;
  HasRecord = true;
  if (Record.IsClass)
    ++Count.Classes;
  else if (IsPrimitive)
    ++Count.PrimitiveArrays;
  else if (Record.IsArray)
    ++(T.IsDeepPrimitive ? Count.DeepArrays : Count.ObjectArrays);
  else
    ++Count.Objects;
}

void Reader::reference(uint64_t Id, const char *At) {
  if (Record.WantsClass) {
    Record.WantsClass = false;
    Record.ClassBlock = Id;
    ++(Id ? Count.SetBlocks : Count.NullBlocks);
    return;
  }
  ++(Id ? Count.Set : Count.Nulls);
  if (LLVM_UNLIKELY(Record.NumReferences == Record.MaxReferences)) {
    if (!Record.IsFull)
      damage(format_errc::bad_value, C.place(At),
             Record.MaxReferences
                 ? "more than " + Twine(Record.MaxReferences) +
                       " references in one object; skipped the rest"
                 : Twine("a primitive array cannot contain references"));
    Record.IsFull = true;
    return;
  }
  ++Record.NumReferences;
  if (!Record.IsArray) {
    References.add({/*Name=*/0, Id});
    return;
  }
  size_t Used = Elements.size();
  Elements.resize_for_overwrite(Used + IdSize);
  storeBE(Elements.data() + Used, Id, IdSize);
}

//===----------------------------------------------------------------------===//
// Sending
//===----------------------------------------------------------------------===//

void Reader::sendArray() {
  ReferenceArray R;
  R.Offset = Record.Start.Offset;
  R.Object = Record.Id;
  R.ClassName = Record.Kind->Name;
  R.Length = Record.NumReferences;
  R.ArrayLength = Style->TellsLengths ? R.Length : UINT32_MAX;
  if (Elements.size() <= ChunkSize) {
    R.Elements = Payload(Elements);
    V.visit(R);
    return;
  }
  R.Elements.Size = Elements.size();
  V.visit(R);
  ArrayRef<uint8_t> Rest = Elements;
  for (; !Rest.empty() && V.wantsMore();
       Rest = Rest.drop_front(std::min(Rest.size(), ChunkSize)))
    V.payload(R.Kind, Rest.take_front(ChunkSize));
}

/// Sends the records about an object, which precede its own record.
void Reader::sendFacts() {
  auto Send = [&](auto R) {
    R.Offset = Record.Start.Offset;
    R.Object = Record.Id;
    V.visit(R);
  };
  if (Record.HasSize) {
    ObjectSize S;
    S.Size = Record.Size;
    Send(S);
  }
  if (Record.Hash) {
    IdentityHash H;
    H.Hash = *Record.Hash;
    Send(H);
  }
  bool TellsClass = Record.Kind->What.Kind == ClassicType::Shape::Object;
  if (Record.ClassBlock && !Record.IsClass && !TellsClass) {
    ArrayClass A;
    A.Class = Record.ClassBlock;
    Send(A);
  }
}

void Reader::finishRecord() {
  if (!HasRecord)
    return;
  HasRecord = false;
  sendFacts();
  const ClassicType &What = Record.Kind->What;
  if (Record.IsClass) {
    ReferenceClass R;
    R.Offset = Record.Start.Offset;
    R.Class = Record.Id;
    R.Name = Record.Kind->Name;
    R.References = References.ref();
    V.visit(R);
  } else if (Record.IsArray) {
    sendArray();
  } else if (What.Kind == ClassicType::Shape::PrimitiveArray) {
    PrimitiveArrayNoData R;
    R.Offset = Record.Start.Offset;
    R.Object = Record.Id;
    R.ElementType = What.Element;
    R.Length = classicArrayLength(Record.Size, What.Element, IdSize, Record.Id);
    V.visit(R);
  } else {
    ReferenceObject R;
    R.Offset = Record.Start.Offset;
    R.Object = Record.Id;
    R.Class = Record.ClassBlock;
    R.ClassName = Record.Kind->Name;
    R.References = References.ref();
    V.visit(R);
  }
  References.clear();
  // Free the memory of a large array.
  if (Elements.size() > 16 * ChunkSize)
    SmallVector<uint8_t, 0> Gone(std::move(Elements));
  Elements.clear();
}

//===----------------------------------------------------------------------===//
// Header and trailer
//===----------------------------------------------------------------------===//

void Reader::comment() {
  StringRef Rest = C.rest(Lookahead);
  if (Rest.starts_with(VersionMark))
    return version();
  bool IsBreakdown = Rest.starts_with(BreakdownMark);
  if (IsBreakdown || Rest.starts_with(EofMark)) {
    if (!InDump || SawEof) {
      // The available bytes may move; parse this again.
      endDump();
      return beginDump();
    }
    return IsBreakdown ? breakdown() : eof();
  }
  junk("a record, references or a trailer");
}

void Reader::version() {
  endDump();
  beginDump();
  size_t Size = C.rest(MaxLine).find('\n');
  if (Size == StringRef::npos && C.end(MaxLine) != C.End)
    return junk("a shorter version");
  StringRef Text =
      C.rest(std::min(Size, MaxLine)).drop_front(VersionMark.size());
  C.P = Text.end();
  Text.consume_front(" ");
  ProducerVersion R;
  R.Text = typeFor(Text.rtrim('\r')).Name;
  V.visit(R);
}

void Reader::breakdown() {
  const char *Q = C.P;
  Breakdown Found;
  if (!lexBreakdown(Q, C.end(TrailerSize), Found))
    return junk("'// Breakdown - Classes: N, Objects: N, ObjectArrays: N, "
                "PrimitiveArrays: N'");
  finishRecord();
  closeJunk();
  if (Found.IsTight && Style->Form == ClassicForm::OpenJ9)
    setForm(ClassicForm::DtfjView);
  SawBreakdown = true;
  Declared = Found;
  // Some writers count arrays of arrays of primitives as object arrays, others
  // as primitive arrays.
  const uint64_t Deep = Count.DeepArrays;
  bool AsObject = Found.Counts[2] == Count.ObjectArrays + Deep;
  bool AsPrimitive = Found.Counts[3] == Count.PrimitiveArrays + Deep;
  if (AsObject == AsPrimitive)
    AsObject = Style->CountsByElement;
  const uint64_t Counts[4] = {Count.Classes, Count.Objects,
                              Count.ObjectArrays + (AsObject ? Deep : 0),
                              Count.PrimitiveArrays + (AsObject ? 0 : Deep)};
  std::string Wrong;
  for (unsigned I = 0; I != 4; ++I)
    if (Counts[I] != Found.Counts[I])
      Wrong += (Twine(Wrong.empty() ? "" : "; ") + "found " + Twine(Counts[I]) +
                " " + BreakdownKeys[I] + ", the trailer says " +
                Twine(Found.Counts[I]))
                   .str();
  if (!Wrong.empty())
    damage(format_errc::bad_value, C.place(), Wrong);
  C.moveTo(Q);
}

void Reader::eof() {
  const char *Q = C.P;
  EofTotals Found;
  if (!lexEof(Q, C.end(TrailerSize), Found))
    return junk("'// EOF:  Total 'Objects',Refs(null) : N,N(N)'");
  finishRecord();
  closeJunk();
  SawEof = true;
  checkTotals(Found);
  ClassicTotals T;
  T.Offset = C.place().Offset;
  if (SawBreakdown) {
    T.Classes = Declared.Counts[0];
    T.Objects = Declared.Counts[1];
    T.ObjectArrays = Declared.Counts[2];
    T.PrimitiveArrays = Declared.Counts[3];
  } else {
    T.Classes = Count.Classes;
    T.Objects = Count.Objects;
    T.ObjectArrays = Count.ObjectArrays;
    T.PrimitiveArrays = Count.PrimitiveArrays;
    (Style->CountsByElement ? T.ObjectArrays : T.PrimitiveArrays) +=
        Count.DeepArrays;
  }
  T.References = Found.References;
  T.Nulls = Found.Nulls;
  V.visit(T);
  C.moveTo(Q);
}

void Reader::checkTotals(const EofTotals &Found) {
  std::string Wrong;
  auto Tell = [&](uint64_t Is, const char *What, const Twine &Says) {
    Wrong += (Twine(Wrong.empty() ? "" : "; ") + "found " + Twine(Is) + " " +
              What + ", the trailer says " + Says)
                 .str();
  };
  uint64_t Records = Count.Classes + Count.Objects + Count.ObjectArrays +
                     Count.DeepArrays + Count.PrimitiveArrays;
  if (Records != Found.Objects)
    Tell(Records, "records", Twine(Found.Objects));
  if (Found.Nulls > Found.References) {
    Wrong += (Twine(Wrong.empty() ? "" : "; ") + "the trailer says " +
              Twine(Found.Nulls) + " nulls among " + Twine(Found.References) +
              " references")
                 .str();
  } else {
    // Class blocks may or may not count as references: no source specifies it.
    uint64_t Set = Found.References - Found.Nulls;
    if (Set != Count.Set && Set != Count.Set + Count.SetBlocks)
      Tell(Count.Set + Count.SetBlocks, "non-null references",
           Twine(Found.References) + " minus " + Twine(Found.Nulls));
    uint64_t Nulls = Count.Nulls + Count.NullBlocks;
    bool HasNulls = Style->HasNulls && (Nulls || !IsStyleAGuess);
    if (HasNulls && Found.Nulls != Count.Nulls && Found.Nulls != Nulls)
      Tell(Nulls, "null references", Twine(Found.Nulls));
  }
  if (!Wrong.empty())
    damage(format_errc::bad_value, C.place(), Wrong);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

// "// V" in IBM-1047.
static constexpr StringLiteral EbcdicMark = "\x61\x61\x40\xe5";

bool hprof::looksLikeClassic(StringRef Head) {
  if (Head.starts_with(EbcdicMark))
    return true;
  Head = Head.ltrim(" \t\r\n");
  if (Head.starts_with(VersionMark) || Head.starts_with(BreakdownMark))
    return true;
  Address A;
  RecordHead R;
  const char *P = Head.begin();
  return lexAddress(P, Head.end(), A) && lexRecord(P, Head.end(), R);
}

Error hprof::readClassic(Source &In, RecordVisitor &V,
                         const ClassicReaderOptions &Options) {
  StringRef Start = toStringRef(In.peek(HeadSize)).take_front(HeadSize);
  if (!looksLikeClassic(Start)) {
    if (Error E = In.takeError())
      return E;
    return make_error<FormatError>(
        format_errc::not_a_dump, In.offset(),
        "expected '// Version:' or '0xADDRESS [size] type', found " +
            describeContent(Start));
  }
  if (!Start.starts_with(EbcdicMark))
    return Reader(In, V, Options).run();
  EbcdicSource Decoded(In);
  return Reader(Decoded, V, Options).run();
}
