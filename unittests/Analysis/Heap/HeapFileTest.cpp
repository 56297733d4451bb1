//===- HeapFileTest.cpp - A heap dump of any format, as HPROF -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/HeapFile.h"
#include "Format/Parallel/NoThreads.h"
#include "hprof/Convert/Convert.h"
#include "hprof/Format/Stream/Sink.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;
using hprof::test::NoThreads;

namespace {
constexpr StringLiteral Yaml = "--- !hprof\n"
                               "- class: {name: Node, class: 0x10}\n"
                               "- instance: {object: 0x20, class: Node}\n"
                               "- rootUnknown: {object: 0x20}\n";

struct HeapFileTest : testing::Test {
  HeapFileTest() {
    Options.TempDir = testing::TempDir();
    Options.OnCopy = [this](StringRef What) { Copies.push_back(What.str()); };
    Hprof = convertTo(Format::Hprof);
  }

  SmallVector<char, 0> convertTo(Format To,
                                 Compression Kind = Compression::None) {
    SmallVector<char, 0> Bytes;
    SinkOptions Packing;
    Packing.Kind = Kind;
    std::unique_ptr<Sink> Out = Sink::toMemory(Bytes, Packing);
    std::unique_ptr<Source> In =
        Source::fromMemory(arrayRefFromStringRef(Yaml), "yaml");
    ConvertOptions Converting;
    Converting.To = To;
    ConvertReport Report;
    cantFail(convert(*In, *Out, Converting, Report));
    cantFail(Out->finish());
    return Bytes;
  }

  std::unique_ptr<HeapFile> open(ArrayRef<char> Bytes, HeapAccess Access,
                                 size_t Window = 0) {
    Options.Access = Access;
    Copies.clear();
    ArrayRef<uint8_t> Given(reinterpret_cast<const uint8_t *>(Bytes.data()),
                            Bytes.size());
    return cantFail(
        HeapFile::open(Window ? Source::fromMemory(Given, "heap", Window)
                              : Source::openMemory(Given, "heap"),
                       Options));
  }

  /// Reads the whole dump in its HPROF form.
  static std::string read(HeapFile &File) {
    std::string All;
    Source &In = File.source();
    for (ArrayRef<uint8_t> W = In.peek(1); !W.empty(); W = In.peek(1)) {
      All += toStringRef(W);
      In.consume(W.size());
    }
    cantFail(In.takeError());
    return All;
  }
  std::string hprof() const { return {Hprof.begin(), Hprof.end()}; }

  HeapFileOptions Options;
  std::vector<std::string> Copies;
  SmallVector<char, 0> Hprof;
};
} // namespace

TEST_F(HeapFileTest, HprofIsTakenAsItIs) {
  // A pipe is not copied if it is read only once; for any other access, it is.
  std::unique_ptr<HeapFile> F = open(Hprof, HeapAccess::Once, /*Window=*/7);
  EXPECT_FALSE(F->source().contents());
  EXPECT_EQ(read(*F), hprof());
  EXPECT_FALSE(F->isConverted());
  EXPECT_TRUE(Copies.empty());
  for (HeapAccess Access : {HeapAccess::Again, HeapAccess::Random}) {
    F = open(Hprof, Access, /*Window=*/7);
    EXPECT_TRUE(F->source().contents());
    EXPECT_EQ(F->source().name(), "heap");
    EXPECT_EQ(read(*F), hprof());
    EXPECT_EQ(Copies,
              std::vector<std::string>{"a copy of 'heap' that can be mapped"});
  }
}

TEST_F(HeapFileTest, CompressedHprofIsStreamedOnce) {
  SmallVector<char, 0> Packed = convertTo(Format::Hprof, Compression::Gzip);
  std::unique_ptr<HeapFile> F = open(Packed, HeapAccess::Once);
  EXPECT_EQ(F->compression(), Compression::Gzip);
  EXPECT_EQ(F->fileSize(), Packed.size());
  EXPECT_EQ(read(*F), hprof());
  EXPECT_TRUE(Copies.empty());
  F = open(Packed, HeapAccess::Again);
  EXPECT_EQ(F->compression(), Compression::Gzip);
  EXPECT_EQ(F->fileSize(), Packed.size());
  EXPECT_TRUE(F->source().contents());
  EXPECT_EQ(read(*F), hprof());
}

TEST_F(HeapFileTest, OtherFormatsAreConverted) {
  for (Format From : {Format::Yaml, Format::HprofText, Format::Phd}) {
    SmallVector<char, 0> Bytes = convertTo(From);
    std::unique_ptr<HeapFile> F = open(Bytes, HeapAccess::Once);
    EXPECT_EQ(F->format(), From);
    EXPECT_TRUE(F->isConverted());
    EXPECT_FALSE(F->source().contents());
    std::string Streamed = read(*F);
    EXPECT_TRUE(Copies.empty());
    EXPECT_TRUE(StringRef(Streamed).starts_with("JAVA PROFILE 1.0.2"));
    F = open(Bytes, HeapAccess::Random);
    EXPECT_TRUE(F->source().contents());
    EXPECT_EQ(read(*F), Streamed);
    EXPECT_EQ(Copies, std::vector<std::string>{"HPROF converted from 'heap'"});
  }
}

TEST_F(HeapFileTest, StreamsNeedNotBeReadToTheEnd) {
  SmallVector<char, 0> Bytes = convertTo(Format::Phd);
  std::unique_ptr<HeapFile> F = open(Bytes, HeapAccess::Once);
  EXPECT_FALSE(F->source().peek(1).empty());
  F = open(Bytes, HeapAccess::Once);
}

TEST_F(HeapFileTest, WithoutAThreadThereIsACopy) {
  if (!NoThreads::isPossible())
    GTEST_SKIP() << "threads start all the same";
  SmallVector<char, 0> Bytes = convertTo(Format::Phd);
  NoThreads Here;
  std::unique_ptr<HeapFile> F = open(Bytes, HeapAccess::Once);
  EXPECT_EQ(Copies.size(), 1u);
  EXPECT_FALSE(read(*F).empty());
}

TEST_F(HeapFileTest, DamageOfWhatIsConvertedIsTold) {
  SmallVector<char, 0> Bytes = convertTo(Format::Phd);
  Bytes.pop_back();
  std::vector<Damage> Told;
  Options.OnDamage = [&](const Damage &D) { Told.push_back(D); };
  std::unique_ptr<HeapFile> F = open(Bytes, HeapAccess::Once);
  read(*F);
  ASSERT_EQ(Told.size(), 1u);
  EXPECT_EQ(Told.front().Code, format_errc::missing_end);
}

TEST_F(HeapFileTest, ErrorsCarryTheName) {
  Options.Access = HeapAccess::Once;
  Expected<std::unique_ptr<HeapFile>> F = HeapFile::open(
      Source::fromMemory(arrayRefFromStringRef("hello"), "note"), Options);
  EXPECT_TRUE(StringRef(toString(F.takeError())).starts_with("'note': "));
  F = HeapFile::open("/does/not/exist", Options);
  EXPECT_EQ(toString(F.takeError()),
            "'/does/not/exist': No such file or directory");
}
