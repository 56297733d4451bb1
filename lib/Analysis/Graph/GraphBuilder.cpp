//===- GraphBuilder.cpp - Builds a heap graph from a dump -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "ClassPlanner.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Analysis/Heap/VisitClasses.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Layout/DumpSizes.h"
#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/ShallowSizes.h"
#include "hprof/Layout/StackChunks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Stores the classes, and estimates the memory of the DumpContext with stacks
/// that is created later to show the graph's objects.
class ContextCounter : public ClassBuilder {
public:
  using ClassBuilder::ClassBuilder;
  using ClassBuilder::visit;
  void visit(const Utf8 &R) override {
    Bytes += 64; // Entry in a table that is at most three quarters full.
    ClassBuilder::visit(R);
  }
  void visit(const StackFrame &) override { Bytes += 4; }
  void visit(const StackTrace &) override { Bytes += 16; }
  void visit(const ClassDump &R) override {
    Bytes += 512;
    ClassBuilder::visit(R);
  }
  uint64_t bytes() const { return Bytes; }

private:
  uint64_t Bytes = 0;
};
} // namespace

Expected<HeapGraph> GraphBuilder::build(HeapFile &File) {
  if (Error E = buildColumns(File))
    return E;
  return HeapGraph::fromColumns(std::move(G), Options.Memory);
}

Error GraphBuilder::buildColumns(HeapFile &File) {
  auto Named = [&](Error E) {
    return createFileError(File.name(), std::move(E));
  };
  Expected<MutableArrayRef<HeapSegments>> Dumps = File.dumps();
  if (!Dumps)
    return Named(Dumps.takeError());
  Expected<HeapSegments *> Found = File.dump(Options.Dump);
  if (!Found)
    return Named(Found.takeError());
  Segments = *Found;
  ArrayRef<uint8_t> Bytes = Segments->file();
  G.Header = Segments->header();
  G.Counts.Dumps = unsigned(Dumps->size());
  ContextCounter Build(Context, Bytes);
  if (Error E = File.tellRecords(G.Header, Build))
    return Named(std::move(E));
  if (Options.OnDamage)
    File.tellDamage(Options.OnDamage);
  InputPages Pages(memory(), Bytes);
  if (Error E = collect())
    return Named(std::move(E));
  visitClasses(Bytes, G.Places.classDumps(), G.Header.IdSize, Build);
  begin("planning classes");
  if (Error E = addClasses())
    return Named(std::move(E));
  findLocals();
  countEntries();
  ContextBytes = Build.bytes() + rootBytes();
  if (Error E = plan())
    return E;
  if (Error E = write())
    return Named(std::move(E));
  Plans.Locals = decltype(Plans.Locals)();
  addRoots();
  return Error::success();
}

void GraphBuilder::begin(const char *Phase) {
  if (Options.OnProgress)
    Options.OnProgress(Phase, 0, 1);
}

std::function<void(uint64_t)> GraphBuilder::counting(const char *Phase) {
  if (!Options.OnProgress && !Options.ShouldEnd)
    return {};
  Done = 0;
  return [this, Phase](uint64_t Bytes) {
    if (Options.OnProgress)
      Options.OnProgress(Phase, Done += Bytes, Segments->bytes());
    if (Options.ShouldEnd && Options.ShouldEnd())
      IsEnded = true;
  };
}

Error GraphBuilder::checkEnd() {
  return IsEnded || (Options.ShouldEnd && Options.ShouldEnd())
             ? errorCodeToError(
                   std::make_error_code(std::errc::operation_canceled))
             : Error::success();
}

Error GraphBuilder::collect() {
  std::vector<uint64_t> Cuts = Segments->findCuts(Options.Threads);
  unsigned Walkers = Segments->split(Cuts.empty() ? Options.Threads : 1);
  for (unsigned Shift : {3, 0}) {
    std::vector<IdCollector> Workers;
    Workers.reserve(Walkers);
    for (unsigned I = 0; I != Walkers; ++I) {
      Workers.emplace_back(Shift);
      Workers.back().setCuts(Cuts);
      Workers.back().Neighbours.setBase(Segments->header().Origin.IdBase);
      Workers.back().OnBytes = counting("finding objects");
    }
    std::vector<Damage> Damages;
    walkSegments(
        *Segments, Workers, [&](const Damage &D) { Damages.push_back(D); },
        &IsEnded);
    if (Error E = checkEnd())
      return E;
    Objects = IdCollector(Shift);
    Parts.clear();
    for (IdCollector &W : Workers) {
      Objects.merge(W);
      append_range(Parts, W.takeParts());
    }
    if (Shift && Objects.Ids.isUnaligned())
      continue;
    if (Options.OnDamage)
      for_each(Damages, Options.OnDamage);
    break;
  }
  if (!Cuts.empty()) {
    Cuts.clear();
    for (const IdCollector::Part &P : drop_begin(Parts))
      Cuts.push_back(P.Begin);
    Segments->cut(Cuts);
  }
  begin("numbering objects");
  Expected<NodeIds> Ids = Objects.Ids.finish(memory());
  if (!Ids)
    return Ids.takeError();
  G.Ids = std::move(*Ids);
  G.Counts.Duplicates = Objects.Ids.duplicates();
  Expected<RecordLocator> Places = Objects.Places.finish(memory());
  if (!Places)
    return Places.takeError();
  G.Places = std::move(*Places);
  return Error::success();
}

Error GraphBuilder::addClasses() {
  std::vector<ClassModel> Models = classModels(Context);
  ClassIndex Index(Models);
  JavaRelease Release = deriveJavaRelease(Index, Context);
  LayoutChoice Found =
      chooseLayout(Objects.Neighbours, G.Header.vmIdSize(), Index, Release);
  std::optional<LayoutChoice> Choice =
      resolveLayout(Options.Layout, G.Header.vmIdSize(), Found);
  if (!Choice)
    return createStringError("no layout is called '" + Options.Layout + "'");
  G.Layout = Options.MakeUp ? analyzerLayout(Choice->Layout) : Choice->Layout;
  G.IsLayoutCertain = Choice->Certain;
  G.LayoutWhy = Choice->Evidence;
  // Memory Analyzer treats flattened values as separate objects.
  const FlattenedValues Flattened =
      Options.MakeUp ? FlattenedValues()
                     : Objects.Neighbours.flattened(G.Layout);
  const FlatElements Elements =
      placeFlattened(Models, Index, Flattened, G.Layout);
  while (G.Counts.Flattened != G.Ids.size() &&
         Flattened.contains(G.Ids.id(G.Counts.Flattened)))
    ++G.Counts.Flattened;
  ShallowSizes Sizes(Index, G.Layout, Release, Choice->Contended);

  for (auto [I, C] : enumerate(Context.classes())) {
    if (!C.IsDumped)
      continue;
    addClass(C, Models[I]);
    GraphClass &New = G.Classes.back();
    New.InstanceBytes = Sizes.instance(I);
    New.MirrorBytes = Sizes.mirror(I);
    if (New.isArray())
      New.FlatElement = Elements.lookup(C.Id);
    New.HasStacks = Sizes.stackChunks() == I && !New.isArray();
    if (New.HasStacks)
      StackLength = stackLengthOffset(Models[I], G.Header.IdSize);
    if (isClassNamed(Models[I].Name, "java/lang/Class")) {
      G.ClassClass = ClassNumber(G.Classes.size() - 1);
      New.InstanceBytes = Sizes.plainMirror();
    }
  }
  addMissingClasses(Sizes.unknownInstance());
  addPrimitiveArrays();
  if (G.ClassClass == NoClass) {
    G.ClassClass = ClassNumber(G.Classes.size());
    GraphClass &New = G.Classes.emplace_back();
    New.Name = "java.lang.Class";
  }

  if (Options.MakeUp)
    makeUp(Sizes.unknownInstance());
  separateArrays();
  Plans.NumClasses = uint32_t(G.Classes.size());
  Plans.LikeMat = G.Layout.Rule == SizeRule::MAT;
  ClassPlanner(Context, G.Classes, Plans).run();
  planStacks();
  return Error::success();
}

/// The first entry of a stack is its length, unless its class has a referent or
/// is an array class.
void GraphBuilder::planStacks() {
  for (auto [I, C] : enumerate(G.Classes)) {
    C.HasStacks &= !C.isArray() && C.Kind == ReferenceKind::Strong;
    if (C.HasStacks)
      Plans.Plans[I].StackLength = StackLength;
  }
}

void GraphBuilder::addClass(const ClassInfo &C, const ClassModel &Model) {
  GraphClass &New = G.Classes.emplace_back();
  Plans.ByClass[C.Id] = uint32_t(G.Classes.size());
  New.Id = C.Id;
  New.Name = Context.className(C);
  New.Object = G.Ids.find(C.Id);
  New.Loader = C.Loader;
  New.IsDumped = true;
  StringRef Component = New.Name;
  if (Component.consume_back("[]")) {
    std::optional<BasicType> T = parseBasicType(Component);
    New.Element = T ? *T : BasicType::Object;
  }
}

/// Creates classes for objects without a CLASS DUMP.
void GraphBuilder::addMissingClasses(uint64_t InstanceBytes) {
  std::vector<uint64_t> Missing;
  Objects.Seen.forEach([&](uint64_t Class, const ClassUse &Use) {
    if (Use.isUsed() && !Plans.ByClass[Class])
      Missing.push_back(Class);
  });
  sort(Missing);
  for (uint64_t Id : Missing) {
    GraphClass &New = G.Classes.emplace_back();
    Plans.ByClass[Id] = uint32_t(G.Classes.size());
    New.Id = Id;
    New.Name = Context.className(Id);
    New.InstanceBytes = InstanceBytes;
  }
}

/// A type is used for either arrays or instances: if a dump contains both with
/// the same class, one of the two gets a separate class.
void GraphBuilder::separateArrays() {
  Plans.Plans.resize(G.Classes.size());
  for (auto [I, P] : enumerate(Plans.Plans))
    P.Type = P.ArrayType = uint32_t(I);
  auto Split = [&](uint64_t Id, uint32_t &Type) {
    GraphClass New = G.Classes[Type];
    New.Id = Id;
    New.IsDumped = false;
    Type = uint32_t(G.Classes.size());
    Plans.Plans.emplace_back();
    return G.Classes.insert(G.Classes.end(), std::move(New));
  };
  std::vector<std::pair<uint64_t, ClassUse>> Seen;
  Objects.Seen.forEach([&](uint64_t Class, const ClassUse &Use) {
    if (Use.isUsed())
      Seen.emplace_back(Class, Use);
  });
  sort(Seen, less_first());
  for (auto &[Id, Use] : Seen) {
    ClassNumber N = Plans.ByClass[Id] - 1;
    if (G.Classes[N].isArray() && Use.Instances) {
      uint32_t Type = N;
      auto Instances = Split(Id, Type);
      Instances->Element.reset();
      Instances->FlatElement = 0;
      Plans.Plans[N].Type = Type;
    } else if (!G.Classes[N].isArray() && Use.HasArrays) {
      if (!Use.Instances) {
        G.Classes[N].Element = BasicType::Object;
        continue;
      }
      uint32_t Type = N;
      Split(Id, Type)->Element = BasicType::Object;
      Plans.Plans[N].ArrayType = Type;
    }
  }
}

/// Creates the primitive array classes, which old dumps do not describe.
void GraphBuilder::addPrimitiveArrays() {
  for (unsigned Code = 0; Code != 256; ++Code) {
    BasicType T = BasicType(Code);
    if (!Objects.Primitives.test(Code))
      continue;
    auto It = find_if(G.Classes, [&](const GraphClass &C) {
      return C.Element == T && C.IsDumped;
    });
    Plans.Primitive[Code] = uint32_t(It - G.Classes.begin());
    if (It != G.Classes.end())
      continue;
    GraphClass &New = G.Classes.emplace_back();
    New.Name = (basicTypeName(T) + "[]").str();
    New.Element = T;
  }
}

/// Whether the frames of a thread hold a root of this kind. Monitors that a
/// thread holds are roots, but the thread object does not refer to them.
static bool isLocal(RecordKind K) {
  return K == RecordKind::RootJniLocal || K == RecordKind::RootJavaFrame ||
         K == RecordKind::RootNativeStack || K == RecordKind::RootThreadBlock;
}

void GraphBuilder::findLocals() {
  DenseMap<IdKey, uint64_t> ThreadOf;
  for (const RootRecord &R : Objects.Roots)
    if (R.Kind == RecordKind::RootThreadObject &&
        G.Ids.find(R.Object) != NoNode)
      ThreadOf[R.ThreadSerial] = R.Object;
  for (const RootRecord &R : Objects.Roots)
    if (isLocal(R.Kind))
      if (uint64_t Thread = ThreadOf.lookup(R.ThreadSerial))
        Plans.Locals[Thread].push_back(R.Object);
}

template <class T> Error GraphBuilder::writeAs() {
  uint64_t All = 0;
  std::vector<uint64_t> Begins;
  for (const IdCollector::Part &P : Parts) {
    Begins.push_back(All);
    All += P.Entries;
  }
  // All columns are accessed roughly in object order, both now and later.
  uint64_t Types = 2 * G.Classes.size(),
           Objects = G.Ids.size() + G.MadeUp.size();
  const uint64_t MadeUpBegin = All;
  All += G.MadeUp.size() * MostMadeUpEntries;
  Expected<NumberArray> TypeOf =
      NumberArray::make(Types > UINT16_MAX ? 4 : 2, Objects, memory());
  if (!TypeOf)
    return TypeOf.takeError();
  Expected<NumberArray> Starts =
      NumberArray::make(sizeof(T), Objects, memory());
  if (!Starts)
    return Starts.takeError();
  Expected<NumberArray> Entries = NumberArray::make(sizeof(T), All, memory());
  if (!Entries)
    return Entries.takeError();

  // If ids repeat, the first object in file order must be used, so one thread
  // processes all objects.
  Expected<NumberSet> Seen =
      NumberSet::make(G.Counts.Duplicates ? G.Ids.size() : 0, memory());
  if (!Seen)
    return Seen.takeError();
  if (G.Counts.Duplicates) {
    Segments->split(1);
    Begins = {0};
  }
  std::vector<EntryBuilder<T>> Workers;
  for (uint64_t Begin : Begins) {
    Workers.emplace_back(
        Plans, G.Ids, *TypeOf, Starts->as<T>(), Entries->as<T>(), Begin,
        G.Counts.Duplicates ? &*Seen : nullptr, G.Header.IdSize);
    Workers.back().OnBytes = counting("following references");
  }
  walkSegments(*Segments, Workers, DamageHandler(), &IsEnded);
  if (Error E = checkEnd())
    return E;
  for (EntryBuilder<T> &W : Workers) {
    W.finish();
    G.Counts.References += W.Counts.References;
    G.Counts.Dangling += W.Counts.Dangling;
    G.Counts.Unexplained += W.Counts.Unexplained;
    G.Counts.WrongSizes += W.Counts.WrongSizes;
    for (auto &[N, Length] : W.LongArrays)
      G.LongArrays[N] = Length;
    for (uint64_t Thread : W.ThreadsSeen)
      ThreadIsOwner[Thread] = true;
  }
  G.Types = std::move(*TypeOf);
  G.Starts = std::move(*Starts);
  G.Entries = std::move(*Entries);
  writeMadeUp<T>(MadeUpBegin);
  return Error::success();
}

/// Adds the entries needed for instances in each part.
void GraphBuilder::countEntries() {
  uint64_t Locals = 0;
  for (auto &[Thread, Ids] : Plans.Locals)
    Locals += Ids.size();
  for (IdCollector::Part &Part : Parts) {
    Part.Entries += Locals;
    Part.Classes.forEach([&](uint64_t Class, const ClassUse &Use) {
      if (!Use.Instances)
        return;
      const NodePlan &P = Plans.Plans[Plans.ByClass[Class] - 1];
      // Instances may contain fewer bytes than their class declares.
      Part.Entries += std::min(SaturatingMultiply(Use.Instances, P.NumFields),
                               Use.Bytes / G.Header.IdSize);
      if (P.Referent != NodePlan::NoField || P.StackLength)
        Part.Entries += Use.Instances;
    });
  }
}

/// Estimates how much memory is needed, and plans its use.
Error GraphBuilder::plan() {
  uint64_t All = 0;
  for (const IdCollector::Part &P : Parts)
    All += P.Entries;
  uint64_t Width = isWide() ? 8 : 4;
  // Types, starts and entries; then four numbers per object, plus a fifth or
  // the log of references, at about two bytes each, whichever is larger.
  uint64_t Need = G.Ids.bytes() + G.Ids.size() * (2 + Width) + All * Width +
                  G.Ids.size() * 4 * Width +
                  std::max(G.Ids.size() * Width, All * 2) + ContextBytes;
  if (Options.OnNeed)
    Options.OnNeed(Need);
  if (!Options.Memory)
    return Error::success();
  Options.Memory->reserve(ContextBytes);
  return Options.Memory->plan(Need);
}

/// Returns the memory for roots, both here and in the graph, and for the lists
/// of local variables, which HeapContents also contains.
uint64_t GraphBuilder::rootBytes() const {
  constexpr uint64_t PerThread = 256;
  uint64_t Bytes =
      Objects.Roots.size() * (sizeof(RootRecord) + sizeof(GraphRoot));
  for (const auto &[Thread, Ids] : Plans.Locals)
    Bytes += PerThread + Ids.size() * 2 * sizeof(uint64_t);
  return Bytes;
}

bool GraphBuilder::isWide() const {
  uint64_t All = 0;
  for (const IdCollector::Part &P : Parts)
    All += P.Entries;
  // One bit marks the last entry of an object, and one value means null.
  return Options.IsWide || G.Ids.size() >= INT32_MAX || All >= UINT32_MAX / 2;
}

Error GraphBuilder::write() {
  if (isWide())
    return writeAs<uint64_t>();
  return writeAs<uint32_t>();
}

void GraphBuilder::addRoots() {
  DenseMap<IdKey, uint64_t> ThreadOf;
  bool HasSticky = false;
  for (const RootRecord &R : Objects.Roots)
    if (R.Kind == RecordKind::RootThreadObject &&
        ThreadIsOwner.lookup(R.Object))
      ThreadOf[R.ThreadSerial] = R.Object;
  // There may be millions of roots, which a stable sort would copy.
  std::vector<std::pair<Node, size_t>> Order;
  Order.reserve(Objects.Roots.size());
  for (auto [I, R] : enumerate(Objects.Roots)) {
    HasSticky |= R.Kind == RecordKind::RootStickyClass;
    Node N = R.Object ? G.Ids.find(R.Object) : Plans.BootLoader;
    if (N != NoNode)
      Order.emplace_back(N, I);
    else
      ++(R.Object ? G.Counts.LostRoots : G.Counts.NullRoots);
  }
  sort(Order);
  G.Roots.reserve(Order.size());
  for (auto [N, I] : Order) {
    const RootRecord &R = Objects.Roots[I];
    GraphRoot Root{N, R.Kind, R.ThreadSerial, R.Frame, R.TraceSerial, NoNode};
    if (isLocal(R.Kind))
      if (uint64_t Thread = ThreadOf.lookup(R.ThreadSerial))
        Root.Thread = G.Ids.find(Thread);
    G.Roots.push_back(Root);
  }
  // Old dumps do not mark system classes.
  if (!HasSticky) {
    for (const GraphClass &C : G.Classes)
      if (isSystemClass(C))
        G.Roots.push_back(
            {C.Object, RecordKind::RootStickyClass, 0, -1, 0, NoNode});
    stable_sort(G.Roots, [](const GraphRoot &A, const GraphRoot &B) {
      return A.Object < B.Object;
    });
  }
  for (const GraphRoot &R : G.Roots)
    if (R.Thread == NoNode && R.Kind != RecordKind::RootUnreachable &&
        (G.RootNodes.empty() || G.RootNodes.back() != R.Object))
      G.RootNodes.push_back(R.Object);
}
