//===- Otlp.cpp - Profiles for OpenTelemetry ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file ProfilesData of OpenTelemetry's protocol, profiles/v1development as of
/// opentelemetry-proto 1.10. The format is not stable yet, so readers of other
/// revisions may reject it. There is a profile for each measure; they share the
/// dictionary, whose tables begin with an empty element.
///
//===----------------------------------------------------------------------===//

#include "Export/Stacks/StackWriters.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <otlp.pb.h>

using namespace hprof;
using namespace llvm;

namespace {
class OtlpWriter {
public:
  explicit OtlpWriter(const WeightedStacks &S);
  Error write(unsigned Main, raw_ostream &OS);

private:
  int32_t number(StringRef Text);
  void addFrames();
  int32_t stackOf(WeightedStacks::Place At);
  int32_t attributeOf(WeightedStacks::Thread T);
  void addLeaks();
  void addProfile(otlp::ScopeProfiles &To, unsigned Measure);

  const WeightedStacks &S;
  otlp::ProfilesData Data;
  otlp::ProfilesDictionary &Known;
  StringMap<int32_t> Strings;
  DenseMap<WeightedStacks::Place, int32_t> Stacks;
  DenseMap<WeightedStacks::Thread, int32_t> Attributes;
  int32_t Leaks = 0; ///< Number of an attribute; 0 if there is none.
};
} // namespace

OtlpWriter::OtlpWriter(const WeightedStacks &S)
    : S(S), Known(*Data.mutable_dictionary()) {
  number("");
  Known.add_mapping_table();
  Known.add_location_table();
  Known.add_function_table();
  Known.add_link_table();
  Known.add_attribute_table();
  Known.add_stack_table();
}

int32_t OtlpWriter::number(StringRef Text) {
  const auto [It, IsNew] =
      Strings.try_emplace(Text, int32_t(Known.string_table_size()));
  if (IsNew)
    Known.add_string_table(Text.str());
  return It->second;
}

/// Adds locations, numbered like frames, from 1.
void OtlpWriter::addFrames() {
  StringMap<int32_t> Functions;
  for (const WeightedStacks::Frame &F : S.frames()) {
    const auto [It, IsNew] = Functions.try_emplace(
        F.Name + '\0' + F.File, int32_t(Known.function_table_size()));
    if (IsNew) {
      otlp::Function &To = *Known.add_function_table();
      To.set_name_strindex(number(F.Name));
      To.set_filename_strindex(number(F.File));
    }
    otlp::Line &Line = *Known.add_location_table()->add_lines();
    Line.set_function_index(It->second);
    Line.set_line(F.Line);
  }
}

int32_t OtlpWriter::stackOf(WeightedStacks::Place At) {
  const auto [It, IsNew] =
      Stacks.try_emplace(At, int32_t(Known.stack_table_size()));
  if (!IsNew)
    return It->second;
  std::vector<uint32_t> Frames;
  otlp::Stack &To = *Known.add_stack_table();
  for (uint32_t F : reverse(S.frames(At, Frames)))
    To.add_location_indices(int32_t(F + 1));
  return It->second;
}

int32_t OtlpWriter::attributeOf(WeightedStacks::Thread T) {
  const auto [It, IsNew] =
      Attributes.try_emplace(T, int32_t(Known.attribute_table_size()));
  if (IsNew) {
    otlp::KeyValueAndUnit &To = *Known.add_attribute_table();
    To.set_key_strindex(number("thread.name"));
    To.mutable_value()->set_string_value(S.thread(T));
  }
  return It->second;
}

void OtlpWriter::addLeaks() {
  if (S.LeakSignatures.empty())
    return;
  Leaks = Known.attribute_table_size();
  otlp::KeyValueAndUnit &To = *Known.add_attribute_table();
  To.set_key_strindex(number("hprof.leak.signatures"));
  for (const std::string &Text : S.LeakSignatures)
    To.mutable_value()->mutable_array_value()->add_values()->set_string_value(
        Text);
}

void OtlpWriter::addProfile(otlp::ScopeProfiles &To, unsigned Measure) {
  const StackMeasure &M = S.measures()[Measure];
  otlp::Profile &P = *To.add_profiles();
  P.mutable_sample_type()->set_type_strindex(number(M.Name));
  P.mutable_sample_type()->set_unit_strindex(number(M.Unit));
  // Times out of range are omitted.
  if (S.Millis < INT64_MAX / 1000000)
    P.set_time_unix_nano(S.Millis * 1000000);
  if (Leaks)
    P.add_attribute_indices(Leaks);
  for (auto [I, Of] : enumerate(S.samples())) {
    const uint64_t Value = S.value(I, Measure);
    if (!Value)
      continue;
    otlp::Sample &Is = *P.add_samples();
    Is.set_stack_index(stackOf(Of.At));
    Is.add_values(int64_t(Value));
    if (Of.Of)
      Is.add_attribute_indices(attributeOf(Of.Of));
  }
}

Error OtlpWriter::write(unsigned Main, raw_ostream &OS) {
  Expected<std::vector<unsigned>> Shown = measuresUpTo(INT64_MAX, S, Main);
  if (!Shown)
    return Shown.takeError();
  addFrames();
  addLeaks();
  otlp::ResourceProfiles &Resource = *Data.add_resource_profiles();
  otlp::KeyValue &Language = *Resource.mutable_resource()->add_attributes();
  Language.set_key("process.runtime.name");
  Language.mutable_value()->set_string_value("java");
  otlp::ScopeProfiles &To = *Resource.add_scope_profiles();
  To.mutable_scope()->set_name("hprof-convert");
  To.mutable_scope()->set_version(toolchainVersion());
  addProfile(To, Main);
  for (unsigned I : *Shown)
    if (I != Main)
      addProfile(To, I);
  if (Data.ByteSizeLong() > INT32_MAX)
    return createStringError("profiles exceed 2 GiB, the limit of the format");
  OS << Data.SerializeAsString();
  return Error::success();
}

Error hprof::writeOtlp(const WeightedStacks &S, unsigned Measure,
                       raw_ostream &OS) {
  return OtlpWriter(S).write(Measure, OS);
}
