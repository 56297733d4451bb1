//===- HistogramSummary.cpp - Reads histograms in JSON --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HistogramSummary.h"
#include "hprof/Analysis/Histogram/HistogramAnswer.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/ParseJson.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Reads required attributes; records the first missing one.
class Attributes {
public:
  explicit Attributes(const Twine &Where) : Where(Where.str()) {}

  uint64_t number(const json::Object &Of, StringRef Name) {
    const json::Value *V = Of.get(Name);
    if (std::optional<uint64_t> N = V ? V->getAsUINT64() : std::nullopt)
      return *N;
    return missing(Name, "a number"), 0;
  }
  std::string text(const json::Object &Of, StringRef Name) {
    if (std::optional<StringRef> S = Of.getString(Name))
      return S->str();
    return missing(Name, "a string"), "";
  }
  const json::Object &object(const json::Object &Of, StringRef Name) {
    if (const json::Object *O = Of.getObject(Name))
      return *O;
    return missing(Name, "an object"), NoObject;
  }
  const json::Array &array(const json::Object &Of, StringRef Name) {
    if (const json::Array *A = Of.getArray(Name))
      return *A;
    return missing(Name, "an array"), NoArray;
  }
  void missing(StringRef Name, StringRef What) {
    if (Fault.empty())
      Fault = (Where + "\"" + Name + "\" is not " + What).str();
  }
  Error take() const {
    return Fault.empty() ? Error::success() : createStringError(Fault);
  }

private:
  const std::string Where;
  std::string Fault;
  const json::Object NoObject;
  const json::Array NoArray;
};

} // namespace

/// Fails unless \p Root is the histogram of one file with all of its objects.
static Error checkKind(const json::Object &Root) {
  Attributes A("");
  std::string Tool = A.text(A.object(Root, "tool"), "name");
  uint64_t Version = A.number(Root, "schema_version");
  size_t Files = A.array(Root, "files").size();
  if (Error E = A.take())
    return E;
  if (Tool != "hprof-histo")
    return createStringError("expected hprof-histo output, found output of " +
                             Tool);
  if (Version != 2)
    return createStringError("schema_version is " + Twine(Version) +
                             ", expected 2");
  if (Files != 1)
    return createStringError("histogram of " + counted(Files, "file") +
                             ", expected one");
  if (Root.getBoolean("unreachable_only").value_or(false))
    return createStringError("contains only unreachable objects");
  return Error::success();
}

/// Regroups \p Rows from the grouping \p Given to the grouping \p Wanted.
static Expected<std::vector<HistogramRow>>
regroup(std::vector<HistogramRow> Rows, GroupBy Given, StringRef GivenName,
        GroupBy Wanted) {
  using Group = GroupBy;
  if (Given == Wanted)
    return Rows;
  if (Given == Group::Class ||
      (Given == Group::Name && Wanted == Group::Package))
    if (Wanted != Group::Loader) {
      Histogram::Parts Parts;
      Parts.Rows = std::move(Rows);
      return groupRows(Histogram::fromParts(std::move(Parts)), Wanted);
    }
  return createStringError(
      "grouped by " + GivenName + ", expected " + groupName(Wanted) +
      "; hprof-histo --by=" + groupName(Wanted) + " writes such a summary");
}

static Error readRows(const json::Object &Root, GroupBy By,
                      HeapCounts &Counts) {
  Attributes Top("");
  std::string GivenName = Top.text(Root, "by");
  const json::Array &Array = Top.array(Root, "rows");
  if (Error E = Top.take())
    return E;
  std::optional<GroupBy> Given = groupCalled(GivenName);
  if (!Given)
    return createStringError("\"by\" has the unknown value '" + GivenName +
                             "'");
  std::vector<HistogramRow> Rows;
  uint64_t Objects = 0;
  bool HasRetained = true;
  for (auto [I, V] : enumerate(Array)) {
    Attributes A("row " + Twine(I + 1) + ": ");
    const json::Object *O = V.getAsObject();
    if (!O)
      return createStringError("row " + Twine(I + 1) + " is not an object");
    HistogramRow &Row = Rows.emplace_back();
    Row.Name = A.text(*O, GivenName);
    Row.Instances = A.number(*O, "instances");
    Row.Shallow = A.number(*O, "shallow");
    if (O->get("retained"))
      Row.Retained = A.number(*O, "retained");
    else
      HasRetained = false;
    if (Error E = A.take())
      return E;
    Objects += Row.Instances;
  }
  // Objects of rows that --top or --filter omitted would look gone.
  if (Objects != Counts.Objects)
    return createStringError("rows contain " + Twine(Objects) + " of " +
                             counted(Counts.Objects, "object") +
                             "; write the summary without --top and --filter");
  if (HasRetained && *Given != By) {
    HasRetained = false;
    Counts.RetainedBy = GivenName;
  }
  Expected<std::vector<HistogramRow>> Grouped =
      regroup(std::move(Rows), *Given, GivenName, By);
  if (!Grouped)
    return Grouped.takeError();
  for (HistogramRow &Row : *Grouped)
    Counts.Keys.push_back(
        {By == GroupBy::Loader ? stableLoaderName(Row.Name)
                               : std::move(Row.Name),
         Row.Instances, Row.Shallow,
         HasRetained ? std::optional(Row.Retained) : std::nullopt,
         uint64_t(By == GroupBy::Loader)});
  return Error::success();
}

Expected<HeapCounts> hprof::parseSummary(StringRef Text, GroupBy By) {
  Expected<json::Value> Parsed = parseJson(Text);
  if (!Parsed)
    return Parsed.takeError();
  const json::Object *Root = Parsed->getAsObject();
  if (!Root)
    return createStringError("expected a JSON object");
  if (Error E = checkKind(*Root))
    return E;
  const json::Object *File = (*Root->getArray("files"))[0].getAsObject();
  if (!File)
    return createStringError("files[0] is not an object");
  Attributes A("files[0]: ");
  HeapCounts Counts;
  Counts.IsSummary = true;
  Counts.IsDamaged = Root->getBoolean("damaged").value_or(false);
  Counts.Objects = A.number(*File, "objects");
  Counts.Bytes = A.number(*File, "bytes");
  uint64_t IdSize = A.number(*File, "id_size");
  const json::Object &Layout = A.object(*File, "layout");
  if (Error E = A.take())
    return E;
  Counts.IdSize = uint32_t(std::min<uint64_t>(IdSize, 8));
  Counts.Layout = A.text(Layout, "name");
  Counts.LayoutText = A.text(Layout, "text");
  Counts.IsLayoutCertain = Layout.getBoolean("certain").value_or(false);
  if (File->get("reachable"))
    Counts.Reachable = A.number(*File, "reachable");
  if (File->get("time_ms"))
    Counts.Millis = A.number(*File, "time_ms");
  if (Error E = A.take())
    return E;
  if (Error E = readRows(*Root, By, Counts))
    return E;
  return Counts;
}

std::optional<SummaryGroup> hprof::groupOfText(StringRef Text) {
  Expected<json::Value> Parsed = parseJson(Text);
  if (!Parsed)
    return consumeError(Parsed.takeError()), std::nullopt;
  const json::Object *Root = Parsed->getAsObject();
  std::optional<StringRef> Name = Root ? Root->getString("by") : std::nullopt;
  std::optional<GroupBy> By = Name ? groupCalled(*Name) : std::nullopt;
  const json::Array *Rows = Root ? Root->getArray("rows") : nullptr;
  if (!By || !Rows)
    return std::nullopt;
  return SummaryGroup{*By,
                      !Rows->empty() && all_of(*Rows, [](const json::Value &V) {
                        const json::Object *Row = V.getAsObject();
                        return Row && Row->get("retained");
                      })};
}
