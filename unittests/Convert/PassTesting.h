//===- PassTesting.h - Runs passes in tests ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_PASSTESTING_H
#define HPROF_UNITTESTS_CONVERT_PASSTESTING_H

#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/Tee.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <functional>
#include <string>

namespace hprof {

/// Sizes of the chunks in which a pass receives payloads; 0 means whole, if
/// possible.
constexpr size_t ChunkSizes[] = {0, 1, 7};

/// The HPROF file that \p Yaml describes.
inline llvm::SmallVector<char, 0> hprofOf(llvm::StringRef Yaml) {
  llvm::SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  HprofWriter Writer(*Out);
  std::unique_ptr<Source> In =
      Source::fromMemory(llvm::arrayRefFromStringRef(Yaml), "yaml");
  llvm::cantFail(readYaml(*In, Writer));
  llvm::cantFail(Writer.finish());
  llvm::cantFail(Out->finish());
  return Bytes;
}

/// How to read a file.
struct Way {
  size_t Window = 0; ///< Size of the window; 0 means the whole file.
  uint64_t MaxWhole = ReaderOptions::DefaultMaxWhole;
};

/// Reads \p Bytes, which may be damaged, into \p V.
inline void read(llvm::ArrayRef<uint8_t> Bytes, const Way &W,
                 RecordVisitor &V) {
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "test", W.Window);
  ReaderOptions Options;
  Options.MaxWhole = W.MaxWhole;
  Options.ChunkSize = W.Window ? W.Window : Options.ChunkSize;
  Options.OnDamage = [](const Damage &) {};
  llvm::cantFail(llvm::cantFail(HprofReader::create(*In, Options)).read(V));
  llvm::cantFail(V.finish());
}

/// Reads \p Bytes into \p V, delivering payloads in chunks of \p ChunkSize.
inline void readChunked(llvm::ArrayRef<char> Bytes, size_t ChunkSize,
                        RecordVisitor &V) {
  Way W;
  if (ChunkSize)
    W = {ChunkSize, /*MaxWhole=*/0};
  read(llvm::arrayRefFromStringRef(llvm::toStringRef(Bytes)), W, V);
}

/// The stream in a stage's first walk.
class TestStream final : public Upstream {
public:
  /// \p Send sends the stream to a visitor and ends it.
  explicit TestStream(std::function<void(RecordVisitor &)> Send)
      : Send(std::move(Send)) {}

  llvm::Error walk(RecordVisitor &V) override {
    if (Walks++) {
      Send(V);
    } else {
      DumpContext::Builder Build(Names);
      Tee Both({&Build, &V});
      Send(Both);
    }
    return llvm::Error::success();
  }
  const DumpContext &names() const override { return Names; }
  llvm::Error collectNames() override {
    RecordVisitor Nobody;
    return Walks ? llvm::Error::success() : walk(Nobody);
  }
  llvm::Error allowLateWalks() override { return llvm::Error::success(); }

  llvm::Error lookBy(Stage &S) {
    if (RecordVisitor *V = S.firstWalk(Names))
      llvm::cantFail(walk(*V));
    return S.look(*this);
  }

  unsigned Walks = 0;

private:
  const std::function<void(RecordVisitor &)> Send;
  DumpContext Names;
};

/// The output, as an HPROF file, of a pass for the file in \p Yaml. \p MakePass
/// creates the pass from the next visitor and an account. The output must be
/// the same whether records are delivered one by one or in runs.
template <class Fn>
llvm::SmallVector<char, 0> through(llvm::StringRef Yaml, Fn MakePass,
                                   LossAccount &Account, Framing Mode,
                                   size_t ChunkSize) {
  auto Run = [&](LossAccount &A, bool InRuns) {
    llvm::SmallVector<char, 0> Bytes;
    std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
    HprofWriter Writer(*Out, Mode);
    auto Tested = MakePass(Writer, A);
    RecordVisitor &Whole = Tested;
    Forward OneByOne(Whole); // Does not request runs.
    readChunked(hprofOf(Yaml), ChunkSize, InRuns ? Whole : OneByOne);
    llvm::cantFail(Out->finish());
    return Bytes;
  };
  LossAccount Alone;
  llvm::SmallVector<char, 0> Each = Run(Alone, /*InRuns=*/false);
  llvm::SmallVector<char, 0> Bytes = Run(Account, /*InRuns=*/true);
  EXPECT_EQ(Bytes, Each);
  EXPECT_EQ(Account.entries().size(), Alone.entries().size());
  return Bytes;
}

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_PASSTESTING_H
