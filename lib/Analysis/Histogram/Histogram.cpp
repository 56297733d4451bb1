//===- Histogram.cpp - Objects and bytes by class -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Histogram/Histogram.h"
#include "HeapCounter.h"
#include "hprof/Format/ClassName.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/ClassDumps.h"
#include "hprof/Format/Hprof/ParallelWalk.h"
#include "hprof/Format/IdKey.h"
#include "hprof/Layout/DumpSizes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

void HistogramRow::add(const HistogramRow &Other) {
  Instances += Other.Instances;
  Shallow += Other.Shallow;
  Largest = std::max(Largest, Other.Largest);
  Elements += Other.Elements;
}

namespace {
/// Finds the classes of a few objects.
class ClassFinder : public HeapVisitor {
public:
  explicit ClassFinder(const DenseMap<IdKey, uint64_t> &Wanted)
      : Found(Wanted) {}
  using HeapVisitor::visit;
  void visit(const InstanceDump &R) {
    auto It = Found.find(R.Object);
    if (It != Found.end())
      It->second = R.Class;
  }
  DenseMap<IdKey, uint64_t> Found; ///< Object to class, 0 for not seen.
};

/// Turns counts into rows.
class HistogramBuilder {
public:
  HistogramBuilder(Histogram::Parts &H, const DumpContext &Context,
                   const HeapCounter &Counter, const HistogramOptions &Options)
      : H(H), Context(Context), Counter(Counter), Options(Options) {}
  Error build();

private:
  void collectModels();
  void addHeap(const CountedHeap &Heap, const ShallowSizes &Sizes);
  HistogramRow &rowFor(uint64_t Class);
  HistogramRow &primitiveRow(BasicType T);

  Histogram::Parts &H;
  const DumpContext &Context;
  const HeapCounter &Counter;
  const HistogramOptions &Options;
  std::vector<ClassModel> Models; ///< In the order of Context.classes().
  DenseMap<const ClassInfo *, size_t> ModelOf;
  DenseMap<IdKey, size_t> RowOf; ///< Position in H.Rows by class id.
  uint64_t ClassClass = 0;       ///< Id of java.lang.Class.
};
} // namespace

void HistogramBuilder::collectModels() {
  Models = classModels(Context);
  for (auto [I, C] : enumerate(Context.classes())) {
    ModelOf[&C] = I;
    if (isClassNamed(Models[I].Name, "java/lang/Class"))
      ClassClass = C.Id;
  }
}

HistogramRow &HistogramBuilder::rowFor(uint64_t Class) {
  auto [It, IsNew] = RowOf.try_emplace(Class, H.Rows.size());
  if (IsNew) {
    HistogramRow &Row = H.Rows.emplace_back();
    Row.Class = Class;
    const ClassInfo *C = Context.findClass(Class);
    Row.Name = Context.className(Class);
    Row.Loader = C ? C->Loader : 0;
  }
  return H.Rows[It->second];
}

HistogramRow &HistogramBuilder::primitiveRow(BasicType T) {
  // An array class of its own, or the one that the dump declares.
  std::string Name = (basicTypeName(T) + "[]").str();
  for (HistogramRow &Row : H.Rows)
    if (Row.Name == Name)
      return Row;
  HistogramRow &Row = H.Rows.emplace_back();
  Row.Name = Name;
  return Row;
}

void HistogramBuilder::addHeap(const CountedHeap &Heap,
                               const ShallowSizes &Sizes) {
  const ObjectLayout &Layout = H.Layout.Layout;
  HistogramRow Sum;
  auto Count = [&](HistogramRow &Row, const HistogramRow &Objects) {
    Row.add(Objects);
    Sum.add(Objects);
  };
  auto ModelIndex = [&](uint64_t Class) -> std::optional<size_t> {
    const ClassInfo *C = Context.findClass(Class);
    if (!C || !C->IsDumped)
      return std::nullopt;
    return ModelOf.lookup(C);
  };

  Heap.Counts.forEachInstance([&](uint64_t Class, uint64_t N) {
    std::optional<size_t> I = ModelIndex(Class);
    uint64_t Bytes = !I                    ? Sizes.unknownInstance()
                     : Class == ClassClass ? Sizes.plainMirror()
                                           : Sizes.instance(*I);
    if (!I)
      H.Unexplained += N;
    HistogramRow Objects;
    Objects.Instances = N;
    Objects.Shallow = N * Bytes;
    Objects.Largest = Bytes;
    Count(rowFor(Class), Objects);
  });
  auto CountArrays = [&](HistogramRow &Row, const ArrayLengths &L,
                         BasicType T) {
    HistogramRow Objects;
    Objects.Instances = L.count();
    Objects.Shallow = L.bytes(Layout, T);
    Objects.Largest = L.largest(Layout, T);
    Objects.Elements = L.elements();
    Count(Row, Objects);
  };
  Heap.Counts.forEachObjectArray([&](uint64_t Class, const ArrayLengths &L) {
    if (!ModelIndex(Class))
      H.Unexplained += L.count();
    CountArrays(rowFor(Class), L, BasicType::Object);
  });
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  if (Heap.Counts.primitiveArrays(BasicType::NAME).count())                    \
    CountArrays(primitiveRow(BasicType::NAME),                                 \
                Heap.Counts.primitiveArrays(BasicType::NAME),                  \
                BasicType::NAME);
#include "hprof/Format/Hprof/BasicTypes.def"
  H.Heaps.push_back({Heap.Id,
                     Heap.NameId
                         ? Context.string(Heap.NameId).value_or("").str()
                         : std::string(),
                     Sum.Instances, Sum.Shallow});
}

Error HistogramBuilder::build() {
  collectModels();
  ClassIndex Index(Models);
  H.Release = deriveJavaRelease(Index);
  LayoutChoice Found = chooseLayout(Counter.evidence(), Context.header().IdSize,
                                    Index, H.Release);
  std::optional<LayoutChoice> Choice =
      resolveLayout(Options.Layout, Context.header().IdSize, Found);
  if (!Choice)
    return createStringError("no layout is called '" + Options.Layout + "'");
  H.Layout = std::move(*Choice);
  ShallowSizes Sizes(Index, H.Layout.Layout, H.Release);

  for (const std::unique_ptr<CountedHeap> &Heap : Counter.heaps())
    addHeap(*Heap, Sizes);

  // The object of each dumped class: which heap it lies in is told by counts
  // only, so its bytes go to the first heap that has class objects.
  HistogramRow Mirrors;
  for (auto [I, C] : enumerate(Context.classes())) {
    if (!C.IsDumped)
      continue;
    HistogramRow Mirror;
    Mirror.Instances = 1;
    Mirror.Shallow = Mirror.Largest = Sizes.mirror(I);
    Mirrors.add(Mirror);
  }
  if (Mirrors.Instances) {
    HistogramRow &Row = ClassClass ? rowFor(ClassClass) : H.Rows.emplace_back();
    if (!ClassClass)
      Row.Name = "java.lang.Class";
    Row.add(Mirrors);
    for (auto [Heap, Counted] : zip(H.Heaps, Counter.heaps()))
      if (Counted->Counts.classObjects()) {
        Heap.Instances += Mirrors.Instances;
        Heap.Shallow += Mirrors.Shallow;
        break;
      }
  }
  erase_if(H.Heaps, [](const Histogram::Heap &Heap) {
    return !Heap.Instances && Heap.Name.empty();
  });
  return Error::success();
}

static Error nameLoaders(Source &In, const DumpContext &Context,
                         const HistogramOptions &Options, Histogram::Parts &H) {
  DenseMap<IdKey, uint64_t> Wanted;
  for (const HistogramRow &Row : H.Rows)
    if (Row.Loader && Row.Loader < UINT64_MAX - 1)
      Wanted[Row.Loader] = 0;
  if (In.isRewindable() && !Wanted.empty()) {
    if (Error E = In.rewind())
      return E;
    std::vector<ClassFinder> Finders(
        In.contents() ? std::max(Options.Threads, 1u) : 1, ClassFinder(Wanted));
    HeapVisitor Top;
    if (Error E = walkParallel(In, ReaderOptions(), Top,
                               MutableArrayRef<ClassFinder>(Finders)))
      return E;
    for (const ClassFinder &F : Finders)
      for (auto [Object, Class] : F.Found)
        if (Class)
          Wanted[Object] = Class;
  }
  for (auto [Object, Class] : Wanted) {
    std::string Name = "loader";
    if (Class)
      Name = Context.className(Class);
    H.LoaderNames.emplace_back(
        Object, Name + "@0x" + utohexstr(Object, /*LowerCase=*/true));
  }
  return Error::success();
}

Histogram Histogram::fromParts(Parts P) {
  Histogram H;
  H.Data = std::move(P);
  sort(H.Data.LoaderNames);
  for (const HistogramRow &Row : H.Data.Rows)
    H.Total.add(Row);
  return H;
}

Expected<Histogram> Histogram::read(Source &In,
                                    const HistogramOptions &Options) {
  DumpContext Context;
  DumpContext::Builder Build(Context, In.contents());
  ReaderOptions Reading;
  Reading.OnDamage = Options.OnDamage;

  unsigned Threads = In.contents() ? std::max(Options.Threads, 1u) : 1;
  std::vector<HeapCounter> Workers;
  for (unsigned I = 0; I != Threads; ++I) {
    Workers.emplace_back(Threads == 1 ? &Build : nullptr);
    Workers.back().OnBytes = Options.OnBytes;
  }
  Parts H;
  WalkFacts Facts;
  if (Error E = walkParallel(In, Reading, Build,
                             MutableArrayRef<HeapCounter>(Workers), &Facts))
    return E;
  for (unsigned I = 1; I != Threads; ++I)
    Workers[0].merge(Workers[I]);
  if (std::optional<ArrayRef<uint8_t>> Bytes = In.contents())
    tellClassDumps(*Bytes, Workers[0].classDumps(), Facts, Build);

  H.Header = Context.header();
  H.Dumps = Facts.Dumps;
  H.WasParallel = Facts.WasParallel;
  if (Error E = HistogramBuilder(H, Context, Workers[0], Options).build())
    return E;
  if (Options.NameLoaders)
    if (Error E = nameLoaders(In, Context, Options, H))
      return E;
  return fromParts(std::move(H));
}

std::vector<HistogramRow> hprof::groupRows(const Histogram &H,
                                           HistogramGroup By) {
  if (By == HistogramGroup::Class)
    return H.rows();
  const auto &Names = H.parts().LoaderNames;
  auto NameOf = [&](const HistogramRow &Row) -> std::string {
    if (By == HistogramGroup::Name)
      return stableClassName(Row.Name);
    if (By == HistogramGroup::Package) {
      StringRef Element =
          StringRef(Row.Name).take_until([](char C) { return C == '['; });
      if (!packageOf(Row.Name).empty())
        return packageOf(Row.Name).str();
      return Element.size() != Row.Name.size() && parseBasicType(Element)
                 ? "(primitive arrays)"
                 : "(unnamed package)";
    }
    if (!Row.Loader)
      return "(bootstrap loader)";
    auto It = lower_bound(Names, std::pair(Row.Loader, std::string()));
    if (It != Names.end() && It->first == Row.Loader)
      return It->second;
    return "loader@0x" + utohexstr(Row.Loader, /*LowerCase=*/true);
  };
  std::vector<HistogramRow> Groups;
  StringMap<size_t> Position;
  for (const HistogramRow &Row : H.rows()) {
    std::string Name = NameOf(Row);
    auto [It, IsNew] = Position.try_emplace(Name, Groups.size());
    if (IsNew) {
      Groups.emplace_back().Name = Name;
      Groups.back().Loader = By == HistogramGroup::Loader ? Row.Loader : 0;
    }
    Groups[It->second].add(Row);
  }
  return Groups;
}

bool hprof::rowBefore(const HistogramRow &A, const HistogramRow &B,
                      HistogramColumn Column) {
  auto Key = [Column](const HistogramRow &R) -> uint64_t {
    switch (Column) {
    case HistogramColumn::Name:
      return 0;
    case HistogramColumn::Instances:
      return R.Instances;
    case HistogramColumn::Shallow:
      return R.Shallow;
    case HistogramColumn::Largest:
      return R.Largest;
    case HistogramColumn::Elements:
      return R.Elements;
    case HistogramColumn::Retained:
      return R.Retained;
    }
    llvm_unreachable("unhandled column");
  };
  if (Key(A) != Key(B))
    return Key(A) > Key(B);
  if (Column != HistogramColumn::Name && A.Shallow != B.Shallow)
    return A.Shallow > B.Shallow;
  return std::tie(A.Name, A.Class, A.Loader) <
         std::tie(B.Name, B.Class, B.Loader);
}
