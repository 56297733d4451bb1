//===- SuspectNext.cpp - What to ask after leak suspects ------------------===//
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

using namespace hprof;
using namespace llvm;

/// The fields of \p Example in which objects of its class are likely to differ:
/// texts, then numbers.
std::vector<std::string> SuspectText::tellingFields(Node Example) const {
  constexpr size_t Most = 4;
  std::vector<std::string> Texts, Numbers;
  std::optional<FoundObject> O = Of.Contents.object(Example);
  if (!O || O->isArray())
    return {};
  ObjectView View(Of.Contents.context(), *O);
  View.forEachField([&](const FieldSlot &F) {
    std::optional<StringRef> Name = Of.Contents.context().string(F.NameId);
    if (!Name || Name->empty() || Name->contains(','))
      return true;
    std::optional<Value> V = View.value(F);
    if (V && !isReference(V->Type))
      Numbers.push_back(Name->str());
    else if (V && V->Bits && Of.Contents.string(Of.Contents.find(V->Bits)))
      Texts.push_back(Name->str());
    return true;
  });
  append_range(Texts, Numbers);
  if (Texts.size() > Most)
    Texts.resize(Most);
  return Texts;
}

/// The command that lists what accumulates, with fields.
void SuspectText::presentElementsCommand(const LeakSuspect &S) {
  if (S.Elements.empty() || S.Elements[0].Type >= G.classes().size() ||
      G.classes()[S.Elements[0].Type].isArray())
    return;
  std::vector<std::string> Fields = tellingFields(S.Elements[0].Example);
  if (Fields.empty())
    return;
  To.line("");
  To.line("What accumulates, with the fields in which objects differ, is "
          "listed by");
  To.line(
      command({"hprof-dominators", "--class=" + typeName(G, S.Elements[0].Type),
               "--fields=" + join(Fields, ",")}));
}

/// Many loaders with the same class are often those of an application that was
/// deployed again. However small, each is a leak.
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
  To.line((Prose() << std::to_string(Loaders) << " class loaders define ")
              .name(Most)
          << ", as when an application is deployed again. What holds them is "
             "shown by");
  To.line(command({"hprof-lint", "--only=class-loaders,duplicate-classes"}));
}

/// A shell command: \p Words, the options by which the input was read, and the
/// input.
Prose SuspectText::command(ArrayRef<std::string> Words) const {
  Prose Text = "  ";
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

/// The command that shows what holds the accumulated objects.
void SuspectText::presentNext(const LeakSuspect &S) {
  const ReferenceKinds Kinds = Of.Report.Ignored;
  if (S.Kind == SuspectKind::Group) {
    std::vector<std::string> Words = {"hprof-dominators", "--tree", "--group",
                                      "--min=" + (Of.Request.AskedLeast.empty()
                                                      ? "10%"
                                                      : Of.Request.AskedLeast)};
    if (!Kinds.empty())
      Words.push_back("--ignore-references=" + join(kindNames(Kinds), ","));
    To.line("");
    To.line("What the objects of a group retain, by class, is shown by");
    To.line(command(Words));
  }
  presentElementsCommand(S);
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
  if (Of.Request.AskedToIgnore && !Of.Request.AskedToIgnore->empty())
    Words.push_back("--ignore-references=" + *Of.Request.AskedToIgnore);
  To.line("");
  To.line("By which fields the objects of a class are held is shown by");
  To.line(command(Words));
}
