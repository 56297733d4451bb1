//===- TextWriterHeap.cpp - Writes heap dumps as the agent's text ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextWriterImpl.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Beginning and end of heap dumps
//===----------------------------------------------------------------------===//

void TextWriter::Impl::beginHeapDump(uint32_t RecordTime) {
  section();
  Lines << "HEAP DUMP BEGIN (";
  Lines.decimal(Totals.Instances) << " objects, ";
  Lines.decimal(Totals.Bytes) << " bytes)";
  date(RecordTime);
  Totals = HeapDumpTotals();
  InHeap = true;
}

void TextWriter::Impl::endHeapDump() {
  HasSize = HasTrace = false;
  Class = RootClass();
  if (!InHeap)
    return;
  InHeap = false;
  Lines << "HEAP DUMP END\n";
  if (!Later.empty()) {
    SmallVector<char, 0> Text = Later.take();
    Lines << StringRef(Text.data(), Text.size());
  }
}

void TextWriter::beginFrame(const Frame &F) {
  if (F.Tag == HeapDump::Tag || (F.Tag == HeapDumpSegment::Tag && !P->InHeap))
    P->beginHeapDump(F.Time);
}

void TextWriter::endFrame(const Frame &F, uint64_t) {
  if (F.Tag == HeapDump::Tag)
    P->endHeapDump();
}

void TextWriter::visit(const HeapDumpEnd &) { P->endHeapDump(); }

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

void TextWriter::Impl::root(uint64_t Object, StringRef Kind) {
  TextLines &Out = heapLine();
  Out << "ROOT ";
  Out.hex(Object) << " (kind=<" << Kind << '>';
}

void TextWriter::visit(const RootTrace &R) {
  P->Trace = R;
  P->HasTrace = true;
}

void TextWriter::visit(const RootJniGlobal &R) {
  bool IsTraced = P->HasTrace && P->Trace.Object == R.Object;
  P->HasTrace = false;
  P->root(R.Object, "JNI global ref");
  (P->Lines << ", id=").hex(R.GlobalRef);
  (P->Lines << ", trace=").decimal(IsTraced ? P->Trace.TraceSerial : 0);
  P->Lines << ")\n";
}

void TextWriter::visit(const RootJniLocal &R) {
  P->root(R.Object, "JNI local ref");
  (P->Lines << ", thread=").decimal(R.ThreadSerial);
  (P->Lines << ", frame=").signedDecimal(R.Frame) << ")\n";
}

void TextWriter::visit(const RootJavaFrame &R) {
  P->root(R.Object, "Java stack");
  (P->Lines << ", thread=").decimal(R.ThreadSerial);
  (P->Lines << ", frame=").signedDecimal(R.Frame) << ")\n";
}

void TextWriter::visit(const RootNativeStack &R) {
  P->root(R.Object, "native stack");
  (P->Lines << ", thread=").decimal(R.ThreadSerial) << ")\n";
}

void TextWriter::visit(const RootClass &R) { P->Class = R; }

void TextWriter::visit(const RootStickyClass &R) {
  std::optional<StringRef> Told;
  if (P->Class.Object == R.Object)
    Told = P->Names.string(P->Class.ClassName);
  P->Class = RootClass();
  P->root(R.Object, "system class");
  P->Lines << ", name=" << (Told ? javaSpelling(*Told) : P->className(R.Object))
           << ")\n";
}

void TextWriter::visit(const RootThreadBlock &R) {
  P->root(R.Object, "thread block");
  (P->Lines << ", thread=").decimal(R.ThreadSerial) << ")\n";
}

void TextWriter::visit(const RootMonitorUsed &R) {
  P->root(R.Object, "busy monitor");
  P->Lines << ")\n";
}

void TextWriter::visit(const RootThreadObject &R) {
  P->root(R.Object, "thread");
  (P->Lines << ", id=").decimal(R.ThreadSerial);
  (P->Lines << ", trace=").decimal(R.TraceSerial) << ")\n";
}

void TextWriter::visit(const RootUnknown &R) {
  P->root(R.Object, "unknown");
  P->Lines << ")\n";
}

//===----------------------------------------------------------------------===//
// Classes, objects and arrays
//===----------------------------------------------------------------------===//

StringRef TextWriter::Impl::classReference(uint64_t Class) {
  return ClassReferences.get(Class, [&] {
    return className(Class) + "@" + utohexstr(Class, /*LowerCase=*/true) +
           ")\n";
  });
}

void TextWriter::visit(const ClassDump &R) {
  TextLines &Out = P->heapLine();
  Out << "CLS ";
  Out.hex(R.Class) << " (name=" << P->className(R.Class) << ", trace=";
  Out.decimal(R.TraceSerial) << ")\n";
  auto Attribute = [&](StringRef Label, uint64_t Id) {
    if (Id)
      (Out << Label).hex(Id) << '\n';
  };
  Attribute("\tsuper\t\t", R.Super);
  Attribute("\tloader\t\t", R.Loader);
  Attribute("\tsigners\t\t", R.Signers);
  Attribute("\tdomain\t\t", R.Domain);
  forEach(R.Statics, [&](const StaticField &F) {
    if (!isReference(F.Value.Type) || !F.Value.Bits)
      return;
    Out << "\tstatic " << P->string(F.Name) << '\t';
    Out.hex(F.Value.Bits) << '\n';
  });
  forEach(R.Pool, [&](const PoolEntry &E) {
    if (!isReference(E.Value.Type) || !E.Value.Bits)
      return;
    Out << "\tconstant pool entry ";
    Out.decimal(E.Index) << '\t';
    Out.hex(E.Value.Bits) << '\n';
  });
}

void TextWriter::visit(const ObjectSize &R) {
  P->Size = R;
  P->HasSize = true;
}

/// The tabs between a field's name and its value.
static StringRef tabsAfter(StringRef Name) {
  return Name.size() < 8 ? "\t\t" : "\t";
}

void TextWriter::visit(const ReferenceObject &R) {
  TextLines &Out = P->heapLine();
  Out << "OBJ ";
  Out.hex(R.Object) << " (sz=";
  Out.decimal(P->sizeOf(R.Object, 0)) << ", trace=";
  Out.decimal(R.TraceSerial) << ", class=";
  std::optional<StringRef> Name;
  if (R.ClassName)
    Name = P->Names.string(R.ClassName);
  if (Name)
    (Out << javaSpelling(*Name) << '@').hex(R.Class) << ")\n";
  else
    Out << P->classReference(R.Class);
  uint64_t Index = 0;
  forEach(R.References, [&](const NamedReference &Ref) {
    if (Ref.Name) {
      Out << P->FieldLabels.get(Ref.Name, [&] {
        StringRef Field = P->string(Ref.Name);
        return ("\t" + Field + tabsAfter(Field)).str();
      });
    } else {
      Out << "\tref";
      Out.decimal(Index) << tabsAfter("");
    }
    Out.hex(Ref.Object) << '\n';
    ++Index;
  });
}

void TextWriter::visit(const PrimitiveArrayNoData &R) {
  TextLines &Out = P->heapLine();
  uint64_t Bytes = uint64_t(R.Length) * widthOf(R.ElementType, 1);
  Out << "ARR ";
  Out.hex(R.Object) << " (sz=";
  Out.decimal(P->sizeOf(R.Object, Bytes)) << ", trace=";
  Out.decimal(R.TraceSerial) << ", nelems=";
  Out.decimal(R.Length) << ", elem type=";
  if (isKnown(R.ElementType))
    Out << basicTypeName(R.ElementType) << "[])\n";
  else
    Out << "Unknown_class)\n";
}

void TextWriter::visit(const ObjectArrayDump &R) {
  TextLines &Out = P->heapLine();
  Out << "ARR ";
  Out.hex(R.Object) << " (sz=";
  Out.decimal(P->sizeOf(R.Object, 0)) << ", trace=";
  Out.decimal(R.TraceSerial) << ", nelems=";
  Out.decimal(R.Length) << ", elem type=" << P->classReference(R.Class);
  P->Index = 0;
  P->Ids.begin(P->Header.IdSize);
  P->elements(R.Elements.Bytes);
}

void TextWriter::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Of == RecordKind::ObjectArrayDump)
    P->elements(Chunk);
}

void TextWriter::Impl::element(uint64_t Id) {
  if (Id) {
    (Lines << "\t[").decimal(Index) << "]\t\t";
    Lines.hex(Id) << '\n';
  }
  ++Index;
}
