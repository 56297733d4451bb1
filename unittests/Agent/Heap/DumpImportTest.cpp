//===- DumpImportTest.cpp - Tests of importing dumps into an output -------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Heap/DumpImport.h"
#include "Agent/AgentTesting.h"
#include "Agent/Heap/VmDumpFacts.h"
#include "Convert/PassTesting.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <set>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// A dump of a VM in which references hold Base, Node and a thread; Late is a
/// class that was loaded in the meantime.
struct VmDump {
  bool HasTraceOfObjects = false;
  std::string First = "0x100000080"; ///< Id of the object array.
  /// The objects that the references 0x7700, 0x7710 and so on refer to.
  std::vector<std::string> Held = {"0x100000010", "0x100000020", "0x100000040"};
  unsigned NumFillers = 0; ///< Additional roots and arrays.

  std::string rootsOfHeld() const {
    std::string Text;
    for (size_t I = Held.size(); I-- > 0;) {
      Text += "- rootJniGlobal: {object: " + Held[I] + ", globalRef: 0x77" +
              std::to_string(I) + "0}\n";
      for (unsigned N = 0; N != NumFillers; ++N)
        Text += "- rootStickyClass: {object: 0x100000030}\n";
    }
    return Text;
  }
  std::string fillers() const {
    std::string Text;
    for (unsigned I = 0; I != NumFillers; ++I)
      Text += "- primitiveArray: {object: 0x100001000, elementType: int, "
              "elements: [1]}\n";
    return Text;
  }
  std::string yaml() const {
    std::string Text =
        "--- !hprof\nidSize: 8\n---\n"
        "- strings: [Base, Node, Late, next, up, s]\n"
        "- loadClass: {classSerial: 1, class: 0x100000010, name: Base}\n"
        "- loadClass: {classSerial: 2, class: 0x100000020, name: Node}\n"
        "- loadClass: {classSerial: 3, class: 0x100000030, name: Late}\n"
        "- stackFrame: {id: 1, method: next, classSerial: 2, line: 7}\n"
        "- stackFrame: {id: 2, method: up, classSerial: 3, line: 8}\n"
        "- stackTrace: {traceSerial: 2, threadSerial: 1, frames: [1, 2]}\n";
    if (HasTraceOfObjects)
      Text += "- stackTrace: {traceSerial: 1}\n";
    Text += "- heapDumpSegment:\n";
    Text +=
        "- rootThreadObject: {object: 0x100000040, threadSerial: 1, "
        "traceSerial: 2}\n"
        "- rootJniGlobal: {object: 0x100000050, globalRef: 0x7708}\n" +
        rootsOfHeld() +
        "- rootJavaFrame: {object: 0x100000050, threadSerial: 1, frame: 0}\n"
        "- rootStickyClass: {object: 0x100000010}\n"
        "- classDump: {class: 0x100000010, statics: {s: object 0x100000040}, "
        "fields: {up: object}}\n"
        "- classDump: {class: 0x100000020, super: 0x100000010, "
        "fields: {next: object}}\n"
        "- classDump: {class: 0x100000030, super: 0x100000020}\n"
        "- instance: {object: 0x100000040, class: 0x100000010, "
        "fields: {up: 0x100000050}}\n"
        "- instance: {object: 0x100000050, class: 0x100000020, "
        "fields: {next: 0x100000040, up: 0x100000030}}\n"
        "- objectArray: {object: " +
        First +
        ", class: 0x100000010, elements: [0x100000040, null, 0x100000020, "
        "0x100000030]}\n";
    return Text + fillers() + "- heapDumpEnd:\n";
  }
};

struct DumpImportTest : testing::Test {
  TempFolder Folder;
  const std::string File = Folder.path("out"), In = Folder.path("in.hprof");
  const std::vector<NumberedClasses::Entry> Classes = {
      {0x20000000, 100001, true}, {0x20000200, 100002, true}};
  const std::vector<ThreadTable::Entry> Threads = {{0x50000000, 200001}};
  std::unique_ptr<RecordStream> Out;

  void begin(bool IsBinary = true) {
    Out = std::make_unique<RecordStream>(
        ::open(File.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), IsBinary,
        // A time that no record contains by chance.
        std::chrono::steady_clock::now() - std::chrono::hours(1));
    Out->begin(1, 1, 4);
    for (size_t I = 0; I != 2; ++I) {
      Out->Next.Classes.take();
      LoadClass R;
      R.ClassSerial = Out->Next.ClassSerials.take();
      R.Class = Classes[I].Id;
      R.Name = Out->name(I ? "Node" : "Base");
      Out->write(R);
    }
    StartThread T;
    T.ThreadSerial = Out->Next.ThreadSerials.take();
    T.Thread = Threads[0].Id;
    T.Name = Out->name("main");
    Out->write(T);
  }
  Error import(const std::string &Path, const HeldEntries &Held,
               StringRef Lost = "") {
    Expected<DumpImport> Found = DumpImport::open(Path, Held);
    return Found ? Found->append(*Out, Lost) : Found.takeError();
  }
  std::string import(const VmDump &D, StringRef Lost = "") {
    const SmallVector<char, 0> Bytes = hprofOf(D.yaml());
    writeFile(In, StringRef(Bytes.data(), Bytes.size()));
    HeldEntries Held;
    Held.Classes = Classes;
    Held.Threads = Threads;
    const uint64_t Handles[] = {0x7700, 0x7710, 0x7720};
    Held.Handles = Handles;
    return toString(import(In, Held, Lost));
  }
  /// The bytes written.
  std::string bytes() {
    EXPECT_FALSE(bool(Out->finish()));
    return contentOf(File);
  }
  std::string records() { return recordsIn(bytes()); }
};
} // namespace

TEST_F(DumpImportTest, IdsAndSerialsAreThoseOfTheOutput) {
  for (unsigned NumFillers : {0, 3, 3000}) {
    begin();
    VmDump D;
    D.NumFillers = NumFillers;
    EXPECT_EQ(import(D), "");
    const std::string R = records();
    for (const char *Line :
         {// Only the class that the output does not have yet.
          "name: Late}\n",
          "- stackFrame: {id: 0x70000002, method: next, classSerial: 100002, "
          "line: 7}\n",
          "- stackFrame: {id: 0x70000003, method: up, classSerial: 100006, "
          "line: 8}\n",
          "- stackTrace: {traceSerial: 300003, threadSerial: 200001, frames: "
          "[0x70000002, 0x70000003]}\n",
          "- rootThreadObject: {object: 0x50000000, threadSerial: 200001, "
          "traceSerial: 300003}\n",
          "- rootJniGlobal: {object: 0x100000050, globalRef: 0x7708}\n",
          "- rootJavaFrame: {object: 0x100000050, threadSerial: 200001}\n",
          "- rootStickyClass: {object: Base}\n",
          "- classDump: {class: Base, statics: {s: object 0x50000000}, "
          "fields: {up: object}}\n",
          "- classDump: {class: Node, super: Base, fields: {next: object}}\n",
          "- classDump: {class: Late, super: Node}\n",
          "- instance: {object: 0x50000000, class: Base, fields: {up: "
          "0x100000050}}\n",
          "- instance: {object: 0x100000050, class: Node, fields: {next: "
          "0x50000000, up: 0x100000030}}\n",
          "- objectArray: {object: 0x100000080, class: Base, elements: "
          "[0x50000000, null, 0x20000200, 0x100000030]}\n"})
      EXPECT_EQ(countOf(R, Line), 1u) << Line;
    EXPECT_EQ(countOf(R, "loadClass"), 3u);
    EXPECT_EQ(countOf(R, "rootJniGlobal"), 1u);
    EXPECT_EQ(countOf(R, "rootStickyClass"), 1 + 3 * NumFillers);
    EXPECT_EQ(countOf(R, "objectArray"), 1u);
    EXPECT_EQ(countOf(R, "primitiveArray"), NumFillers);
    if (testing::Test::HasFailure())
      return;
  }
}

namespace {
/// The times of records, and the ids of objects.
struct Seen : RecordVisitor {
  std::vector<uint32_t> Times;
  std::multiset<uint64_t> Objects;
  std::multiset<uint64_t> Strings;
  using RecordVisitor::visit;
  void beginFrame(const Frame &F) override { Times.push_back(F.Time); }
  void visit(const Utf8 &R) override { Strings.insert(R.Id); }
  void visit(const InstanceDump &R) override { Objects.insert(R.Object); }
  void visit(const ObjectArrayDump &R) override { Objects.insert(R.Object); }
};
} // namespace

static Seen seenIn(const std::string &Bytes) {
  Seen S;
  std::unique_ptr<Source> In =
      Source::fromMemory(arrayRefFromStringRef(Bytes), "output");
  cantFail(cantFail(HprofReader::create(*In)).read(S));
  return S;
}

TEST_F(DumpImportTest, RecordsHaveTheTimeOfTheDump) {
  begin();
  EXPECT_EQ(import({}), "");
  const Seen S = seenIn(bytes());
  EXPECT_GT(S.Times.size(), 10u);
  for (uint32_t Time : S.Times)
    EXPECT_GE(Time, 3600u * 1000000u);
}

TEST_F(DumpImportTest, EachDumpHasItsOwnNumbers) {
  begin();
  for (unsigned N = 0; N != 3; ++N)
    EXPECT_EQ(import({}), "");
  const std::string Bytes = bytes();
  const std::string R = recordsIn(Bytes);
  for (const char *Line :
       {"- objectArray: {object: 0x100000080,",
        "- objectArray: {object: 0x1000100000080,",
        "- objectArray: {object: 0x2000100000080,",
        "- loadClass: {classSerial: 100006, class: 0x100000030,",
        "- loadClass: {classSerial: 100010, class: 0x1000100000030,",
        "- stackTrace: {traceSerial: 300003,",
        "- stackTrace: {traceSerial: 300006,", "- stackFrame: {id: 0x70000003,",
        "- stackFrame: {id: 0x70000006,"})
    EXPECT_EQ(countOf(R, Line), 1u) << Line;
  // Threads that are already known keep their serial numbers.
  EXPECT_EQ(countOf(R, "rootThreadObject: {object: 0x50000000, threadSerial: "
                       "200001,"),
            3u);
  EXPECT_EQ(countOf(R, "loadClass"), 5u);
  const Seen S = seenIn(Bytes);
  for (uint64_t Id : S.Strings)
    EXPECT_EQ(S.Strings.count(Id), 1u);
}

/// If the heap overlaps with the agent's own ids, all objects are moved, in
/// this dump and in later ones.
TEST_F(DumpImportTest, HeapAmongTheNumbersOfTheAgent) {
  begin();
  // 1000 threads have been given ids.
  Out->Next.ThreadSerials.takeMany(1000);
  VmDump Low;
  Low.First = "0x50010000";
  EXPECT_EQ(import(Low), "");
  EXPECT_EQ(import({}), "");
  EXPECT_EQ(import(Low), "");
  const Seen S = seenIn(bytes());
  EXPECT_EQ(S.Objects.count(0x50010000), 0u);
  for (uint64_t Id : S.Objects)
    if (Id != 0x50000000) {
      EXPECT_EQ(S.Objects.count(Id), 1u) << Id;
    }
}

TEST_F(DumpImportTest, Text) {
  begin(/*IsBinary=*/false);
  EXPECT_EQ(import({}), "");
  EXPECT_EQ(import({}), "");
  EndThread E;
  E.ThreadSerial = 200001;
  Out->write(E);
  const std::string Text = bytes();
  EXPECT_EQ(countOf(Text, "JAVA PROFILE"), 1u);
  EXPECT_EQ(countOf(Text, "HEAP DUMP BEGIN"), 2u);
  EXPECT_EQ(countOf(Text, "HEAP DUMP END\n"), 2u);
  for (const char *Line :
       {"ROOT 50000000 (kind=<thread>, id=200001, trace=300003)",
        "CLS 20000000 (name=Base", "CLS 20000200 (name=Node",
        "OBJ 50000000 (sz="})
    EXPECT_EQ(countOf(Text, Line), countOf(Line, "300003") ? 1u : 2u) << Line;
  EXPECT_EQ(countOf(Text, "class=Base@20000000"), 2u) << Text;
  EXPECT_EQ(countOf(Text, "CLS 100000030 (name=Late"), 1u);
  EXPECT_EQ(countOf(Text, "CLS 1000100000030 (name=Late"), 1u);
  EXPECT_EQ(countOf(Text, "JNI global"), 2u) << Text;
  EXPECT_TRUE(StringRef(Text).ends_with("THREAD END (id = 200001)\n"));
}

/// The VM gives all objects the same trace, which has no frames.
TEST_F(DumpImportTest, SaysWhyObjectsHaveNoTraces) {
  VmDump D;
  D.HasTraceOfObjects = true;
  for (const char *Lost : {"", "HPROF.lost"}) {
    const unsigned Num = *Lost ? 2 : 0;
    begin();
    EXPECT_EQ(import(D, Lost), "");
    EXPECT_EQ(import(D, Lost), "");
    const std::string Records = records();
    EXPECT_EQ(countOf(Records, "method: HPROF.lost"), Num) << Records;
    begin(/*IsBinary=*/false);
    EXPECT_EQ(import(D, Lost), "");
    EXPECT_EQ(import(D, Lost), "");
    const std::string Text = bytes();
    EXPECT_EQ(countOf(Text, "HPROF.lost(libhprof.so:Native method)"), Num)
        << Text;
    // Threads keep their own traces.
    EXPECT_EQ(countOf(Text, "Node.next"), 2u) << Text;
  }
}

TEST_F(DumpImportTest, DumpsWithoutHeldObjects) {
  VmDump None, Short, Null;
  None.Held = {};
  Short.Held.pop_back();
  Null.Held[1] = "null";
  begin();
  for (const VmDump &D : {None, Short, Null})
    EXPECT_EQ(import(D),
              "the VM's dump lacks references to classes and threads");
  EXPECT_EQ(countOf(records(), "heapDump"), 0u);
}

TEST_F(DumpImportTest, DumpThatIsNone) {
  begin();
  HeldEntries Held;
  EXPECT_NE(toString(import(Folder.path("none"), Held)), "");
  writeFile(In, "nonsense");
  EXPECT_NE(toString(import(In, Held)), "");
}

TEST(VmDumpFacts, FindsHeldObjects) {
  const VmDump D;
  const SmallVector<char, 0> Bytes = hprofOf(D.yaml());
  for (size_t ChunkSize : {0, 7}) {
    VmDumpFacts Found;
    VmDumpFactFinder V(Found, {0x7700, 0x7710, 0x7720});
    readChunked(Bytes, ChunkSize, V);
    EXPECT_EQ(Found.Held,
              (std::vector<uint64_t>{0x100000010, 0x100000020, 0x100000040}));
    EXPECT_EQ(Found.RootSize, 17u);
    ASSERT_EQ(Found.HeldRoots.size(), 3u);
    EXPECT_EQ(Found.HeldRoots[1], Found.HeldRoots[0] + 17);
    EXPECT_EQ(Found.HeldRoots[2], Found.HeldRoots[1] + 17);
    EXPECT_EQ(Found.LastFrame, 2u);
    EXPECT_EQ(Found.LastTrace, 2u);
    EXPECT_EQ(Found.LastClass, 3u);
    EXPECT_EQ(Found.LastThread, 1u);
    EXPECT_EQ(Found.FirstObject, 0x100000040u);
  }
}
