//===- TextReaderTest.cpp - The reader of the agent's text ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/HprofText/TextReader.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
/// Writes fields in the form " Name=value".
struct FieldPrinter {
  static constexpr bool Mutates = false;
  raw_ostream &OS;
  template <FieldType T, class F> void field(const char *Name, const F &V) {
    OS << ' ' << Name << '=';
    if constexpr (T == FieldType::Value)
      OS << basicTypeName(V.Type) << utohexstr(V.Bits);
    else
      OS << int64_t(V);
  }
  template <FieldType C, class S>
  void list(const char *Name, const ListRef<S> &L) {
    OS << ' ' << Name << "=[";
    forEach(L, [&](const S &Element) {
      mapRecord(*this, Element);
      OS << ';';
    });
    OS << ']';
  }
  template <PayloadKind K, class R>
  void payload(const char *, const R &, const Payload &P) {
    OS << " size=" << P.Size << ' ' << toHex(P.Bytes);
  }
};

/// Logs one line for each record, independent of payload chunks.
struct Log : RecordVisitor {
  std::string Text;
  raw_string_ostream OS{Text};
  size_t Limit = SIZE_MAX; ///< Stops after this number of lines.
  size_t Lines = 0;

  void visit(const FileHeader &H) override {
    begin("FileHeader");
    OS << ' ' << H.Version << ' '
       << (H.Carrier == Format::HprofText ? 'T' : '?') << ' ' << H.Millis;
  }
  void beginFrame(const Frame &F) override {
    begin("{");
    OS << unsigned(F.Tag);
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    begin("}");
    OS << Length;
  }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) override {
    OS << toHex(Chunk);
  }
  bool wantsMore() const override { return Lines < Limit; }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { add(#NAME, R); }
#include "hprof/Format/Records/Records.def"

  void begin(StringRef Name) {
    OS << '\n' << Name;
    ++Lines;
  }
  template <class R> void add(const char *Name, const R &Rec) {
    begin(Name);
    OS << '@' << Rec.Offset;
    FieldPrinter Print{OS};
    mapRecord(Print, Rec);
  }
};

struct Outcome {
  std::string Records;
  std::vector<std::string> Damages;
  std::string Error;
  bool operator==(const Outcome &O) const {
    return Records == O.Records && Damages == O.Damages && Error == O.Error;
  }
};
} // namespace

static Outcome readText(StringRef Text, size_t Window = 0,
                        uint64_t MaxArrayLength = 1 << 20,
                        size_t Limit = SIZE_MAX) {
  Outcome R;
  Log Records;
  Records.Limit = Limit;
  TextReaderOptions Options;
  Options.MaxArrayLength = MaxArrayLength;
  Options.OnDamage = [&](const Damage &D) {
    R.Damages.push_back((errcName(D.Code) + Twine(": ") + D.What).str());
  };
  std::unique_ptr<Source> In =
      Source::fromMemory(arrayRefFromStringRef(Text), "test", Window);
  R.Error = toString(readHprofText(*In, Records, Options));
  R.Records = Records.OS.str();
  return R;
}

/// Reads \p Text as mapped input and from pipes with small chunks; the results
/// must agree.
static Outcome readEveryWay(StringRef Text, const Twine &What = "") {
  Outcome Mapped = readText(Text);
  for (size_t Window : {1, 7}) {
    Outcome Piped = readText(Text, Window);
    EXPECT_EQ(Mapped.Records, Piped.Records) << What.str();
    EXPECT_EQ(Mapped.Damages, Piped.Damages) << What.str();
    EXPECT_EQ(Mapped.Error, Piped.Error) << What.str();
  }
  return Mapped;
}

static constexpr StringLiteral Date = " Sat Nov 21 01:29:15 2026\n";

/// Every kind of line.
static std::string richText() {
  return ("JAVA PROFILE 1.0.1, created" + Date +
          "\nTRACE           is a trace.\n\n--------\n\n"
          "THREAD START (obj=50000001, id = 200001, name=\"a \"b\"\nc\", "
          "group=\"main\")\n"
          "WAIT: MONITOR LA;, timeout=10, thread 200001\n"
          "SLEEP: timeout=5, <unknown thread>\n"
          "TRACE 300000:\n\t<empty>\n"
          "TRACE 300001: (thread=200001) (from dead phase of JVM)\n"
          "\tp.A.m(A.java:12)\n\tp.A.<init>(<Unknown Source>:Unknown line)\n"
          "MONITOR DUMP BEGIN\n    THREAD 200001, trace 300001, status: CW\n"
          "    MONITOR LA;\n\towner: thread 200001, entry count: 1\n"
          "\twaiting to enter: thread 200001, <unknown thread>\n"
          "\twaiting to be notified:\nMONITOR DUMP END\n"
          "MONITOR TIME BEGIN (total = 100 ms)" +
          Date +
          "rank   self  accum   count trace monitor\n"
          "   1 50.00% 50.00%       7 300001 p.A (Java)\nMONITOR TIME END\n"
          "HEAP DUMP BEGIN (2 objects, 30 bytes)" +
          Date +
          "ROOT 0 (kind=<thread>, id=200001, trace=300000)\n"
          "ROOT 50000002 (kind=<system class>, name=p.A)\n"
          "ROOT 50000003 (kind=<JNI global ref>, id=1, trace=300001)\n"
          "ROOT 50000003 (kind=<Java stack>, thread=200001, frame=0)\n"
          "OBJ 50000003 (sz=16, trace=300001, class=p.A@50000002)\n"
          "\tnext\t\t50000003\n\tlongerName\t50000004\n"
          "ARR 50000004 (sz=32, trace=300001, nelems=3, elem "
          "type=p.A[]@50000005)\n\t[0]\t\t50000003\n\t[2]\t\t50000003\n"
          "ARR 50000006 (sz=40, trace=300001, nelems=10, elem type=int[])\n"
          "CLS 50000002 (name=p.A, trace=300000)\n\tsuper\t\t50000007\n"
          "\tstatic head\t50000003\n\tconstant pool entry 3\t50000002\n"
          "HEAP DUMP END\n"
          "SITES BEGIN (ordered by live bytes)" +
          Date +
          "          percent          live          alloc'ed  stack class\n"
          " rank   self  accum     bytes objs     bytes  objs trace name\n"
          "    1 75.00% 75.00%        48    2        48     2 300001 p.A\n"
          "SITES END\n"
          "CPU SAMPLES BEGIN (total = 2)" +
          Date +
          "rank   self  accum   count trace method\n"
          "   1 50.00% 50.00%       1 300001 p.A.m\nCPU SAMPLES END\n"
          "CPU TIME (ms) BEGIN (total = 10)" +
          Date +
          "rank   self  accum   count trace method\n"
          "   1 30.00% 30.00%       1 300000 <empty trace>\n"
          "CPU TIME (ms) END\n"
          "THREAD END (id = 200001)\n"
          "count callee caller time\n3 A.b(I)V <unknown caller> 4\n")
      .str();
}

TEST(TextReaderTest, UnderstandsEveryLine) {
  Outcome R = readEveryWay(richText());
  EXPECT_EQ(R.Error, "");
  EXPECT_THAT(R.Damages, ElementsAre());
  for (const char *Name : {"Utf8",
                           "LoadClass",
                           "StartThread",
                           "EndThread",
                           "MonitorEvent",
                           "TracePhase",
                           "StackFrame",
                           "StackTrace",
                           "MonitorDumpMonitor",
                           "MonitorTimes",
                           "HeapDumpTotals",
                           "RootThreadObject",
                           "RootClass",
                           "RootTrace",
                           "RootJavaFrame",
                           "ObjectSize",
                           "ReferenceObject",
                           "ObjectArrayDump",
                           "PrimitiveArrayNoData",
                           "ClassDump",
                           "AllocSites",
                           "CpuSamples",
                           "CpuTimes",
                           "MethodCalls"})
    EXPECT_THAT(R.Records, HasSubstr(("\n" + Twine(Name) + "@").str()));
}

TEST(TextReaderTest, TakesWindowsLineEnds) {
  std::string Text = richText(), Crlf;
  for (char C : Text) {
    if (C == '\n')
      Crlf += '\r';
    Crlf += C;
  }
  Outcome R = readEveryWay(Crlf);
  EXPECT_EQ(R.Error, "");
  EXPECT_THAT(R.Damages, ElementsAre());
  // Compare everything but the offsets.
  auto WithoutOffsets = [](StringRef Records) {
    std::string Out;
    SmallVector<StringRef, 0> Lines;
    Records.split(Lines, '\n');
    for (StringRef Line : Lines) {
      auto [Name, Rest] = Line.split('@');
      if (!Name.starts_with("}"))
        Out += (Name + Rest.drop_while(isDigit) + "\n").str();
    }
    return Out;
  };
  EXPECT_EQ(WithoutOffsets(R.Records), WithoutOffsets(readText(Text).Records));
}

TEST(TextReaderTest, SlowSurvivesEveryCut) {
  std::string Text = richText();
  Outcome Whole = readText(Text);
  for (size_t Size = 0; Size != Text.size(); ++Size) {
    StringRef Cut = StringRef(Text).take_front(Size);
    Outcome R = readEveryWay(Cut, "cut at " + Twine(Size));
    EXPECT_LE(R.Records.size(), Whole.Records.size() + 64) << Size;
    if (!R.Error.empty()) {
      EXPECT_THAT(R.Error,
                  HasSubstr("expected text output of the HPROF agent"));
      continue;
    }
    bool IsWhole = Cut.ends_with("\n") || Cut.ends_with(")") ||
                   Cut.ends_with("END") || Cut.ends_with("--------") ||
                   Cut.ends_with("<empty>");
    // Without damage, nothing can be missing.
    EXPECT_TRUE(!R.Damages.empty() || IsWhole)
        << Size << ": " << Cut.take_back(50).str();
    for (const std::string &D : R.Damages)
      EXPECT_TRUE(StringRef(D).starts_with("truncated: ")) << Size << ": " << D;
  }
}

TEST(TextReaderTest, SlowSurvivesEveryFlip) {
  std::string Text = richText();
  for (size_t I = 0; I != Text.size(); ++I)
    for (char Bits : {0x01, 0x10, 0x7f}) {
      char Was = Text[I];
      Text[I] ^= Bits;
      readEveryWay(Text, "flip at " + Twine(I));
      Text[I] = Was;
    }
}

TEST(TextReaderTest, StopsWhenNoMoreIsWanted) {
  std::string Text = richText();
  for (size_t Limit = 1; Limit != 60; ++Limit) {
    Outcome R = readText(Text, 0, 1 << 20, Limit);
    EXPECT_THAT(R.Damages, ElementsAre()) << Limit;
    EXPECT_LE(StringRef(R.Records).count('\n'), Limit + 12);
  }
}

TEST(TextReaderTest, TellsFilesApart) {
  EXPECT_TRUE(looksLikeHprofText(richText()));
  EXPECT_TRUE(looksLikeHprofText("JAVA PROFILE 1.0.1, created"));
  EXPECT_TRUE(looksLikeHprofText("count callee caller time\r\n"));
  EXPECT_TRUE(looksLikeHprofText("\nCPU SAMPLES BEGIN (total = 5) "));
  EXPECT_TRUE(looksLikeHprofText("TRACE 5:\n"));
  EXPECT_FALSE(looksLikeHprofText("TRACE           represents a stack"));
  EXPECT_FALSE(
      looksLikeHprofText(StringRef("JAVA PROFILE 1.0.2\0\0\0\0\4", 23)));
  EXPECT_FALSE(looksLikeHprofText(""));
  EXPECT_FALSE(looksLikeHprofText("--- !hprof\n"));
}

TEST(TextReaderTest, BeginsAnewWithEachFile) {
  std::string Text = "THREAD START (obj=1, id = 1, name=\"n\", group=\"\")\n";
  std::string File = ("JAVA PROFILE 1.0.1, created" + Date).str() + Text;
  Outcome R = readEveryWay(File +
                           "JAVA PROFILE 1.0.1, created Thu Jan  1 "
                           "00:00:01 1970\r\n--------\r\n" +
                           Text);
  EXPECT_THAT(R.Damages, ElementsAre());
  EXPECT_THAT(R.Records, HasSubstr("FileHeader 1.0.1 T 1795224555000"));
  EXPECT_THAT(R.Records, HasSubstr("FileHeader 1.0.1 T 1000"));
  // The ids are unique across both files, for users who keep both.
  EXPECT_THAT(R.Records, HasSubstr(" Id=1 size=1 6E"));
  EXPECT_THAT(R.Records, HasSubstr(" Id=2 size=1 6E"));
}

//===----------------------------------------------------------------------===//
// Truncated lines
//===----------------------------------------------------------------------===//

/// The agent's buffer has room for 1023 bytes of a line.
static std::string cut(const Twine &Line) {
  return StringRef(Line.str()).take_front(1023).str();
}

static const std::string Long(1500, 'x');

TEST(TextReaderTest, FindsTheLineBehindACutOne) {
  std::string End = "THREAD END (id = 7)\n";
  Outcome R = readEveryWay(
      cut("THREAD START (obj=1, id = 2, name=\"" + Long + "\", group=\"g\")") +
      End);
  EXPECT_THAT(R.Damages,
              ElementsAre("bad-text: line 1, column 1024: expected the rest of "
                          "the line, which its writer truncated"));
  EXPECT_THAT(R.Records, HasSubstr(" Name=1 GroupName=0"));
  EXPECT_THAT(R.Records, HasSubstr(" size=988 7878"));
  EXPECT_THAT(R.Records, HasSubstr("EndThread@1023 ThreadSerial=7"));

  // Truncated inside the group, between name and group, and with newlines in
  // the name.
  for (size_t Size : {900, 983, 985, 987, 988})
    for (char C : {'x', '\n'}) {
      std::string Name(Size, 'y');
      Name[400] = C;
      R = readEveryWay(cut(Twine("THREAD START (obj=1, id = 2, name=\"") +
                           Name + "\", group=\"" + Long + "\")") +
                       End);
      EXPECT_EQ(R.Damages.size(), 1u) << Size;
      EXPECT_THAT(R.Records, HasSubstr("EndThread@1023 ThreadSerial=7"))
          << Size;
    }
}

TEST(TextReaderTest, TakesLongLinesThatAreWhole) {
  Outcome R = readEveryWay("THREAD START (obj=1, id = 2, name=\"" + Long +
                           "\", group=\"g\")\nTHREAD END (id = 7)\n");
  EXPECT_THAT(R.Damages, ElementsAre());
  EXPECT_THAT(R.Records, HasSubstr(" size=1500 7878"));
  EXPECT_THAT(R.Records, HasSubstr(" size=1 67"));
}

TEST(TextReaderTest, CutsFramesAndRows) {
  std::string Top = "p.A." + Long;
  std::string Text = "TRACE 1:\n" + cut("\t" + Top + "(A.java:1)") +
                     "\tp.B.n(B.java:2)\n" +
                     ("CPU SAMPLES BEGIN (total = 1)" + Date).str() +
                     // The columns with numbers are written separately, so only
                     // the name is truncated.
                     "   1 100.00% 100.00%       1     1" + cut(" " + Top) +
                     "CPU SAMPLES END\n";
  Outcome R = readEveryWay(Text);
  EXPECT_THAT(R.Damages,
              ElementsAre("bad-text: line 2, column 1024: expected the rest of "
                          "the line, which its writer truncated",
                          "bad-text: line 4, column 1058: expected the rest of "
                          "the line, which its writer truncated"));
  EXPECT_THAT(R.Records, HasSubstr("Frames=[ Frame=1; Frame=2;]"));
  EXPECT_THAT(R.Records, HasSubstr("Samples=[ Samples=1 TraceSerial=1;]"));
}

TEST(TextReaderTest, CutsHeapLines) {
  std::string Text =
      ("HEAP DUMP BEGIN (1 objects, 1 bytes)" + Date).str() +
      cut("ROOT 1 (kind=<system class>, name=" + Long + ")") +
      cut("OBJ 1 (sz=16, trace=5, class=" + Long + "@7)") + "\tf\t\t2\n" +
      cut("ARR 2 (sz=16, trace=5, nelems=1, elem type=" + Long + "@7)") +
      "\t[0]\t\t1\n" + cut("CLS 7 (name=" + Long + ", trace=3)") +
      "\tsuper\t\t9\nHEAP DUMP END\n";
  Outcome R = readEveryWay(Text);
  EXPECT_EQ(R.Damages.size(), 4u);
  EXPECT_THAT(R.Records, HasSubstr("RootStickyClass@62 Object=1"));
  EXPECT_THAT(R.Records,
              HasSubstr(" Object=1 TraceSerial=5 Class=0 ClassName=2 "
                        "References=[ Name=3 Object=2;]"));
  EXPECT_THAT(R.Records, HasSubstr(" Object=2 TraceSerial=5 Length=1 Class=0"));
  EXPECT_THAT(R.Records, HasSubstr(" Class=7 TraceSerial=0 Super=9"));
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

TEST(TextReaderTest, SendsLargeArraysInChunks) {
  constexpr uint32_t Length = 100000;
  std::string Text =
      ("HEAP DUMP BEGIN (1 objects, 1 bytes)" + Date +
       "ARR 1 (sz=1, trace=2, nelems=" + Twine(Length) +
       ", elem type=A[]@3)\n\t[5]\t\tab\n\t[8191]\t\tcd\n\t[8192]\t\tef\n"
       "\t[99998]\t\t12\nHEAP DUMP END\n")
          .str();
  std::vector<uint8_t> Expected(size_t(Length) * 8);
  Expected[5 * 8 + 7] = 0xab;
  Expected[8191 * 8 + 7] = 0xcd;
  Expected[8192 * 8 + 7] = 0xef;
  Expected[99998 * 8 + 7] = 0x12;
  Outcome R = readEveryWay(Text);
  EXPECT_THAT(R.Damages, ElementsAre());
  EXPECT_TRUE(
      StringRef(R.Records).contains(" size=800000 " + toHex(Expected) + "\n}"));
}

TEST(TextReaderTest, RefusesArraysThatAreTooLong) {
  std::string Text = ("HEAP DUMP BEGIN (1 objects, 1 bytes)" + Date +
                      "ARR 1 (sz=1, trace=2, nelems=4294967295, elem "
                      "type=A[]@3)\n\t[5]\t\tab\nHEAP DUMP END\n")
                         .str();
  Outcome R = readText(Text, 0, /*MaxArrayLength=*/1000);
  EXPECT_THAT(R.Damages,
              ElementsAre("bad-text: line 2, column 30: expected a shorter "
                          "array, found '4294967295, elem type=A[...'"));
}

TEST(TextReaderTest, BoundsTheLengthOfLines) {
  std::string Text = "THREAD END (id = 1)\n" + std::string(5 << 20, 'x') +
                     "\nTHREAD END (id = 2)\n";
  Outcome R = readEveryWay(Text);
  EXPECT_EQ(R.Damages.size(), 1u);
  EXPECT_THAT(R.Records, HasSubstr("ThreadSerial=2"));
}

TEST(TextReaderTest, TakesTooManyStatics) {
  std::string Text = ("HEAP DUMP BEGIN (1 objects, 1 bytes)" + Date +
                      "CLS 1 (name=A, trace=0)\n")
                         .str();
  for (unsigned I = 0; I != 65540; ++I)
    Text += "\tstatic a\t1\n";
  Outcome R = readText(Text + "HEAP DUMP END\n");
  EXPECT_EQ(R.Damages.size(), 5u);
}
