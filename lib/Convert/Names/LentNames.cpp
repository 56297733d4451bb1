//===- LentNames.cpp - Names from another dump ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LentNames.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Records/DumpNumbers.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Collects names, and counts heap dumps.
class LenderNames final : public ClassBuilder {
public:
  using ClassBuilder::ClassBuilder;
  using ClassBuilder::visit;
  void visit(const FileHeader &H) override {
    Counter.header(H);
    ClassBuilder::visit(H);
  }
  void visit(const HeapDumpEnd &R) override {
    Counter.end();
    ClassBuilder::visit(R);
  }
  void beginFrame(const Frame &F) override {
    Counter.frame(F);
    ClassBuilder::beginFrame(F);
  }
  unsigned dumps() const { return Counter.dumps(); }

private:
  DumpNumbers Counter;
};
} // namespace

Error LentNames::find(const NameLender &Lender, Upstream &Lacking) {
  From = Lender.Name;
  LenderNames Build(Names);
  if (Error E = Lender.Walk(Build))
    return E;
  if (Build.dumps() > 1)
    return createFileError(
        From, createStringError("it contains " + Twine(Build.dumps()) +
                                " heap dumps, expected one (select it with "
                                "hprof-convert --dump)"));
  Theirs.emplace(Names);
  if (Error E = Theirs->collect(Lender.Walk))
    return E;
  if (Error E = Ours.collect([&](RecordVisitor &V) { return Lacking.walk(V); }))
    return E;
  Match.emplace(Ours, *Theirs);
  Match->run();
  return Error::success();
}

std::optional<StringRef> LentNames::nameOf(uint64_t Class) const {
  const std::optional<uint32_t> I = Ours.find(Class);
  const std::optional<uint32_t> J = I ? Match->donorOf(*I) : std::nullopt;
  if (!J)
    return std::nullopt;
  return Names.string(Theirs->classes()[*J].Info->NameId);
}

std::optional<LentNames::Layout> LentNames::layoutOf(uint64_t Class) const {
  const std::optional<uint32_t> I = Ours.find(Class);
  const std::optional<uint32_t> J = I ? Match->donorOf(*I) : std::nullopt;
  const InstanceShape *Shape =
      J ? Names.instances().find(Theirs->classes()[*J].Id) : nullptr;
  if (!Shape)
    return std::nullopt;
  Layout L;
  L.Bytes = Shape->bytes();
  // The chain of superclasses is complete, and has no cycle.
  const ClassInfo *Info = &Shape->type();
  while (true) {
    for (const InstanceField &F : Info->Fields)
      L.Fields.push_back(
          {Names.string(F.Name).value_or("unknown").str(), F.Type});
    if (!Info->Super)
      return L;
    const std::optional<uint32_t> Above = Theirs->find(Info->Super);
    if (std::optional<uint32_t> Super =
            Above ? Match->classOf(*Above) : std::nullopt) {
      L.Super = Ours.classes()[*Super].Id;
      return L;
    }
    Info = Names.findClass(Info->Super);
  }
}

std::string LentNames::summary() const {
  struct Count {
    uint64_t Classes = 0, Objects = 0;
    std::string text() const {
      return counted(Classes, "class", "classes") + " with " +
             counted(Objects, "object");
    }
  };
  Count By[3];
  for (uint32_t I = 0; I != Ours.classes().size(); ++I) {
    const ClassFacts::Class &C = Ours.classes()[I];
    if (C.isNamed())
      continue;
    Count &Of = By[unsigned(Match->outcome(I))];
    ++Of.Classes;
    Of.Objects += C.objects();
  }
  using Outcome = ClassMatch::Outcome;
  const Count &Paired = By[unsigned(Outcome::Paired)];
  const Count &Alike = By[unsigned(Outcome::Undecided)];
  const Count &Unlike = By[unsigned(Outcome::NoneFits)];
  std::string Text = Paired.text() + " took their names from '" + From + "'";
  if (Unlike.Classes)
    Text += "; " + Unlike.text() + " match none of its classes";
  if (Alike.Classes)
    Text += "; " + Alike.text() +
            " match classes in it, but without clear evidence";
  // Nearly all classes of a program are in each of its dumps.
  if (Unlike.Classes > (Paired.Classes + Alike.Classes + Unlike.Classes) / 4)
    Text += "; it may be from another program or Java release" +
            std::string(Paired.Classes ? ", and its names may be wrong" : "");
  return Text;
}
