//===- TextHeap.cpp - Reads heap dumps in the agent's text ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextReaderImpl.h"
#include "hprof/Format/Base/ClassName.h"

using namespace hprof;
using namespace llvm;

void TextReader::heapDump(TextLine &L) {
  TextScan S(L);
  HeapDumpTotals Totals;
  S.lit("HEAP DUMP BEGIN (") && S.dec(Totals.Instances) &&
      S.lit(" objects, ") && S.dec(Totals.Bytes) && S.lit(" bytes) ");
  bool HasTotals = S.ok();
  uint64_t Offset = L.Offset;
  sectionTime(L, S);
  if (HasTotals)
    emit(Totals, Offset);
  Frame F;
  F.Offset = Offset;
  F.BodyOffset = In.offset();
  F.Tag = HeapDump::Tag;
  F.Length = UINT64_MAX;
  V.beginFrame(F);
  uint64_t End = F.BodyOffset;
  while (sectionLine(L, "HEAP DUMP END")) {
    heapLine(L);
    End = In.offset();
  }
  F.DeclaredLength = uint32_t(End - F.BodyOffset);
  V.endFrame(F, End - F.BodyOffset);
}

void TextReader::heapLine(TextLine &L) {
  Names.setOffset(L.Offset);
  switch (L.Text.front()) {
  case 'O':
    return object(L);
  case 'A':
    return array(L);
  case 'C':
    return classDump(L);
  case 'R':
    return root(L);
  }
  unexplained(L, "ROOT, CLS, OBJ, ARR or HEAP DUMP END");
}

void TextReader::tellSize(uint64_t Object, uint64_t Size, uint64_t Offset) {
  ObjectSize R;
  R.Object = Object;
  R.Size = Size;
  emit(R, Offset);
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

void TextReader::root(TextLine &L) {
  TextScan S(L);
  uint64_t Object = 0;
  StringRef Kind;
  S.lit("ROOT ") && S.hex(Object) && S.lit(" (kind=<");
  size_t KindAt = S.position();
  if (!S.upTo(">", Kind))
    return void(accept(L, S));
  auto Take = [&](auto R, auto Rest) {
    R.Object = Object;
    Rest(R) && S.lit(")") && S.end();
    if (accept(L, S))
      emit(R, L.Offset);
  };
  auto None = [](auto &) { return true; };
  auto Thread = [&](auto &R) {
    return S.lit(", thread=") && S.dec(R.ThreadSerial);
  };
  auto ThreadFrame = [&](auto &R) {
    if (!Thread(R) || !S.lit(", frame="))
      return false;
    uint32_t Frame = 0; // -1 means none.
    S.wrapped(Frame);
    R.Frame = int32_t(Frame);
    return S.ok();
  };
  if (Kind == "system class") {
    StringRef Name;
    S.lit(", name=") && S.upToEnd(")", Name);
    if (!accept(L, S))
      return;
    RootStickyClass R;
    RootClass Class;
    R.Object = Class.Object = Object;
    if (Class.ClassName = Names.string(Name); Class.ClassName)
      emit(Class, L.Offset);
    return emit(R, L.Offset);
  }
  if (Kind == "JNI global ref") {
    RootJniGlobal R;
    RootTrace Trace;
    R.Object = Trace.Object = Object;
    S.lit(", id=") && S.hex(R.GlobalRef) && S.lit(", trace=") &&
        S.dec(Trace.TraceSerial) && S.lit(")") && S.end();
    if (!accept(L, S))
      return;
    emit(Trace, L.Offset);
    return emit(R, L.Offset);
  }
  if (Kind == "Java stack")
    return Take(RootJavaFrame(), ThreadFrame);
  if (Kind == "JNI local ref")
    return Take(RootJniLocal(), ThreadFrame);
  if (Kind == "native stack")
    return Take(RootNativeStack(), Thread);
  if (Kind == "thread block")
    return Take(RootThreadBlock(), Thread);
  if (Kind == "busy monitor")
    return Take(RootMonitorUsed(), None);
  if (Kind == "unknown")
    return Take(RootUnknown(), None);
  if (Kind == "thread")
    return Take(RootThreadObject(), [&](RootThreadObject &R) {
      return S.lit(", id=") && S.dec(R.ThreadSerial) && S.lit(", trace=") &&
             S.dec(R.TraceSerial);
    });
  S.moveTo(KindAt);
  S.fail("a kind of root");
  accept(L, S);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Parses a line of an object: "\tnext\t\t50000001", with one or two tabs.
static void reference(const TextLine &L, TextScan &S, StringRef &Name,
                      uint64_t &Id) {
  // The id is after the last tab.
  StringRef Text = L.Text;
  size_t At = Text.size();
  while (At > 1 && Text[At - 1] != '\t')
    --At;
  size_t NameEnd = At;
  while (NameEnd > 1 && Text[NameEnd - 1] == '\t')
    --NameEnd;
  S.moveTo(1);
  if (NameEnd == 1) {
    S.fail("a name, a tab and an id");
    return;
  }
  Name = Text.slice(1, NameEnd);
  S.moveTo(At);
  S.hex(Id) && S.end();
}

void TextReader::object(TextLine &L) {
  TextScan S(L);
  ReferenceObject R;
  uint64_t Size = 0;
  StringRef Name;
  S.lit("OBJ ") && S.hex(R.Object) && S.lit(" (sz=") && S.dec(Size) &&
      S.lit(", trace=") && S.dec(R.TraceSerial) && S.lit(", class=") &&
      S.upTo("@", Name, /*Last=*/true) && S.hex(R.Class) && S.lit(")") &&
      S.end();
  if (!accept(L, S))
    return;
  if (R.Class)
    Names.nameClass(Name, R.Class);
  else
    R.ClassName = Names.string(Name);
  uint64_t Offset = L.Offset;
  References.clear();
  while (next(L)) {
    if (!L.Text.starts_with("\t")) {
      In.unread();
      break;
    }
    TextScan Field(L);
    NamedReference Ref;
    StringRef FieldName;
    reference(L, Field, FieldName, Ref.Object);
    if (!accept(L, Field) || Field.wasCut())
      continue;
    Names.setOffset(L.Offset);
    Ref.Name = Names.string(FieldName);
    References.add(Ref);
  }
  R.References = References.ref();
  tellSize(R.Object, Size, Offset);
  emit(R, Offset);
}

/// Parses "int[]", or "int" as in agents before JDK 5.
static std::optional<BasicType> primitiveElement(StringRef Name) {
  Name.consume_back("[]");
  return parsePrimitiveType(Name);
}

void TextReader::array(TextLine &L) {
  TextScan S(L);
  ObjectArrayDump R;
  uint64_t Size = 0;
  S.lit("ARR ") && S.hex(R.Object) && S.lit(" (sz=") && S.dec(Size) &&
      S.lit(", trace=") && S.dec(R.TraceSerial) && S.lit(", nelems=");
  size_t LengthAt = S.position();
  S.dec(R.Length) && S.lit(", elem type=");
  StringRef Name;
  if (S.ok() && !L.IsCut && !S.rest().contains('@')) {
    size_t TypeAt = S.position();
    S.upTo(")", Name, /*Last=*/true) && S.end();
    PrimitiveArrayNoData P;
    std::optional<BasicType> Type = primitiveElement(Name);
    if (Type)
      P.ElementType = *Type;
    else {
      S.moveTo(TypeAt);
      S.fail("a primitive type, or a class, '@' and its id");
    }
    if (!accept(L, S) || !Type)
      return;
    P.Object = R.Object;
    P.TraceSerial = R.TraceSerial;
    P.Length = R.Length;
    tellSize(P.Object, Size, L.Offset);
    return emit(P, L.Offset);
  }
  S.upTo("@", Name, /*Last=*/true) && S.hex(R.Class) && S.lit(")") && S.end();
  if (S.ok() && R.Length > Options.MaxArrayLength) {
    S.moveTo(LengthAt);
    S.fail("a shorter array");
  }
  if (!accept(L, S))
    return;
  if (R.Class)
    Names.nameClass(Name, R.Class);
  R.Offset = L.Offset;
  tellSize(R.Object, Size, L.Offset);
  elements(R);
}

/// Parses a line of an array: "\t[12]\t\t50000001".
static bool element(const TextLine &L, TextScan &S, uint64_t First,
                    uint64_t Length, uint64_t &Index, uint64_t &Id) {
  S.lit("\t[") && S.dec(Index) && S.lit("]\t");
  S.tryLit("\t");
  S.hex(Id) && S.end();
  if (!S.ok() || (Index >= First && Index < Length))
    return S.ok();
  S.moveTo(2);
  return S.fail(Index < Length ? "an index greater than on the previous line"
                               : "an index below nelems");
}

/// Sends \p R with its elements and added nulls, in chunks if there are many.
void TextReader::elements(ObjectArrayDump &R) {
  constexpr size_t ChunkBytes = 64 << 10;
  SmallVectorImpl<uint8_t> &Bytes = ElementBytes;
  Bytes.clear();
  bool IsSent = false;
  auto Flush = [&] {
    if (!IsSent) {
      R.Elements = Payload();
      R.Elements.Size = uint64_t(R.Length) * IdSize;
      V.visit(R);
      IsSent = true;
    }
    V.payload(R.Kind, Bytes);
    Bytes.clear();
  };
  auto AddNulls = [&](uint64_t Count) {
    while (Count && V.wantsMore()) {
      uint64_t Fitting =
          std::min<uint64_t>(Count, (ChunkBytes - Bytes.size()) / IdSize);
      Bytes.resize(Bytes.size() + size_t(Fitting) * IdSize);
      Count -= Fitting;
      if (Count)
        Flush();
    }
  };
  uint64_t Next = 0;
  TextLine L;
  while (next(L)) {
    if (!L.Text.starts_with("\t")) {
      In.unread();
      break;
    }
    TextScan S(L);
    uint64_t Index = 0, Id = 0;
    element(L, S, Next, R.Length, Index, Id);
    if (!accept(L, S))
      continue;
    AddNulls(Index - Next);
    if (Bytes.size() == ChunkBytes)
      Flush();
    size_t At = Bytes.size();
    Bytes.resize_for_overwrite(At + IdSize);
    support::endian::write64be(Bytes.data() + At, Id);
    Next = Index + 1;
  }
  AddNulls(R.Length - Next);
  if (IsSent)
    return V.payload(R.Kind, Bytes);
  R.Elements = Payload(Bytes);
  V.visit(R);
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

void TextReader::classDump(TextLine &L) {
  TextScan S(L);
  ClassDump R;
  StringRef Name;
  S.lit("CLS ") && S.hex(R.Class) && S.lit(" (name=") &&
      S.upTo(", trace=", Name, /*Last=*/true) && S.dec(R.TraceSerial) &&
      S.lit(")") && S.end();
  if (!accept(L, S))
    return;
  if (R.Class)
    Names.nameClass(Name, R.Class);
  uint64_t Offset = L.Offset;
  Pool.clear();
  Statics.clear();
  while (next(L)) {
    if (!L.Text.starts_with("\t")) {
      In.unread();
      break;
    }
    Names.setOffset(L.Offset);
    classLine(L, R);
  }
  R.Pool = Pool.ref();
  R.Statics = Statics.ref();
  R.Fields.IdSize = IdSize;
  emit(R, Offset);
}

void TextReader::classLine(const TextLine &L, ClassDump &R) {
  TextScan S(L);
  auto Id = [&](uint64_t &Out) {
    S.tryLit("\t"); // There may be a second tab.
    uint64_t V = 0;
    if (S.ok())
      S.hex(V) && S.end();
    if (!accept(L, S) || S.wasCut())
      return false;
    Out = V;
    return true;
  };
  Value Object;
  S.lit("\t");
  if (S.tryLit("static ")) {
    StringRef Name;
    if (!S.upTo("\t", Name) || Name.empty())
      S.fail("a name");
    if (!Id(Object.Bits))
      return;
    if (Statics.isFull())
      return tell(format_errc::bad_value, L.Offset,
                  textPlace(L.Number, 2) +
                      ": expected at most 65535 static fields");
    Statics.add({Names.string(Name), Object});
    return;
  }
  bool IsOld = S.tryLit("constant["); // From before JDK 5.
  if (IsOld || S.tryLit("constant pool entry ")) {
    PoolEntry Entry;
    S.dec(Entry.Index);
    S.lit(IsOld ? "]\t" : "\t");
    if (!Id(Object.Bits))
      return;
    if (Pool.isFull())
      return tell(format_errc::bad_value, L.Offset,
                  textPlace(L.Number, 2) +
                      ": expected at most 65535 constants");
    Entry.Value = Object;
    Pool.add(Entry);
    return;
  }
  uint64_t *Field = S.tryLit("super\t")     ? &R.Super
                    : S.tryLit("loader\t")  ? &R.Loader
                    : S.tryLit("signers\t") ? &R.Signers
                    : S.tryLit("domain\t")  ? &R.Domain
                                            : nullptr;
  uint64_t Ignored = 0;
  if (!Field)
    S.fail("super, loader, signers, domain, static or constant pool entry");
  Id(Field ? *Field : Ignored);
}
