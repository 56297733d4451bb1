//===- KnownInputTest.cpp - Tests of recognizing inputs -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/KnownInput.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Sink.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// A record of HPROF binary.
static std::string record(char Tag, StringRef Body) {
  std::string Text(1, Tag);
  Text += std::string(4, '\0');
  for (int Shift : {24, 16, 8, 0})
    Text += char(Body.size() >> Shift);
  return Text + Body.str();
}

static std::string dumpOf(StringRef Records) {
  const char Head[] = "JAVA PROFILE 1.0.2\0\0\0\0\x04\0\0\0\0\0\0\0";
  return std::string(Head, sizeof(Head)) + Records.str();
}

static std::string heap() { return record('\x1c', "") + record('\x2c', ""); }
static std::string samples() { return record('\x0d', std::string(8, '\0')); }

/// A pipe that contains \p Bytes, which must outlive it.
static std::unique_ptr<Source> pipeOf(StringRef Bytes) {
  return Source::written("pipe", [Bytes](Sink &Out) {
    Out.append(arrayRefFromStringRef(Bytes));
    return Error::success();
  });
}

static std::unique_ptr<Source> fileOf(StringRef Bytes) {
  return Source::fromMemory(arrayRefFromStringRef(Bytes), "file");
}

/// The detected kind of \p In, and whether all of \p Bytes can be read from it.
static std::string known(std::unique_ptr<Source> In, StringRef Bytes,
                         LookAt Deep = LookAt::Records) {
  Expected<KnownInput> Known = KnownInput::of(std::move(In), Deep);
  if (!Known)
    return toString(Known.takeError());
  std::string Text = kindText(Known->Kind);
  const ArrayRef<uint8_t> All = Known->From->peek(Bytes.size() + 1);
  if (Known->From->offset() || toStringRef(All) != Bytes)
    Text += ", partly consumed";
  return Text;
}

static std::string refusal(StringRef Bytes) {
  Expected<KnownInput> Known = KnownInput::of(fileOf(Bytes));
  return toString(Known ? Known->refuse() : Known.takeError());
}

TEST(KnownInput, DumpsAreToldApartInFilesAndPipes) {
  const std::pair<std::string, const char *> Cases[] = {
      {dumpOf(heap()), "a heap dump"},
      {dumpOf(samples()), "a profile"},
      {dumpOf(samples() + heap()), "a heap dump"},
      {dumpOf(""), "a dump without a heap or profile"},
      {"JAVA PROFILE 1.0.1, created Fri Nov 20 10:00:00 2026\n\n"
       "CPU SAMPLES BEGIN (total = 1) Fri Nov 20 10:00:01 2026\n"
       "rank   self  accum   count trace method\n"
       "   1 100.00% 100.00%       1 300001 app.Main.main\n"
       "CPU SAMPLES END\n",
       "a profile"},
      {"--- !hprof\n---\n- instance: {object: 0x1, class: 0x2}\n",
       "a heap dump"},
      {"{\"threadDump\": {}}", "a thread dump"},
      {"{\n  \"schema_version\": 2}", "JSON output of a tool"},
      {"42:\n num     #instances         #bytes  class name (module)\n",
       "a text class histogram"},
      {std::string("HPROFIDX\0\0", 10), "an hprof-index index"},
      {"something else", "not a dump"},
      {"", "not a dump"}};
  for (const auto &[Bytes, Kind] : Cases) {
    EXPECT_EQ(known(fileOf(Bytes), Bytes), Kind) << Bytes;
    EXPECT_EQ(known(pipeOf(Bytes), Bytes), Kind) << Bytes;
  }
}

TEST(KnownInput, AHeapIsFoundFarIntoAPipe) {
  std::string Names;
  for (int I = 0; I != 300000; ++I)
    Names += record('\x01', "idid" + std::to_string(I));
  const std::string Heap = dumpOf(samples() + Names + heap());
  ASSERT_GT(Heap.size(), size_t(4) << 20);
  EXPECT_EQ(known(pipeOf(Heap), Heap), "a heap dump");
  const std::string Profile = dumpOf(Names + samples());
  EXPECT_EQ(known(pipeOf(Profile), Profile), "a profile");
}

TEST(KnownInput, TheHeadTakesRecordsForAHeap) {
  const std::string Profile = dumpOf(samples());
  EXPECT_EQ(known(fileOf(Profile), Profile, LookAt::Head), "a heap dump");
}

TEST(KnownInput, ADamagedDumpIsLeftToItsReader) {
  const std::string Cut = dumpOf(samples()).substr(0, 20);
  EXPECT_EQ(known(fileOf(Cut), Cut), "a heap dump");
  EXPECT_EQ(known(pipeOf(Cut), Cut), "a heap dump");
}

TEST(KnownInput, RefusalsSayWhatReadsIt) {
  EXPECT_EQ(refusal("{\"threadDump\": {}}"),
            "'file' is a thread dump; hprof-threads reads it");
  EXPECT_EQ(refusal(StringRef("HPROFIDX\0\0", 10)),
            "'file' is an hprof-index index; specify the dump instead");
  EXPECT_EQ(refusal("something else"),
            "'file': offset 0x0: expected a dump in a format of hprof-convert "
            "--list-formats, found text");
}

TEST(KnownInput, AFailureOfThePipeIsTheRefusal) {
  std::unique_ptr<Source> In = Source::written("pipe", [](Sink &) -> Error {
    return make_error<FormatError>(format_errc::io, 0, "no more");
  });
  Expected<KnownInput> Known = KnownInput::of(std::move(In));
  ASSERT_TRUE(bool(Known)) << toString(Known.takeError());
  EXPECT_EQ(Known->Kind, InputKind::Unknown);
  EXPECT_EQ(toString(Known->refuse()), "'pipe': offset 0x0: no more");
}

TEST(KnownInput, AllMustBeWanted) {
  Expected<std::vector<KnownInput>> None = KnownInput::openAll(
      {"no-such-file-1", "no-such-file-2"}, {InputKind::Heap});
  ASSERT_FALSE(bool(None));
  const std::string Errors = toString(None.takeError());
  EXPECT_NE(Errors.find("'no-such-file-1': "), std::string::npos) << Errors;
  EXPECT_NE(Errors.find("'no-such-file-2': "), std::string::npos) << Errors;
  // A device from which no data can be read.
  EXPECT_EQ(
      toString(
          KnownInput::openAll({"/dev/null"}, {InputKind::Heap}).takeError()),
      "'/dev/null': offset 0x0: the input is empty; expected a dump in a "
      "format of hprof-convert --list-formats");
}
