//===- TablePart.cpp - Prints objects, groups and drops -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/GraphTool/LayoutJson.h"
#include "hprof/GraphTool/ObjectText.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace hprof;
using namespace llvm;

std::string DominatorOutput::percent(uint64_t Bytes) const {
  if (Store.isCut())
    return "";
  uint64_t All = Totals.Bytes;
  std::string Text;
  raw_string_ostream(Text) << format(
      "%.1f%%", All ? 100.0 * double(Bytes) / double(All) : 0.0);
  return Text;
}

std::string DominatorOutput::loaderName(Node N) const {
  Expected<const HeapContents *> Contents = Store.contents();
  if (Contents)
    return loaderText(**Contents, N, Mode);
  // Contents are not needed for sizes.
  consumeError(Contents.takeError());
  return "";
}

std::string DominatorOutput::show(Node N) const {
  std::string Text = show(G.describe(N)) + " " + jsonId(G.id(N));
  return isLoader(G, N) ? Text + loaderName(N) : Text;
}

void DominatorOutput::objectJson(Node N, uint64_t Retained) const {
  J->attribute("id", jsonId(G.id(N)));
  J->attribute("class", toUtf8(G.describe(N)));
  J->attribute("shallow", G.shallow(N));
  J->attribute("retained", Retained);
}

static StringRef viewName(const DominatorView &View) {
  switch (View.What) {
  case DominatorView::Part::OfClass:
    return "objects_of_class";
  case DominatorView::Part::Table:
    break;
  }
  llvm_unreachable("not in JSON");
}

static void printHeadJson(const DominatorOutput &Out) {
  const GraphCounts &Counts = Out.G.counts();
  json::OStream &J = *Out.J;
  J.attribute("file", toUtf8(Out.Store.name()));
  J.attribute("view", viewName(Out.View));
  J.attribute("version", Out.G.header().Version);
  J.attribute("id_size", Out.G.header().IdSize);
  J.attribute("dumps", Counts.Dumps);
  layoutJson(J, Out.G);
  bool IsCut = Out.Store.isCut();
  J.attribute("cut", IsCut);
  J.attribute("missing_at_least", IsCut && !Out.Missing
                                      ? json::Value(nullptr)
                                      : json::Value(Out.Missing));
  J.attribute("unreachable_kept", Out.Store.origin().KeepUnreachable);
  J.attribute("objects", Out.Totals.Objects);
  J.attribute("bytes", Out.Totals.Bytes);
  J.attribute("unreachable_objects", Out.G.size() - Out.Totals.Objects);
  J.attribute("unreachable_bytes", Out.Totals.UnreachableBytes);
  J.attribute("references", Counts.References);
  J.attribute("roots", Out.G.rootNodes().size());
  J.attributeObject("faults", [&] {
    J.attribute("dangling_references", Counts.Dangling);
    J.attribute("duplicate_objects", Counts.Duplicates);
    J.attribute("objects_without_class", Counts.Unexplained);
    J.attribute("wrong_sizes", Counts.WrongSizes);
  });
}

/// Prints the first line.
static void printTotals(const DominatorOutput &Out) {
  raw_ostream &OS = Out.OS;
  OS << Out.show(Out.Store.name()) << ": ";
  bool IsCut = Out.Store.isCut();
  if (IsCut) {
    OS << "cut off, ";
    if (Out.Missing)
      OS << "at least " << counted(Out.Missing, "byte is", "bytes are")
         << " missing; ";
    else
      OS << "nobody knows how much is missing; ";
  }
  OS << counted(Out.Totals.Objects, "object") << ", "
     << bytesText(Out.Totals.Bytes);
  if (IsCut && Out.Store.origin().KeepUnreachable)
    OS << ", all taken as held"
       << (Out.C.hasNamed("--keep-unreachable")
               ? ""
               : " since roots reach less than half of that");
  else
    OS << " reachable; " << counted(Out.G.size() - Out.Totals.Objects, "object")
       << ", " << bytesText(Out.Totals.UnreachableBytes) << " not";
  OS << (Out.G.isLayoutCertain() ? "" : "; layout and sizes uncertain") << '\n';
}

void hprof::printHead(const DominatorOutput &Out) {
  if (Out.J)
    return printHeadJson(Out);
  if (Out.Csv)
    return;
  const GraphCounts &Counts = Out.G.counts();
  raw_ostream &OS = Out.OS;
  printTotals(Out);
  if (Counts.Dumps > 1)
    OS << "  dump " << Out.C.named("--dump=", "1") << " of " << Counts.Dumps
       << '\n';
  if (!Out.C.report().isVerbose()) {
    OS << '\n';
    return;
  }
  OS << "  layout: " << Out.G.layout().Text
     << (Out.G.isLayoutCertain() ? "" : ", uncertain") << "\n  "
     << counted(Counts.References, "reference") << ", "
     << counted(Out.G.rootNodes().size(), "root") << ", "
     << counted(Out.G.classes().size(), "class", "classes") << '\n';
  if (Out.Totals.MadeRoots)
    OS << "  "
       << counted(Out.Totals.MadeRoots, "unreachable object was",
                  "unreachable objects were")
       << " made roots\n";
  for (auto [Count, Noun, What] :
       {std::tuple(Counts.Dangling, "reference", "to what is not in the dump"),
        std::tuple(Counts.Duplicates, "object",
                   "with an id that came before: left out"),
        std::tuple(Counts.Unexplained, "object", "of classes not in the dump"),
        std::tuple(Counts.WrongSizes, "object",
                   "with other bytes than the class has")})
    if (Count)
      OS << "  " << counted(Count, Noun) << ' ' << What << '\n';
  OS << '\n';
}

std::vector<std::string> hprof::csvColumns(const DominatorView &View) {
  switch (View.What) {
  case DominatorView::Part::OfClass: {
    std::vector<std::string> Columns = {"id", "class", "shallow", "retained",
                                        "file"};
    for (const std::string &Field : View.Fields)
      Columns.insert(Columns.end() - 1,
                     is_contained(Columns, Field) ? "field:" + Field : Field);
    return Columns;
  }
  case DominatorView::Part::Table:
    return {};
  }
  llvm_unreachable("unhandled part");
}

void hprof::printMore(const DominatorOutput &Out, uint64_t All,
                      uint64_t Shown) {
  if (All > Shown)
    Out.OS << "... and " << All - Shown << " more (--top=0 prints all)\n";
}
