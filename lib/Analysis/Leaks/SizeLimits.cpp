//===- SizeLimits.cpp - Finds limits on the size of suspects --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeLimits.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Smaller collections are not suspects, and match numbers by chance.
constexpr uint64_t LeastEntries = 64;

SizeLimits::SizeLimits(const HeapGraph &G, const DominatorTree &T,
                       const ClassRoles &Roles, const HeapContents &Contents)
    : G(G), T(T), Roles(Roles), Contents(Contents) {
  for (ClassNumber C = 0; C != G.classes().size(); ++C)
    if (Roles.ofType(C) >= ClassRole::Library)
      ByName.try_emplace(G.classes()[C].Name, C);
}

bool SizeLimits::isA(Node N, StringRef Class) const {
  // A damaged dump may contain a cyclic chain of superclasses.
  ClassNumber C = G.asClass(N) == NoClass ? G.classNumber(N) : NoClass;
  for (size_t I = 0; C != NoClass && I != G.classes().size(); ++I) {
    if (G.classes()[C].Name == Class)
      return true;
    C = G.classes()[C].Super;
  }
  return false;
}

/// Returns the objects from the owner to the accumulation point.
std::vector<Node> SizeLimits::steps(const LeakSuspect &S,
                                    ArrayRef<Node> Below) const {
  constexpr size_t Most = 16;
  std::vector<Node> Steps(llvm::find(S.Above, S.Owner.Object), S.Above.end());
  auto On = llvm::find(S.Way, S.Owner.Object);
  Steps.insert(Steps.end(), On == S.Way.end() ? S.Way.begin() : On,
               S.Way.end());
  append_range(Steps, Below);
  if (Steps.size() > Most)
    Steps.erase(Steps.begin(), Steps.end() - Most);
  return Steps;
}

static int64_t signedValue(const Value &V) {
  switch (V.Type) {
  case BasicType::Int:
    return int32_t(V.Bits);
  case BasicType::Short:
    return int16_t(V.Bits);
  case BasicType::Long:
    return int64_t(V.Bits);
  default:
    return -1;
  }
}

/// Maximum number of fields that are examined. All pairs are compared.
static constexpr size_t MostNumbers = 1000;

SizeLimits::Numbers SizeLimits::fieldsOf(Node N) const {
  Numbers All;
  std::optional<FoundObject> O = Contents.object(N);
  if (!O || O->isArray())
    return All;
  ObjectView View(Contents.context(), *O);
  View.forEachField([&](const FieldSlot &F) {
    std::optional<Value> V = View.value(F);
    std::optional<StringRef> Name = Contents.context().string(F.NameId);
    if (V && Name)
      if (int64_t Number = signedValue(*V); Number > 0)
        All.push_back({*Name, F.NameId, Number});
    return All.size() != MostNumbers;
  });
  return All;
}

SizeLimits::Numbers SizeLimits::staticsOf(ClassNumber C) const {
  Numbers All;
  const ClassInfo *Info = Contents.context().findClass(G.classes()[C].Id);
  if (!Info)
    return All;
  for (const StaticField &F : Info->Statics)
    if (std::optional<StringRef> Name = Contents.context().string(F.Name))
      if (int64_t Number = signedValue(F.Value);
          Number > 0 && All.size() != MostNumbers)
        All.push_back({*Name, F.Name, Number});
  return All;
}

static bool hasWord(StringRef Name, ArrayRef<StringLiteral> Words) {
  return any_of(
      Words, [&](StringRef Word) { return Name.contains_insensitive(Word); });
}

static bool isLimitName(StringRef Name) {
  static constexpr StringLiteral Words[] = {"max", "limit", "capacity",
                                            "bound"};
  return hasWord(Name, Words);
}

static bool isUseName(StringRef Name) {
  static constexpr StringLiteral Words[] = {"size",  "weight", "count", "total",
                                            "bytes", "used",   "length"};
  return hasWord(Name, Words) && !isLimitName(Name);
}

/// Whether \p Used is about \p Most, or up to a tenth less after evictions.
static bool isFull(uint64_t Used, uint64_t Most) {
  return Used >= Most - Most / 10 && Used <= Most + Most / 100 + 1;
}

/// Whether \p Number looks as if a person chose it: 2048, 120, 2750, 30000.
static bool isRound(uint64_t Number) {
  if (Number < LeastEntries)
    return false;
  return isPowerOf2_64(Number) || Number % (Number < 1000 ? 10 : 50) == 0;
}

/// Whether collections rarely have such sizes by chance: 4096, 3300, 60000.
static bool isVeryRound(uint64_t Number) {
  if (Number < 1000)
    return false;
  if (isPowerOf2_64(Number))
    return true;
  while (Number >= 100 && Number % 10 == 0)
    Number /= 10;
  return Number < 100;
}

static bool isConstant(StringRef Name) {
  return none_of(Name, [](char C) { return C >= 'a' && C <= 'z'; });
}

/// Finds a limit that equals the number of entries, or a limit in another unit
/// together with the field that contains its current use.
bool SizeLimits::findIn(const Numbers &All, Node N, ArrayRef<uint64_t> Counts,
                        SuspectLimit &L) const {
  const bool IsOfCollection =
      G.asClass(N) == NoClass && Roles.of(N) < ClassRole::Library;
  const bool CanEvict = G.asClass(N) == NoClass && !IsOfCollection &&
                        isA(N, "java.util.LinkedHashMap");
  for (const Number &Most : All) {
    // A constant with any name and exactly this value is a limit: TOP,
    // PAGE_SIZE. So is an application field with a power of two: bufferSize.
    const uint64_t Value = uint64_t(Most.Value);
    const bool IsMet =
        is_contained(Counts, Value) &&
        (isConstant(Most.Name)
             ? isRound(Value)
             : !IsOfCollection && isPowerOf2_64(Value) && isVeryRound(Value));
    if (!isLimitName(Most.Name) && !IsMet)
      continue;
    auto Take = [&](uint64_t Used) {
      L = {LimitKind::Field, N, Used, uint64_t(Most.Value), Most.NameId};
      return true;
    };
    // If nothing evicts, other numbers are the largest sizes so far.
    const bool IsChosen = isRound(Value) || isConstant(Most.Name) || CanEvict;
    for (uint64_t Count : Counts)
      if (IsChosen && Count >= LeastEntries &&
          isFull(Count, uint64_t(Most.Value)))
        return Take(Count);
    constexpr int64_t LeastWeight = 1000;
    if (Most.Value < LeastWeight)
      continue;
    for (const Number &Used : All)
      if ((Counts.empty() || uint64_t(Used.Value) >= Counts[0]) &&
          (IsChosen || Used.Value < Most.Value) &&
          isFull(uint64_t(Used.Value), uint64_t(Most.Value)) &&
          isUseName(Used.Name))
        return Take(uint64_t(Used.Value));
  }
  return false;
}

/// Examines the fields of \p N, of the outer object of an inner class, and the
/// constants of their classes.
bool SizeLimits::findByFields(Node N, ArrayRef<uint64_t> Counts,
                              SuspectLimit &L) const {
  if (ClassNumber C = G.asClass(N); C != NoClass)
    return findIn(staticsOf(C), N, Counts, L);
  if (findIn(fieldsOf(N), N, Counts, L))
    return true;
  const uint64_t Type = G.types().get(N);
  if (Roles.ofType(Type) < ClassRole::Library)
    return false;
  StringRef Name = G.classOf(N).Name;
  for (;;) {
    auto It = ByName.find(Name);
    if (It != ByName.end()) {
      Node Class = G.classes()[It->second].Object;
      if (Class != NoNode && findIn(staticsOf(It->second), Class, Counts, L))
        return true;
    }
    size_t Dollar = Name.rfind('$');
    if (Dollar == StringRef::npos || !Dollar)
      break;
    Name = Name.take_front(Dollar);
  }
  Node Around = Contents.follow(N, "this$0");
  return Around != NoNode && findIn(fieldsOf(Around), Around, Counts, L);
}

/// Returns the number of references in an array that are not null.
uint64_t SizeLimits::used(Node Array) const {
  uint64_t Used = 0;
  const Node Class = G.classNodes()[G.types().get(Array)];
  G.forEachReference(Array, [&](Node To) { Used += To != Class; });
  return Used;
}

/// Returns the total length of the arrays in an array of arrays without gaps;
/// for other arrays, the length of the array itself.
uint64_t SizeLimits::lengthOfAll(Node Array, uint64_t Elements) const {
  uint64_t Length = 0, Rows = 0;
  bool IsTable = true;
  const Node Class = G.classNodes()[G.types().get(Array)];
  G.forEachReference(Array, [&](Node To) {
    // The same row may occur repeatedly. Stop early if the table is too long to
    // be full.
    if (To == Class || !IsTable ||
        (Length && !isFull(Elements, Length) && Length > Elements))
      return;
    ++Rows;
    IsTable = G.heads()[G.types().get(To)] == HeapGraph::ArrayHead &&
              Roles.of(To) == ClassRole::Container &&
              used(To) == G.arrayLength(To);
    Length += G.arrayLength(To);
  });
  IsTable &= Rows && Rows == G.arrayLength(Array);
  return IsTable ? Length : G.arrayLength(Array);
}

bool SizeLimits::findByArray(Node Array, Node Holder, uint64_t Elements,
                             SuspectLimit &L) const {
  const uint64_t Length = lengthOfAll(Array, Elements);
  if (Length < LeastEntries || !isFull(Elements, Length))
    return false;
  const bool IsRing = isA(Holder, "java.util.concurrent.ArrayBlockingQueue");
  // A collection replaces a full array, so its length is no limit.
  if (!IsRing && entries(Holder))
    return false;
  if (!IsRing && (Roles.of(Holder) < ClassRole::Library || !isRound(Length)))
    return false;
  if (!IsRing && used(Array) < G.arrayLength(Array))
    return false;
  L = {LimitKind::Array, Array, std::min(Elements, Length), Length, 0};
  return true;
}

std::optional<CollectionSize> SizeLimits::collection(Node N) const {
  if (G.asClass(N) != NoClass ||
      G.heads()[G.types().get(N)] == HeapGraph::ArrayHead)
    return std::nullopt;
  return collectionSize(Contents, N);
}

/// Returns the number of entries in a collection, if it is one.
std::optional<uint64_t> SizeLimits::entries(Node N) const {
  const std::optional<CollectionSize> Is = collection(N);
  return Is ? std::optional(Is->Size) : std::nullopt;
}

bool SizeLimits::findByEviction(Node N, SuspectLimit &L) const {
  if (G.asClass(N) != NoClass || Roles.of(N) < ClassRole::Library ||
      !isA(N, "java.util.LinkedHashMap"))
    return false;
  const std::optional<uint64_t> Entries = entries(N);
  const std::optional<FoundObject> O = Contents.object(N);
  if (!Entries || !O || *Entries < LeastEntries)
    return false;
  // Each of these is only a weak sign; a round number is the better one.
  const std::optional<Value> ByAccess = Contents.field(*O, "accessOrder");
  const uint64_t Most = isRound(*Entries) ? *Entries : 0;
  if (!Most && !(ByAccess && ByAccess->Bits))
    return false;
  L = {LimitKind::Eviction, N, *Entries, Most, 0};
  return true;
}

/// Whether a collection has an oldest or first element that can be evicted.
static bool isOrdered(const CollectionRow &Row) {
  switch (Row.Shape) {
  case CollectionShape::HashLinks:
  case CollectionShape::Tree:
  case CollectionShape::SkipList:
    return true;
  default:
    return Row.Kind == CollectionKind::List &&
           Row.facts().Storage != CollectionStorage::Around;
  }
}

/// If code trims a collection to a literal, a round size is the only sign.
void SizeLimits::findByRoundSize(Node N, uint64_t Elements,
                                 SuspectLimit &L) const {
  const std::optional<CollectionSize> Is = collection(N);
  if (Is && isOrdered(*Is->Row) && isVeryRound(Is->Size) &&
      Elements >= Is->Size)
    L = {LimitKind::Round, N, Is->Size, 0, 0};
}

/// Whether half of the bytes that \p Element retains are in a collection, array
/// or list of its own, which may grow.
bool SizeLimits::growsInside(Node Element) const {
  constexpr uint64_t Few = 16;
  constexpr unsigned MostSteps = 64;
  unsigned Run = 0;
  Node At = Element;
  for (unsigned I = 0; I != MostSteps; ++I) {
    Node Next = NoNode;
    uint64_t References = 0;
    G.forEachReference(At, [&](Node To) {
      if (T.parent(To) != At || G.asClass(To) != NoClass)
        return;
      ++References;
      if (Next == NoNode || T.retained(To) > T.retained(Next))
        Next = To;
    });
    const bool IsArray = G.heads()[G.types().get(At)] == HeapGraph::ArrayHead;
    if ((IsArray && References >= Few) || entries(At).value_or(0) >= Few)
      return true;
    if (Next == NoNode || T.retained(Next) < T.retained(Element) / 2)
      return false;
    Run = G.types().get(Next) == G.types().get(At) ? Run + 1 : 0;
    if (Run == Few)
      return true;
    At = Next;
  }
  return false;
}

/// Same as above, for most of the sampled elements of \p S.
bool SizeLimits::growsInside(const LeakSuspect &S) const {
  constexpr unsigned Wanted = 64;
  unsigned Sampled = 0, Growing = 0;
  const SuspectContent &E = S.Elements[0];
  for (Node N = E.Example; N != G.size() && Sampled != Wanted; ++N)
    if (G.types().get(N) == E.Type && T.isReachable(N)) {
      ++Sampled;
      Growing += growsInside(N);
    }
  return Growing > Sampled / 2;
}

void SizeLimits::addLimit(LeakSuspect &S, ArrayRef<Node> Below) const {
  if (S.Way.empty() || S.Elements.empty())
    return;
  const std::vector<Node> Steps = steps(S, Below);
  const uint64_t Elements = S.Elements[0].Objects;
  // A fixed number of elements is not a limit if each element can grow.
  const bool IsInside = growsInside(S);
  SmallVector<uint64_t> Counts;
  if (IsInside) {
    if (S.Inner.Objects)
      Counts.push_back(S.Inner.Objects);
  } else {
    Counts.push_back(Elements);
    for (Node N : Steps)
      if (std::optional<uint64_t> Entries = entries(N))
        Counts.push_back(*Entries);
  }
  Node Innermost = NoNode;
  for (size_t I = Steps.size(); I--;) {
    const Node N = Steps[I];
    if (G.heads()[G.types().get(N)] == HeapGraph::ArrayHead) {
      if (!IsInside && I && findByArray(N, Steps[I - 1], Elements, S.Limit))
        return;
      continue;
    }
    if (findByFields(N, Counts, S.Limit) ||
        (!IsInside && findByEviction(N, S.Limit)))
      return;
    if (Innermost == NoNode && entries(N))
      Innermost = N;
  }
  if (!IsInside && Innermost != NoNode && S.Points.size() == 1)
    findByRoundSize(Innermost, Elements, S.Limit);
}
