//===- QueryReferences.cpp - References of a heap -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableKit.h"
#include "hprof/Analysis/Graph/KindNames.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct FoundReference {
  Node From = NoNode, To = NoNode;
  ReferenceLabel Label;
  uint64_t Number = 0; ///< Among all references.
  uint64_t FromId = 0; ///< Computed once per From.
};

/// The references of objects, one by one. They are listed in batches, because
/// an array may have millions of them.
class ReferenceScan {
public:
  /// \p IsLabeled: references have labels. \p HasIndexes: array elements, too.
  ReferenceScan(const QueryHeap &Heap, bool IsLabeled, bool HasIndexes)
      : Heap(Heap), IsLabeled(IsLabeled), HasIndexes(HasIndexes) {}
  void begin(Node Of) {
    From = Of;
    const HeapGraph &G = Heap.graph();
    FromId = G.id(Of);
    HasClass = G.classNodes()[G.types().get(Of)] != NoNode;
    Start = G.starts().get(Of);
    Done = NextElement = 0;
    Listed.clear();
    At = 0;
    IsAtEnd = false;
  }
  /// Restricts the scan to references to this object.
  void restrict(Node OnlyTo) { Only = OnlyTo; }
  bool next(FoundReference &R);

private:
  void list();
  uint64_t numberOf(uint64_t I) const;

  static constexpr size_t AtOnce = 1 << 16;
  const QueryHeap &Heap;
  bool IsLabeled, HasIndexes;
  Node From = NoNode, Only = NoNode;
  uint64_t FromId = 0;
  bool HasClass = false; ///< Whether the dump has From's class object.
  uint64_t Start = 0;    ///< Start of From's entries in the graph.
  bool IsAtEnd = true;
  uint64_t Done = 0;        ///< Number of references before Listed.
  uint64_t NextElement = 0; ///< Index of the element after Listed.
  std::vector<std::pair<Node, ReferenceLabel>> Listed;
  size_t At = 0;
};
} // namespace

void ReferenceScan::list() {
  Listed.clear();
  At = 0;
  const HeapGraph &G = Heap.graph();
  // Other objects have no more references than there are roots, or than a class
  // can declare fields.
  const bool IsArray = G.asClass(From) == NoClass && G.classOf(From).isArray();
  const size_t Most = IsArray || !IsLabeled ? AtOnce : SIZE_MAX;
  auto Take = [&](const ReferenceLabel &L, Node To) {
    Listed.push_back({To, L});
    return Listed.size() < Most;
  };
  if (!IsLabeled)
    G.forEachReferenceAfter(From, Done, [&](Node To) { return Take({}, To); });
  else if (HasIndexes && IsArray)
    Heap.contents().forEachReference(
        From,
        [&](const HeapReference &R) {
          if (R.Label.Kind == LabelKind::Element)
            NextElement = R.Label.Index + 1;
          return R.To == NoNode || Take(R.Label, R.To);
        },
        NextElement);
  else
    Heap.contents().forEachEdge(From, Take, Done);
  Done += Listed.size();
  IsAtEnd = Listed.size() < Most;
}

/// Number of reference \p I of From: the number of its entry. The reference to
/// the class of From, the first one, has no entry: such references are numbered
/// by object, after all entries.
uint64_t ReferenceScan::numberOf(uint64_t I) const {
  if (HasClass && !I--)
    return Heap.graph().entries().size() + From;
  return Start + I;
}

bool ReferenceScan::next(FoundReference &R) {
  while (true) {
    while (At != Listed.size()) {
      auto &[To, Label] = Listed[At++];
      if (Only != NoNode && To != Only)
        continue;
      R = {From, To, Label, numberOf(Done - Listed.size() + At - 1), FromId};
      return true;
    }
    if (IsAtEnd)
      return false;
    list();
  }
}

static Datum fieldName(const QueryHeap &A, const FoundReference &R) {
  if (R.Label.Kind != LabelKind::Field && R.Label.Kind != LabelKind::Static)
    return Datum::Null();
  return A.contents().context().string(R.Label.NameId)
             ? Datum(A.contents().name(R.Label))
             : Datum(Datum::Null());
}

static Datum elementNumber(const FoundReference &R) {
  return numberIf(R.Label.Kind == LabelKind::Element, R.Label.Index);
}

static StringRef labelWord(LabelKind K) {
  static constexpr StringLiteral Words[] = {
      "class",   "field",  "element",  "super",  "loader",
      "signers", "domain", "constant", "static", "local"};
  return Words[unsigned(K)];
}

static Datum strengthWord(ReferenceKind K) {
  ReferenceKinds Kinds;
  if (K == ReferenceKind::Strong)
    return StringRef("strong");
  Kinds.insert(K);
  return kindNames(Kinds).front();
}

HPROF_TABLE_BEGIN(referenceTable, FoundReference, QueryHeap, "refs",
                  "A reference to an object in the dump.")
HPROF_COLUMN(Id, "source", ForAll, R.FromId, "Id of the referrer.")
HPROF_COLUMN(Id, "target", ForAll, A.graph().id(R.To),
             "Id of the referenced object.")
HPROF_NULLABLE(Text, "field", ForAll | Repeats, fieldName(A, R),
               "Name of the field or static field; null for other references.")
HPROF_NULLABLE(Count, "element", ForAll, elementNumber(R),
               "Array index, from 0; null for other references.")
HPROF_WORD("class|field|element|super|loader|signers|domain|constant|static|"
           "local",
           "kind", ForAll, labelWord(R.Label.Kind),
           "Kind of reference; class is from an object to its class, and local "
           "is a GC root that belongs to a thread.")
HPROF_WORD("strong|soft|weak|final|phantom", "strength", ForAll,
           strengthWord(R.Label.Strength), "Strength of the reference.")
HPROF_TABLE_END

namespace {
class ReferenceTable final : public QueryTable {
public:
  explicit ReferenceTable(QueryHeap &Heap) : Heap(Heap) {}

  const TableInfo &info() const override { return referenceTable(); }
  ArrayRef<QueryKey> keys() const override {
    static constexpr QueryKey Keys[] = {{"source", false, 8},
                                        {"target", false, 3}};
    return Keys;
  }
  uint64_t expected() const override {
    return Heap.graph().counts().References + Heap.graph().size();
  }
  Expected<QueryRows> rows(const RowRequest &Request) override;

private:
  QueryHeap &Heap;
};

/// The objects whose references are scanned: one object, all objects, or the
/// referrers of one object.
class Sources {
public:
  Sources(QueryHeap &Heap, Node First, Node End)
      : Heap(Heap), At(First), End(End) {}
  Sources(QueryHeap &Heap, Node Target) : Heap(Heap) {
    Heap.inbound().forEach(Target, [&](Node From) {
      if (Found.empty() || Found.back() != From)
        Found.push_back(From);
      return true;
    });
    End = Found.size();
  }
  Node next() {
    if (At == End)
      return NoNode;
    const Node N = At++;
    if (!Found.empty())
      return Found[N];
    Heap.noteScan(N);
    return N;
  }

private:
  QueryHeap &Heap;
  std::vector<Node> Found; ///< If empty, all nodes from At to End.
  Node At = 0, End = 0;
};
} // namespace

Expected<QueryRows> ReferenceTable::rows(const RowRequest &Request) {
  const HeapGraph &G = Heap.graph();
  static constexpr ColumnNeed Needs[] = {
      {"field", &QueryHeap::needContents},
      {"element", &QueryHeap::needContents},
      {"kind", &QueryHeap::needContents},
      {"strength", &QueryHeap::needContents}};
  if (Error E = prepare(Heap, info(), Request, Needs))
    return E;
  const bool HasIndexes = Request.uses(3);
  ReferenceScan Scan(
      Heap, Request.uses(2) || HasIndexes || Request.uses(4) || Request.uses(5),
      HasIndexes);
  auto Find = [&](const QueryValue *Id) {
    const std::optional<uint64_t> Number = Id->number();
    return Number ? G.find(*Number) : NoNode;
  };
  std::optional<Sources> From;
  if (const QueryValue *Target = Request.equal("target")) {
    const Node To = Find(Target);
    if (To != NoNode && !Request.equal("source")) {
      if (Error E = Heap.needInbound())
        return E;
      From.emplace(Heap, To);
    } else if (To == NoNode) {
      From.emplace(Heap, 0, 0);
    }
    Scan.restrict(To);
  }
  if (const QueryValue *Source = Request.equal("source"); Source && !From) {
    const Node N = Find(Source);
    From.emplace(Heap, N == NoNode ? 0 : N, N == NoNode ? 0 : N + 1);
  }
  if (!From)
    From.emplace(Heap, 0, G.size());
  return pulledRows(
      referenceTable(), Heap, FoundReference(),
      [Scan, From = std::move(*From)](FoundReference &R) mutable {
        while (!Scan.next(R)) {
          const Node N = From.next();
          if (N == NoNode)
            return false;
          Scan.begin(N);
        }
        return true;
      },
      +[](const FoundReference &R) { return R.Number; });
}

std::unique_ptr<QueryTable> hprof::referenceTable(QueryHeap &Heap) {
  return std::make_unique<ReferenceTable>(Heap);
}
