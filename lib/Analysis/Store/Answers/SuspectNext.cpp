//===- SuspectNext.cpp - Commands to run after leak suspects --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectText.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Analysis/Graph/KindNames.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaPackages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace hprof;
using namespace llvm;

/// Returns some objects of a class, the first of which is \p Example.
std::vector<Node> SuspectText::samples(Node Example) const {
  constexpr size_t Most = 64;
  std::vector<Node> Found;
  for (Node N = Example; N != G.size() && Found.size() != Most; ++N)
    if (G.types().get(N) == G.types().get(Example) && Of.Store->isHeld(N))
      Found.push_back(N);
  return Found;
}

/// Returns fields in which some objects of the class of \p Example differ:
/// first strings, then numbers. If fields have the same name, the field of the
/// subclass is used.
std::vector<std::string> SuspectText::tellingFields(Node Example) const {
  constexpr size_t Most = 4;
  struct Telling {
    std::string Name;
    bool IsText = false;
    StringSet<> Values;
  };
  std::vector<Telling> Fields;
  const HeapContents &Contents = Of.Contents;
  for (Node N : samples(Example)) {
    std::optional<FoundObject> O = Contents.object(N);
    if (!O || O->isArray())
      return {};
    ObjectView View(Contents.context(), *O);
    StringSet<> Met;
    View.forEachField([&](const FieldSlot &F) {
      std::optional<StringRef> Name = Contents.context().string(F.NameId);
      std::optional<Value> V = View.value(F);
      if (!Name || Name->empty() || Name->contains(',') || !V ||
          !Met.insert(*Name).second)
        return true;
      auto It = find_if(Fields, [&](auto &Of) { return Of.Name == *Name; });
      if (It == Fields.end())
        It = Fields.insert(Fields.end(), {Name->str(), false, {}});
      if (!isReference(V->Type)) {
        It->Values.insert(std::to_string(V->Bits));
      } else if (std::optional<JavaString> Text =
                     V->Bits ? Contents.string(Contents.find(V->Bits))
                             : std::nullopt) {
        It->IsText = true;
        It->Values.insert(Text->Text);
      }
      return true;
    });
  }
  std::stable_partition(Fields.begin(), Fields.end(),
                        [](const Telling &F) { return F.IsText; });
  std::vector<std::string> Names;
  for (const Telling &F : Fields)
    if (F.Values.size() > 1 && Names.size() != Most)
      Names.push_back(F.Name);
  return Names;
}

/// Presents the command that lists accumulated objects with tellingFields().
void SuspectText::presentElementsCommand(const LeakSuspect &S) {
  if (S.Elements.empty() || S.Elements[0].Type >= G.classes().size() ||
      G.classes()[S.Elements[0].Type].isArray())
    return;
  std::vector<std::string> Fields = tellingFields(S.Elements[0].Example);
  if (Fields.empty())
    return;
  To.line("   List them with distinguishing fields:");
  To.line(
      command({"hprof-dominators", "--class=" + typeName(G, S.Elements[0].Type),
               "--fields=" + join(Fields, ",")}));
}

/// Many loaders with the same class often belong to an application that was
/// redeployed. Each is a leak, regardless of its size.
void SuspectText::presentLoaders() {
  constexpr size_t Few = 3;
  StringMap<DenseSet<IdKey>> LoadersOf; // By class name.
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
  To.line("");
  To.line((Prose().count(Loaders, "class loader") << " define ").name(Most)
          << ", as after a redeployment. Show their holders:");
  To.line(command({"hprof-lint", "--only=class-loaders,duplicate-classes"}));
}

/// Returns a shell command: \p Words, the options for reading the input, and
/// the input.
Prose SuspectText::command(ArrayRef<std::string> Words) const {
  Prose Text = "     ";
  for (const std::string &Word : Words)
    Text.word(Word) << " ";
  for (const std::string &Option : Of.Request.Reading)
    Text.word(Option) << " ";
  if (Of.Store->origin().KeepUnreachable)
    Text << "--keep-unreachable ";
  const StringRef Path = Of.Store->path();
  if (Path.size() > 1 && Path.front() == '-')
    Text << "-- ";
  return Text.word(Path);
}

/// Presents the commands that show the accumulated objects and their holders.
void SuspectText::presentNext(const LeakSuspect &S) {
  const ReferenceKinds Kinds = Of.Report.Ignored;
  // The command applies to all groups.
  if (S.Kind == SuspectKind::Group && !IsGroupShown) {
    IsGroupShown = true;
    std::vector<std::string> Words = {"hprof-dominators", "--tree", "--group",
                                      "--min=" + (Of.Request.AskedLeast.empty()
                                                      ? "10%"
                                                      : Of.Request.AskedLeast)};
    if (!Kinds.empty())
      Words.push_back("--ignore-references=" + join(kindNames(Kinds), ","));
    To.line("   Show the dominator tree grouped by class:");
    To.line(command(Words));
  }
  presentElementsCommand(S);
  SmallVector<uint64_t, 4> Types;
  if (!S.Elements.empty())
    Types.push_back(S.Elements[0].Type);
  if (S.Kind != SuspectKind::Group && !S.Children.empty() &&
      S.Children[0].Bytes >= S.Own / 2)
    Types.push_back(S.Children[0].Type);
  Types.push_back(G.types().get(S.Points[0]));
  if (S.Way.size() > 1)
    Types.push_back(G.types().get(S.Way[S.Way.size() - 2]));
  // Primitive arrays are held everywhere, so they are not suggested.
  const uint64_t *Type = find_if(Types, [&](uint64_t T) {
    return T < G.classes().size() &&
           G.classes()[T].Element.value_or(BasicType::Object) ==
               BasicType::Object;
  });
  const std::string Id =
      "0x" + utohexstr(G.id(S.Points[0]), /*LowerCase=*/true);
  const bool HasClass = Type != Types.end();
  std::vector<std::string> Words = {"hprof-paths",
                                    HasClass ? "--class=" + typeName(G, *Type)
                                             : "--object=" + Id};
  if (Of.Request.AskedToIgnore && !Of.Request.AskedToIgnore->empty())
    Words.push_back("--ignore-references=" + *Of.Request.AskedToIgnore);
  To.line(HasClass ? Prose("   Show which fields hold them:")
                   : Prose("   Show the paths to ") << Id << ":");
  To.line(command(Words));
}
