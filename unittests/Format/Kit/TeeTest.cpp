//===- TeeTest.cpp - Tests of Tee and HeapTee -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/Tee.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Logs each event with its own name as a prefix.
class Writer : public RecordVisitor {
public:
  Writer(char Name, std::string &Log) : Name(Name), Log(Log) {}

  void visit(const FileHeader &) override { put("header"); }
  void beginFrame(const Frame &) override { put("begin"); }
  void endFrame(const Frame &, uint64_t Length) override {
    put("end" + utostr(Length));
  }
  void visit(const Opaque &) override { put("opaque"); }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) override {
    put("payload" + utostr(Chunk.size()));
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &) override { put(#NAME); }
#include "hprof/Format/Records/Records.def"
  RecordKindSet runKinds() const override { return Kinds; }
  uint64_t runRoom() const override { return Room; }
  void run(const SubRecordRun &Run) override {
    put("run" + utostr(Run.Bytes.size()));
  }
  bool wantsMore() const override { return WantsMore; }
  Error finish() override {
    put("finish");
    return Fault.empty() ? Error::success() : createStringError(Fault);
  }

  RecordKindSet Kinds;
  uint64_t Room = UINT64_MAX;
  bool WantsMore = true;
  std::string Fault;

private:
  void put(const Twine &What) {
    Log += (Log.empty() ? "" : " ") + (Twine(Name) + ":" + What).str();
  }
  const char Name;
  std::string &Log;
};

/// The same visitor, bound at instantiation.
class HeapWriter : public HeapVisitor {
public:
  explicit HeapWriter(std::string &Log) : Log(Log) {}
  using HeapVisitor::visit;
  template <class R> void visit(const R &) {
    Log += std::string(" h:") + recordInfo(R::Kind).Name;
  }
  void visit(const FileHeader &) { Log += " h:header"; }
  void beginFrame(const Frame &) { Log += " h:begin"; }
  void endFrame(const Frame &, uint64_t Length) {
    Log += " h:end" + utostr(Length);
  }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) {
    Log += " h:payload" + utostr(Chunk.size());
  }
  bool wantsMore() const { return WantsMore; }
  bool WantsMore = true;

private:
  std::string &Log;
};

RecordKindSet kinds(std::initializer_list<RecordKind> All) {
  RecordKindSet Set;
  for (RecordKind K : All)
    Set.set(size_t(K));
  return Set;
}
} // namespace

TEST(Tee, EachEventGoesToAllInOrder) {
  std::string Log;
  Writer A('a', Log), B('b', Log);
  Tee Both({&A, &B});
  RecordVisitor &V = Both;
  const uint8_t Bytes[3] = {};
  V.visit(FileHeader());
  V.beginFrame(Frame());
  V.visit(ObjectArrayDump());
  V.payload(RecordKind::Utf8, Bytes);
  V.visit(Opaque());
  V.run({0, Bytes});
  V.endFrame(Frame(), 7);
  cantFail(V.finish());
  EXPECT_EQ(Log, "a:header b:header a:begin b:begin "
                 "a:ObjectArrayDump b:ObjectArrayDump a:payload3 b:payload3 "
                 "a:opaque b:opaque a:run3 b:run3 a:end7 b:end7 "
                 "a:finish b:finish");
}

TEST(Tee, EveryRecordGoesToAll) {
  std::string Log, Expected;
  Writer A('a', Log), B('b', Log);
  Tee Both({&A, &B});
  RecordVisitor &V = Both;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  V.visit(NAME());                                                             \
  Expected += " a:" #NAME " b:" #NAME;
#include "hprof/Format/Records/Records.def"
  EXPECT_EQ(" " + Log, Expected);
}

TEST(Tee, RunsAreOfferedThatAllTake) {
  std::string Log;
  Writer A('a', Log), B('b', Log);
  Tee Both({&A, &B});
  EXPECT_TRUE(Both.runKinds().none());
  EXPECT_EQ(Both.runRoom(), UINT64_MAX);
  A.Kinds = kinds({RecordKind::InstanceDump, RecordKind::ObjectArrayDump});
  A.Room = 100;
  EXPECT_TRUE(Both.runKinds().none());
  EXPECT_EQ(Both.runRoom(), 100u);
  B.Kinds = kinds({RecordKind::InstanceDump, RecordKind::RootUnknown});
  B.Room = 50;
  EXPECT_EQ(Both.runKinds(), kinds({RecordKind::InstanceDump}));
  EXPECT_EQ(Both.runRoom(), 50u);
}

TEST(Tee, EndsWithTheFirstThatWantsNoMore) {
  std::string Log;
  Writer A('a', Log), B('b', Log);
  Tee Both({&A, &B});
  EXPECT_TRUE(Both.wantsMore());
  B.WantsMore = false;
  EXPECT_FALSE(Both.wantsMore());
  B.WantsMore = true;
  A.WantsMore = false;
  EXPECT_FALSE(Both.wantsMore());
}

TEST(Tee, FinishesAllWhoeverFails) {
  std::string Log;
  Writer A('a', Log), B('b', Log), C('c', Log);
  Tee All({&A, &B, &C});
  A.Fault = "one";
  C.Fault = "three";
  EXPECT_EQ(toString(All.finish()), "one\nthree");
  EXPECT_EQ(Log, "a:finish b:finish c:finish");
}

TEST(HeapTee, EachEventGoesToAllInOrder) {
  std::string Log;
  Writer A('a', Log);
  HeapWriter H(Log);
  HeapTee Both(A, H);
  const uint8_t Bytes[3] = {};
  Both.visit(FileHeader());
  Both.beginFrame(Frame());
  Both.visit(InstanceDump());
  Both.visit(Opaque());
  Both.payload(RecordKind::Utf8, Bytes);
  Both.endFrame(Frame(), 7);
  EXPECT_EQ(Log, "a:header h:header a:begin h:begin "
                 "a:InstanceDump h:InstanceDump a:opaque h:Opaque "
                 "a:payload3 h:payload3 a:end7 h:end7");
  EXPECT_TRUE(Both.wantsMore());
  H.WantsMore = false;
  EXPECT_FALSE(Both.wantsMore());
}
