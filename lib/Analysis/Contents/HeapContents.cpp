//===- HeapContents.cpp - Contents of the objects of a graph --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Contents/ContentsHeap.h"
#include "hprof/Analysis/Contents/ContextRecords.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/LoaderNames.h"
#include "hprof/Analysis/Heap/VisitClasses.h"
#include "hprof/Analysis/Heap/VisitRecord.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
constexpr uint64_t NoOffset = UINT64_MAX;

/// Reads the object id from one record.
struct IdVisitor : HeapVisitor {
  std::optional<uint64_t> Id;

  template <class R> void visit(const R &Rec) {
    if constexpr (R::Group == RecordGroup::Object ||
                  R::Group == RecordGroup::Class)
      Id = subjectId(Rec);
  }
};

/// Stores the record of one object that is not a class.
struct ObjectTaker : HeapVisitor {
  std::optional<FoundObject> Found;

  using HeapVisitor::visit;
  void visit(const InstanceDump &R) { take(R, R.Class, R.Values.Bytes); }
  void visit(const ObjectArrayDump &R) { take(R, R.Class, R.Elements.Bytes); }
  void visit(const PrimitiveArrayDump &R) {
    take(R, 0, R.Elements.Bytes).ElementType = R.ElementType;
  }
  void visit(const PrimitiveArrayNoData &R) {
    take(R, 0, {}).ElementType = R.ElementType;
  }

private:
  template <class R>
  FoundObject &take(const R &Rec, uint64_t Class, ArrayRef<uint8_t> Bytes) {
    FoundObject &O = Found.emplace();
    O.Kind = R::Kind;
    O.Id = Rec.Object;
    O.Offset = Rec.Offset;
    O.Class = Class;
    O.TraceSerial = Rec.TraceSerial;
    O.Length = Rec.Length;
    O.Size = Bytes.size();
    O.Bytes = Bytes;
    return O;
  }
};
} // namespace

/// Calls \p F with the id and the offset of each object of \p B until \p F
/// returns false.
template <class Fn>
static void forEachObject(ArrayRef<uint8_t> All, const RecordBlock &B,
                          unsigned IdSize, Fn &&F) {
  uint64_t At = B.offset();
  for (unsigned Seen = 0; Seen != B.count();) {
    IdVisitor V;
    uint64_t Size = visitAt(All, At, IdSize, V);
    if (!Size || (V.Id && !F(*V.Id, At)))
      return;
    Seen += V.Id.has_value();
    At += Size;
  }
}

HeapContents::HeapContents(const HeapGraph &G)
    : G(G), Context(std::make_unique<DumpContext>()) {}

HeapContents::~HeapContents() = default;

Expected<std::unique_ptr<HeapContents>> HeapContents::open(HeapFile &File,
                                                           const HeapGraph &G) {
  std::unique_ptr<HeapContents> C(new HeapContents(G));
  if (Error E = C->readContext(File))
    return E;
  if (Error E = C->indexBlocks())
    return createFileError(File.name(), std::move(E));
  std::call_once(C->IsOpen, [] {});
  return C;
}

Expected<std::unique_ptr<HeapContents>>
HeapContents::open(ArrayRef<uint8_t> Records, const StackColumns::View &Stacks,
                   const HeapGraph &G,
                   std::function<Expected<HeapFile *>()> Open,
                   std::function<void(Error)> Fail) {
  std::unique_ptr<HeapContents> C(new HeapContents(G));
  C->Records = Records;
  C->Open = std::move(Open);
  C->Fail = std::move(Fail);
  DumpContext::Builder Build(*C->Context, Records);
  Build.use(Stacks);
  if (Error E = readContextRecords(Records, G.header().IdSize, Build,
                                   [&](uint64_t Id, uint64_t Offset) {
                                     if (Node N = G.find(Id); N != NoNode)
                                       C->ClassRecords.try_emplace(N, Offset);
                                   }))
    return E;
  C->addDump(Build);
  return C;
}

/// Opens the dump if it is not open yet.
void HeapContents::openDump() const {
  std::call_once(IsOpen, [this] {
    Expected<HeapFile *> Opened = Open();
    Error E = Opened ? Error::success() : Opened.takeError();
    if (!E) {
      File = *Opened;
      Bytes = File->source().contents().value_or(ArrayRef<uint8_t>());
      E = indexBlocks();
    }
    if (!E)
      return;
    Fail(std::move(E));
    Nothing = HeapFile::fromMemory({}, "");
    File = Nothing.get();
    Bytes = {};
  });
}

HeapFile &HeapContents::file() const {
  openDump();
  return *File;
}

/// Reads the classes, the threads, and everything outside the heap dumps.
Error HeapContents::readContext(HeapFile &From) {
  File = &From;
  Bytes = From.source().contents().value_or(ArrayRef<uint8_t>());
  DumpContext::Builder Build(*Context, Bytes);
  if (Error E = From.tellRecords(G.header(), Build))
    return createFileError(From.name(), std::move(E));
  visitClasses(Bytes, G.places().classDumps(), G.header().IdSize, Build);
  addDump(Build);
  return Error::success();
}

/// Adds the graph's facts about its dump, and the field layout of instances.
void HeapContents::addDump(RecordVisitor &Build) {
  for (const GraphRoot &R : G.roots())
    if (R.Kind == RecordKind::RootThreadObject) {
      RootThreadObject Rec;
      Rec.Object = G.id(R.Object);
      Rec.ThreadSerial = R.ThreadSerial;
      Rec.TraceSerial = R.TraceSerial;
      Build.visit(Rec);
    }
  for (auto [I, T] : enumerate(Context->threads()))
    if (Node N = G.find(T.Object); N != NoNode)
      ThreadByObject[N] = I;
  Shapes.reserve(G.classes().size());
  for (const GraphClass &C : G.classes()) {
    bool HasFields = C.IsDumped && !C.isArray();
    Shapes.push_back(HasFields ? Context->instances().find(C.Id) : nullptr);
  }
}

Error HeapContents::indexBlocks() const {
  const ArrayRef<RecordBlock> All = G.places().blocks();
  Blocks = BlockFinder(All);
  // Blocks that overlap many others are of little use.
  constexpr size_t Samples = 256, ManyPerSample = 24;
  size_t Candidates = 0, Step = All.size() / Samples + 1;
  for (size_t I = 0; I < All.size(); I += Step)
    Blocks.forEach(All[I].Lowest, [&](const RecordBlock &) {
      return ++Candidates <= Samples * ManyPerSample;
    });
  return Candidates > Samples * ManyPerSample ? listOffsets()
                                              : Error::success();
}

Error HeapContents::listOffsets() const {
  Expected<BigArray<uint64_t>> Made =
      BigArray<uint64_t>::make(G.size(), G.memory());
  if (!Made)
    return Made.takeError();
  Offsets = std::move(*Made);
  for (const RecordBlock &B : G.places().blocks())
    forEachObject(Bytes, B, G.header().IdSize, [&](uint64_t Id, uint64_t At) {
      Node N = G.find(Id);
      if (N != NoNode && (!Offsets[N] || At < Offsets[N]))
        Offsets[N] = At;
      return true;
    });
  return Error::success();
}

uint64_t HeapContents::locateIn(const RecordBlock &B, uint64_t Id) const {
  uint64_t Found = NoOffset;
  forEachObject(Bytes, B, G.header().IdSize, [&](uint64_t Here, uint64_t At) {
    if (Here == Id)
      Found = At;
    return Found == NoOffset;
  });
  return Found;
}

/// Returns the offset of the record. If ids repeat, the first record is used.
uint64_t HeapContents::locate(uint64_t Id) const {
  uint64_t Found = NoOffset;
  Blocks.forEach(Id, [&](const RecordBlock &B) {
    Found = std::min(Found, locateIn(B, Id));
    return Found == NoOffset || G.counts().Duplicates;
  });
  return Found;
}

uint64_t HeapContents::place(Node N) const {
  if (N >= G.size() || Bytes.empty())
    return NoOffset;
  return Offsets.empty() ? locate(G.id(N)) : Offsets[N];
}

std::pair<ArrayRef<uint8_t>, uint64_t> HeapContents::record(Node N) const {
  if (N < G.size() && G.asClass(N) != NoClass)
    if (auto It = ClassRecords.find(N); It != ClassRecords.end())
      return {Records, It->second};
  openDump();
  return {Bytes, place(N)};
}

std::optional<FoundObject> HeapContents::object(Node N) const {
  ObjectTaker V;
  auto [All, Offset] = record(N);
  visitAt(All, Offset, G.header().IdSize, V);
  return std::move(V.Found);
}

std::optional<uint64_t> HeapContents::offset(Node N) const {
  openDump();
  uint64_t Offset = place(N);
  return Offset == NoOffset ? std::nullopt : std::optional(Offset);
}

std::optional<JavaString> HeapContents::string(Node N) const {
  std::optional<FoundObject> O = object(N);
  if (!O || !file().hasValues())
    return std::nullopt;
  if (O->isArray())
    return stringArray(*Context, *O) ? javaString(*Context, *O, *O)
                                     : std::nullopt;
  std::optional<FoundObject> Array = object(find(stringArray(*Context, *O)));
  return Array ? javaString(*Context, *O, *Array) : std::nullopt;
}

std::optional<Value> HeapContents::field(const FoundObject &O,
                                         StringRef Name) const {
  return ObjectView(*Context, O).field(Name);
}

Node HeapContents::follow(Node N, StringRef Name) const {
  std::optional<FoundObject> O = object(N);
  std::optional<Value> V = O ? field(*O, Name) : std::nullopt;
  return V && isReference(V->Type) && V->Bits ? find(V->Bits) : NoNode;
}

const HeapCollections &HeapContents::collections() const {
  std::call_once(ArePlanned, [this] {
    Collections = std::make_unique<HeapCollections>(*this);
  });
  return *Collections;
}

std::string HeapContents::masked(std::string Text) const {
  // Rules take up to a second per MB, and only a few KB are shown.
  constexpr size_t MostSearched = 64 << 10;
  // The end of the searched part may be the beginning of a secret.
  constexpr size_t MostOfSecret = 16 << 10;
  if (!Mask)
    return Text;
  if (Text.size() <= MostSearched)
    return Mask(std::move(Text));
  Text = Mask(takeCharacters(Text, MostSearched).str());
  return takeCharacters(Text, Text.size() - std::min(Text.size(), MostOfSecret))
             .str() +
         "...";
}

std::pair<std::string, bool> HeapContents::start(std::string Text,
                                                 size_t Most) const {
  Text = masked(std::move(Text));
  return {takeCharacters(Text, Most).str(), Text.size() > Most};
}

std::optional<std::string> HeapContents::loaderName(Node N) const {
  if (std::optional<JavaString> S = string(follow(N, "name")))
    return masked(std::move(S->Text));
  if (N == NoNode || !isKnownByUrls(G.classOf(N).Name))
    return std::nullopt;
  const Node List = follow(follow(N, "ucp"), "path");
  const std::optional<FoundObject> Path = object(List);
  const std::optional<FoundObject> Array = object(follow(List, "elementData"));
  if (!Path || !Array || !Array->isArray())
    return std::nullopt;
  LoaderUrls Urls;
  if (std::optional<Value> Size = field(*Path, "size"))
    Urls.Count = uint32_t(Size->Bits);
  const ObjectView Elements(*Context, *Array);
  const Node First =
      Elements.numElements() ? find(Elements.element(0).Bits) : NoNode;
  for (auto [Field, Part] : {std::pair("protocol", &LoaderUrls::Protocol),
                             std::pair("authority", &LoaderUrls::Authority),
                             std::pair("file", &LoaderUrls::File)})
    if (std::optional<JavaString> S = string(follow(First, Field)))
      Urls.*Part = std::move(S->Text);
  std::string Text = Urls.text();
  return Text.empty() ? std::nullopt : std::optional(masked(std::move(Text)));
}

void HeapContents::listLocals() const {
  size_t Sum = 0;
  for (const GraphRoot &R : G.roots())
    if (R.Thread != NoNode) {
      ++LocalsByObject[R.Thread].Count;
      ++Sum;
    }
  LocalRoots.resize(Sum);
  Sum = 0;
  for (auto &[Thread, Range] : LocalsByObject) {
    Range.Begin = Sum;
    Sum += std::exchange(Range.Count, 0);
  }
  for (auto [I, R] : enumerate(G.roots()))
    if (R.Thread != NoNode) {
      LocalRange &Range = LocalsByObject.find(R.Thread)->second;
      LocalRoots[Range.Begin + Range.Count++] = I;
    }
}

ArrayRef<size_t> HeapContents::localsOf(Node N) const {
  if (N == NoNode)
    return {};
  std::call_once(AreLocalsListed, [this] { listLocals(); });
  auto It = LocalsByObject.find(N);
  if (It == LocalsByObject.end())
    return {};
  return ArrayRef(LocalRoots).slice(It->second.Begin, It->second.Count);
}

const ThreadInfo *HeapContents::threadOf(Node N) const {
  if (N == NoNode) // NoNode is a reserved key of DenseMap.
    return nullptr;
  auto It = ThreadByObject.find(N);
  return It == ThreadByObject.end() ? nullptr : &Context->threads()[It->second];
}

std::optional<std::string> HeapContents::threadName(Node N) const {
  const ThreadInfo *T = threadOf(N);
  if (!T)
    return std::nullopt;
  if (std::optional<JavaString> S = string(follow(N, "name")))
    return masked(std::move(S->Text));
  // START THREAD records contain the names, too.
  if (std::optional<StringRef> Name = Context->string(T->NameId))
    return masked(Name->str());
  return std::nullopt;
}

FrameList HeapContents::stack(const ThreadInfo &T) const {
  std::optional<TraceInfo> Trace = Context->findTrace(T.TraceSerial);
  return Trace ? Trace->Frames : FrameList();
}

std::string HeapContents::frameText(uint32_t Serial, int32_t Frame) const {
  const ThreadInfo *T = Context->findThread(Serial);
  std::optional<TraceInfo> Trace;
  if (T)
    Trace = Context->findTrace(T->TraceSerial);
  if (!Trace || Frame < 0 || size_t(Frame) >= Trace->Frames.size())
    return "";
  return Context->frameText(Trace->Frames[size_t(Frame)]);
}
