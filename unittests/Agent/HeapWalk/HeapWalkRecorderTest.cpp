//===- HeapWalkRecorderTest.cpp - A walk without a VM ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/HeapWalk/HeapWalkRecorder.h"
#include "Agent/HeapWalk/HeapWalkOutput.h"
#include "Agent/Sites/LiveObjects.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Format/Stream/Source.h"
#include "gtest/gtest.h"
#include <map>
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// Classes: 0 Object, 1 Class, 2 Node { Object next; int n; static s },
/// 3 Node[], 4 int[].
class HeapWalkRecorderTest : public testing::Test {
protected:
  HeapWalkRecorderTest() {
    const uint32_t Next = Names.number("next"), N = Names.number("n"),
                   S = Names.number("s");
    Data.Classes.resize(5);
    for (uint32_t I = 0; I != 5; ++I) {
      Data.Classes[I].Id = Numbers::classId(I);
      if (I)
        Data.Classes[I].Super = 0;
      ByTag.push_back(I);
    }
    Data.ClassOfClasses = 1;
    Data.Classes[2].Fields = {{Next, BasicType::Object, false},
                              {N, BasicType::Int, false},
                              {S, BasicType::Long, true}};
    Data.Classes[3].Is = WalkClass::Form::ObjectArray;
    Data.Classes[4].Is = WalkClass::Form::PrimitiveArray;
    Data.Classes[4].Element = BasicType::Int;
  }
  void begin(const WalkTags &With = WalkTags()) {
    Data.Layouts = layoutsOf(Data.Classes, How.HasValues);
    Recorder = std::make_unique<HeapWalkRecorder>(Data, ByTag, With, How);
    Calls = HeapWalkRecorder::callbacks(How);
  }
  static jlong tagOf(uint32_t Class) { return jlong(Class) + 1; }
  jint root(uint32_t Class, jlong &Tag, jlong Size = 24, jint Length = -1,
            jvmtiHeapReferenceKind Kind = JVMTI_HEAP_REFERENCE_OTHER,
            jvmtiHeapReferenceInfo Info = {}) {
    return Calls.heap_reference_callback(Kind, &Info, tagOf(Class), 0, Size,
                                         &Tag, nullptr, Length, &*Recorder);
  }
  /// The reference to its class with which each object begins.
  void visit(uint32_t Class, jlong &Tag) {
    jlong ClassTag = tagOf(Class);
    refer(JVMTI_HEAP_REFERENCE_CLASS, Class, Tag, 1, ClassTag, 0);
  }
  jint refer(jvmtiHeapReferenceKind Kind, uint32_t FromClass, jlong &From,
             uint32_t ToClass, jlong &To, jint Index, jint Length = -1) {
    jvmtiHeapReferenceInfo Info = {};
    Info.field.index = Index;
    return Calls.heap_reference_callback(Kind, &Info, tagOf(ToClass),
                                         tagOf(FromClass), 24, &To, &From,
                                         Length, &*Recorder);
  }
  void value(jlong &Tag, jint Index, jint V,
             jvmtiHeapReferenceKind Kind = JVMTI_HEAP_REFERENCE_FIELD,
             jvmtiPrimitiveType Type = JVMTI_PRIMITIVE_TYPE_INT) {
    jvmtiHeapReferenceInfo Info = {};
    Info.field.index = Index;
    jvalue Value = {};
    Value.i = V;
    Calls.primitive_field_callback(Kind, &Info, tagOf(2), &Tag, Value, Type,
                                   &*Recorder);
  }
  std::string output(bool IsBinary);

  TableMemory Budget{UINT64_C(8) << 20};
  WalkData Data{Budget};
  WalkNames Names;
  std::vector<WalkThread> Threads;
  std::vector<uint32_t> ByTag;
  WalkTags Tags;
  HeapWalkRecorder::Settings How;
  std::unique_ptr<HeapWalkRecorder> Recorder;
  jvmtiHeapCallbacks Calls = {};
};

/// The output of the recorded walk.
std::string HeapWalkRecorderTest::output(bool IsBinary) {
  const int Fd = ::memfd_create("heap-walk", 0);
  {
    RecordStream Out(::dup(Fd), IsBinary, std::chrono::steady_clock::now());
    Out.begin(0, 0, 4);
    HeapWalkOutput(Data, Threads, Names, /*Window=*/2, Out).write();
    EXPECT_EQ(toString(Out.finish()), "");
  }
  std::string Result(size_t(::lseek(Fd, 0, SEEK_END)), 0);
  EXPECT_EQ(::pread(Fd, Result.data(), Result.size(), 0),
            ssize_t(Result.size()));
  ::close(Fd);
  return Result;
}

/// Objects of a dump as text, by id.
class Objects final : public RecordVisitor {
public:
  explicit Objects(const std::string &Dump) {
    std::unique_ptr<Source> In = Source::fromMemory(
        ArrayRef(reinterpret_cast<const uint8_t *>(Dump.data()), Dump.size()),
        "dump");
    Expected<HprofReader> Reader = HprofReader::create(*In);
    if (Reader)
      EXPECT_EQ(toString(Reader->read(static_cast<RecordVisitor &>(*this))),
                "");
    else
      ADD_FAILURE() << toString(Reader.takeError());
  }
  using RecordVisitor::visit;
  void visit(const InstanceDump &R) override {
    ById[R.Object] =
        "trace " + std::to_string(R.TraceSerial) + ":" + words(R.Values.Bytes);
  }
  void visit(const ObjectArrayDump &R) override {
    ById[R.Object] =
        std::to_string(R.Length) + " elements:" + words(R.Elements.Bytes);
  }
  void visit(const PrimitiveArrayDump &R) override {
    ById[R.Object] =
        std::to_string(R.Length) + " values:" + words(R.Elements.Bytes);
  }
  void visit(const ClassDump &R) override {
    forEach(R.Statics, [&](const StaticField &F) {
      Statics[R.Class].push_back(F.Value.Bits);
    });
  }
  void visit(const RootThreadObject &R) override {
    Roots.push_back("thread " + std::to_string(R.ThreadSerial));
  }
  void visit(const RootJavaFrame &R) override {
    Roots.push_back("thread " + std::to_string(R.ThreadSerial) + " frame " +
                    std::to_string(R.Frame));
  }
  void visit(const RootStickyClass &) override { Roots.push_back("class"); }
  void visit(const RootUnknown &) override { Roots.push_back("unknown"); }

  std::map<uint64_t, std::string> ById;
  std::map<uint64_t, std::vector<uint64_t>> Statics;
  std::vector<std::string> Roots;

private:
  static std::string words(ArrayRef<uint8_t> Bytes) {
    std::string Result;
    for (; Bytes.size() >= 4; Bytes = Bytes.drop_front(4))
      Result += " " + std::to_string(loadBE(Bytes.data(), 4));
    return Result;
  }
};
} // namespace

// The id of the first object if the id window is 2; UPPER is its upper half.
static constexpr uint64_t First = (UINT64_C(2) << 48) + (UINT64_C(1) << 32);
#define UPPER "131073 "

TEST_F(HeapWalkRecorderTest, ObjectsAreDescribedCompletely) {
  begin();
  jlong Node = 0, Other = 0, Array = 0, Ints = 0;
  EXPECT_EQ(root(2, Node), jint(JVMTI_VISIT_OBJECTS));
  visit(2, Node);
  refer(JVMTI_HEAP_REFERENCE_FIELD, 2, Node, 2, Other, 0);
  value(Node, 1, 77);
  visit(2, Other);
  refer(JVMTI_HEAP_REFERENCE_FIELD, 2, Other, 3, Array, 0, 300);
  visit(3, Array);
  // Null elements before, between and after the others.
  refer(JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT, 3, Array, 2, Node, 1);
  refer(JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT, 3, Array, 4, Ints, 299, 2);
  visit(4, Ints);
  const jint Elements[] = {5, -1};
  Calls.array_primitive_value_callback(
      tagOf(4), 24, &Ints, 2, JVMTI_PRIMITIVE_TYPE_INT, Elements, &*Recorder);
  ASSERT_EQ(toString(Recorder->finish()), "");
  EXPECT_EQ(Data.NumObjects, 5u + 4);
  const Objects Found(output(true));
  ASSERT_EQ(Found.ById.size(), 4u);
  EXPECT_EQ(Found.ById.at(First), "trace 300000: " UPPER "24 77");
  EXPECT_EQ(Found.ById.at(First + 24), "trace 300000: " UPPER "48 0");
  std::string Expected = "300 elements:";
  for (unsigned I = 0; I != 300; ++I)
    Expected += I == 1 ? " " UPPER "0" : I == 299 ? " " UPPER "72" : " 0 0";
  EXPECT_EQ(Found.ById.at(First + 48), Expected);
  EXPECT_EQ(Found.ById.at(First + 72), "2 values: 5 4294967295");
}

TEST_F(HeapWalkRecorderTest, SharedTagsKeepTheSiteWhichGivesTheTrace) {
  begin(WalkTags(/*HaveSites=*/true));
  jlong Node = LiveObjects::tagOf(6), Other = 0;
  root(2, Node);
  visit(2, Node);
  refer(JVMTI_HEAP_REFERENCE_FIELD, 2, Node, 2, Other, 0);
  visit(2, Other);
  // The first object is reported again.
  refer(JVMTI_HEAP_REFERENCE_FIELD, 2, Other, 2, Node, 0);
  ASSERT_EQ(toString(Recorder->finish()), "");
  Data.TraceSerials = {300000, 1, 2, 3, 4, 5, 6, 77};
  const Objects Found(output(true));
  ASSERT_EQ(Found.ById.size(), 2u);
  EXPECT_EQ(Found.ById.at(First), "trace 77: " UPPER "24 0");
  EXPECT_EQ(Found.ById.at(First + 24), "trace 300000: " UPPER "0 0");
}

TEST_F(HeapWalkRecorderTest, SharedTagsDoNotReachFar) {
  begin(WalkTags(/*HaveSites=*/true));
  // Shared tags reach 32 GiB, of which the first object takes 20 GiB.
  jlong One = 0, Two = LiveObjects::tagOf(0);
  const jlong Size = jlong(20) << 30;
  EXPECT_EQ(root(4, One, Size, 1), jint(JVMTI_VISIT_OBJECTS));
  EXPECT_EQ(root(4, Two, Size, 1), jint(JVMTI_VISIT_ABORT));
  EXPECT_EQ(Two, LiveObjects::tagOf(0));
  EXPECT_NE(toString(Recorder->finish()).find("too large"), std::string::npos);
}

TEST_F(HeapWalkRecorderTest, VirtualThreadsAreVisitedIfTheyAreKnown) {
  Data.Classes[2].IsVirtualThread = true;
  begin();
  jlong Known = 0, New = 0;
  Tags.give(Known, WalkNumbers::FirstThread);
  EXPECT_EQ(root(2, Known), jint(JVMTI_VISIT_OBJECTS));
  EXPECT_EQ(root(2, New), 0);
  EXPECT_EQ(root(2, New), 0);
  visit(2, Known);
  value(Known, 1, 5);
  ASSERT_EQ(toString(Recorder->finish()), "");
  const Objects Found(output(true));
  ASSERT_EQ(Found.ById.size(), 2u);
  EXPECT_EQ(Found.ById.at(0x50000000), "trace 300000: 0 0 5");
  EXPECT_EQ(Found.ById.at(First), "trace 300001: 0 0 0");
  EXPECT_NE(output(true).find("HPROF.notVisited_virtual_thread"),
            std::string::npos);
}

/// Threads that the session has not recorded, but whose data are complete.
TEST_F(HeapWalkRecorderTest, VirtualThreadsAreVisitedIfTheyHaveANumber) {
  Data.Classes[2].IsVirtualThread = true;
  How.NeedsVirtualThreads = true;
  begin();
  jlong One = 0, Two = 0;
  Tags.give(One, WalkNumbers::ofVirtualThread(0));
  Tags.give(Two, WalkNumbers::ofVirtualThread(1));
  EXPECT_EQ(root(2, One), jint(JVMTI_VISIT_OBJECTS));
  visit(2, One);
  value(One, 1, 5);
  refer(JVMTI_HEAP_REFERENCE_FIELD, 2, One, 2, Two, 0, 2);
  visit(2, Two);
  ASSERT_EQ(toString(Recorder->finish()), "");
  EXPECT_EQ(Data.NumNotVisited, 0u);
  const Objects Found(output(true));
  ASSERT_EQ(Found.ById.size(), 2u);
  const uint64_t Window = UINT64_C(2) << 48;
  EXPECT_EQ(Found.ById.at(Window + 0xc0000000),
            "trace 300000: 131072 " + std::to_string(0xc0000100) + " 5");
  EXPECT_EQ(Found.ById.at(Window + 0xc0000100), "trace 300000: 0 0 0");
}

TEST_F(HeapWalkRecorderTest, UnknownVirtualThreadsMayBeTooMuch) {
  Data.Classes[2].IsVirtualThread = true;
  How.NeedsVirtualThreads = true;
  begin();
  jlong Known = 0, New = 0;
  Tags.give(Known, WalkNumbers::FirstThread);
  EXPECT_EQ(root(2, Known), jint(JVMTI_VISIT_OBJECTS));
  EXPECT_EQ(root(2, New), jint(JVMTI_VISIT_ABORT));
  EXPECT_NE(toString(Recorder->finish()).find("virtual threads"),
            std::string::npos);
}

TEST_F(HeapWalkRecorderTest, TextHasSizesAndReferences) {
  How.HasValues = How.HasElements = false;
  begin();
  EXPECT_FALSE(Calls.primitive_field_callback);
  jlong Node = 0, Array = 0, Ints = 0;
  root(2, Node);
  visit(2, Node);
  refer(JVMTI_HEAP_REFERENCE_FIELD, 2, Node, 3, Array, 0, 2);
  visit(3, Array);
  refer(JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT, 3, Array, 4, Ints, 1, 3);
  visit(4, Ints);
  Calls.array_primitive_value_callback(
      tagOf(4), 24, &Ints, 3, JVMTI_PRIMITIVE_TYPE_INT, nullptr, &*Recorder);
  ASSERT_EQ(toString(Recorder->finish()), "");
  const std::string Text = output(false);
  EXPECT_NE(Text.find("HEAP DUMP BEGIN (8 objects, 144 bytes)"),
            std::string::npos);
  EXPECT_NE(Text.find("OBJ 2000100000000 (sz=24, trace=300000"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("\tnext\t\t2000100000018"), std::string::npos) << Text;
  EXPECT_NE(Text.find("ARR 2000100000018 (sz=24, trace=300000, nelems=2"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("ARR 2000100000030 (sz=12, trace=300000, nelems=3, elem "
                      "type=int[])"),
            std::string::npos)
      << Text;
}

TEST_F(HeapWalkRecorderTest, StaticsAndPrimitiveClassObjects) {
  begin();
  jlong Class = tagOf(2), Mirror = 0;
  root(1, Class, 100, -1, JVMTI_HEAP_REFERENCE_SYSTEM_CLASS);
  root(1, Mirror, 100);
  value(Class, 2, 42, JVMTI_HEAP_REFERENCE_STATIC_FIELD,
        JVMTI_PRIMITIVE_TYPE_LONG);
  ASSERT_EQ(toString(Recorder->finish()), "");
  const Objects Found(output(true));
  ASSERT_EQ(Found.Statics.at(Data.Classes[2].Id).size(), 1u);
  EXPECT_EQ(Found.Statics.at(Data.Classes[2].Id)[0], 42u);
  // The class object of a primitive type is written as an instance.
  EXPECT_EQ(Found.ById.at(First), "trace 300000:");
  EXPECT_EQ(Found.Roots, (std::vector<std::string>{"class", "unknown"}));
}

TEST_F(HeapWalkRecorderTest, FramesAreNamedIfTheyAreStillThere) {
  begin();
  char Methods[3];
  auto InMethod = [&](unsigned I) {
    return reinterpret_cast<jmethodID>(&Methods[I]);
  };
  WalkThread T;
  T.Known = {Numbers{}.Threads.Next, Numbers{}.ThreadSerials.Next};
  for (unsigned I = 0; I != 2; ++I) {
    WalkFrame F;
    F.Method = InMethod(I);
    F.Name = F.Signature = F.Source = Names.number("run");
    T.Frames.push_back(F);
  }
  Threads.push_back(T);
  jlong Thread = 0, Node = 0, Walker = 0;
  Tags.give(Thread, WalkNumbers::ofId(T.Known.Id));
  Tags.give(Walker, WalkNumbers::Walker);
  root(2, Thread, 24, -1, JVMTI_HEAP_REFERENCE_THREAD);
  auto Local = [&](jint Depth, unsigned Method, jlong Of) {
    jvmtiHeapReferenceInfo Info = {};
    Info.stack_local.thread_tag = Of;
    Info.stack_local.depth = Depth;
    Info.stack_local.method = InMethod(Method);
    root(2, Node, 24, -1, JVMTI_HEAP_REFERENCE_STACK_LOCAL, Info);
  };
  Local(1, 1, Thread);
  Local(1, 2, Thread); // The thread has continued: it has a new method here.
  Local(2, 2, Thread);
  Local(0, 0, 0); // A local of an unknown thread.
  // References held by the thread that walks the heap are omitted.
  jvmtiHeapReferenceInfo Own = {};
  Own.jni_local.thread_tag = Walker;
  root(2, Node, 24, -1, JVMTI_HEAP_REFERENCE_JNI_LOCAL, Own);
  visit(2, Thread);
  visit(2, Node);
  ASSERT_EQ(toString(Recorder->finish()), "");
  const Objects Found(output(true));
  EXPECT_EQ(Found.Roots,
            (std::vector<std::string>{"thread 200001", "thread 200001 frame 1",
                                      "thread 200001 frame -1",
                                      "thread 200001 frame -1", "unknown"}));
  EXPECT_TRUE(Found.ById.count(T.Known.Id));
}

TEST_F(HeapWalkRecorderTest, ObjectsOfUnknownClasses) {
  begin();
  jlong Node = 0, Unknown = 0;
  root(2, Node);
  jvmtiHeapReferenceInfo Info = {};
  EXPECT_EQ(Calls.heap_reference_callback(JVMTI_HEAP_REFERENCE_OTHER, &Info,
                                          /*class_tag=*/0, 0, 24, &Unknown,
                                          nullptr, -1, &*Recorder),
            jint(JVMTI_VISIT_ABORT));
  EXPECT_EQ(Recorder->outcome(), HeapWalkRecorder::Outcome::UnknownClass);
  EXPECT_NE(toString(Recorder->finish()), "");
}

TEST_F(HeapWalkRecorderTest, ObjectsOfUnknownClassesAreLeftOut) {
  How.NeedsClasses = false;
  begin();
  jlong Node = 0, Unknown = 0, Other = 0;
  root(2, Node);
  visit(2, Node);
  jvmtiHeapReferenceInfo Info = {};
  EXPECT_EQ(Calls.heap_reference_callback(JVMTI_HEAP_REFERENCE_FIELD, &Info, 0,
                                          tagOf(2), 24, &Unknown, &Node, -1,
                                          &*Recorder),
            jint(JVMTI_VISIT_OBJECTS));
  EXPECT_EQ(Unknown, 0);
  // The dump contains the object that the unknown one refers to.
  Calls.heap_reference_callback(JVMTI_HEAP_REFERENCE_FIELD, &Info, tagOf(2), 0,
                                24, &Other, &Unknown, -1, &*Recorder);
  visit(2, Other);
  ASSERT_EQ(toString(Recorder->finish()), "");
  const Objects Found(output(true));
  EXPECT_EQ(Found.ById.size(), 2u);
  EXPECT_EQ(Found.ById.at(First), "trace 300000: 0 0 0");
}

TEST_F(HeapWalkRecorderTest, ContentsInPartsAreNoticed) {
  begin();
  jlong One = 0, Two = 0;
  root(2, One);
  root(2, Two);
  visit(2, One);
  visit(2, Two);
  value(One, 1, 5);
  EXPECT_NE(toString(Recorder->finish()).find("in parts"), std::string::npos);
}

TEST_F(HeapWalkRecorderTest, ObjectsWithoutContentsAreNoticed) {
  begin();
  jlong One = 0;
  root(2, One);
  EXPECT_NE(toString(Recorder->finish()), "");
}

TEST_F(HeapWalkRecorderTest, TheMemoryLimitEndsTheWalk) {
  begin();
  std::vector<jint> Large(4 << 20);
  jlong Ints = 0;
  root(4, Ints, jlong(Large.size()) * 4, jint(Large.size()));
  visit(4, Ints);
  EXPECT_EQ(Calls.array_primitive_value_callback(
                tagOf(4), 24, &Ints, jint(Large.size()),
                JVMTI_PRIMITIVE_TYPE_INT, Large.data(), &*Recorder),
            jint(JVMTI_VISIT_ABORT));
  EXPECT_NE(toString(Recorder->finish()).find("memory="), std::string::npos);
}
