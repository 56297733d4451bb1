//===- NodeScan.cpp - Candidate objects for a query -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeScan.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

NumberRange NumberRange::of(const RowRequest &Request, StringRef Column) {
  NumberRange R;
  for (const RowRequest::Limit &L : Request.Limits) {
    const auto *N = std::get_if<int64_t>(&L.Value.Is);
    if (L.Column != Column || !N)
      continue;
    const bool IsUpper = L.Op == QueryOp::Less || L.Op == QueryOp::AtMost;
    const bool IsStrict = L.Op == QueryOp::Less || L.Op == QueryOp::Greater;
    if (*N < 0 || (IsUpper && IsStrict && !*N)) {
      // Numbers are not negative.
      if (L.Op == QueryOp::Equal || IsUpper)
        return {1, 0};
      continue;
    }
    if (L.Op == QueryOp::Equal || IsUpper)
      R.Most = std::min(R.Most, uint64_t(*N) - (IsUpper && IsStrict));
    if (L.Op == QueryOp::Equal || !IsUpper)
      R.Least = std::max(R.Least, uint64_t(*N) + (!IsUpper && IsStrict &&
                                                  L.Op != QueryOp::Equal));
  }
  return R;
}

std::vector<ClassNumber> hprof::classesCalled(const HeapGraph &G,
                                              StringRef Name) {
  std::vector<ClassNumber> Found;
  for (auto [I, C] : enumerate(G.classes()))
    if (C.Name == Name)
      Found.push_back(ClassNumber(I));
  return Found;
}

ArrayRef<QueryKey> NodeScan::keys(StringRef Prefix) {
  static constexpr QueryKey Keys[] = {
      {"id", false, 1, true},    {"class", false, 1000},
      {"class_id", false, 1000}, {"dominator", false, 10},
      {"shallow", true},         {"retained", true},
      {"_id", false, 1, true},   {"_class_id", false, 1000},
      {"_dominator", false, 10}, {"_shallow", true},
      {"_retained", true}};
  return Prefix.empty() ? ArrayRef(Keys).take_front(6)
                        : ArrayRef(Keys).drop_front(6);
}

NodeScan::NodeScan(QueryHeap &Heap, const RowRequest &Request, StringRef Prefix)
    : Heap(Heap), G(Heap.graph()), End(Heap.graph().size()),
      IsLargestFirst(Request.IsOrdered),
      Shallow(NumberRange::of(Request, (Prefix + "shallow").str())),
      Retained(NumberRange::of(Request, (Prefix + "retained").str())) {
  auto Equal = [&](StringRef Column) {
    return Request.equal((Prefix + Column).str());
  };
  if (const QueryValue *Id = Equal("id")) {
    const std::optional<uint64_t> Number = Id->number();
    At = Number ? G.find(*Number) : NoNode;
    End = At == NoNode ? At : At + 1;
  }
  if (const QueryValue *Class = Equal("class"))
    restrict(classesCalled(G, Class->text().value_or("")));
  if (const QueryValue *Class = Equal("class_id")) {
    std::vector<ClassNumber> Found;
    for (auto [I, C] : enumerate(G.classes()))
      if (C.Id && C.Id == Class->number())
        Found.push_back(ClassNumber(I));
    restrict(Found);
  }
  if (const QueryValue *Above = Equal("dominator")) {
    Dominator = Above->number() ? G.find(*Above->number()) : NoNode;
    if (*Dominator == NoNode)
      At = End;
  }
}

void NodeScan::restrict(ArrayRef<ClassNumber> To) {
  std::vector<uint8_t> Wants(G.classes().size());
  for (ClassNumber C : To)
    Wants[C] = Classes.empty() || Classes[C];
  Classes = std::move(Wants);
  if (To.empty())
    At = End;
}

bool NodeScan::isWanted(Node N) const {
  return (Classes.empty() || Classes[G.classNumber(N)]) &&
         (!Dominator || Heap.tree().parent(N) == *Dominator) &&
         (Shallow.isAll() || Shallow.has(G.shallow(N))) &&
         (Retained.isAll() || Retained.has(Heap.tree().retained(N)));
}

/// Rows are requested in this order only if a few of them are needed;
/// otherwise, the query sorts them. Therefore, this function searches only for
/// the largest objects, and for more of them when further rows are requested.
Node NodeScan::nextLargest() {
  if (Largest.empty()) {
    if (Given < Wanted || (At == End && !Wanted))
      return NoNode;
    const DominatorTree &Tree = Heap.tree();
    // The retained size of an unreachable object is null, which is less than 0.
    auto Key = [&](Node N) { return Tree.retained(N) + Tree.isReachable(N); };
    auto Before = [&](Node A, Node B) {
      return std::pair(Key(B), A) < std::pair(Key(A), B);
    };
    Wanted = Wanted ? Wanted * 16 : 256;
    for (Node N = At; N != End; ++N) {
      if (Heap.mustEnd())
        return NoNode;
      if (!isWanted(N))
        continue;
      if (Largest.size() == Wanted && !Before(N, Largest.front()))
        continue;
      Largest.push_back(N);
      std::push_heap(Largest.begin(), Largest.end(), Before);
      if (Largest.size() > Wanted) {
        std::pop_heap(Largest.begin(), Largest.end(), Before);
        Largest.pop_back();
      }
    }
    std::sort_heap(Largest.begin(), Largest.end(), Before);
    // Objects already returned come first.
    Largest.erase(Largest.begin(),
                  Largest.begin() +
                      long(std::min<uint64_t>(Given, Largest.size())));
    std::reverse(Largest.begin(), Largest.end());
    if (Largest.empty())
      return NoNode;
  }
  ++Given;
  const Node N = Largest.back();
  Largest.pop_back();
  return N;
}

/// Returns the first object from \p At whose type is in \p Classes, or \p End.
/// Types of class objects are numbers after those of all classes.
template <class T>
static Node firstOf(const T *Types, Node At, Node End,
                    ArrayRef<uint8_t> Classes, bool WantsClassObjects) {
  while (At != End) {
    const T Type = Types[At];
    if (Type < Classes.size() ? Classes[Type] : WantsClassObjects)
      break;
    ++At;
  }
  return At;
}

/// Moves At to the next object of the classes, which may have few instances.
void NodeScan::skipOtherClasses() {
  const NumberArray &Types = G.types();
  if (Classes.empty() || Types.isPacked() || Types.isReadFromFile())
    return;
  const bool WantsClassObjects =
      G.classClass() < Classes.size() && Classes[G.classClass()];
  switch (Types.width()) {
  case 2:
    At = firstOf(Types.as<uint16_t>(), At, End, Classes, WantsClassObjects);
    return;
  case 4:
    At = firstOf(Types.as<uint32_t>(), At, End, Classes, WantsClassObjects);
    return;
  default:
    At = firstOf(Types.as<uint64_t>(), At, End, Classes, WantsClassObjects);
  }
}

Node NodeScan::next() {
  if (IsLargestFirst)
    return nextLargest();
  for (skipOtherClasses(); At != End && !Heap.mustEnd(); skipOtherClasses())
    if (const Node N = At++; isWanted(N)) {
      Heap.noteScan(N);
      return N;
    }
  return NoNode;
}
