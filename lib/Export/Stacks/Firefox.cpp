//===- Firefox.cpp - Profiles for the Firefox Profiler --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file The processed profile format of the Firefox Profiler, version 47,
/// which newer releases of the profiler convert. Each thread in the stacks
/// becomes a thread, or all of them become a single one; samples have weights
/// but no times, so they are placed a millisecond apart. The tables are those
/// of the profiler's src/types/profile.ts.
///
//===----------------------------------------------------------------------===//

#include "Export/Stacks/StackWriters.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace hprof;
using namespace llvm;

static constexpr int Version = 47;

namespace {
/// Tables of a thread. Stacks, frames and functions refer to each other by
/// number.
class FirefoxThread {
public:
  FirefoxThread(const WeightedStacks &S, unsigned Measure)
      : S(S), Measure(Measure) {}
  void add(size_t Sample);
  void write(json::OStream &J, StringRef Name, bool IsMain, uint64_t Pid) const;

private:
  uint32_t stackOf(WeightedStacks::Place At);
  uint32_t frameOf(uint32_t Number);
  uint32_t textOf(StringRef Text);
  void writeStacks(json::OStream &J) const;
  void writeFrames(json::OStream &J) const;
  void writeFunctions(json::OStream &J) const;
  void writeSamples(json::OStream &J) const;

  const WeightedStacks &S;
  const unsigned Measure;
  struct Step {
    std::optional<uint32_t> Prefix;
    uint32_t Frame = 0;
  };
  struct FrameRow {
    uint32_t Function = 0;
    int32_t Line = 0;
  };
  struct FunctionRow {
    uint32_t Name = 0;
    std::optional<uint32_t> File;
  };
  std::vector<Step> Steps;
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> StepNumbers;
  std::vector<FrameRow> Frames;
  DenseMap<uint32_t, uint32_t> FrameNumbers;
  std::vector<FunctionRow> Functions;
  StringMap<uint32_t> FunctionNumbers;
  std::vector<std::string> Texts;
  StringMap<uint32_t> TextNumbers;
  std::vector<std::pair<uint32_t, uint64_t>> Samples; ///< Stack and weight.
  std::vector<uint32_t> Storage;
};
} // namespace

uint32_t FirefoxThread::textOf(StringRef Text) {
  const auto [It, IsNew] = TextNumbers.try_emplace(Text, Texts.size());
  if (IsNew)
    Texts.push_back(Text.str());
  return It->second;
}

uint32_t FirefoxThread::frameOf(uint32_t Number) {
  const auto [It, IsNew] = FrameNumbers.try_emplace(Number, Frames.size());
  if (!IsNew)
    return It->second;
  const WeightedStacks::Frame &F = S.frames()[Number];
  const auto [Function, IsNewFunction] =
      FunctionNumbers.try_emplace(F.Name + '\0' + F.File, Functions.size());
  if (IsNewFunction)
    Functions.push_back({textOf(F.Name), F.File.empty()
                                             ? std::nullopt
                                             : std::optional(textOf(F.File))});
  Frames.push_back({Function->second, F.Line});
  return It->second;
}

void FirefoxThread::add(size_t Sample) {
  std::optional<uint32_t> At;
  for (uint32_t F : S.frames(S.samples()[Sample].At, Storage)) {
    const uint32_t Frame = frameOf(F);
    const auto [It, IsNew] =
        StepNumbers.try_emplace({At ? *At + 1 : 0, Frame}, Steps.size());
    if (IsNew)
      Steps.push_back({At, Frame});
    At = It->second;
  }
  if (At)
    Samples.push_back({*At, S.value(Sample, Measure)});
}

/// Writes a column of a table: \p Value of each of \p Rows.
template <class RowsT, class Fn>
static void column(json::OStream &J, StringRef Name, const RowsT &Rows,
                   Fn Value) {
  J.attributeArray(Name, [&] {
    for (const auto &R : Rows)
      J.value(Value(R));
  });
}

static json::Value nullable(std::optional<uint32_t> N) {
  return N ? json::Value(*N) : json::Value(nullptr);
}

void FirefoxThread::writeStacks(json::OStream &J) const {
  J.attributeObject("stackTable", [&] {
    J.attribute("length", Steps.size());
    column(J, "frame", Steps, [](const Step &R) { return R.Frame; });
    column(J, "prefix", Steps,
           [](const Step &R) { return nullable(R.Prefix); });
    column(J, "category", Steps, [](const Step &) { return 0; });
    column(J, "subcategory", Steps, [](const Step &) { return 0; });
  });
}

void FirefoxThread::writeFrames(json::OStream &J) const {
  auto None = [](const FrameRow &) { return nullptr; };
  J.attributeObject("frameTable", [&] {
    J.attribute("length", Frames.size());
    column(J, "address", Frames, [](const FrameRow &) { return -1; });
    column(J, "inlineDepth", Frames, [](const FrameRow &) { return 0; });
    column(J, "category", Frames, [](const FrameRow &) { return 0; });
    column(J, "subcategory", Frames, [](const FrameRow &) { return 0; });
    column(J, "func", Frames, [](const FrameRow &R) { return R.Function; });
    column(J, "nativeSymbol", Frames, None);
    column(J, "innerWindowID", Frames, None);
    column(J, "implementation", Frames, None);
    column(J, "line", Frames, [](const FrameRow &R) {
      return R.Line ? json::Value(R.Line) : json::Value(nullptr);
    });
    column(J, "column", Frames, None);
  });
}

void FirefoxThread::writeFunctions(json::OStream &J) const {
  auto None = [](const FunctionRow &) { return nullptr; };
  J.attributeObject("funcTable", [&] {
    J.attribute("length", Functions.size());
    column(J, "name", Functions, [](const FunctionRow &R) { return R.Name; });
    column(J, "isJS", Functions, [](const FunctionRow &) { return false; });
    column(J, "relevantForJS", Functions,
           [](const FunctionRow &) { return false; });
    column(J, "resource", Functions, [](const FunctionRow &) { return -1; });
    column(J, "fileName", Functions,
           [](const FunctionRow &R) { return nullable(R.File); });
    column(J, "lineNumber", Functions, None);
    column(J, "columnNumber", Functions, None);
  });
}

void FirefoxThread::writeSamples(json::OStream &J) const {
  J.attributeObject("samples", [&] {
    J.attribute("length", Samples.size());
    column(J, "stack", Samples, [](const auto &R) { return R.first; });
    J.attributeArray("time", [&] {
      for (size_t I = 0; I != Samples.size(); ++I)
        J.value(I);
    });
    column(J, "weight", Samples, [](const auto &R) { return R.second; });
    const StringRef Unit = S.measures()[Measure].Unit;
    J.attribute("weightType", Unit == "bytes"          ? "bytes"
                              : Unit == "milliseconds" ? "tracing-ms"
                                                       : "samples");
  });
}

void FirefoxThread::write(json::OStream &J, StringRef Name, bool IsMain,
                          uint64_t Pid) const {
  J.object([&] {
    J.attribute("name", Name);
    J.attribute("processType", "default");
    J.attribute("processName", "Java");
    J.attribute("isMainThread", IsMain);
    J.attribute("processStartupTime", 0);
    J.attribute("processShutdownTime", nullptr);
    J.attribute("registerTime", 0);
    J.attribute("unregisterTime", nullptr);
    J.attributeArray("pausedRanges", [] {});
    J.attribute("pid", "1");
    J.attribute("tid", Pid);
    writeSamples(J);
    writeStacks(J);
    writeFrames(J);
    writeFunctions(J);
    J.attributeObject("resourceTable", [&] {
      J.attribute("length", 0);
      for (StringRef Column : {"lib", "name", "host", "type"})
        J.attributeArray(Column, [] {});
    });
    J.attributeObject("nativeSymbols", [&] {
      J.attribute("length", 0);
      for (StringRef Column : {"libIndex", "address", "name", "functionSize"})
        J.attributeArray(Column, [] {});
    });
    J.attributeObject("markers", [&] {
      J.attribute("length", 0);
      for (StringRef Column :
           {"data", "name", "startTime", "endTime", "phase", "category"})
        J.attributeArray(Column, [] {});
    });
    column(J, "stringArray", Texts,
           [](const std::string &T) -> StringRef { return T; });
  });
}

static void writeMeta(json::OStream &J, const WeightedStacks &S) {
  J.attributeObject("meta", [&] {
    J.attribute("version", 28);
    J.attribute("preprocessedProfileVersion", Version);
    J.attribute("interval", 1);
    J.attribute("startTime", S.Millis > MostInJavaScript ? 0 : S.Millis);
    J.attribute("processType", 0);
    J.attribute("product", S.title());
    J.attribute("importedFrom",
                std::string("hprof-convert ") + toolchainVersion());
    J.attribute("stackwalk", 0);
    J.attribute("symbolicated", true);
    J.attributeArray("categories", [&] {
      J.object([&] {
        J.attribute("name", "Java");
        J.attribute("color", "blue");
        J.attributeArray("subcategories", [&] { J.value("Other"); });
      });
    });
    J.attributeArray("markerSchema", [] {});
  });
}

Error hprof::writeFirefox(const WeightedStacks &S, unsigned Measure,
                          raw_ostream &OS) {
  if (Error E = measuresUpTo(MostInJavaScript, S, Measure).takeError())
    return E;
  std::map<WeightedStacks::Thread, FirefoxThread> Threads;
  for (auto [I, Of] : enumerate(S.samples()))
    if (S.value(I, Measure))
      Threads.try_emplace(S.IsByThread ? Of.Of : 0, S, Measure)
          .first->second.add(I);
  const std::unique_ptr<raw_ostream> Safe = safeJson(OS);
  json::OStream J(*Safe);
  J.object([&] {
    writeMeta(J, S);
    J.attributeArray("libs", [] {});
    J.attributeArray("threads", [&] {
      uint64_t Number = 0;
      for (const auto &[Of, T] : Threads)
        T.write(J, Of ? StringRef(S.thread(Of)) : StringRef(S.title()),
                /*IsMain=*/!Number, Number + 1),
            ++Number;
    });
  });
  J.flush();
  *Safe << '\n';
  Safe->flush();
  return Error::success();
}
