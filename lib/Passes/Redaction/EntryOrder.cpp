//===- EntryOrder.cpp - Reorders entries of collections -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryOrder.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/ValueGatherer.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Java/CollectionRows.h"
#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"
#include <numeric>

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// Links that only subclasses have: those of LinkedHashMap, in the JDK and on
/// Android. The trees of HashMap and ConcurrentHashMap are also linked as
/// chains.
static constexpr StringLiteral SubclassLinks[] = {"after", "nxt"};

/// Returns the rows for the class \p Name itself.
static auto rowsOf(StringRef Name) {
  return make_filter_range(collectionRows(), [Name](const CollectionRow &R) {
    return R.Class == Name;
  });
}

/// Returns the row of the class or of its closest superclass that has one.
static int rowOf(const DumpContext &Names, uint64_t Id) {
  constexpr unsigned MaxSuper = 16; // A longer chain is a cycle.
  for (unsigned Depth = 0; Depth != MaxSuper; ++Depth) {
    const ClassInfo *C = Names.findClass(Id);
    if (!C)
      return -1;
    const std::string Name = Names.className(*C);
    for (auto [Row, E] : enumerate(entryRows())) {
      const StringRef Own = *find_if(
          ArrayRef<StringLiteral>({E.Holds[1], E.Holds[0], E.Links[0]}),
          [](StringRef Field) { return !Field.empty(); });
      if (Name == E.Class && any_of(C->Fields, [&](const InstanceField &F) {
            return Names.string(F.Name).value_or("") == Own;
          }))
        return int(Row);
    }
    Id = C->Super;
  }
  return -1;
}

std::optional<EntryOrder::ArrayUse> EntryOrder::useOf(CollectionShape Shape) {
  if (Shape == CollectionShape::List)
    return First;
  if (Shape == CollectionShape::Ring || Shape == CollectionShape::BoundedRing)
    return Range;
  if (Shape == CollectionShape::Pairs || Shape == CollectionShape::FixedPairs)
    return Pairs;
  return std::nullopt;
}

const EntryOrder::Class &EntryOrder::classOf(uint64_t Id) {
  std::unique_ptr<Class> &C = Classes[Id];
  if (C)
    return *C;
  C = std::make_unique<Class>();
  const InstanceShape *Shape = Names->instances().find(Id);
  if (!Shape)
    return *C;
  C->Bytes = Shape->bytes();
  C->Row = rowOf(*Names, Id);
  C->Holds.resize(MaxHeld, UINT32_MAX);
  Shape->forEachReference(
      FieldOrder::OwnFirst, C->Bytes, [&](const FieldSlot &S) {
        const StringRef Name = Names->string(S.NameId).value_or("");
        // The rows are searched linearly for the class.
        const std::string ClassName = Names->className(*S.Class);
        for (const CollectionRow &R : rowsOf(ClassName)) {
          if (std::optional<ArrayUse> Use = useOf(R.Shape);
              Use && Name == R.fields()[0])
            C->Arrays[*Use] = S.Offset;
          if (R.Shape == CollectionShape::Fields &&
              is_contained(R.fields(), Name))
            C->Pair.push_back(S.Offset);
        }
        if (C->Row < 0)
          return;
        const auto &E = entryRows()[size_t(C->Row)];
        if (const auto *At = llvm::find(E.Holds, Name);
            At != std::end(E.Holds) && !Name.empty())
          C->Holds[size_t(At - std::begin(E.Holds))] = S.Offset;
        else if (is_contained(SubclassLinks, Name) ||
                 is_contained(E.Links, Name))
          C->Links.push_back(S.Offset);
      });
  return *C;
}

/// Collects the contents of entries and which entries belong together.
class EntryOrder::Walk final : public ValueGatherer {
public:
  explicit Walk(EntryOrder &To) : To(To) {}

private:
  uint64_t wanted(const InstanceDump &R) override {
    Current = &To.classOf(R.Class);
    Object = R.Object;
    return Current->Row >= 0 ||
                   any_of(Current->Arrays, [](auto &A) { return bool(A); })
               ? Current->Bytes
               : 0;
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    auto At = [&](uint32_t Offset) {
      return Offset == UINT32_MAX ? 0 : loadBE(Bytes.data() + Offset, idSize());
    };
    for (auto [Offset, Ids] : zip_equal(Current->Arrays, To.Arrays))
      if (Offset)
        Ids.insert(At(*Offset));
    if (Current->Row < 0)
      return;
    To.Entries.push_back(
        {Object, {At(Current->Holds[0]), At(Current->Holds[1])}, Current->Row});
    for (uint32_t Offset : Current->Links)
      if (uint64_t Id = At(Offset))
        To.Links.push_back({Object, Id});
  }
  bool wantsElements(const ObjectArrayDump &R) override {
    auto [It, IsNew] = IsTable.try_emplace(R.Class, false);
    if (IsNew) {
      const std::string Name = To.Names->className(R.Class);
      StringRef Element = Name;
      It->second = Element.consume_back("[]") && findEntry(Element);
    }
    // The table is treated as an entry without contents: any other entry could
    // be missing from the dump, and then the entries would not be connected.
    if (It->second)
      To.Entries.push_back({R.Object, {}, 0});
    Object = R.Object;
    return It->second;
  }
  void element(uint64_t Id) override {
    if (Id)
      To.Links.push_back({Object, Id});
  }

  EntryOrder &To;
  const Class *Current = nullptr;
  uint64_t Object = 0;
  DenseMap<IdKey, bool> IsTable; ///< By class of the array.
};

Error EntryOrder::look(Upstream &Stream, const DumpContext &Of) {
  Names = &Of;
  for (const CollectionRow &R : collectionRows())
    if (R.Shape == CollectionShape::Fields && !R.Null.empty()) {
      const auto [Class, Field] = StringRef(R.Null).rsplit('.');
      NoElements.insert(staticReference(*Names, Class, Field));
    }
  Walk All(*this);
  if (Error E = Stream.walk(All))
    return E;
  if (Entries.size() > UINT32_MAX)
    return createStringError("redact: too many collection entries to reorder");
  exchange();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

EntryOrder::EntryOrder(StringRef Key) {
  SHA256 Hash;
  Hash.update("order");
  Hash.update(Key);
  const std::array<uint8_t, 32> Bytes = Hash.final();
  Seed = {loadBE(Bytes.data(), 8), loadBE(Bytes.data() + 8, 8)};
}

/// Need not be cryptographic: its input is not secret, but its result must be
/// independent of the old order.
uint64_t EntryOrder::hash(uint64_t A, uint64_t B, uint64_t C) const {
  uint8_t Bytes[40];
  const uint64_t Parts[] = {Seed[0], Seed[1], A, B, C};
  for (auto [I, Part] : enumerate(Parts))
    storeBE(Bytes + 8 * I, Part, 8);
  return xxh3_64bits(ArrayRef<uint8_t>(Bytes));
}

const EntryOrder::Entry *EntryOrder::find(uint64_t Id) {
  // In most dumps, objects are sorted by id.
  if (Near < Entries.size() && Entries[Near].Id == Id)
    return &Entries[Near++];
  auto It = partition_point(Entries, [&](const Entry &E) { return E.Id < Id; });
  if (It == Entries.end() || It->Id != Id)
    return nullptr;
  Near = size_t(It - Entries.begin()) + 1;
  return &*It;
}

/// Assigns to each entry of a collection the contents of some entry in it.
void EntryOrder::exchange() {
  llvm::stable_sort(Entries,
                    [](const Entry &A, const Entry &B) { return A.Id < B.Id; });
  // Entries linked to each other have the same root.
  std::vector<uint32_t> Parent(Entries.size());
  std::iota(Parent.begin(), Parent.end(), 0);
  auto Root = [&](uint32_t I) {
    while (Parent[I] != I)
      I = Parent[I] = Parent[Parent[I]];
    return I;
  };
  for (const auto &[From, To] : Links) {
    const Entry *A = find(From), *B = find(To);
    if (!A || !B)
      continue;
    const uint32_t RootA = Root(uint32_t(A - Entries.data())),
                   RootB = Root(uint32_t(B - Entries.data()));
    Parent[std::max(RootA, RootB)] = std::min(RootA, RootB);
  }
  Links = {};
  struct Place {
    uint32_t Root, At;
    int Row;
    uint64_t Hash;
    auto key() const { return std::tuple(Root, Row, Hash, At); }
  };
  std::vector<Place> Places;
  for (uint32_t I = 0; I != Entries.size(); ++I)
    if (Entries[I].Holds != Held())
      Places.push_back({Root(I), I, Entries[I].Row, 0});
  Parent = {};
  auto Less = [](const Place &A, const Place &B) { return A.key() < B.key(); };
  auto Sort = [&](auto HashOf) {
    for (Place &P : Places)
      P.Hash = HashOf(Entries[P.At]);
    llvm::sort(Places, Less);
  };
  Sort([&](const Entry &E) { return hash(E.Holds[0], E.Holds[1], 1); });
  std::vector<Held> Values;
  Values.reserve(Places.size());
  for (const Place &P : Places)
    Values.push_back(Entries[P.At].Holds);
  Sort([&](const Entry &E) { return hash(E.Id, 0, 2); });
  for (auto [P, V] : zip_equal(Places, Values))
    Entries[P.At].Holds = V;
  Near = 0;
}

bool EntryOrder::change(uint64_t ClassId, uint64_t Id,
                        MutableArrayRef<uint8_t> Values, unsigned IdSize) {
  const Class &C = classOf(ClassId);
  if (C.Pair.size() == 2 && Values.size() >= C.Bytes)
    return changePair(Id, &Values[C.Pair[0]], &Values[C.Pair[1]], IdSize);
  const Entry *E = C.Row < 0 ? nullptr : find(Id);
  if (!E || Values.size() < C.Bytes)
    return false;
  bool HasChanged = false;
  for (auto [Offset, To] : zip_equal(C.Holds, E->Holds)) {
    if (Offset == UINT32_MAX)
      continue;
    uint8_t *P = &Values[Offset];
    HasChanged |= loadBE(P, IdSize) != To;
    storeBE(P, To, IdSize);
  }
  return HasChanged;
}

/// If a pair has only one element, its position reveals nothing.
bool EntryOrder::changePair(uint64_t Id, uint8_t *A, uint8_t *B,
                            unsigned IdSize) const {
  const uint64_t First = loadBE(A, IdSize), Second = loadBE(B, IdSize);
  if (!First || !Second || NoElements.contains(First) ||
      NoElements.contains(Second))
    return false;
  if (std::pair(hash(Id, First, 3), First) <=
      std::pair(hash(Id, Second, 3), Second))
    return false;
  storeBE(A, Second, IdSize);
  storeBE(B, First, IdSize);
  return true;
}

bool EntryOrder::change(uint64_t Id, MutableArrayRef<uint8_t> Elements,
                        unsigned IdSize) const {
  const size_t Unit = Arrays[Pairs].contains(Id) ? 2 : 1;
  const size_t Count = Elements.size() / IdSize / Unit;
  auto Place = [&](size_t I, size_t Part) {
    return &Elements[(I * Unit + Part) * IdSize];
  };
  auto At = [&](size_t I) {
    Held H{};
    for (size_t Part = 0; Part != Unit; ++Part)
      H[Part] = loadBE(Place(I, Part), IdSize);
    return H;
  };
  std::vector<std::pair<uint64_t, Held>> There; // With sort keys.
  size_t Used = 0;
  for (size_t I = 0; I != Count; ++I)
    if (const Held H = At(I); H != Held()) {
      There.push_back({hash(Id, H[0] ? H[0] : H[1], 3), H});
      Used = I + 1;
    }
  if (!Arrays[First].contains(Id))
    Used = Count;
  if (There.empty() || Used < 2)
    return false;
  llvm::sort(There);
  // The positions of nulls depend only on the number of elements, except in
  // arrays whose collection records the positions of its elements.
  const bool IsInPlace = There.size() == Used || Arrays[Range].contains(Id);
  std::vector<std::pair<uint64_t, size_t>> Places;
  for (size_t I = 0; I != Used; ++I)
    if (!IsInPlace)
      Places.push_back({hash(Id, I, 4), I});
    else if (At(I) != Held())
      Places.push_back({I, I});
  llvm::sort(Places);
  std::vector<Held> New(Used);
  for (auto [E, P] : zip(There, Places))
    New[P.second] = E.second;
  bool HasChanged = false;
  for (auto [I, To] : enumerate(New)) {
    HasChanged |= At(I) != To;
    for (size_t Part = 0; Part != Unit; ++Part)
      storeBE(Place(I, Part), To[Part], IdSize);
  }
  return HasChanged;
}
