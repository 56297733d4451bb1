//===- ClassicWriter.cpp - Writes IBM's classic heapdumps -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/ClassicWriter.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The two digits of each byte.
struct HexPairs {
  char Digits[256][2];
  constexpr HexPairs() : Digits() {
    for (unsigned I = 0; I != 256; ++I) {
      Digits[I][0] = "0123456789ABCDEF"[I >> 4];
      Digits[I][1] = "0123456789ABCDEF"[I & 15];
    }
  }
};
} // namespace

static constexpr HexPairs Pairs;
// Output is passed to the sink in pieces of about this size.
static constexpr size_t PieceSize = 32 << 10;

namespace {
struct OwnNames {
  DumpContext Names;
  DumpContext::Builder Build{Names};
};
} // namespace

class ClassicWriter::Impl {
public:
  Impl(Sink &Out, const ClassicWriterOptions &Options);

  void header(const FileHeader &H);
  /// Completes the last record; must precede all other output.
  void settle();
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk);
  void finishDump();

  template <class R> void record(const R &) {}
  void record(const ProducerVersion &R);
  void record(const ClassicHeader &R);
  void record(const ClassicTotals &R) { Totals = R; }
  void record(const ObjectSize &R) { Size = R; }
  void record(const IdentityHash &R) { Hash = R; }
  void record(const ArrayClass &R) { Class = R; }
  void record(const ReferenceObject &R);
  void record(const ReferenceArray &R);
  void record(const ReferenceClass &R);
  void record(const PrimitiveArrayDump &R) { primitiveArray(R); }
  void record(const PrimitiveArrayNoData &R) { primitiveArray(R); }

  /// Collects names. Null if the options contain names.
  std::unique_ptr<OwnNames> Collector;
  Sink &Out;
  std::unique_ptr<FormatError> Failure; ///< The first failure.

private:
  void begin();
  template <class R> void primitiveArray(const R &Rec);
  void head(uint64_t Offset, uint64_t Id, uint64_t Bytes, StringRef Keyword,
            StringRef Name);
  void endLine();
  void classBlock(uint64_t Id, StringRef ClassName);
  void reference(uint64_t Id);
  void elements(ArrayRef<uint8_t> Bytes);
  void element(uint64_t Id);
  void address(uint64_t Id);
  void number(uint64_t N);
  void text(StringRef S) { Line.append(S.begin(), S.end()); }
  void name(StringRef S);
  void trailer();

  StringRef string(uint64_t Id) const;
  /// The name of class \p Id; empty if unknown.
  StringRef nameOfClass(uint64_t Id) const;
  /// Returns the id of the first class with this name; 0 if there is none.
  uint64_t classNamed(StringRef Name);
  /// Returns the size of object \p Id from a preceding OBJECT SIZE.
  uint64_t sizeOr(uint64_t Id, uint64_t Otherwise) const {
    return Size && Size->Object == Id ? Size->Size : Otherwise;
  }

  const DumpContext &Names;
  const std::optional<ClassicForm> Wanted;
  std::optional<ClassicForm> Given; ///< The stream's form.
  const ClassicStyle *Style;
  SmallVector<char, 0> Line;
  unsigned IdSize = 8;       ///< Id size of the stream.
  unsigned AddressBytes = 8; ///< Id size of the output.
  bool HasHeader = false;    ///< Whether the file header was received.
  bool HasBegun = false;     ///< Whether the first line was written.
  uint64_t At = 0;           ///< Offset of the current record.

  // State of an array whose elements come in chunks.
  bool InArray = false;
  IdJoiner Elements;
  uint32_t NullsLeft = 0; ///< Number of nulls to write after the elements.

  std::optional<ObjectSize> Size;
  std::optional<IdentityHash> Hash;
  std::optional<ArrayClass> Class;
  std::optional<ClassicTotals> Totals;

  StringMap<uint64_t> ClassIds;
  size_t ClassesSeen = 0;

  uint64_t Classes = 0, Objects = 0, ObjectArrays = 0, DeepArrays = 0,
           PrimitiveArrays = 0;
  uint64_t Set = 0, Nulls = 0, SetBlocks = 0, NullBlocks = 0;
};

ClassicWriter::Impl::Impl(Sink &Out, const ClassicWriterOptions &Options)
    : Collector(Options.Names ? nullptr : std::make_unique<OwnNames>()),
      Out(Out), Names(Options.Names ? *Options.Names : Collector->Names),
      Wanted(Options.Form),
      Style(&classicStyle(Wanted.value_or(ClassicForm::OpenJ9))) {}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

StringRef ClassicWriter::Impl::string(uint64_t Id) const {
  return Id ? Names.string(Id).value_or(StringRef()) : StringRef();
}

StringRef ClassicWriter::Impl::nameOfClass(uint64_t Id) const {
  const ClassInfo *C = Id ? Names.findClass(Id) : nullptr;
  return C ? string(C->NameId) : StringRef();
}

uint64_t ClassicWriter::Impl::classNamed(StringRef Name) {
  // The context may grow, but it never loses a class.
  const std::deque<ClassInfo> &All = Names.classes();
  for (; ClassesSeen < All.size(); ++ClassesSeen)
    if (const ClassInfo &C = All[ClassesSeen]; C.Id && C.NameId)
      ClassIds.try_emplace(string(C.NameId), C.Id);
  return ClassIds.lookup(Name);
}

/// Writes \p S so that a reader can find its end.
void ClassicWriter::Impl::name(StringRef S) {
  bool IsPlain = !S.empty() && S.front() != ' ' && S.back() != ' ';
  for (char C : S)
    IsPlain &= uint8_t(C) >= 0x20;
  if (LLVM_LIKELY(IsPlain) &&
      (!Style->HasKeywords || LLVM_LIKELY(!S.contains(" 0x"))))
    return text(S);
  if (S.empty())
    return text("unknown");
  size_t Begin = Line.size();
  for (char C : S)
    Line.push_back(uint8_t(C) < 0x20 ? '?' : C);
  MutableArrayRef<char> Written = MutableArrayRef(Line).drop_front(Begin);
  if (Written.front() == ' ')
    Written.front() = '_';
  if (Written.back() == ' ')
    Written.back() = '_';
  if (!Style->HasKeywords)
    return;
  for (size_t I = 0; I + 2 < Written.size(); ++I)
    if (StringRef(&Written[I], 3) == " 0x")
      Written[I] = '_';
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

void ClassicWriter::Impl::address(uint64_t Id) {
  unsigned Bytes = AddressBytes;
  if (LLVM_UNLIKELY(Bytes == 4 && Id > UINT32_MAX) && !Failure)
    Failure = std::make_unique<FormatError>(
        format_errc::bad_value, At,
        "id 0x" + Twine::utohexstr(Id) + " does not fit in the dump's 32 bits");
  size_t Used = Line.size();
  Line.resize_for_overwrite(Used + 2 + size_t(2) * Bytes);
  char *Q = Line.data() + Used;
  *Q++ = '0';
  *Q++ = 'x';
  while (Bytes--) {
    memcpy(Q, Pairs.Digits[uint8_t(Id >> 8 * Bytes)], 2);
    Q += 2;
  }
}

void ClassicWriter::Impl::number(uint64_t N) {
  char Buffer[20], *Q = std::end(Buffer);
  do
    *--Q = char('0' + N % 10);
  while (N /= 10);
  Line.append(Q, std::end(Buffer));
}

void ClassicWriter::Impl::endLine() {
  Line.push_back('\n');
  if (Line.size() < PieceSize)
    return;
  Out.append(StringRef(Line.data(), Line.size()));
  Line.clear();
}

void ClassicWriter::Impl::reference(uint64_t Id) {
  ++(Id ? Set : Nulls);
  if (LLVM_UNLIKELY(!Id)) {
    if (!Style->HasNulls)
      return;
    if (Style->HasShortNulls)
      return text("0x0 ");
  }
  address(Id);
  Line.push_back(' ');
}

//===----------------------------------------------------------------------===//
// The frame of a dump
//===----------------------------------------------------------------------===//

void ClassicWriter::Impl::header(const FileHeader &H) {
  if (HasHeader)
    finishDump();
  HasHeader = true;
  HasBegun = false;
  Given.reset();
  Style = &classicStyle(Wanted.value_or(ClassicForm::OpenJ9));
  IdSize = H.IdSize;
  AddressBytes = H.IdSize > 4 ? 8 : 4;
}

void ClassicWriter::Impl::record(const ClassicHeader &R) {
  if (R.Form >= NumClassicForms)
    return;
  Given = ClassicForm(R.Form);
  if (!Wanted)
    Style = &classicStyle(*Given);
}

void ClassicWriter::Impl::record(const ProducerVersion &R) {
  if (HasBegun)
    return;
  HasBegun = true;
  text("// Version: ");
  for (char C : string(R.Text))
    Line.push_back(uint8_t(C) < 0x20 ? '?' : C);
  endLine();
}

/// Without a version, the VM's files begin with the end of its line.
void ClassicWriter::Impl::begin() {
  if (HasBegun)
    return;
  HasBegun = true;
  endLine();
}

void ClassicWriter::Impl::settle() {
  if (!InArray)
    return;
  InArray = false;
  // Nulls that the stream only counts are written last.
  for (; NullsLeft && !Out.hasFailed(); --NullsLeft)
    element(0);
  endLine();
}

void ClassicWriter::Impl::finishDump() {
  settle();
  begin();
  trailer();
  Size.reset();
  Hash.reset();
  Class.reset();
  Totals.reset();
  ClassIds.clear();
  ClassesSeen = 0;
  Classes = Objects = ObjectArrays = DeepArrays = PrimitiveArrays = 0;
  Set = Nulls = SetBlocks = NullBlocks = 0;
  Out.append(StringRef(Line.data(), Line.size()));
  Line.clear();
}

void ClassicWriter::Impl::trailer() {
  uint64_t Counts[4] = {Classes, Objects, ObjectArrays, PrimitiveArrays};
  unsigned Deep = Style->CountsByElement ? 2 : 3;
  uint64_t References = Set + SetBlocks;
  uint64_t Unset = Nulls + NullBlocks;
  if (Totals) {
    // The stream may contain more exact counts for its form, including omitted
    // nulls.
    bool IsSame = Given == std::optional(Style->Form);
    for (unsigned I : {2, 3})
      if (IsSame &&
          Totals->ObjectArrays == ObjectArrays + (I == 2 ? DeepArrays : 0) &&
          Totals->PrimitiveArrays ==
              PrimitiveArrays + (I == 3 ? DeepArrays : 0))
        Deep = I;
    uint64_t Told = Totals->References - Totals->Nulls;
    bool LeftOut = !Given || !classicStyle(*Given).HasNulls;
    if (LeftOut && !Style->HasNulls && Told == Set)
      Unset = std::max(Totals->Nulls, Nulls) + NullBlocks;
    if (IsSame && Style->HasClassBlocks && Told == Set &&
        Totals->Nulls == Nulls) {
      References = Set;
      Unset = Nulls;
    }
  }
  Counts[Deep] += DeepArrays;
  References += Unset;
  static constexpr StringLiteral Keys[4] = {"// Breakdown - Classes",
                                            ", Objects", ", ObjectArrays",
                                            ", PrimitiveArrays"};
  if (Style->HasGap)
    endLine();
  for (unsigned I = 0; I != 4; ++I) {
    text(Keys[I]);
    text(Style->Colon);
    number(Counts[I]);
  }
  endLine();
  text(Style->Total);
  number(Classes + Objects + ObjectArrays + DeepArrays + PrimitiveArrays);
  Line.push_back(',');
  number(References);
  Line.push_back('(');
  number(Unset);
  Line.push_back(')');
  endLine();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Writes the first line of a record and the beginning of its second line.
void ClassicWriter::Impl::head(uint64_t Offset, uint64_t Id, uint64_t Bytes,
                               StringRef Keyword, StringRef Name) {
  begin();
  At = Offset;
  address(Id);
  text(" [");
  number(Bytes);
  text("] ");
  text(Keyword);
  name(Name);
  if (Style->HasHashes && Hash && Hash->Object == Id) {
    text(" [hashcode = ");
    text(utohexstr(Hash->Hash, /*LowerCase=*/true));
    text("]");
  }
  endLine();
}

void ClassicWriter::Impl::classBlock(uint64_t Id, StringRef ClassName) {
  if (!Style->HasClassBlocks)
    return;
  if (!Id)
    Id = classNamed(ClassName);
  if (AddressBytes == 4 && Id > UINT32_MAX)
    Id = 0; // The id is from another dump of the stream.
  ++(Id ? SetBlocks : NullBlocks);
  address(Id);
  Line.push_back(' ');
}

void ClassicWriter::Impl::record(const ReferenceObject &R) {
  StringRef Name = string(R.ClassName);
  if (Name.empty())
    Name = nameOfClass(R.Class);
  uint64_t Bytes = sizeOr(R.Object, 0);
  if (!Bytes && R.Class)
    if (const ClassInfo *C = Names.findClass(R.Class))
      Bytes = C->InstanceSize;
  head(R.Offset, R.Object, Bytes, Style->HasKeywords ? "OBJ " : "", Name);
  ++Objects;
  Line.push_back('\t');
  classBlock(R.Class, Name);
  forEach(R.References, [&](const NamedReference &N) { reference(N.Object); });
  endLine();
}

void ClassicWriter::Impl::record(const ReferenceArray &R) {
  SmallString<128> Built;
  StringRef Name = string(R.ClassName);
  if (Name.empty()) {
    StringRef Element = nameOfClass(R.ElementClass);
    appendArrayName(Built, Element.empty() ? "unknown" : Element);
    Name = Built;
  }
  bool IsKnown = R.ArrayLength != UINT32_MAX;
  uint64_t Bytes =
      sizeOr(R.Object, classicArraySize(IsKnown ? R.ArrayLength : R.Length,
                                        BasicType::Object, IdSize, R.Object));
  ++(classicType(Name).IsDeepPrimitive ? DeepArrays : ObjectArrays);
  if (Style->HasKeywords)
    head(R.Offset, R.Object, Bytes, "OBJ ", Name);
  else
    head(R.Offset, R.Object, Bytes, "array of ", elementName(Name));
  Line.push_back('\t');
  classBlock(Class && Class->Object == R.Object ? Class->Class : 0, Name);
  Elements.begin(IdSize);
  NullsLeft = Style->TellsLengths && IsKnown && R.ArrayLength > R.Length
                  ? R.ArrayLength - R.Length
                  : 0;
  elements(R.Elements.Bytes);
  InArray = true;
  if (R.Elements.isWhole())
    settle();
}

void ClassicWriter::Impl::elements(ArrayRef<uint8_t> Bytes) {
  Elements.add(Bytes, [this](uint64_t Id) { element(Id); });
}

void ClassicWriter::Impl::element(uint64_t Id) {
  reference(Id);
  if (LLVM_LIKELY(Line.size() < PieceSize))
    return;
  Out.append(StringRef(Line.data(), Line.size()));
  Line.clear();
}

void ClassicWriter::Impl::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (InArray && Of == RecordKind::ReferenceArray)
    elements(Chunk);
}

void ClassicWriter::Impl::record(const ReferenceClass &R) {
  head(R.Offset, R.Class, sizeOr(R.Class, 0),
       Style->HasKeywords ? "CLS " : "class ", string(R.Name));
  ++Classes;
  Line.push_back('\t');
  bool ClassesFirst =
      Style->HasClassBlocks && Given != std::optional(Style->Form);
  if (!ClassesFirst) {
    forEach(R.References,
            [&](const NamedReference &N) { reference(N.Object); });
    return endLine();
  }
  for (bool WantsClass : {true, false})
    forEach(R.References, [&](const NamedReference &N) {
      bool IsClass = N.Object && Names.findClass(N.Object);
      if (IsClass == WantsClass)
        reference(N.Object);
    });
  endLine();
}

template <class R> void ClassicWriter::Impl::primitiveArray(const R &Rec) {
  const char Name[] = {'[', basicTypeDescriptor(Rec.ElementType)};
  uint64_t Bytes =
      sizeOr(Rec.Object,
             classicArraySize(Rec.Length, Rec.ElementType, IdSize, Rec.Object));
  ++PrimitiveArrays;
  if (!Style->HasKeywords) {
    SmallString<16> Word = classicWord(Rec.ElementType);
    Word += "[]";
    head(Rec.Offset, Rec.Object, Bytes, "", Word);
  } else {
    head(Rec.Offset, Rec.Object, Bytes, "OBJ ", StringRef(Name, 2));
  }
  if (!Style->HasEmptyLines)
    return;
  Line.push_back('\t');
  classBlock(Class && Class->Object == Rec.Object ? Class->Class : 0,
             StringRef(Name, 2));
  endLine();
}

//===----------------------------------------------------------------------===//
// The visitor
//===----------------------------------------------------------------------===//

ClassicWriter::ClassicWriter(Sink &Out, const ClassicWriterOptions &Options)
    : P(std::make_unique<Impl>(Out, Options)) {}
ClassicWriter::~ClassicWriter() = default;

void ClassicWriter::visit(const FileHeader &H) {
  P->settle();
  if (P->Collector)
    P->Collector->Build.visit(H);
  P->header(H);
}

void ClassicWriter::visit(const Opaque &R) { P->settle(); }

void ClassicWriter::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (P->Collector)
    P->Collector->Build.payload(Of, Chunk);
  P->payload(Of, Chunk);
}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  void ClassicWriter::visit(const NAME &R) {                                   \
    P->settle();                                                               \
    if (P->Collector)                                                          \
      P->Collector->Build.visit(R);                                            \
    P->record(R);                                                              \
  }
#include "hprof/Format/Records/Records.def"

bool ClassicWriter::wantsMore() const {
  return !P->Failure && !P->Out.hasFailed();
}

Error ClassicWriter::finish() {
  P->finishDump();
  if (P->Failure)
    return Error(std::move(P->Failure));
  return Error::success();
}
