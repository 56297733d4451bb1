//===- JoinThreadsTest.cpp - Tests of adding threads to heap dumps --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Threads/JoinThreads.h"
#include "Convert/PassTesting.h"
#include "Convert/Threads/ThreadRecords.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "hprof/Format/Yaml/YamlWriter.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;
using testing::HasSubstr;
using testing::Not;

static void read(StringRef Yaml, RecordVisitor &V) {
  std::string Text = ("--- !hprof\nformat: phd\nversion: \"\"\nidSize: 4\n"
                      "---\n" +
                      Yaml)
                         .str();
  auto In = Source::fromMemory(arrayRefFromStringRef(Text), "yaml");
  cantFail(readYaml(*In, V));
  cantFail(V.finish());
}

/// The stage's output for a PHD file with the records in \p Yaml.
static std::string joined(StringRef Yaml, const ThreadDump &Dump,
                          LossAccount &Account) {
  std::unique_ptr<Stage> S = makeJoinThreads(Dump, true);
  TestStream Stream([&](RecordVisitor &V) { read(Yaml, V); });
  cantFail(Stream.lookBy(*S));
  SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  YamlWriter Writer(*Out, {});
  read(Yaml, *S->makePass(Writer, Account));
  cantFail(Out->finish());
  return std::string(Bytes.begin(), Bytes.end());
}

static ThreadDump::Thread thread(StringRef Name, uint64_t Object) {
  ThreadDump::Thread T;
  T.Name = Name.str();
  T.Object = Object;
  return T;
}

static ThreadFrame frame(StringRef Class, StringRef Method) {
  ThreadFrame F;
  F.ClassName = Class.str();
  F.Method = Method.str();
  return F;
}

/// Gives a stack to the thread with the index \p Thread.
static void setStack(ThreadDump &D, size_t Thread,
                     ArrayRef<ThreadFrame> Frames) {
  SmallVector<uint32_t> Numbers;
  for (const ThreadFrame &F : Frames)
    Numbers.push_back(D.Stacks.addFrame(F));
  D.Threads[Thread].Stack = D.Stacks.add(Numbers);
}

static ThreadDump::Loader loader(uint64_t Address,
                                 ArrayRef<const char *> Classes) {
  ThreadDump::Loader L;
  L.Address = Address;
  for (const char *Name : Classes) {
    L.Classes.emplace_back();
    L.Classes.back().Name = Name;
  }
  return L;
}

static constexpr StringLiteral Classes =
    "- strings: [java/lang/Object, java/lang/Thread, a/Worker, a/Other]\n"
    "- referenceClass: {class: 0x10, name: java/lang/Object}\n"
    "- referenceClass: {class: 0x11, name: java/lang/Thread, super: 0x10}\n"
    "- referenceClass: {class: 0x12, name: a/Worker, super: 0x11}\n"
    "- referenceClass: {class: 0x13, name: a/Other, super: 0x10}\n";

TEST(JoinThreads, NumbersFollowThoseOfTheStream) {
  ThreadDump Dump;
  Dump.Threads.push_back(thread("t", 0x20));
  setStack(Dump, 0, {frame("a.Worker", "run")});
  LossAccount Account;
  std::string Out = joined("- strings: [x]\n"
                           "- loadClass: {classSerial: 5, name: x}\n"
                           "- referenceObject: {object: 0x20, class: 0x12}\n" +
                               Classes.str(),
                           Dump, Account);
  EXPECT_THAT(Out, HasSubstr("classSerial: 6, class: 0x12, name: a/Worker"));
  EXPECT_THAT(Out, HasSubstr("- rootThreadObject: {object: 0x20, threadSerial: "
                             "1, traceSerial: 2}"));
}

TEST(JoinThreads, OnlyObjectsOfTheHeapBecomeRoots) {
  ThreadDump Dump;
  Dump.Threads.push_back(thread("t", 0x20));
  Dump.Threads.push_back(thread("gone", 0x99));
  ThreadDump::HeldLock Lock;
  Lock.Object.Address = 0x98;
  setStack(Dump, 0, {frame("a.B", "c"), frame("a.B", "d")});
  Dump.Threads[0].Locks.push_back(Lock);
  // The lock can also be a class.
  Lock.Object.Address = 0x13;
  Lock.Depth = 1;
  Dump.Threads[0].Locks.push_back(Lock);
  Dump.Monitors.emplace_back().Object.Address = 0x97;
  LossAccount Account;
  std::string Out =
      joined("- referenceObject: {object: 0x20, class: 0x12}\n" + Classes.str(),
             Dump, Account);
  EXPECT_THAT(Out, HasSubstr("- rootThreadObject: {object: 0x20, "));
  EXPECT_THAT(Out, HasSubstr("- rootJavaFrame: {object: 0x13, threadSerial: 1, "
                             "frame: 1}"));
  EXPECT_THAT(Out, HasSubstr("- rootMonitorUsed: {object: 0x13}"));
  for (const char *Gone : {"0x97", "0x98", "0x99"})
    EXPECT_THAT(Out, Not(HasSubstr(Gone)));
  EXPECT_EQ(Account.of(Loss::GuessedThreads), 0u);
}

TEST(JoinThreads, WithoutAddressesAllThreadsOfTheHeapAreRoots) {
  ThreadDump Dump;
  Dump.Threads.push_back(thread("main", 0));
  Dump.Threads.push_back(thread("w", 0));
  setStack(Dump, 1, {frame("a.Worker", "run")});
  LossAccount Account;
  std::string Heap = "- referenceObject: {object: 0x20, class: 0x11}\n"
                     "- referenceObject: {object: 0x21, class: 0x12}\n"
                     "- referenceObject: {object: 0x22, class: 0x13}\n" +
                     Classes.str();
  std::string Out = joined(Heap, Dump, Account);
  // The only a.Worker object is the thread that runs as a.Worker.
  EXPECT_THAT(Out, HasSubstr("- rootThreadObject: {object: 0x21, threadSerial: "
                             "2, traceSerial: 3}"));
  EXPECT_THAT(Out, HasSubstr("- rootThreadObject: {object: 0x20, threadSerial: "
                             "3, traceSerial: 1}"));
  EXPECT_THAT(Out, Not(HasSubstr("rootThreadObject: {object: 0x22")));
  EXPECT_EQ(Account.of(Loss::GuessedThreads), 1u);

  // With two objects, the match is ambiguous.
  LossAccount Both;
  Out = joined("- referenceObject: {object: 0x28, class: 0x12}\n" + Heap, Dump,
               Both);
  EXPECT_THAT(Out, HasSubstr("- rootThreadObject: {object: 0x21, threadSerial: "
                             "5, traceSerial: 1}"));
  EXPECT_EQ(Both.of(Loss::GuessedThreads), 3u);
}

TEST(JoinThreads, RingsOfSuperclassesDoNoHarm) {
  ThreadDump Dump;
  Dump.Threads.push_back(thread("main", 0));
  LossAccount Account;
  std::string Out =
      joined("- strings: [A, B, java/lang/Thread]\n"
             "- referenceClass: {class: 0x10, name: A, super: 0x11}\n"
             "- referenceClass: {class: 0x11, name: B, super: 0x10}\n"
             "- referenceClass: {class: 0x12, name: java/lang/Thread}\n"
             "- referenceObject: {object: 0x20, class: 0x10}\n",
             Dump, Account);
  EXPECT_THAT(Out, Not(HasSubstr("rootThreadObject")));
}

TEST(JoinThreads, FindsLoadersByNameAndByFirstReference) {
  ThreadDump Dump;
  Dump.Loaders.push_back(loader(0x30, {"java.lang.Object", "a.Other"}));
  Dump.Loaders.back().IsBootstrap = true;
  Dump.Loaders.push_back(loader(0x31, {"a.Worker", "a.Other"}));
  Dump.Loaders.push_back(loader(0x32, {"a.Other", "a.Late"}));
  // The heap has no object for the thread of this loader.
  Dump.Loaders.push_back(loader(0x99, {"a.Gone"}));
  LossAccount Account;
  std::string Out =
      joined("- strings: [java/lang/Object, a/Worker, a/Other, a/Late, a/Gone, "
             "a/New]\n"
             "- referenceObject: {object: 0x30, class: 0x10}\n"
             "- referenceObject: {object: 0x31, class: 0x10}\n"
             "- referenceObject: {object: 0x32, class: 0x10}\n"
             "- referenceClass: {class: 0x10, name: java/lang/Object}\n"
             "- referenceClass: {class: 0x11, name: a/Worker}\n"
             "- referenceClass: {class: 0x12, name: a/Other, references: "
             "[{object: 0x32}, {object: 0x31}]}\n"
             "- referenceClass: {class: 0x13, name: a/Other, references: "
             "[{object: 0x30}]}\n"
             "- referenceClass: {class: 0x14, name: a/Other, references: "
             "[{object: 0x10}, {object: 0x31}]}\n"
             "- referenceClass: {class: 0x15, name: a/Gone}\n"
             "- referenceClass: {class: 0x16, name: a/New, references: "
             "[{object: 0x31}]}\n",
             Dump, Account);
  auto Has = [&](const char *Line) { EXPECT_THAT(Out, HasSubstr(Line)); };
  Has("{class: 0x10, name: java/lang/Object}");
  Has("{class: 0x11, name: a/Worker, loader: 0x31}");
  Has("{class: 0x12, name: a/Other, loader: 0x32, references");
  Has("{class: 0x13, name: a/Other, references");
  Has("{class: 0x14, name: a/Other, references");
  Has("{class: 0x15, name: a/Gone}");
  Has("{class: 0x16, name: a/New, loader: 0x31, references");
  EXPECT_EQ(Account.of(Loss::UnknownLoaders), 2u);
}

TEST(ThreadRecords, SaysWhatHprofCan) {
  ThreadDump Dump;
  Dump.PointerSize = 4;
  Dump.Millis = 5;
  Dump.Threads.push_back(thread("a\xf0\x9f\x98\x80", 0x20));
  SmallVector<ThreadFrame> Frames;
  for (auto [Line, IsNative, IsCompiled] :
       {std::tuple(7, false, true), std::tuple(0, true, false),
        std::tuple(0, false, true), std::tuple(0, false, false)}) {
    ThreadFrame F = frame("a.B[]", "c");
    F.Line = Line;
    F.IsNative = IsNative;
    F.IsCompiled = IsCompiled;
    Frames.push_back(F);
  }
  Frames.emplace_back();
  setStack(Dump, 0, Frames);
  Dump.Threads.emplace_back().NativeId = 3; // A thread without a name.
  Dump.Threads.push_back(thread("b", 0));
  ThreadDump::Monitor M;
  M.Object.ClassName = "int[]";
  M.Owner = Dump.Threads[0].ref();
  M.EntryCount = 2;
  M.Waiting = {Dump.Threads[2].ref(), thread("unknown", 0).ref()};
  Dump.Monitors.push_back(M);
  M.SystemName = "VM lock";
  Dump.Monitors.push_back(M);

  SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  YamlWriter Writer(*Out, {});
  sendThreadDump(Dump, Format::Javacore, Writer);
  cantFail(Writer.finish());
  cantFail(Out->finish());
  std::string Text(Bytes.begin(), Bytes.end());
  auto Has = [&](const char *Line) { EXPECT_THAT(Text, HasSubstr(Line)); };
  Has("idSize: 4\ntime: 5\n");
  Has("- loadClass: {classSerial: 1, name: \"[La/B;\"}");
  Has("{id: 0x1, method: c, signature: \"\", classSerial: 1, line: 7}");
  Has("{id: 0x2, method: c, signature: \"\", classSerial: 1, line: -3}");
  Has("{id: 0x3, method: c, signature: \"\", classSerial: 1, line: -2}");
  Has("{id: 0x4, method: c, signature: \"\", classSerial: 1, line: -1}");
  Has("{id: 0x5, method: \"<missing method>\", signature: \"\", line: -1}");
  Has("- stackTrace: {traceSerial: 2, threadSerial: 1, frames: "
      "[0x1, 0x2, 0x3, 0x4, 0x5]}");
  Has("- startThread: {threadSerial: 1, thread: 0x20, traceSerial: 2,");
  Has("- startThread: {threadSerial: 3, traceSerial: 4, name: b,");
  EXPECT_THAT(Text, Not(HasSubstr("threadSerial: 2")));
  Has("{signature: \"[I\", owner: 1, entryCount: 2, waiting: [3, 0]}");
  EXPECT_THAT(Text, Not(HasSubstr("VM lock")));
}

namespace {
/// A folder with empty files, removed by the destructor.
class Folder {
public:
  Folder() {
    cantFail(errorCodeToError(sys::fs::createUniqueDirectory("jc", Path)));
  }
  ~Folder() { EXPECT_FALSE(sys::fs::remove_directories(Path)); }
  void add(StringRef Name) const {
    std::error_code EC;
    raw_fd_ostream File(in(Name), EC);
    ASSERT_FALSE(EC);
  }
  std::string in(StringRef Name) const {
    SmallString<128> Full(Path);
    sys::path::append(Full, Name);
    return Full.str().str();
  }

private:
  SmallString<128> Path;
};
} // namespace

TEST(FindJavacore, TakesTheOneThatWasWrittenWithTheHeapDump) {
  Folder F;
  std::string Heap = F.in("heapdump.20200101.120000.77.0002.phd");
  EXPECT_EQ(findJavacoreBeside(Heap), std::nullopt);
  for (const char *Other : {"javacore.20200101.120000.78.0003.txt",
                            "javacore.20200101.120201.77.0003.txt",
                            "javacore.20200102.120000.77.0003.txt",
                            "javacore.20200101.120000.77.0003.phd",
                            "core.20200101.120000.77.0003.txt", "javacore.txt"})
    F.add(Other);
  EXPECT_EQ(findJavacoreBeside(Heap), std::nullopt);
  std::string Earlier = F.in("javacore.20200101.115930.77.0001.txt");
  F.add("javacore.20200101.115930.77.0001.txt");
  EXPECT_EQ(findJavacoreBeside(Heap), Earlier);
  std::string Next = F.in("javacore.20200101.120105.77.0003.txt.gz");
  F.add("javacore.20200101.120105.77.0003.txt.gz");
  EXPECT_EQ(findJavacoreBeside(Heap), Next);
  EXPECT_EQ(findJavacoreBeside(F.in("heap.phd")), std::nullopt);
  EXPECT_EQ(findJavacoreBeside(F.in("core.20200101.120000.77.0002.dmp")),
            std::nullopt);
  EXPECT_EQ(findJavacoreBeside("/nowhere/heapdump.20200101.120000.77.0002.phd"),
            std::nullopt);
}
