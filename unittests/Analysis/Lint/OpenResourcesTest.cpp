//===- OpenResourcesTest.cpp - Tests of unclosed resources ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintTesting.h"
#include "hprof/Java/JavaResources.h"
#include "llvm/Support/FormatVariadic.h"

using namespace hprof;
using namespace llvm;

/// The last field's value in an open and in a closed instance.
static std::vector<int64_t> openOnes(const OpenValues &V) {
  switch (V.Of) {
  case OpenValues::Set:
    return {1, 77};
  case OpenValues::Clear:
    return {0};
  case OpenValues::Within:
    if (V.First > V.Last)
      return {};
    return {std::max<int64_t>(V.First, INT32_MIN),
            std::min<int64_t>(V.Last, INT32_MAX)};
  }
  llvm_unreachable("unhandled kind");
}
static std::vector<int64_t> closedOnes(const OpenValues &V) {
  switch (V.Of) {
  case OpenValues::Set:
    return {0};
  case OpenValues::Clear:
    return {1, -1};
  case OpenValues::Within:
    if (V.First > V.Last)
      return {0, 1, -1};
    std::vector<int64_t> Values;
    if (V.First > INT32_MIN)
      Values.push_back(V.First - 1);
    if (V.Last < INT32_MAX)
      Values.push_back(V.Last + 1);
    return Values;
  }
  llvm_unreachable("unhandled kind");
}

/// A dump with one instance of \p R's class for each value of its last field.
static std::string dumpOf(const ResourceRow &R, StringRef Field,
                          ArrayRef<int64_t> Values, bool IsRoot) {
  SmallVector<StringRef, 4> Names;
  Field.split(Names, '.');
  std::string Yaml = "- classes:\n  - {name: java/lang/Object, class: 0x10}\n";
  for (auto [I, Name] : enumerate(Names)) {
    std::string Class = I ? "part/P" + std::to_string(I) : R.Class.str();
    std::replace(Class.begin(), Class.end(), '.', '/');
    Yaml += formatv("  - {{name: \"{0}\", class: {1}, super: 0x10, fields: "
                    "{{{2}: {3}}}\n",
                    Class, 0x20 + I, Name,
                    I + 1 == Names.size() ? "int" : "object");
  }
  uint64_t Id = 0x1000;
  for (int64_t Value : Values) {
    if (IsRoot)
      Yaml += formatv("- rootUnknown: {{object: {0}}\n", Id);
    for (size_t I = 0; I != Names.size(); ++I, Id += 8)
      Yaml += formatv("- instance: {{object: {0}, class: {1}, fields: {{{2}: "
                      "{3}}}\n",
                      Id, 0x20 + I, Names[I],
                      I + 1 == Names.size() ? Value : int64_t(Id + 8));
  }
  return Yaml;
}

static LintFinding find(const std::string &Yaml) {
  LintOptions Options;
  Options.Limits[unsigned(LintId::OpenResources)] = 1;
  return OpenDump(fromYaml(Yaml)).find(LintId::OpenResources, Options);
}

TEST(OpenResources, EachRowDistinguishesOpenFromClosed) {
  for (const ResourceRow &R : resourceRows()) {
    SmallVector<StringRef, 2> Fields;
    StringRef(R.Fields).split(Fields, ',');
    for (StringRef Field : Fields) {
      std::vector<int64_t> Open = openOnes(R.Open);
      LintFinding F = find(dumpOf(R, Field, Open, /*IsRoot=*/true));
      EXPECT_EQ(F.Count, Open.size()) << R.Class.str() << ' ' << Field.str();
      if (!Open.empty()) {
        EXPECT_TRUE(StringRef(F.Rows[0].Detail).contains(R.Kind))
            << F.Rows[0].Detail;
      }
      EXPECT_EQ(
          find(dumpOf(R, Field, closedOnes(R.Open), /*IsRoot=*/true)).Count, 0U)
          << R.Class.str() << ' ' << Field.str();
    }
  }
}

TEST(OpenResources, UnreachableOnesCountIfTheyAreLost) {
  for (const ResourceRow &R : resourceRows()) {
    std::vector<int64_t> Open = openOnes(R.Open);
    StringRef Field = StringRef(R.Fields).split(',').first;
    LintFinding F = find(dumpOf(R, Field, Open, /*IsRoot=*/false));
    EXPECT_EQ(F.Count, R.Loss == ResourceLoss::Lost ? Open.size() : 0)
        << R.Class.str();
  }
}

TEST(OpenResources, WhatIsMissingIsNotOpen) {
  for (const ResourceRow &R : resourceRows()) {
    StringRef Field = StringRef(R.Fields).split(',').first;
    if (!Field.contains('.'))
      continue;
    std::string Yaml = dumpOf(R, Field, {}, /*IsRoot=*/true);
    for (StringRef To : {"0", "0x7777"})
      EXPECT_EQ(find(Yaml + formatv("- rootUnknown: {{object: 0x1000}\n"
                                    "- instance: {{object: 0x1000, class: "
                                    "0x20, fields: {{{0}: {1}}}\n",
                                    Field.split('.').first, To)
                                .str())
                    .Count,
                0U)
          << R.Class.str();
  }
}

TEST(OpenResources, TheFirstObjectOfAnIdCounts) {
  LintFinding F = find(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/util/zip/Inflater, class: 0x12, super: 0x10, fields: {zsRef: object}}
  - {name: app/Stream, class: 0x13, super: 0x10, fields: {address: long}}
  - {name: "[Lapp/Last;", class: 0x99, super: 0x10}
- objectArray: {object: 0x200, class: 0x99, elements: []}
- instance: {object: 0x200, class: 0x12, fields: {zsRef: 0x208}}
- instance: {object: 0x208, class: 0x13, fields: {address: 7}}
- primitiveArray: {object: 0x200, elementType: long, elements: [1]}
- instance: {object: 0x12, class: 0x12, fields: {zsRef: 0x208}}
- instance: {object: 0x210, class: 0x12, fields: {zsRef: 0x208}}
- rootUnknown: {object: 0x200}
- rootUnknown: {object: 0x210}
)");
  EXPECT_EQ(F.Count, 1U) << "neither the array nor the class";
}
