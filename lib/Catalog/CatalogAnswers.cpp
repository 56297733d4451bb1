//===- CatalogAnswers.cpp - Answers with names ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Catalog/CatalogAnswers.h"
#include "hprof/Analysis/Diff/HistogramChanges.h"
#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "hprof/Analysis/Store/GraphHistogram.h"
#include "hprof/Analysis/Store/HeapCount.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace hprof;
using namespace llvm;

using AnswerOrError = Expected<std::unique_ptr<Answer>>;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Error GivenArguments::fail(StringRef Name, const Twine &What) const {
  return make_error<CatalogError>(CatalogError::Kind::BadArgument,
                                  "'" + Of + "', argument '" + Name +
                                      "': " + What);
}

Error GivenArguments::check(ArrayRef<AnswerArgument> Known) const {
  for (const auto &Given : All) {
    const std::string &Name = Given.first, &Value = Given.second;
    const auto *Is =
        find_if(Known, [&](const AnswerArgument &A) { return A.Name == Name; });
    if (Is == Known.end()) {
      std::string Names;
      for (const AnswerArgument &A : Known)
        Names += (Names.empty() ? "" : ", ") + A.Name.str();
      return fail(Name, "there is no such argument; there are " + Names);
    }
    SmallVector<StringRef, 4> Choices;
    Is->Choices.split(Choices, '|', -1, /*KeepEmpty=*/false);
    if (!Choices.empty() && !is_contained(Choices, StringRef(Value)))
      return fail(Name, "expected " + join(Choices, " or ") + ", not '" +
                            Value + "'");
    if (count_if(All, [&](const auto &A) { return A.first == Name; }) > 1)
      return fail(Name, "it is given twice");
  }
  for (const AnswerArgument &A : Known)
    if (A.IsRequired && !text(A.Name))
      return fail(A.Name, "it is missing");
  return Error::success();
}

std::optional<StringRef> GivenArguments::text(StringRef Name) const {
  for (const auto &[Is, Value] : All)
    if (Is == Name)
      return StringRef(Value);
  return std::nullopt;
}

Expected<uint64_t> GivenArguments::top(uint64_t Default) const {
  const std::optional<StringRef> Text = text("top");
  uint64_t N = 0;
  if (!Text)
    return Default;
  if (Text->getAsInteger(10, N))
    return fail("top", "expected a number, not '" + *Text + "'");
  return N ? N : UINT64_MAX;
}

static constexpr AnswerArgument Top = {
    "top", "", false, "Rows at most; 0 for all, as without it."};

//===----------------------------------------------------------------------===//
// Histograms
//===----------------------------------------------------------------------===//

static constexpr AnswerArgument HistogramArguments[] = {
    {"by", "class|name|loader|package", false,
     "What a row counts; class by default."},
    {"retained", "true|false", false,
     "Whether rows have what their objects retain together."},
    {"unreachable", "true|false", false,
     "Only objects that no root reaches are counted."},
    {"sort", "name|instances|shallow|largest|retained", false,
     "Largest first by this; shallow by default."},
    {"filter", "", false, "Only rows with such a name: com.acme.*"},
    Top};

static constexpr AnswerArgument ChangeArguments[] = {
    {"after", "", true, "Path of the heap dump to compare with."},
    {"by", "class|name|loader|package", false,
     "What a row counts; name by default."},
    Top};

static HistogramGroup groupOf(const GivenArguments &Given,
                              HistogramGroup Default) {
  return StringSwitch<HistogramGroup>(Given.text("by").value_or(""))
      .Case("class", HistogramGroup::Class)
      .Case("name", HistogramGroup::Name)
      .Case("loader", HistogramGroup::Loader)
      .Case("package", HistogramGroup::Package)
      .Default(Default);
}

static Expected<HistogramRequest>
histogramRequest(const GivenArguments &Given) {
  HistogramRequest R;
  R.By = groupOf(Given, HistogramGroup::Class);
  R.Retained = Given.flag("retained");
  R.Unreachable = Given.flag("unreachable");
  R.Sort = StringSwitch<HistogramColumn>(Given.text("sort").value_or(""))
               .Case("name", HistogramColumn::Name)
               .Case("instances", HistogramColumn::Instances)
               .Case("largest", HistogramColumn::Largest)
               .Case("retained", HistogramColumn::Retained)
               .Default(HistogramColumn::Shallow);
  if (R.Sort == HistogramColumn::Retained && !R.Retained)
    return Given.fail("sort", "rows have retained sizes with retained=true");
  if (R.Retained && R.Unreachable)
    return Given.fail("retained", "what no root reaches is not retained");
  if (std::optional<StringRef> Filter = Given.text("filter")) {
    Expected<ClassPattern> Is = ClassPattern::create(*Filter);
    if (!Is)
      return Given.fail("filter", toString(Is.takeError()));
    R.Filter = std::make_shared<const ClassPattern>(std::move(*Is));
  }
  Expected<uint64_t> Most = Given.top(UINT64_MAX);
  if (!Most)
    return Most.takeError();
  R.Top = *Most;
  return R;
}

/// Counts the dump of \p Of, whose graph is there already.
static Expected<CountedFile> countHeap(const AnswerScope &Of,
                                       const HistogramRequest &Request) {
  HistogramUse Use;
  Use.NameLoaders = Request.By == HistogramGroup::Loader;
  Use.OneDump = true;
  Expected<HeapHistogram> Read =
      HeapHistogram::of(*Of.Store, Of.Options, Of.Events, Use);
  if (!Read)
    return Read.takeError();
  CountedFile Is;
  Is.Name = std::move(Read->Name);
  Is.Dump = Read->Dump;
  Is.Data = std::move(Read->Data);
  Is.Owner = std::move(Read->Index);
  if (Request.Retained) {
    Expected<RetainedRows> Sizes = RetainedRows::compute(*Of.Store, Request.By);
    if (!Sizes)
      return Sizes.takeError();
    Is.Reachable = Sizes->reachable();
    Is.RetainedOf = [All = std::make_shared<RetainedRows>(std::move(*Sizes))](
                        const HistogramRow &Row) { return All->of(Row); };
  }
  if (!Request.Unreachable)
    return Is;
  Expected<const DominatorTree *> Tree = Of.Store->dominators();
  if (!Tree)
    return Tree.takeError();
  Is.Objects = Is.Data.objects();
  Is.Bytes = Is.Data.bytes();
  Is.Data = countObjects(Is.Data, Of.Store->graph(),
                         [&](Node N) { return !(*Tree)->isReachable(N); });
  return Is;
}

static AnswerOrError makeHistogram(const AnswerScope &In,
                                   const GivenArguments &Given) {
  Expected<HistogramRequest> Request = histogramRequest(Given);
  if (!Request)
    return Request.takeError();
  Expected<CountedFile> Counted = countHeap(In, *Request);
  if (!Counted)
    return Counted.takeError();
  std::vector<CountedFile> Files;
  Files.push_back(std::move(*Counted));
  return std::make_unique<HistogramAnswer>(std::move(Files),
                                           std::move(*Request));
}

static AnswerOrError makeChanges(const AnswerScope &In,
                                 const GivenArguments &Given) {
  HistogramRequest Request;
  Request.By = groupOf(Given, HistogramGroup::Name);
  Request.JoinNames = Request.By == HistogramGroup::Name;
  Expected<uint64_t> Most = Given.top(UINT64_MAX);
  if (!Most)
    return Most.takeError();
  Request.Top = *Most;
  Expected<CountedFile> Before = countHeap(In, Request);
  if (!Before)
    return Before.takeError();
  // What the user chose for this dump is not for the other one.
  StoreOptions Options = In.Options;
  Options.Dump = 1;
  Options.From = IndexUse::Beside;
  Expected<HeapCount> After =
      HeapCount::read(*Given.text("after"), Request, Options, In.Events,
                      /*OneDump=*/true);
  if (!After)
    return After.takeError();
  std::vector<CountedFile> Files;
  Files.push_back(std::move(*Before));
  Files.push_back(std::move(*After).take());
  return std::make_unique<HistogramChanges>(std::move(Files), Request);
}

//===----------------------------------------------------------------------===//
// Dominators
//===----------------------------------------------------------------------===//

static constexpr AnswerArgument ObjectArguments[] = {Top};
static constexpr AnswerArgument GroupArguments[] = {
    {"by", "class|name|loader|package", false,
     "What a row is; class by default."},
    Top};
static constexpr AnswerArgument TreeArguments[] = {
    {"id", "", false, "The object at the top; all that roots hold without it."},
    {"depth", "", false, "Levels; 64 by default."},
    Top};

static AnswerOrError makeDominators(const AnswerScope &In,
                                    const GivenArguments &Given,
                                    DominatorRequest::View What) {
  DominatorRequest Request;
  Request.What = What;
  Request.Dump = In.Options.Dump;
  Request.ForPeople = false;
  Request.By = StringSwitch<GroupBy>(Given.text("by").value_or(""))
                   .Case("name", GroupBy::Name)
                   .Case("loader", GroupBy::Loader)
                   .Case("package", GroupBy::Package)
                   .Default(GroupBy::Class);
  Expected<uint64_t> Most = Given.top(UINT64_MAX);
  if (!Most)
    return Most.takeError();
  Request.Top = *Most;
  if (std::optional<StringRef> Text = Given.text("depth"))
    if (Text->getAsInteger(10, Request.Depth) || !Request.Depth)
      return Given.fail("depth", "expected a number, not '" + *Text + "'");
  if (std::optional<StringRef> Text = Given.text("id")) {
    uint64_t Id = 0;
    if (Text->getAsInteger(0, Id))
      return Given.fail("id", "expected an id, not '" + *Text + "'");
    if (In.Store->graph().find(Id) == NoNode)
      return Given.fail("id", "there is no object " + *Text);
    Request.Objects.push_back(Id);
  }
  Expected<std::unique_ptr<FilePart>> Part = dominatorPart(In.Store, Request);
  if (!Part)
    return Part.takeError();
  return std::make_unique<FilesAnswer>(dominatorAnswer(What), std::move(*Part));
}

template <DominatorRequest::View What>
static const AnswerInfo &dominatorKind() {
  return dominatorAnswer(What);
}

template <DominatorRequest::View What>
static AnswerOrError makeView(const AnswerScope &In,
                              const GivenArguments &Given) {
  return makeDominators(In, Given, What);
}

ArrayRef<CatalogAnswer> hprof::catalogAnswers() {
  using View = DominatorRequest::View;
  static const CatalogAnswer All[] = {
      {"histogram", HistogramArguments, HistogramAnswer::kind, makeHistogram},
      {"changes", ChangeArguments, HistogramChanges::kind, makeChanges},
      {"dominator_objects", ObjectArguments, dominatorKind<View::Objects>,
       makeView<View::Objects>},
      {"dominator_groups", GroupArguments, dominatorKind<View::Groups>,
       makeView<View::Groups>},
      {"dominator_drops", ObjectArguments, dominatorKind<View::Drops>,
       makeView<View::Drops>},
      {"dominator_tree", TreeArguments, dominatorKind<View::Tree>,
       makeView<View::Tree>},
      {"leak_suspects", ObjectArguments, dominatorKind<View::Suspects>,
       makeView<View::Suspects>},
  };
  return All;
}
