//===- TreePart.cpp - Prints the dominator tree ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedTree.h"
#include "View.h"
#include "hprof/Analysis/Dominators/DominatorChildren.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace hprof;
using namespace llvm;

/// The requested objects; empty for all.
static Expected<std::vector<Node>> startNodes(const DominatorOutput &Out) {
  std::vector<Node> Nodes;
  for (uint64_t Id : Out.View.Objects) {
    Node N = Out.G.find(Id);
    if (N == NoNode)
      return createFileError(
          Out.Store.name(),
          createStringError("no object has the id " + jsonId(Id)));
    if (!Out.T->isReachable(N))
      return createFileError(
          Out.Store.name(),
          createStringError("no root reaches the object " + jsonId(Id) +
                            "; --keep-unreachable keeps it"));
    Nodes.push_back(N);
  }
  return Nodes;
}

namespace {

/// A line of a tree: the numbers in columns, then the indented name.
class TreeLines {
public:
  TreeLines(const DominatorOutput &Out, bool HasObjects)
      : Out(Out), HasObjects(HasObjects),
        Width(std::max<unsigned>(
            TextStyle::current().IsHuman ? 10 : 8,
            unsigned(bytesNumber(Out.Totals.Bytes).size()))) {
    Out.OS << right_justify("retained", Width) << "         "
           << right_justify("shallow", Width);
    if (HasObjects)
      Out.OS << right_justify("objects", 11);
    Out.OS << (HasObjects ? "  class\n" : "  object\n");
  }
  void line(uint64_t Retained, std::optional<uint64_t> Shallow,
            std::optional<uint64_t> Objects, unsigned Depth,
            const Twine &What) const {
    Out.OS << right_justify(bytesNumber(Retained), Width) << "  "
           << right_justify(Out.percent(Retained), 6) << ' '
           << right_justify(Shallow ? bytesNumber(*Shallow) : "", Width);
    if (HasObjects)
      Out.OS << right_justify(Objects ? std::to_string(*Objects) : "", 11);
    Out.OS.indent(2 + 2 * Depth) << What << '\n';
  }

private:
  const DominatorOutput &Out;
  bool HasObjects;
  unsigned Width;
};

/// The text for children that are not shown.
std::string smallerText(const DominatorOutput &Out, uint64_t Objects,
                        uint64_t OfType, uint64_t Type) {
  std::string Text = "(smaller ones: " + counted(Objects, "object");
  Text += OfType == Objects ? " of " : ", " + std::to_string(OfType) + " of ";
  return Text + Out.show(typeName(Out.G, Type)) + ")";
}

/// Prints the tree of objects, without recursion: it is as deep as the longest
/// list.
class TreePrinter {
public:
  TreePrinter(const DominatorOutput &Out, const DominatorChildren &Children,
              const TreeLines *Lines)
      : Out(Out), Children(Children), Lines(Lines) {}
  /// Prints \p Nodes and their subtrees as JSON or CSV.
  void printData(ArrayRef<Node> Nodes);
  /// The same as text; \p Rest is what siblings of \p Nodes retain.
  Error printText(ArrayRef<Node> Nodes, std::optional<uint64_t> Rest);
  bool wasCut() const { return WasCut; }

private:
  struct Row {
    Node N;
    Node Parent;
    unsigned Depth;
    std::optional<uint64_t> Rest =
        {}; ///< Bytes of the smaller objects; replaces N.
    SmallerChildren Smaller = {};
  };
  using Chain = DominatorChildren::Chain;
  /// Calls \p OnRow(row, its chain) in preorder.
  void walk(ArrayRef<Node> Nodes, std::optional<uint64_t> Rest,
            function_ref<void(const Row &, const Chain &)> OnRow);
  void printRow(const Row &R, const Chain &C);
  void push(const Row &R, const Chain &C);

  const DominatorOutput &Out;
  const DominatorChildren &Children;
  const TreeLines *Lines;
  bool WasCut = false;
  std::vector<Row> Rows; ///< Stack of rows to print, the next one last.
};

void TreePrinter::walk(ArrayRef<Node> Nodes, std::optional<uint64_t> Rest,
                       function_ref<void(const Row &, const Chain &)> OnRow) {
  if (Rest) {
    Rows.push_back({NoNode, NoNode, 0, Rest});
    if (!Nodes.empty())
      Rows.back().Smaller.LastShown = Nodes.back();
  }
  for (Node N : reverse(Nodes))
    Rows.push_back({N, Lines ? NoNode : Out.T->parent(N), 0});
  while (!Rows.empty()) {
    Row R = Rows.back();
    Rows.pop_back();
    Chain C;
    if (!R.Rest)
      C = Children.chainFrom(R.N);
    OnRow(R, C);
    if (!R.Rest)
      push(R, C);
  }
}

void TreePrinter::printData(ArrayRef<Node> Nodes) {
  walk(Nodes, std::nullopt, [&](const Row &R, const Chain &C) {
    if (!R.Rest)
      printRow(R, C);
  });
}

Error TreePrinter::printText(ArrayRef<Node> Nodes,
                             std::optional<uint64_t> Rest) {
  // The rows for smaller objects are counted all at once.
  std::vector<SmallerChildren> Smaller;
  walk(Nodes, Rest, [&](const Row &R, const Chain &) {
    if (R.Rest)
      Smaller.push_back(R.Smaller);
  });
  if (!Smaller.empty())
    if (Error E = countSmaller(Out.G, *Out.T, Smaller))
      return E;
  const SmallerChildren *Next = Smaller.data();
  walk(Nodes, Rest, [&](const Row &R, const Chain &C) {
    if (!R.Rest)
      return printRow(R, C);
    const SmallerChildren &S = *Next++;
    Lines->line(*R.Rest, std::nullopt, std::nullopt, R.Depth,
                smallerText(Out, S.Objects, S.OfType, S.Type));
  });
  return Error::success();
}

void TreePrinter::printRow(const Row &R, const Chain &C) {
  uint64_t Retained = Out.T->retained(R.N);
  if (Out.J) {
    Out.J->object([&] {
      Out.J->attribute("depth", R.Depth);
      Out.objectJson(R.N);
      if (R.Parent != NoNode)
        Out.J->attribute("parent", jsonId(Out.G.id(R.Parent)));
      if (C.Period)
        Out.J->attributeObject("chain", [&] {
          Out.J->attribute("objects", C.Objects);
          Out.J->attribute("shallow", C.Shallow);
          Out.J->attribute("classes", C.Period);
          Out.J->attribute("last", jsonId(Out.G.id(C.Last)));
        });
    });
    return;
  }
  if (Out.Csv) {
    Out.Csv->row({jsonId(Out.G.id(R.N)), Out.G.describe(R.N), C.Shallow,
                  Retained, R.Depth,
                  R.Parent == NoNode ? "" : jsonId(Out.G.id(R.Parent)),
                  C.Objects, Out.Store.name()});
    return;
  }
  std::string What = Out.show(R.N);
  if (C.Period) {
    What += ", a chain of " + counted(C.Objects, "object");
    if (C.Period > 1)
      What += " of " + std::to_string(C.Period) + " classes in turn";
    What += " to " + jsonId(Out.G.id(C.Last));
  }
  Lines->line(Retained, C.Shallow, std::nullopt, R.Depth, What);
}

void TreePrinter::push(const Row &R, const Chain &C) {
  uint64_t Rest = Out.T->retained(R.N) - C.Shallow;
  DominatorChildren::List Below = Children.of(C.Last);
  if (Below.empty() && (!Rest || Rest < Out.least()))
    return;
  if (R.Depth + 1 >= Out.View.Depth) {
    WasCut = true;
    return;
  }
  bool IsCut = Below.size() > Out.View.Top;
  if (IsCut)
    Below.resize(Out.View.Top);
  for (Node N : Below)
    Rest -= Out.T->retained(N);
  // Objects that retain nothing, as with Memory Analyzer's layout, are left out
  // by --top only.
  if (Rest ? Rest >= Out.least() : IsCut && !Out.least())
    Rows.push_back({NoNode,
                    C.Last,
                    R.Depth + 1,
                    Rest,
                    {R.N, C.Last, Below.empty() ? NoNode : Below.back()}});
  // CSV rows have only the first object of a run.
  Node Parent = Out.Csv ? R.N : C.Last;
  for (Node N : reverse(Below))
    Rows.push_back({N, Parent, R.Depth + 1});
}

/// Prints the tree of classes in the same way.
class ClassTreePrinter {
public:
  ClassTreePrinter(const DominatorOutput &Out, const DominatorClasses &Tree,
                   const TreeLines *Lines)
      : Out(Out), Tree(Tree), Lines(Lines) {}
  ClassTreePrinter(const DominatorOutput &Out, const JoinedTree &Joined,
                   const TreeLines *Lines)
      : Out(Out), Tree(Joined.Tree), Lines(Lines), Names(&Joined.Names) {}
  void print();
  void printCollapsed();

private:
  using Number = DominatorClasses::Number;
  struct Row {
    Number N;
    unsigned Depth;
    /// Bytes of the smaller groups below N; replaces N.
    std::optional<uint64_t> Rest = {};
    size_t Shown = 0; ///< Number of N's children that are printed.
  };
  void printRow(const Row &R);
  std::string restText(const Row &R) const;
  void push(const Row &R);

  const DominatorOutput &Out;
  const DominatorClasses &Tree;
  const TreeLines *Lines;
  /// See JoinedTree::Names; may be null.
  const DenseMap<Number, std::string> *Names = nullptr;
  std::vector<Row> Rows;
};

void ClassTreePrinter::printRow(const Row &R) {
  const DominatorClasses::Group &Of = Tree.groups()[R.N];
  std::string Name = Names ? Names->lookup(R.N) : "";
  if (Name.empty())
    Name = typeName(Out.G, Of.Type);
  if (Out.J) {
    Out.J->object([&] {
      Out.J->attribute("number", R.N);
      if (Of.Parent)
        Out.J->attribute("parent", Of.Parent);
      Out.J->attribute("depth", R.Depth);
      Out.J->attribute("class", toUtf8(Name));
      Out.J->attribute("objects", Of.Objects);
      Out.J->attribute("shallow", Of.Shallow);
      Out.J->attribute("retained", Of.Retained);
      Out.J->attribute("example", jsonId(Out.G.id(Of.Example)));
    });
    return;
  }
  if (Out.Csv) {
    Out.Csv->row({R.N, Of.Parent ? std::to_string(Of.Parent) : "", R.Depth,
                  Name, Of.Objects, Of.Shallow, Of.Retained, Out.Store.name()});
    return;
  }
  std::string What = Out.show(Name);
  if (Of.Objects == 1)
    What += " " + jsonId(Out.G.id(Of.Example));
  Lines->line(Of.Retained, Of.Shallow, Of.Objects, R.Depth, What);
}

void ClassTreePrinter::push(const Row &R) {
  uint64_t Rest = Tree.groups()[R.N].Retained - Tree.groups()[R.N].Shallow;
  unsigned Depth = R.N ? R.Depth + 1 : 0;
  std::vector<Row> Below;
  for (Number N : Tree.children(R.N)) {
    uint64_t Retained = Tree.groups()[N].Retained;
    if (Retained < Out.least() || Below.size() == Out.View.Top)
      break;
    Below.push_back({N, Depth});
    Rest -= Retained;
  }
  if (Rest >= Out.least() && Tree.children(R.N).size() > Below.size())
    Rows.push_back({R.N, Depth, Rest, Below.size()});
  Rows.insert(Rows.end(), Below.rbegin(), Below.rend());
}

std::string ClassTreePrinter::restText(const Row &R) const {
  ArrayRef<Number> Smaller = Tree.children(R.N).drop_front(R.Shown);
  uint64_t Objects = 0;
  for (Number N : Smaller)
    Objects += Tree.groups()[N].Objects;
  const DominatorClasses::Group &Most = Tree.groups()[Smaller.front()];
  return smallerText(Out, Objects, Most.Objects, Most.Type);
}

void ClassTreePrinter::print() {
  push({0, 0});
  while (!Rows.empty()) {
    Row R = Rows.back();
    Rows.pop_back();
    if (R.Rest) {
      if (Lines)
        Lines->line(*R.Rest, std::nullopt, std::nullopt, R.Depth, restText(R));
      continue;
    }
    printRow(R);
    push(R);
  }
}

/// Prints a line per group: its path, and what is not in lines below it.
void ClassTreePrinter::printCollapsed() {
  std::vector<std::string> Way;
  push({0, 0});
  auto Frame = [&](StringRef Name) {
    std::string Text = Out.show(Name);
    std::replace(Text.begin(), Text.end(), ';', ',');
    return Text;
  };
  auto PrintLine = [&](uint64_t Weight) {
    if (Weight)
      Out.OS << join(Way, ";") << ' ' << Weight << '\n';
  };
  uint64_t Seen = 0;
  while (!Rows.empty()) {
    Row R = Rows.back();
    Rows.pop_back();
    if (R.Rest)
      continue;
    const DominatorClasses::Group &Of = Tree.groups()[R.N];
    Way.resize(R.Depth);
    Way.push_back(Frame(typeName(Out.G, Of.Type)));
    uint64_t Rest = Of.Retained - Of.Shallow;
    push(R);
    for (Number N : Tree.children(R.N))
      if (Tree.groups()[N].Retained >= Out.least())
        Rest -= Tree.groups()[N].Retained;
    PrintLine(Of.Shallow);
    Way.push_back("(smaller ones)");
    PrintLine(Rest);
    Way.pop_back();
    if (R.Depth == 0)
      Seen += Of.Retained;
  }
  Way = {"(smaller ones)"};
  PrintLine(Tree.groups()[0].Retained - Seen);
}

} // namespace

/// Prints the dominators of \p N, the nearest first.
static void printDominators(const DominatorOutput &Out, Node N) {
  constexpr unsigned Most = 10;
  uint64_t Levels = 0;
  for (Node At = Out.T->parent(N); At != NoNode; At = Out.T->parent(At)) {
    if (Levels++ < Most)
      Out.OS << (Levels == 1 ? Out.show(N) + " is dominated by\n" : "") << "  "
             << Out.show(At) << ", which retains " << Out.T->retained(At)
             << '\n';
  }
  if (!Levels)
    Out.OS << "no object dominates " << Out.show(N) << '\n';
  if (Levels > Most)
    Out.OS << "  ... and " << Levels - Most << " more above\n";
}

Error hprof::checkObjects(const DominatorOutput &Out) {
  return startNodes(Out).takeError();
}

Error hprof::printTree(const DominatorOutput &Out) {
  Expected<std::vector<Node>> Start = startNodes(Out);
  if (!Start)
    return Start.takeError();
  Expected<DominatorChildren> Children =
      DominatorChildren::of(Out.G, *Out.T, Out.least());
  if (!Children)
    return Children.takeError();
  std::vector<Node> Nodes = *Start;
  std::optional<uint64_t> Rest;
  if (Nodes.empty()) {
    DominatorChildren::List Top = Children->of(NoNode);
    bool IsCut = Top.size() > Out.View.Top;
    if (IsCut)
      Top.resize(Out.View.Top);
    Nodes.assign(Top.begin(), Top.end());
    uint64_t Left = Out.Totals.Bytes;
    for (Node N : Nodes)
      Left -= Out.T->retained(N);
    if (Left || (IsCut && !Out.least()))
      Rest = Left;
  }
  TreePrinter Data(Out, *Children, nullptr);
  if (Out.J) {
    Out.J->attribute("least", Out.least());
    Out.J->attributeArray("rows", [&] { Data.printData(Nodes); });
    return Error::success();
  }
  if (Out.Csv) {
    Data.printData(Nodes);
    return Error::success();
  }
  for (Node N : *Start)
    printDominators(Out, N);
  if (!Start->empty())
    Out.OS << '\n';
  TreeLines Lines(Out, /*HasObjects=*/false);
  TreePrinter Printer(Out, *Children, &Lines);
  if (Start->empty())
    if (Error E = Printer.printText(Nodes, Rest))
      return E;
  // An object below another one is printed in both places.
  for (Node N : *Start)
    if (Error E = Printer.printText(N, std::nullopt))
      return E;
  if (Printer.wasCut())
    Out.OS << "levels from " << Out.View.Depth
           << " on are left out (--depth=0 prints all)\n";
  return Error::success();
}

static Expected<DominatorClasses> classTree(const DominatorOutput &Out) {
  Expected<std::vector<Node>> Start = startNodes(Out);
  if (!Start)
    return Start.takeError();
  return Out.Store.dominatorClasses(*Start, Out.View.Depth);
}

Error hprof::printClassTree(const DominatorOutput &Out) {
  Expected<DominatorClasses> Tree = classTree(Out);
  if (!Tree)
    return Tree.takeError();
  if (Out.J) {
    Out.J->attribute("least", Out.least());
    Out.J->attributeArray(
        "rows", [&] { ClassTreePrinter(Out, *Tree, nullptr).print(); });
    return Error::success();
  }
  if (Out.Csv) {
    ClassTreePrinter(Out, *Tree, nullptr).print();
    return Error::success();
  }
  TreeLines Lines(Out, /*HasObjects=*/true);
  JoinedTree Joined = JoinedTree::of(Out.G, *Tree);
  ClassTreePrinter(Out, Joined, &Lines).print();
  return Error::success();
}

Error hprof::printCollapsed(const DominatorOutput &Out) {
  Expected<DominatorClasses> Tree = classTree(Out);
  if (!Tree)
    return Tree.takeError();
  ClassTreePrinter(Out, *Tree, nullptr).printCollapsed();
  return Error::success();
}
