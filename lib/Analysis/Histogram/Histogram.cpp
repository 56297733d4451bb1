//===- Histogram.cpp - Objects and bytes by class -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Histogram/Histogram.h"
#include "HeapCounter.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Analysis/Heap/LoaderNames.h"
#include "hprof/Analysis/Heap/ObjectSearch.h"
#include "hprof/Convert/KnownInput.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Base/NoSuchDump.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/DumpSizes.h"
#include "hprof/Layout/FlattenedValues.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>
#include <tuple>

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
  DenseMap<IdKey, uint64_t> Found; ///< Class by object; 0 if not found.
};

class HistogramBuilder {
public:
  HistogramBuilder(Histogram::Parts &H, const HistogramOptions &Options)
      : H(H), Options(Options) {}
  Error add(const DumpContext &Of, const HeapCounter &Counter);

private:
  void collectModels();
  void addHeap(const CountedHeap &Heap, const ShallowSizes &Sizes);
  void addStacks(const StackCounts &Stacks, size_t Model,
                 const ShallowSizes &Sizes, HistogramRow &Objects) const;
  void addMirrors(const HeapCounter &Counter, const ShallowSizes &Sizes);
  Histogram::Heap &heapFor(const CountedHeap &Heap);
  HistogramRow &rowFor(uint64_t Class);
  HistogramRow &rowFor(uint64_t Class, StringRef Name, uint64_t Loader);
  HistogramRow &primitiveRow(BasicType T);
  Error chooseLayouts(const HeapCounter &Counter, const ClassIndex &Index);

  Histogram::Parts &H;
  const HistogramOptions &Options;
  /// Position in H.Rows by class id, name and loader.
  std::map<std::tuple<uint64_t, std::string, uint64_t>, size_t> Positions;

  unsigned Dumps = 0; ///< Number of dumps added.

  // For the current dump.
  const DumpContext *Context = nullptr;
  LayoutChoice Layout;
  FlattenedValues Flattened;
  FlatElements Elements;
  uint64_t File = 0;    ///< Offset of the file that contains the dump.
  bool IsFirst = false; ///< Whether this is the first dump in its file.
  JavaRelease Release;  ///< The release that wrote File.
  std::vector<const ClassInfo *> Infos;
  std::vector<ClassModel> Models; ///< By index in Infos.
  DenseMap<const ClassInfo *, size_t> ModelOf;
  DenseMap<IdKey, size_t> RowOf; ///< Position in H.Rows by class id.
  uint64_t ClassClass = 0;       ///< Id of java.lang.Class.
};

/// Contains the classes of one file at a time.
class ClassesOfDump : public ClassBuilder {
public:
  using ClassBuilder::ClassBuilder;
  using ClassBuilder::visit;
  void visit(const FileHeader &H) override {
    forget();
    ClassBuilder::visit(H);
  }
};
} // namespace

void HistogramBuilder::collectModels() {
  // In the first dump of a file, all class names indicate the release.
  Infos.clear();
  IsFirst = !Dumps || File != Context->header().Offset;
  File = Context->header().Offset;
  if (IsFirst)
    for (const ClassInfo &C : Context->classes())
      Infos.push_back(&C);
  else
    append_range(Infos, Context->dumpedClasses());
  Models = classModels(*Context, Infos);
  ModelOf.clear();
  RowOf.clear();
  ClassClass = 0;
  for (auto [I, Info] : enumerate(Infos)) {
    const ClassInfo &C = *Info;
    ModelOf[&C] = I;
    if (isClassNamed(Models[I].Name, "java/lang/Class"))
      ClassClass = C.Id;
  }
}

HistogramRow &HistogramBuilder::rowFor(uint64_t Class, StringRef Name,
                                       uint64_t Loader) {
  auto [It, IsNew] = Positions.try_emplace(
      std::tuple(Class, Name.str(), Loader), H.Rows.size());
  if (IsNew) {
    HistogramRow &Row = H.Rows.emplace_back();
    Row.Class = Class;
    Row.Name = Name;
    Row.Loader = Loader;
  }
  return H.Rows[It->second];
}

HistogramRow &HistogramBuilder::rowFor(uint64_t Class) {
  auto [It, IsNew] = RowOf.try_emplace(Class, 0);
  if (IsNew) {
    const ClassInfo *C = Context->findClass(Class);
    HistogramRow &Row =
        rowFor(Class, Context->className(Class), C ? C->Loader : 0);
    It->second = size_t(&Row - H.Rows.data());
  }
  return H.Rows[It->second];
}

HistogramRow &HistogramBuilder::primitiveRow(BasicType T) {
  // A synthetic array class, unless the dump contains the array class.
  std::string Name = (basicTypeName(T) + "[]").str();
  size_t First = H.Rows.size();
  for (auto [Class, Position] : RowOf)
    if (Position < First && H.Rows[Position].Name == Name)
      First = Position;
  return First == H.Rows.size() ? rowFor(0, Name, 0) : H.Rows[First];
}

Histogram::Heap &HistogramBuilder::heapFor(const CountedHeap &Heap) {
  std::string Name = Heap.NameId
                         ? Context->string(Heap.NameId).value_or("").str()
                         : std::string();
  for (Histogram::Heap &Known : H.Heaps)
    if (Known.Id == Heap.Id && Known.Name == Name)
      return Known;
  H.Heaps.push_back({Heap.Id, std::move(Name), 0, 0});
  return H.Heaps.back();
}

/// Adds the stack chunks of the class at \p Model to its \p Objects.
void HistogramBuilder::addStacks(const StackCounts &Stacks, size_t Model,
                                 const ShallowSizes &Sizes,
                                 HistogramRow &Objects) const {
  if (Sizes.stackChunks() != Model)
    return;
  const ClassModel &C = Models[Model];
  const uint64_t Bytes = Objects.Largest;
  StackLengths L =
      Stacks.lengths(C.Id, *stackLengthOffset(C, Context->header().IdSize));
  H.UncountedStacks += Objects.Instances - L.count();
  Objects.Shallow += stackBytes(L, Layout.Layout, Bytes) - L.count() * Bytes;
  Objects.Largest = stackChunkBytes(Layout.Layout, Bytes, L.longest());
}

void HistogramBuilder::addHeap(const CountedHeap &Heap,
                               const ShallowSizes &Sizes) {
  HistogramRow Sum;
  auto Count = [&](HistogramRow &Row, const HistogramRow &Objects) {
    Row.add(Objects);
    Sum.add(Objects);
  };
  auto ModelIndex = [&](uint64_t Class) -> std::optional<size_t> {
    const ClassInfo *C = Context->findClass(Class);
    if (!C || !C->IsDumped)
      return std::nullopt;
    return ModelOf.lookup(C);
  };

  DenseMap<IdKey, uint64_t> Flat;
  if (Flattened.count())
    Heap.Counts.forEachCandidate([&](uint64_t Class, uint64_t N) {
      Flat[Class] = N;
      H.Flattened += N;
    });
  Heap.Counts.forEachInstance([&](uint64_t Class, uint64_t N) {
    std::optional<size_t> I = ModelIndex(Class);
    uint64_t Bytes = !I                    ? Sizes.unknownInstance()
                     : Class == ClassClass ? Sizes.plainMirror()
                                           : Sizes.instance(*I);
    if (!I)
      H.Unexplained += N;
    HistogramRow Objects;
    Objects.Instances = N;
    const uint64_t InHeap = N - Flat.lookup(Class);
    Objects.Shallow = InHeap * Bytes;
    Objects.Largest = InHeap ? Bytes : 0;
    if (I)
      addStacks(Heap.Stacks, *I, Sizes, Objects);
    Count(rowFor(Class), Objects);
  });
  auto CountArrays = [&](HistogramRow &Row, const ArrayLengths &L, BasicType T,
                         uint32_t Flat = 0) {
    HistogramRow Objects;
    Objects.Instances = L.count();
    Objects.Shallow =
        Flat ? L.flatBytes(Layout.Layout, Flat) : L.bytes(Layout.Layout, T);
    Objects.Largest =
        Flat ? L.largestFlat(Layout.Layout, Flat) : L.largest(Layout.Layout, T);
    Objects.Elements = L.elements();
    Count(Row, Objects);
  };
  Heap.Counts.forEachObjectArray([&](uint64_t Class, const ArrayLengths &L) {
    if (!ModelIndex(Class))
      H.Unexplained += L.count();
    CountArrays(rowFor(Class), L, BasicType::Object, Elements.lookup(Class));
  });
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  if (Heap.Counts.primitiveArrays(BasicType::NAME).count())                    \
    CountArrays(primitiveRow(BasicType::NAME),                                 \
                Heap.Counts.primitiveArrays(BasicType::NAME),                  \
                BasicType::NAME);
#include "hprof/Format/Base/BasicTypes.def"
  Histogram::Heap &Counted = heapFor(Heap);
  Counted.Instances += Sum.Instances;
  Counted.Shallow += Sum.Shallow;
}

/// Adds the class object of each dumped class. Only their number in each heap
/// is known, so all their bytes are added to the first heap that has any.
void HistogramBuilder::addMirrors(const HeapCounter &Counter,
                                  const ShallowSizes &Sizes) {
  HistogramRow Mirrors;
  for (auto [I, C] : enumerate(Infos)) {
    if (!C->IsDumped)
      continue;
    HistogramRow Mirror;
    Mirror.Instances = 1;
    Mirror.Shallow = Mirror.Largest = Sizes.mirror(I);
    Mirrors.add(Mirror);
  }
  if (!Mirrors.Instances)
    return;
  HistogramRow &Row =
      ClassClass ? rowFor(ClassClass) : rowFor(0, "java.lang.Class", 0);
  Row.add(Mirrors);
  for (const std::unique_ptr<CountedHeap> &Heap : Counter.heaps())
    if (Heap->Counts.classObjects()) {
      Histogram::Heap &Counted = heapFor(*Heap);
      Counted.Instances += Mirrors.Instances;
      Counted.Shallow += Mirrors.Shallow;
      break;
    }
}

/// Chooses the layout of the dump, and updates the facts about all layouts.
Error HistogramBuilder::chooseLayouts(const HeapCounter &Counter,
                                      const ClassIndex &Index) {
  if (IsFirst)
    Release = deriveJavaRelease(Index, *Context);
  const unsigned IdSize = Context->header().vmIdSize();
  LayoutChoice Found = chooseLayout(Counter.evidence(), IdSize, Index, Release);
  std::optional<LayoutChoice> Choice =
      resolveLayout(Options.Layout, IdSize, Found);
  if (!Choice)
    return createStringError("no layout is called '" + Options.Layout + "'");
  Layout = std::move(*Choice);
  if (++Dumps == 1) {
    H.Header = Context->header();
    H.Layout = Layout;
    H.Release = Release;
    return Error::success();
  }
  H.Layout.Certain &= Layout.Certain;
  if (StringRef(Layout.Layout.Name) != H.Layout.Layout.Name)
    H.Layout.Evidence +=
        formatv("{0}dump {1} has {2}", H.Layout.Evidence.empty() ? "" : "; ",
                Dumps, Layout.Layout.Text)
            .str();
  return Error::success();
}

Error HistogramBuilder::add(const DumpContext &Of, const HeapCounter &Counter) {
  Context = &Of;
  collectModels();
  ClassIndex Index(Models);
  if (Error E = chooseLayouts(Counter, Index))
    return E;
  Flattened = Counter.evidence().flattened(Layout.Layout);
  Elements = placeFlattened(Models, Index, Flattened, Layout.Layout);
  ShallowSizes Sizes(Index, Layout.Layout, Release, Layout.Contended);
  for (const std::unique_ptr<CountedHeap> &Heap : Counter.heaps())
    addHeap(*Heap, Sizes);
  addMirrors(Counter, Sizes);
  return Error::success();
}

/// Adds the names or URLs of loaders to \p Names, quoted, by loader id.
/// \p Context belongs to the only dump in \p File.
static Error addGivenNames(HeapFile &File, const DumpContext &Context,
                           const HistogramOptions &Options,
                           std::map<uint64_t, std::string> &Names) {
  ObjectSearch Search(File, Context, Options.Threads);
  std::vector<uint64_t> Loaders;
  Loaders.reserve(Names.size());
  for (const auto &[Id, Name] : Names)
    Loaders.push_back(Id);
  Expected<std::map<uint64_t, std::string>> Given =
      readLoaderNames(Search, Loaders);
  if (!Given)
    return Given.takeError();
  for (const auto &[Id, Name] : *Given)
    Names[Id] += " \"" + Name + '"';
  return Error::success();
}

/// Walks rewindable input again to find the classes of class loaders.
static Error nameLoaders(HeapFile &File, const HistogramOptions &Options,
                         Histogram::Parts &H) {
  DenseMap<IdKey, uint64_t> Wanted;
  for (const HistogramRow &Row : H.Rows)
    if (Row.Loader)
      Wanted[Row.Loader] = 0;
  auto WithId = [](const Twine &Name, uint64_t Id) {
    return (Name + "@0x" + utohexstr(Id, /*LowerCase=*/true)).str();
  };
  std::map<uint64_t, std::string> Names;
  for (auto [Object, Class] : Wanted)
    Names[Object] = WithId("loader", Object);
  if (File.source().isRewindable() && !Wanted.empty()) {
    DumpContext Context;
    ClassesOfDump Build(Context, File.source().contents());
    std::vector<ClassFinder> Finders(std::max(Options.Threads, 1u),
                                     ClassFinder(Wanted));
    WalkOptions Walk;
    Walk.Dump = Options.Dump;
    Walk.Context = &Build;
    Walk.OnDump = [&](unsigned, const FileHeader &) {
      for (ClassFinder &F : Finders)
        for (auto &[Object, Class] : F.Found)
          if (uint64_t Id = std::exchange(Class, 0))
            Names[Object] = WithId(Context.className(Id), Object);
      // With a single dump, the fields of loaders are still needed.
      if (H.Dumps > 1)
        Build.forgetClassDumps();
      return Error::success();
    };
    if (Error E = walkHeap(File, Finders, Walk))
      return E;
    // If there are several dumps, an id may belong to another dump.
    if (H.Dumps == 1)
      if (Error E = addGivenNames(File, Context, Options, Names))
        return E;
  }
  H.LoaderNames.assign(Names.begin(), Names.end());
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

Expected<Histogram> Histogram::read(HeapFile &File,
                                    const HistogramOptions &Options) {
  DumpContext Context;
  ClassesOfDump Build(Context, File.source().contents());
  std::vector<HeapCounter> Workers;
  for (unsigned I = 0; I != std::max(Options.Threads, 1u); ++I)
    Workers.emplace_back(Context);
  Parts H;
  HistogramBuilder Builder(H, Options);
  WalkOptions Walk;
  Walk.Dump = Options.Dump;
  Walk.Context = &Build;
  Walk.OnDamage = Options.OnDamage;
  Walk.OnBytes = Options.OnBytes;
  Walk.Cancel = Options.Cancel;
  Walk.OnDump = [&](unsigned, const FileHeader &) -> Error {
    for (HeapCounter &W : drop_begin(Workers)) {
      Workers[0].merge(W);
      W = HeapCounter(Context);
    }
    if (Error E = Builder.add(Context, Workers[0]))
      return E;
    Workers[0] = HeapCounter(Context);
    Build.forgetClassDumps();
    return Error::success();
  };
  WalkFacts Facts;
  if (Error E = walkHeap(File, Workers, Walk, &Facts))
    return E;
  if (Options.Dump > Facts.Dumps)
    return createStringError(toString(noSuchDump(Options.Dump, Facts.Dumps)) +
                             (Facts.Dumps ? "" : otherContents(File.name())));
  if (!Facts.Dumps)
    if (Error E = Builder.add(Context, Workers[0]))
      return E;
  H.Dumps = Facts.Dumps;
  H.WasParallel = Facts.WasParallel;
  // The order in which the counters are merged depends on their number.
  sort(H.Rows, [](const HistogramRow &A, const HistogramRow &B) {
    return std::tie(A.Class, A.Name, A.Loader) <
           std::tie(B.Class, B.Name, B.Loader);
  });
  erase_if(H.Heaps, [](const Histogram::Heap &Heap) {
    return !Heap.Instances && Heap.Name.empty();
  });
  if (Options.NameLoaders)
    if (Error E = nameLoaders(File, Options, H))
      return E;
  return fromParts(std::move(H));
}

std::string Histogram::stacksNote() const {
  if (!Data.UncountedStacks)
    return "";
  return "stacks in " + counted(Data.UncountedStacks, "stack chunk") +
         " not counted: the names of too many classes follow their objects";
}

std::vector<HistogramRow> hprof::groupRows(const Histogram &H, GroupBy By) {
  if (By == GroupBy::Class)
    return H.rows();
  const auto &Names = H.parts().LoaderNames;
  auto NameOf = [&](const HistogramRow &Row) -> std::string {
    if (By == GroupBy::Name)
      return stableClassName(Row.Name);
    if (By == GroupBy::Package) {
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
  std::set<std::pair<size_t, uint64_t>> Loaders;
  DenseMap<size_t, uint64_t> Most; // Bytes of the example of each merged row.
  for (const HistogramRow &Row : H.rows()) {
    std::string Name = NameOf(Row);
    auto [It, IsNew] = Position.try_emplace(Name, Groups.size());
    if (IsNew) {
      Groups.emplace_back().Name = Name;
      Groups.back().Loader = By == GroupBy::Loader ? Row.Loader : 0;
    }
    HistogramRow &Group = Groups[It->second];
    Group.add(Row);
    if (By != GroupBy::Name)
      continue;
    ++Group.Classes;
    Group.Loaders += Loaders.emplace(It->second, Row.Loader).second;
    uint64_t &Bytes = Most[It->second];
    if (Group.Classes == 1 || Row.Shallow > Bytes) {
      Bytes = Row.Shallow;
      Group.Example = Row.Class;
    }
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
