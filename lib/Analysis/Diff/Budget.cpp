//===- Budget.cpp - Limits on the growth of a heap ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Budget.h"
#include "hprof/Format/Base/ByteSize.h"
#include "hprof/Format/Base/ParseYaml.h"
#include "hprof/Format/Stream/SmallFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace hprof;
using namespace llvm;

static bool limitsRetained(const Limit &L) {
  return any_of(L.Allowances,
                [](const Allowance &A) { return A.Measure == "retained"; });
}

bool Budget::needsRetained() const { return any_of(Limits, limitsRetained); }

bool Budget::needsReachable() const {
  return any_of(Limits,
                [](const Limit &L) { return !L.Pattern && limitsRetained(L); });
}

namespace {

/// A count or a number of bytes: "1000", "64K".
struct Amount {
  uint64_t Value = 0;
  std::string Text;
};

struct AllowanceText {
  std::optional<Amount> Max;
  std::optional<Growth> Most;
};

struct LimitText {
  unsigned Line = 0;
  std::optional<std::string> Name, Class, Package, Loader;
  std::optional<bool> Total, Sum;
  std::optional<AllowanceText> Instances, Shallow, Retained, Loaders;
};

struct NoiseText {
  std::optional<Amount> Instances, Bytes;
};

struct BudgetText {
  NoiseText Noise;
  std::vector<std::string> Ignore;
  std::vector<LimitText> Limits;
};

} // namespace

static bool parseAmount(StringRef Text, uint64_t &Value) {
  const std::optional<uint64_t> Size = expectedToOptional(parseByteSize(Text));
  Value = Size.value_or(0);
  return Size.has_value();
}

LLVM_YAML_IS_SEQUENCE_VECTOR(LimitText)

namespace llvm::yaml {

template <> struct ScalarTraits<Amount> {
  static void output(const Amount &A, void *, raw_ostream &OS) { OS << A.Text; }
  static StringRef input(StringRef Text, void *, Amount &A) {
    A.Text = Text.str();
    return parseAmount(Text, A.Value)
               ? ""
               : "expected a number, optionally with K, M, G or T";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<Growth> {
  static void output(const Growth &G, void *, raw_ostream &OS) { OS << G.Text; }
  static StringRef input(StringRef Text, void *, Growth &G) {
    G.Text = Text.str();
    G.IsPercent = Text.ends_with("%");
    if (!G.IsPercent)
      return parseAmount(Text, G.Amount)
                 ? ""
                 : "expected a number such as 5M, or a percentage such as 10%";
    const std::optional<double> Percent =
        expectedToOptional(parsePercent(Text));
    G.Percent = Percent.value_or(0);
    return Percent ? "" : "expected a percentage such as 10%";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct MappingTraits<AllowanceText> {
  static void mapping(IO &IO, AllowanceText &A) {
    IO.mapOptional("max", A.Max);
    IO.mapOptional("growth", A.Most);
  }
};

template <> struct MappingTraits<LimitText> {
  static void mapping(IO &IO, LimitText &L) {
    // These traits are used only with the parser, so IO is an Input.
    const char *Begin = hprof::YamlText::of(IO.getContext()).Text.data();
    if (const Node *N = static_cast<Input &>(IO).getCurrentNode())
      if (const char *At = N->getSourceRange().Start.getPointer())
        L.Line = 1 + unsigned(std::count(Begin, At, '\n'));
    IO.mapOptional("name", L.Name);
    IO.mapOptional("class", L.Class);
    IO.mapOptional("package", L.Package);
    IO.mapOptional("loader", L.Loader);
    IO.mapOptional("total", L.Total);
    IO.mapOptional("sum", L.Sum);
    IO.mapOptional("instances", L.Instances);
    IO.mapOptional("shallow", L.Shallow);
    IO.mapOptional("retained", L.Retained);
    IO.mapOptional("loaders", L.Loaders);
  }
};

template <> struct MappingTraits<NoiseText> {
  static void mapping(IO &IO, NoiseText &N) {
    IO.mapOptional("instances", N.Instances);
    IO.mapOptional("bytes", N.Bytes);
  }
};

template <> struct MappingTraits<BudgetText> {
  static void mapping(IO &IO, BudgetText &B) {
    IO.mapOptional("noise", B.Noise);
    IO.mapOptional("ignore", B.Ignore);
    IO.mapRequired("limits", B.Limits);
  }
};

} // namespace llvm::yaml

static Expected<ClassPattern> parsePattern(StringRef Text, unsigned Line) {
  Expected<ClassPattern> Pattern = ClassPattern::create(Text);
  if (!Pattern)
    return createStringError((Line ? "line " + Twine(Line) + ": " : Twine()) +
                             toString(Pattern.takeError()));
  return Pattern;
}

/// Returns the reason why \p L is invalid, or an empty string.
static StringRef faultOf(const LimitText &L) {
  unsigned Kinds =
      unsigned(L.Class.has_value()) + unsigned(L.Package.has_value()) +
      unsigned(L.Loader.has_value()) + unsigned(L.Total.value_or(false));
  if (Kinds != 1)
    return "a limit requires exactly one of class, package, loader and total: "
           "true";
  if (!L.Instances && !L.Shallow && !L.Retained && !L.Loaders)
    return "a limit requires instances, shallow, retained or loaders";
  if (L.Loaders && !L.Loader)
    return "loaders requires a limit by loader";
  for (const auto *A : {&L.Instances, &L.Shallow, &L.Retained, &L.Loaders})
    if (*A && !(*A)->Max && !(*A)->Most)
      return "a limit requires max or growth";
  if (L.Sum.value_or(false) && L.Total)
    return "total is already a sum";
  if (L.Sum.value_or(false) && L.Retained)
    return "retained sizes overlap and cannot be added up";
  return "";
}

static Expected<Limit> makeLimit(LimitText &Text) {
  if (StringRef Fault = faultOf(Text); !Fault.empty())
    return createStringError("line " + Twine(Text.Line) + ": " + Fault);
  Limit L;
  L.Line = Text.Line;
  L.IsSum = Text.Sum.value_or(false);
  std::string Default = "total";
  const std::pair<const char *, const std::optional<std::string> *> Kinds[] = {
      {"class", &Text.Class},
      {"package", &Text.Package},
      {"loader", &Text.Loader}};
  for (const auto &[Word, Pattern] : Kinds)
    if (*Pattern) {
      Expected<ClassPattern> P = parsePattern(**Pattern, L.Line);
      if (!P)
        return P.takeError();
      Default =
          (Twine(L.IsSum ? "sum of " : "") + Word + " " + **Pattern).str();
      L.Pattern = std::move(*P);
    }
  L.Name = Text.Name.value_or(Default);
  const std::pair<const char *, const std::optional<AllowanceText> *> All[] = {
      {"instances", &Text.Instances},
      {"shallow", &Text.Shallow},
      {"retained", &Text.Retained},
      {"loaders", &Text.Loaders}};
  for (const auto &[Measure, Given] : All)
    if (*Given) {
      const AllowanceText &Text = **Given;
      Allowance &A = L.Allowances.emplace_back();
      A.Measure = Measure;
      if (Text.Max) {
        A.Max = Text.Max->Value;
        A.MaxText = Text.Max->Text;
      }
      A.Most = Text.Most;
    }
  return L;
}

Expected<Budget> hprof::parseBudget(StringRef Text) {
  BudgetText Read;
  if (Error E = parseYaml(Text, "a budget", Read))
    return E;
  Budget B;
  const NoiseText &Noise = Read.Noise;
  if (Noise.Instances)
    B.NoiseInstances = Noise.Instances->Value;
  if (Noise.Bytes)
    B.NoiseBytes = Noise.Bytes->Value;
  for (const std::string &Pattern : Read.Ignore) {
    Expected<ClassPattern> P = parsePattern(Pattern, 0);
    if (!P)
      return P.takeError();
    B.Ignore.push_back(std::move(*P));
  }
  for (LimitText &Given : Read.Limits) {
    Expected<Limit> L = makeLimit(Given);
    if (!L)
      return L.takeError();
    if (L->Pattern) {
      GroupBy By = Given.Class     ? GroupBy::Name
                   : Given.Package ? GroupBy::Package
                                   : GroupBy::Loader;
      if (B.By && *B.By != By)
        return createStringError("line " + Twine(L->Line) +
                                 ": all limits of a budget must use the same "
                                 "key: class, package or loader");
      B.By = By;
    }
    // Gate reports identify checks by name, so names must be unique.
    if (any_of(B.Limits, [&](const Limit &O) { return O.Name == L->Name; }))
      L->Name += " (line " + std::to_string(L->Line) + ")";
    B.Limits.push_back(std::move(*L));
  }
  if (B.Limits.empty())
    return createStringError("expected at least one limit");
  return B;
}

Expected<Budget> hprof::readBudgetFile(StringRef Path) {
  Expected<std::string> Text = readSmallFile(Path, {16, "a budget"});
  if (!Text)
    return Text.takeError();
  Expected<Budget> Parsed = parseBudget(*Text);
  if (!Parsed)
    return createFileError(Path, Parsed.takeError());
  Parsed->Name = Path.str();
  return Parsed;
}

Budget hprof::defaultBudget() {
  Budget B;
  B.Name = "built-in budget";
  Limit &L = B.Limits.emplace_back();
  L.Name = "total";
  Allowance &A = L.Allowances.emplace_back();
  A.Measure = "shallow";
  A.Most = Growth{/*IsPercent=*/true, 0, 10, "10%"};
  return B;
}
