//===- NeighbourPart.cpp - Answers with what objects refer to -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Question.h"
#include "hprof/Analysis/Paths/PathNames.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/GraphTool/ObjectText.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <tuple>

using namespace hprof;
using namespace llvm;

namespace {
/// Objects that refer, or are referred to, in the same way.
struct Neighbour {
  ReferenceLabel Label; ///< Label of one of the references.
  uint64_t References = 0;
  std::vector<Node> Nodes; ///< Unique after finishing.
};

/// One level: the neighbours of some objects.
class NeighbourLevel {
public:
  NeighbourLevel(const Answering &A, bool ByClass) : A(A), ByClass(ByClass) {}

  void addOutgoing(ArrayRef<Node> Of);
  void addIncoming(const InboundReferences &Inbound, ArrayRef<Node> Of);
  std::vector<Neighbour> finish();

private:
  void addIncomingOf(const InboundReferences &Inbound, Node To);
  bool hasMany(Node From) const;
  ArrayRef<ReferenceLabel> labels(Node From, Node To);
  void add(const ReferenceLabel &L, Node N);
  void forEachEdge(Node From,
                   function_ref<bool(const ReferenceLabel &, Node)> F) const;

  using Key = std::tuple<uint8_t, uint64_t, uint64_t, uint64_t, uint64_t>;
  const Answering &A;
  bool ByClass;
  DenseSet<Node> Wanted; ///< If there are several: the targets for which
                         ///< referrers are queried.
  /// Labels of references from objects with many references to wanted ones.
  DenseMap<Node, DenseMap<Node, std::vector<ReferenceLabel>>> Labels;
  std::map<Key, size_t> ByKey;
  std::vector<Neighbour> Found;
};

/// Prints levels within levels.
class NeighbourPrinter {
public:
  NeighbourPrinter(const Answering &A, bool Incoming, bool ByClass,
                   const InboundReferences *Inbound)
      : A(A), Incoming(Incoming), ByClass(ByClass), Inbound(Inbound) {}

  void print(ArrayRef<Node> Of, unsigned Depth);

private:
  void level(ArrayRef<Node> Of, unsigned At, unsigned Depth);
  void json(const Neighbour &N);
  void text(const Neighbour &N, unsigned At, StringRef Note);
  std::string labelText(const Neighbour &N) const;
  uint64_t shallow(const Neighbour &N) const;

  const Answering &A;
  bool Incoming, ByClass;
  const InboundReferences *Inbound;
  std::unique_ptr<TextTable> Table;
  /// Neighbours of an object are shown once, so that cycles end.
  DenseSet<Node> Shown;
};
} // namespace

void NeighbourLevel::add(const ReferenceLabel &L, Node N) {
  uint64_t Name = 0, Class = 0;
  if (L.Kind == LabelKind::Field || L.Kind == LabelKind::Static) {
    Name = L.NameId;
    Class = L.Class ? L.Class->Id : 0;
  } else if (!ByClass) {
    Name = L.Index;
    Class = uint64_t(L.Frame);
  }
  Key K{uint8_t(L.Kind), Name, Class, A.G.types().get(N), ByClass ? NoNode : N};
  auto [It, IsNew] = ByKey.try_emplace(K, Found.size());
  if (IsNew)
    Found.emplace_back().Label = L;
  Neighbour &Here = Found[It->second];
  ++Here.References;
  if (Here.Nodes.empty() || Here.Nodes.back() != N)
    Here.Nodes.push_back(N);
}

/// Reads the dump only for indices in arrays.
void NeighbourLevel::forEachEdge(
    Node From, function_ref<bool(const ReferenceLabel &, Node)> F) const {
  if (ByClass || !A.G.classOf(From).isArray())
    return A.C.forEachEdge(From, F);
  A.C.forEachReference(From, [&](const HeapReference &R) {
    return R.To == NoNode || F(R.Label, R.To);
  });
}

void NeighbourLevel::addOutgoing(ArrayRef<Node> Of) {
  for (Node From : Of)
    forEachEdge(From, [&](const ReferenceLabel &L, Node To) {
      add(L, To);
      return true;
    });
}

/// Whether scanning all references of \p From for each target takes long.
bool NeighbourLevel::hasMany(Node From) const {
  constexpr uint64_t Many = 64;
  const HeapGraph &G = A.G;
  if (G.asClass(From) != NoClass || A.C.hasLocals(From))
    return true;
  if (G.classOf(From).isArray())
    return G.arrayLength(From) >= Many;
  const InstanceShape *Shape = A.C.shape(G.classNumber(From));
  return Shape && Shape->references() >= Many;
}

/// The labels of references from \p From, which has many, to \p To, a wanted
/// one.
ArrayRef<ReferenceLabel> NeighbourLevel::labels(Node From, Node To) {
  auto [It, IsNew] = Labels.try_emplace(From);
  auto &Of = It->second;
  if (IsNew)
    forEachEdge(From, [&](const ReferenceLabel &L, Node Target) {
      if (Wanted.contains(Target))
        Of[Target].push_back(L);
      return true;
    });
  auto Found = Of.find(To);
  if (Found == Of.end())
    return {};
  return Found->second;
}

void NeighbourLevel::addIncoming(const InboundReferences &Inbound,
                                 ArrayRef<Node> Of) {
  if (Of.size() > 1)
    Wanted.insert(Of.begin(), Of.end());
  for (Node To : Of)
    addIncomingOf(Inbound, To);
}

void NeighbourLevel::addIncomingOf(const InboundReferences &Inbound, Node To) {
  const HeapGraph &G = A.G;
  Node Last = NoNode;
  uint64_t Times = 0;
  auto Tell = [&] {
    if (Last == NoNode)
      return;
    // Most referrers of a class are its instances: no need to read them.
    if (Times == 1 && G.classNodes()[G.types().get(Last)] == To)
      return add(ReferenceLabel(), Last);
    if (ByClass && G.classOf(Last).isArray()) {
      ReferenceLabel L;
      L.Kind = LabelKind::Element;
      for (; Times; --Times)
        add(L, Last);
      return;
    }
    if (!Wanted.empty() && hasMany(Last)) {
      for (const ReferenceLabel &L : labels(Last, To))
        add(L, Last);
      return;
    }
    forEachEdge(Last, [&](const ReferenceLabel &L, Node Target) {
      if (Target == To)
        add(L, Last);
      return true;
    });
  };
  Inbound.forEach(To, [&](Node From) {
    if (From != Last) {
      Tell();
      Last = From;
      Times = 0;
    }
    ++Times;
    return true;
  });
  Tell();
}

std::vector<Neighbour> NeighbourLevel::finish() {
  for (Neighbour &N : Found) {
    llvm::sort(N.Nodes);
    N.Nodes.erase(std::unique(N.Nodes.begin(), N.Nodes.end()), N.Nodes.end());
  }
  if (ByClass)
    llvm::stable_sort(Found, [](const Neighbour &X, const Neighbour &Y) {
      return X.Nodes.size() > Y.Nodes.size();
    });
  return std::move(Found);
}

std::string NeighbourPrinter::labelText(const Neighbour &N) const {
  std::string Text = N.Label.Kind == LabelKind::Element && ByClass
                         ? "[*]"
                         : A.C.spell(N.Label);
  if (N.Label.Strength != ReferenceKind::Strong)
    Text += std::string(" (") + strengthName(N.Label.Strength) + ")";
  return Text;
}

uint64_t NeighbourPrinter::shallow(const Neighbour &N) const {
  uint64_t Sum = 0;
  for (Node Object : N.Nodes)
    Sum += A.G.shallow(Object);
  return Sum;
}

void NeighbourPrinter::text(const Neighbour &N, unsigned At, StringRef Note) {
  std::vector<Cell> Cells;
  if (ByClass)
    Cells.emplace_back(N.Nodes.size());
  Cells.emplace_back(shallow(N));
  if (A.Tree)
    Cells.emplace_back(retainedTogether(*A.Tree, N.Nodes));
  std::string Object =
      N.Nodes.size() == 1
          ? objectText(A.C, N.Nodes.front(), A.View.Escape)
          : escape(A.G.describe(N.Nodes.front()), A.View.Escape) +
                ", such as " + jsonId(A.G.id(N.Nodes.front()));
  std::string Label = escape(labelText(N), A.View.Escape);
  // A reference is phrased from its holder: "table of HashMap", "value:
  // byte[3]".
  Cells.emplace_back(
      std::string(2 * size_t(At), ' ') +
      (Incoming ? Label + " of " + Object : Label + ": " + Object) +
      Note.str());
  Table->row(Cells);
}

void NeighbourPrinter::json(const Neighbour &N) {
  json::OStream &J = *A.J;
  J.attribute("reference", labelKindName(N.Label.Kind));
  if (N.Label.Kind == LabelKind::Element) {
    if (!ByClass)
      J.attribute("index", N.Label.Index);
  } else {
    J.attribute("name", toUtf8(A.C.name(N.Label)));
  }
  if (N.Label.Class)
    J.attribute("declared_by", toUtf8(A.C.context().className(*N.Label.Class)));
  if (N.Label.Strength != ReferenceKind::Strong)
    J.attribute("strength", strengthName(N.Label.Strength));
  if (N.Label.Kind == LabelKind::Local) {
    J.attribute("thread_serial", N.Label.ThreadSerial);
    J.attribute("frame",
                toUtf8(A.C.frameText(N.Label.ThreadSerial, N.Label.Frame)));
  }
  J.attribute("class", toUtf8(A.G.describe(N.Nodes.front())));
  J.attribute("id", jsonId(A.G.id(N.Nodes.front())));
  if (N.Nodes.size() == 1)
    if (std::optional<std::string> Text = objectContent(A.C, N.Nodes.front()))
      J.attribute("text", toUtf8(*Text));
  J.attribute("objects", N.Nodes.size());
  J.attribute("references", N.References);
  J.attribute("shallow", shallow(N));
  if (A.Tree)
    J.attribute("retained", retainedTogether(*A.Tree, N.Nodes));
}

void NeighbourPrinter::level(ArrayRef<Node> Of, unsigned At, unsigned Depth) {
  NeighbourLevel Level(A, ByClass);
  if (Incoming)
    Level.addIncoming(*Inbound, Of);
  else
    Level.addOutgoing(Of);
  std::vector<Neighbour> All = Level.finish();
  if (A.J)
    A.J->arrayBegin();
  for (auto [I, N] : enumerate(All)) {
    if (I == A.View.Top) {
      if (Table) {
        std::vector<Cell> Cells(1 + ByClass + (A.Tree ? 1 : 0), Cell(""));
        Cells.emplace_back(std::string(2 * size_t(At), ' ') + "... " +
                           std::to_string(All.size() - I) + " more");
        Table->row(Cells);
      }
      break;
    }
    // What a class refers to says nothing about its instances.
    bool GoesOn = Depth > 1 && (Incoming || N.Label.Kind != LabelKind::Class);
    std::vector<Node> New;
    if (GoesOn)
      copy_if(N.Nodes, std::back_inserter(New),
              [&](Node Object) { return Shown.insert(Object).second; });
    bool IsKnown = GoesOn && New.empty();
    GoesOn &= !IsKnown;
    if (A.J) {
      A.J->objectBegin();
      json(N);
      if (GoesOn) {
        A.J->attributeBegin(Incoming ? "incoming" : "outgoing");
        level(New, At + 1, Depth - 1);
        A.J->attributeEnd();
      }
      A.J->objectEnd();
      continue;
    }
    if (A.Csv)
      A.Csv->row(
          {A.Asked, Incoming ? "incoming" : "outgoing", At, labelText(N),
           A.G.describe(N.Nodes.front()), jsonId(A.G.id(N.Nodes.front())),
           N.Nodes.size(), N.References, shallow(N),
           A.Tree ? std::to_string(retainedTogether(*A.Tree, N.Nodes)) : ""});
    else
      text(N, At, IsKnown ? ", on as above" : "");
    if (GoesOn)
      level(New, At + 1, Depth - 1);
  }
  if (A.J)
    A.J->arrayEnd();
}

void NeighbourPrinter::print(ArrayRef<Node> Of, unsigned Depth) {
  Shown.insert(Of.begin(), Of.end());
  if (A.OS) {
    std::vector<TextTable::Column> Columns;
    if (ByClass)
      Columns.push_back({"objects", TextTable::Align::Right});
    Columns.push_back({"shallow", TextTable::Align::Bytes});
    if (A.Tree)
      Columns.push_back({"retained", TextTable::Align::Bytes});
    Columns.push_back({Incoming ? "referred to by" : "refers to"});
    Table = std::make_unique<TextTable>(std::move(Columns));
  }
  level(Of, 0, Depth);
  if (!Table)
    return;
  if (Table->rows())
    Table->print(*A.OS, 2);
  else
    *A.OS << "  nothing\n";
}

Error hprof::printNeighbours(const Answering &A, ArrayRef<Node> Of,
                             bool Incoming, bool ByClass, unsigned Depth) {
  const InboundReferences *Inbound = nullptr;
  if (Incoming) {
    Expected<const InboundReferences *> Made = A.S.inbound();
    if (!Made)
      return Made.takeError();
    Inbound = *Made;
  }
  NeighbourPrinter(A, Incoming, ByClass, Inbound).print(Of, Depth);
  return Error::success();
}

Error hprof::answerNeighbours(const Answering &A, const Question &Q) {
  for (bool Incoming : {true, false}) {
    if (!(Incoming ? A.View.Incoming : A.View.Outgoing))
      continue;
    if (A.OS)
      *A.OS << (Q.Targets.size() == 1
                    ? objectText(A.C, Q.Targets.front(), A.View.Escape)
                    : counted(Q.Targets.size(), "object") + " of " +
                          escape(Q.Text, A.View.Escape))
            << "\n\n";
    if (A.J)
      A.J->attributeBegin(Incoming ? "incoming" : "outgoing");
    if (Error E = printNeighbours(A, Q.Targets, Incoming, A.View.ByClass,
                                  A.View.Depth))
      return E;
    if (A.J)
      A.J->attributeEnd();
    if (A.OS)
      *A.OS << '\n';
  }
  return Error::success();
}
