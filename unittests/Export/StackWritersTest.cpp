//===- StackWritersTest.cpp - Writers of stacks ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/Stacks/StackWriters.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <otlp.pb.h>
#include <profile.pb.h>

using namespace hprof;
using namespace llvm;

namespace {

using Writer = Error (*)(const WeightedStacks &, unsigned, raw_ostream &);

std::string written(Writer Write, const WeightedStacks &S, unsigned Measure) {
  std::string Text;
  raw_string_ostream OS(Text);
  cantFail(Write(S, Measure, OS));
  return Text;
}

/// Two stacks of three frames, of which two are the same method.
WeightedStacks sample() {
  WeightedStacks S("Title", {{"n", "count"}, {"size", "bytes"}}, 1);
  const uint32_t Main = S.addFrame({"a;b \n\"x\"", "A.java", 1});
  const uint32_t First = S.addFrame({"run", "A.java", 2});
  const uint32_t Second = S.addFrame({"run", "A.java", 3});
  S.add({S.push(S.push(0, Main), First), S.addThread("t")}, {1, 10});
  S.add({S.push(S.push(0, Main), Second), 0}, {2, 0});
  S.Millis = 1500;
  return S;
}

TEST(StackWriters, CollapsedHasOneLineForAName) {
  EXPECT_EQ(written(writeCollapsed, sample(), 0), "a,b ?\"x\";run 3\n");
  EXPECT_EQ(written(writeCollapsed, sample(), 1), "a,b ?\"x\";run 10\n");
  EXPECT_EQ(written(writeCollapsed, WeightedStacks("", {{"n", "count"}}, 0), 0),
            "");
}

TEST(StackWriters, Pprof) {
  pprof::Profile P;
  ASSERT_TRUE(P.ParseFromString(written(writePprof, sample(), 1)));
  auto Text = [&](int64_t I) { return P.string_table(int(I)); };
  EXPECT_EQ(P.string_table(0), "");
  ASSERT_EQ(P.sample_type_size(), 2);
  EXPECT_EQ(Text(P.sample_type(1).type()), "size");
  EXPECT_EQ(Text(P.sample_type(1).unit()), "bytes");
  EXPECT_EQ(Text(P.default_sample_type()), "size");
  EXPECT_EQ(P.time_nanos(), 1500000000);
  EXPECT_EQ(P.function_size(), 2);
  EXPECT_EQ(P.location_size(), 3);
  ASSERT_EQ(P.sample_size(), 2);
  // Frames are innermost first.
  const pprof::Sample &S = P.sample(0);
  const pprof::Line &Line = P.location(int(S.location_id(0)) - 1).line(0);
  EXPECT_EQ(Line.line(), 2);
  EXPECT_EQ(Text(P.function(int(Line.function_id()) - 1).name()), "run");
  EXPECT_EQ(S.value(0), 1);
  EXPECT_EQ(S.value(1), 10);
  EXPECT_EQ(Text(S.label(0).str()), "t");
  EXPECT_EQ(P.sample(1).label_size(), 0);
}

TEST(StackWriters, OtlpHasAProfileForAMeasure) {
  otlp::ProfilesData Data;
  WeightedStacks Of = sample();
  Of.LeakSignatures = {"00ff"};
  ASSERT_TRUE(Data.ParseFromString(written(writeOtlp, Of, 1)));
  const otlp::ProfilesDictionary &Known = Data.dictionary();
  const otlp::ScopeProfiles &All = Data.resource_profiles(0).scope_profiles(0);
  ASSERT_EQ(All.profiles_size(), 2);
  const otlp::Profile &P = All.profiles(0);
  EXPECT_EQ(Known.string_table(P.sample_type().type_strindex()), "size");
  // Zero values are omitted.
  ASSERT_EQ(P.samples_size(), 1);
  EXPECT_EQ(P.samples(0).values(0), 10);
  const otlp::Stack &Stack = Known.stack_table(P.samples(0).stack_index());
  const otlp::Line &Line =
      Known.location_table(Stack.location_indices(0)).lines(0);
  EXPECT_EQ(Line.line(), 2);
  const otlp::Function &Function = Known.function_table(Line.function_index());
  EXPECT_EQ(Known.string_table(Function.name_strindex()), "run");
  const otlp::KeyValueAndUnit &Leaks =
      Known.attribute_table(P.attribute_indices(0));
  EXPECT_EQ(Known.string_table(Leaks.key_strindex()), "hprof.leak.signatures");
  EXPECT_EQ(Leaks.value().array_value().values(0).string_value(), "00ff");
  EXPECT_EQ(All.profiles(1).samples_size(), 2);
}

TEST(StackWriters, SpeedscopeWeightsAddUp) {
  Expected<json::Value> V = json::parse(written(writeSpeedscope, sample(), 0));
  ASSERT_TRUE(bool(V));
  const json::Array &Profiles = *V->getAsObject()->getArray("profiles");
  ASSERT_EQ(Profiles.size(), 2u);
  for (unsigned I = 0; I != 2; ++I) {
    const json::Object &P = *Profiles[I].getAsObject();
    int64_t Sum = 0;
    for (const json::Value &W : *P.getArray("weights"))
      Sum += *W.getAsInteger();
    EXPECT_EQ(P.getInteger("endValue"), Sum);
    EXPECT_EQ(P.getArray("samples")->size(), P.getArray("weights")->size());
  }
}

TEST(StackWriters, NumbersThatJavaScriptWouldRoundAreRefused) {
  WeightedStacks S("", {{"n", "count"}}, 0);
  S.add({S.push(0, S.addFrame({"f", "", 0})), 0}, {(uint64_t(1) << 53) + 1});
  std::string Text;
  raw_string_ostream OS(Text);
  EXPECT_EQ(toString(writeSpeedscope(S, 0, OS)),
            "total of n exceeds 9007199254740992, the largest exact number in "
            "this format");
  EXPECT_EQ(toString(writeFirefox(S, 0, OS)),
            "total of n exceeds 9007199254740992, the largest exact number in "
            "this format");
}

TEST(StackWriters, MeasuresThatDoNotFitAreLeftOut) {
  WeightedStacks S("", {{"n", "count"}, {"size", "bytes"}}, 1);
  S.add({S.push(0, S.addFrame({"f", "", 0})), 0}, {UINT64_MAX, 7});
  S.Millis = INT64_MAX;
  pprof::Profile P;
  ASSERT_TRUE(P.ParseFromString(written(writePprof, S, 1)));
  ASSERT_EQ(P.sample_type_size(), 1);
  EXPECT_EQ(P.sample(0).value(0), 7);
  EXPECT_EQ(P.time_nanos(), 0);
  otlp::ProfilesData Data;
  ASSERT_TRUE(Data.ParseFromString(written(writeOtlp, S, 1)));
  EXPECT_EQ(Data.resource_profiles(0).scope_profiles(0).profiles_size(), 1);
  Expected<json::Value> V = json::parse(written(writeSpeedscope, S, 1));
  ASSERT_TRUE(bool(V));
  EXPECT_EQ(V->getAsObject()->getInteger("activeProfileIndex"), 0);
  EXPECT_EQ(V->getAsObject()->getArray("profiles")->size(), 1u);
  std::string Text;
  raw_string_ostream OS(Text);
  EXPECT_EQ(toString(writePprof(S, 0, OS)),
            "total of n exceeds 9223372036854775807, the largest exact number "
            "in this format");
}

} // namespace
