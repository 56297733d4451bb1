//===- Pprof.cpp - Profiles for pprof -------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// profile.proto, as pprof reads it, plain or compressed by gzip. A location is
/// a frame with its line; the single mapping marks functions and lines as
/// known, so that no symbols are looked up.
///
//===----------------------------------------------------------------------===//

#include "Export/Stacks/StackWriters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <profile.pb.h>

using namespace hprof;
using namespace llvm;

namespace {
class PprofWriter {
public:
  explicit PprofWriter(const WeightedStacks &S) : S(S) { number(""); }
  Error write(unsigned Main, raw_ostream &OS);

private:
  int64_t number(StringRef Text);
  void setType(pprof::ValueType &To, const StackMeasure &M);
  void addFrames();
  void addSample(size_t I);

  const WeightedStacks &S;
  pprof::Profile P;
  StringMap<int64_t> Strings;
  std::vector<uint32_t> Stack;
  std::vector<unsigned> Shown; ///< Measures.
};
} // namespace

int64_t PprofWriter::number(StringRef Text) {
  const auto [It, IsNew] =
      Strings.try_emplace(Text, int64_t(P.string_table_size()));
  if (IsNew)
    P.add_string_table(Text.str());
  return It->second;
}

void PprofWriter::setType(pprof::ValueType &To, const StackMeasure &M) {
  To.set_type(number(M.Name));
  To.set_unit(number(M.Unit));
}

void PprofWriter::addFrames() {
  // Frames of one method differ by their lines.
  StringMap<uint64_t> Functions;
  for (auto [I, F] : enumerate(S.frames())) {
    const auto [It, IsNew] =
        Functions.try_emplace(F.Name + '\0' + F.File, Functions.size() + 1);
    if (IsNew) {
      pprof::Function &To = *P.add_function();
      To.set_id(It->second);
      To.set_name(number(F.Name));
      To.set_system_name(To.name());
      To.set_filename(number(F.File));
    }
    pprof::Location &At = *P.add_location();
    At.set_id(I + 1);
    At.set_mapping_id(1);
    pprof::Line &Line = *At.add_line();
    Line.set_function_id(It->second);
    Line.set_line(F.Line);
  }
}

void PprofWriter::addSample(size_t I) {
  const WeightedStacks::Sample &Of = S.samples()[I];
  pprof::Sample &To = *P.add_sample();
  for (uint32_t F : reverse(S.frames(Of.At, Stack)))
    To.add_location_id(F + 1);
  for (unsigned M : Shown)
    To.add_value(int64_t(S.value(I, M)));
  if (!Of.Of)
    return;
  pprof::Label &Label = *To.add_label();
  Label.set_key(number("thread"));
  Label.set_str(number(S.thread(Of.Of)));
}

Error PprofWriter::write(unsigned Main, raw_ostream &OS) {
  Expected<std::vector<unsigned>> Fitting = measuresUpTo(INT64_MAX, S, Main);
  if (!Fitting)
    return Fitting.takeError();
  Shown = std::move(*Fitting);
  for (unsigned M : Shown)
    setType(*P.add_sample_type(), S.measures()[M]);
  setType(*P.mutable_period_type(), S.measures()[Main]);
  P.set_default_sample_type(number(S.measures()[Main].Name));
  P.set_period(1);
  // Times out of range are omitted.
  if (S.Millis < INT64_MAX / 1000000)
    P.set_time_nanos(int64_t(S.Millis) * 1000000);
  pprof::Mapping &All = *P.add_mapping();
  All.set_id(1);
  All.set_has_functions(true);
  All.set_has_filenames(true);
  All.set_has_line_numbers(true);
  addFrames();
  for (size_t I = 0; I != S.samples().size(); ++I)
    addSample(I);
  P.add_comment(number(S.title()));
  // Messages are limited to 2 GiB.
  if (P.ByteSizeLong() > INT32_MAX)
    return createStringError("profile exceeds 2 GiB, the limit of the format");
  OS << P.SerializeAsString();
  return Error::success();
}

Error hprof::writePprof(const WeightedStacks &S, unsigned Measure,
                        raw_ostream &OS) {
  return PprofWriter(S).write(Measure, OS);
}
