//===- SuspectNext.cpp - What to ask after leak suspects ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectPrinter.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Analysis/Graph/KindNames.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaPackages.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

/// The fields of \p Example in which objects of its class are likely to differ:
/// texts, then numbers.
std::vector<std::string> SuspectPrinter::tellingFields(Node Example) const {
  constexpr size_t Most = 4;
  std::vector<std::string> Texts, Numbers;
  std::optional<FoundObject> O = Contents.object(Example);
  if (!O || O->isArray())
    return {};
  ObjectView View(Contents.context(), *O);
  View.forEachField([&](const FieldSlot &F) {
    std::optional<StringRef> Name = Contents.context().string(F.NameId);
    if (!Name || Name->empty() || Name->contains(','))
      return true;
    std::optional<Value> V = View.value(F);
    if (V && !isReference(V->Type))
      Numbers.push_back(Name->str());
    else if (V && V->Bits && Contents.string(Contents.find(V->Bits)))
      Texts.push_back(Name->str());
    return true;
  });
  append_range(Texts, Numbers);
  if (Texts.size() > Most)
    Texts.resize(Most);
  return Texts;
}

/// Prints the command that lists what accumulates, with fields.
void SuspectPrinter::printElementsCommand(const LeakSuspect &S) {
  if (S.Elements.empty() || S.Elements[0].Type >= G.classes().size() ||
      G.classes()[S.Elements[0].Type].isArray())
    return;
  std::vector<std::string> Fields = tellingFields(S.Elements[0].Example);
  if (Fields.empty())
    return;
  Out.OS << "\nWhat accumulates, with the fields in which objects differ, is "
            "listed by\n  "
         << command({"hprof-dominators",
                     "--class=" + typeName(G, S.Elements[0].Type),
                     "--fields=" + join(Fields, ",")})
         << '\n';
}

/// Many loaders with the same class are often those of an application that was
/// deployed again. However small, each is a leak.
void SuspectPrinter::printLoaders() {
  constexpr size_t Few = 3;
  StringMap<DenseSet<uint64_t>> LoadersOf; // By class name.
  for (const GraphClass &C : G.classes())
    if (C.Loader && !C.isArray() && !isOfPackage(C.Name, Jdk) &&
        stableClassName(C.Name) == C.Name)
      LoadersOf[C.Name].insert(C.Loader);
  StringRef Most;
  size_t Loaders = Few - 1;
  for (const auto &[Name, Of] : LoadersOf)
    if (Of.size() > Loaders || (Of.size() == Loaders && Name < Most)) {
      Most = Name;
      Loaders = Of.size();
    }
  if (Most.empty())
    return;
  Out.OS << '\n'
         << Loaders << " class loaders define " << Out.show(Most)
         << ", as when an application is deployed again. What holds them is "
            "shown by\n  "
         << command({"hprof-lint", "--only=class-loaders,duplicate-classes"})
         << '\n';
}

/// A shell command: \p Words, the options by which this tool read the input,
/// and the input.
std::string SuspectPrinter::command(ArrayRef<std::string> Words) const {
  std::string Text;
  for (const std::string &Word : Words)
    Text += shellWord(Word) + " ";
  for (StringRef Option : {"--layout=", "--dump=", "--index="})
    if (StringRef Value = Out.C.named(Option); !Value.empty())
      Text += shellWord((Option + Value).str()) + " ";
  if (Out.Store.origin().KeepUnreachable)
    Text += "--keep-unreachable ";
  StringRef Path = Out.Store.path();
  if (Path.size() > 1 && Path.front() == '-')
    Text += "-- ";
  return Text + shellWord(Path);
}

/// Prints the command that shows what holds the accumulated objects.
void SuspectPrinter::printNext(const LeakSuspect &S) {
  ReferenceKinds Kinds = Out.Leaks->Ignored;
  if (S.Kind == SuspectKind::Group) {
    std::vector<std::string> Words = {
        "hprof-dominators", "--tree", "--group",
        "--min=" + (Out.View.Min.Text.empty() ? "10%" : Out.View.Min.Text)};
    if (!Kinds.empty())
      Words.push_back("--ignore-references=" + join(kindNames(Kinds), ","));
    Out.OS << "\nWhat the objects of a group retain, by class, is shown by\n  "
           << command(Words) << '\n';
  }
  printElementsCommand(S);
  SmallVector<uint64_t, 4> Types;
  if (!S.Elements.empty())
    Types.push_back(S.Elements[0].Type);
  if (S.Kind != SuspectKind::Group && !S.Children.empty())
    Types.push_back(S.Children[0].Type);
  Types.push_back(G.types().get(S.Points[0]));
  if (S.Way.size() > 1)
    Types.push_back(G.types().get(S.Way[S.Way.size() - 2]));
  // Arrays of numbers are everywhere, so they are not suggested.
  const uint64_t *Type = find_if(Types, [&](uint64_t T) {
    return T < G.classes().size() &&
           G.classes()[T].Element.value_or(BasicType::Object) ==
               BasicType::Object;
  });
  if (Type == Types.end())
    return;
  std::vector<std::string> Words = {"hprof-paths",
                                    "--class=" + typeName(G, *Type)};
  if (StringRef Asked = Out.C.named("--ignore-references="); !Asked.empty())
    Words.push_back(("--ignore-references=" + Asked).str());
  Out.OS << "\nBy which fields the objects of a class are held is shown by\n  "
         << command(Words) << '\n';
}
