//===- TextWriterTest.cpp - Tests of the writer of the agent's text -------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/HprofText/TextWriter.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

/// A list of \p Elements that owns its memory.
template <class S> class List {
public:
  List(std::initializer_list<S> Elements) {
    for (const S &Element : Elements)
      Built.add(Element);
  }
  operator ListRef<S>() const { return Built.ref(); }

private:
  ListBuilder<S> Built;
};

/// A writer and the names that it receives.
class Text {
public:
  explicit Text(StringRef Version = "1.0.1") {
    FileHeader H;
    H.Version = Version.str();
    H.Millis = 1000;
    *this << H;
  }

  template <class R> Text &operator<<(const R &Rec) {
    static_cast<RecordVisitor &>(Build).visit(Rec);
    static_cast<RecordVisitor &>(Writer).visit(Rec);
    return *this;
  }
  Text &name(uint64_t Id, StringRef Text) {
    Utf8 R;
    R.Id = Id;
    R.Text = arrayRefFromStringRef(Text);
    return *this << R;
  }
  Text &loadClass(uint32_t Serial, uint64_t Class, uint64_t Name) {
    LoadClass R;
    R.ClassSerial = Serial;
    R.Class = Class;
    R.Name = Name;
    return *this << R;
  }
  Text &begin(uint8_t Tag, uint32_t Time = 0) {
    Frame F;
    F.Tag = Tag;
    F.Time = Time;
    Writer.beginFrame(F);
    return *this;
  }
  Text &end(uint8_t Tag) {
    Frame F;
    F.Tag = Tag;
    Writer.endFrame(F, 0);
    return *this;
  }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
    Writer.payload(Of, Chunk);
  }

  /// The complete text.
  std::string all() {
    EXPECT_FALSE(errorToBool(Writer.finish()));
    EXPECT_FALSE(errorToBool(Out->finish()));
    return std::string(Bytes.begin(), Bytes.end());
  }
  /// The text after the prologue.
  std::string str() {
    std::string All = all();
    constexpr StringLiteral Line = "\n--------\n\n";
    size_t At = StringRef(All).find(Line);
    return At == std::string::npos ? All : All.substr(At + Line.size());
  }

private:
  SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  DumpContext Names;
  DumpContext::Builder Build{Names};
  TextWriter Writer{*Out, &Names};
};

RootUnknown root(uint64_t Object) {
  RootUnknown R;
  R.Object = Object;
  return R;
}

StackTrace trace(uint32_t Serial) {
  StackTrace R;
  R.TraceSerial = Serial;
  return R;
}

constexpr char Begin[] =
    "HEAP DUMP BEGIN (0 objects, 0 bytes) Thu Jan  1 00:00:01 1970\n";

} // namespace

TEST(TextWriter, BeginsWithVersionAndDate) {
  auto First = [](StringRef Version) {
    return Text(Version).all().substr(0, 52);
  };
  EXPECT_EQ(First("1.0.1"),
            "JAVA PROFILE 1.0.1, created Thu Jan  1 00:00:01 1970");
  // Versions of HPROF binary.
  EXPECT_EQ(First("1.0.2"), First("1.0.1"));
  EXPECT_EQ(First("1.0.3"), First("1.0.1"));
  EXPECT_EQ(First(""), First("1.0.1"));
  EXPECT_EQ(First("1.0"),
            "JAVA PROFILE 1.0, created Thu Jan  1 00:00:01 1970\n\n");
}

TEST(TextWriter, PrintsDates) {
  auto Date = [](uint64_t Seconds) {
    FileHeader H;
    H.Version = "1.0.1";
    H.Millis = Seconds * 1000;
    std::string All = (Text("") << H).all();
    return All.substr(28, All.find('\n') - 28);
  };
  EXPECT_EQ(Date(0), "Thu Jan  1 00:00:00 1970");
  EXPECT_EQ(Date(951782399), "Mon Feb 28 23:59:59 2000");
  EXPECT_EQ(Date(951782400), "Tue Feb 29 00:00:00 2000");
  EXPECT_EQ(Date(951868800), "Wed Mar  1 00:00:00 2000");
  EXPECT_EQ(Date(1763689155), "Fri Nov 21 01:39:15 2025");
  EXPECT_EQ(Date(1795225155), "Sat Nov 21 01:39:15 2026");
  EXPECT_EQ(Date(4107542400), "Mon Mar  1 00:00:00 2100");
  EXPECT_EQ(Date(253402300800), "Sat Jan  1 00:00:00 10000");
}

TEST(TextWriter, JoinsSegments) {
  Text T;
  HeapDumpEnd End;
  T.begin(0x1c, 5000000) << root(1);
  T.end(0x1c).name(7, "between");
  T.begin(0x1c) << root(2);
  T.end(0x1c) << End;
  T.begin(0x1c) << root(3);
  T.end(0x1c);
  T.begin(0x0c) << root(4);
  T.end(0x0c);
  EXPECT_EQ(T.str(),
            "HEAP DUMP BEGIN (0 objects, 0 bytes) Thu Jan  1 00:00:06 1970\n"
            "ROOT 1 (kind=<unknown>)\n"
            "ROOT 2 (kind=<unknown>)\n"
            "HEAP DUMP END\n" +
                (Begin +
                 Twine("ROOT 3 (kind=<unknown>)\n"
                       "HEAP DUMP END\n") +
                 Begin + "ROOT 4 (kind=<unknown>)\nHEAP DUMP END\n")
                    .str());
}

TEST(TextWriter, PutsTracesBehindTheHeapDumpTheyLieIn) {
  Text T;
  T.begin(0x1c) << root(1) << trace(5);
  T.end(0x1c).begin(0x1c) << root(2);
  T.end(0x1c);
  CpuSamples Section;
  T << trace(6) << Section;
  EXPECT_EQ(T.str(), Begin + std::string("ROOT 1 (kind=<unknown>)\n"
                                         "ROOT 2 (kind=<unknown>)\n"
                                         "HEAP DUMP END\n"
                                         "TRACE 5:\n\t<empty>\n"
                                         "TRACE 6:\n\t<empty>\n"
                                         "CPU SAMPLES BEGIN (total = 0) "
                                         "Thu Jan  1 00:00:01 1970\n"
                                         "CPU SAMPLES END\n"));
}

TEST(TextWriter, TakesElementsInAnyChunks) {
  SmallVector<uint8_t, 0> Ids;
  RecordEncoder E(Ids, 8);
  for (uint64_t Id : {0x7f00000010ull, 0ull, 0xffffffffffffffffull, 1ull})
    E.number(Id, 8);
  ObjectArrayDump R;
  R.Object = 0xabc;
  R.TraceSerial = 3;
  R.Length = 4;
  R.Class = 0x10;
  auto Print = [&](size_t Chunk) {
    Text T;
    T.name(1, "[Ljava/lang/String;").loadClass(1, 0x10, 1);
    ObjectSize Size;
    Size.Object = R.Object;
    Size.Size = 32;
    R.Elements = Payload();
    if (!Chunk)
      R.Elements = Payload(Ids);
    else
      R.Elements.Size = Ids.size();
    T.begin(0x0c) << Size << R;
    for (ArrayRef<uint8_t> Rest = Ids; Chunk && !Rest.empty();) {
      T.payload(R.Kind, Rest.take_front(Chunk));
      Rest = Rest.drop_front(std::min(Chunk, Rest.size()));
    }
    return T.str();
  };
  std::string Wanted = Begin + std::string("ARR abc (sz=32, trace=3, nelems=4, "
                                           "elem type=java.lang.String[]@10)\n"
                                           "\t[0]\t\t7f00000010\n"
                                           "\t[2]\t\tffffffffffffffff\n"
                                           "\t[3]\t\t1\n"
                                           "HEAP DUMP END\n");
  for (size_t Chunk : {0, 1, 7, 8, 9, 100})
    EXPECT_EQ(Print(Chunk), Wanted) << Chunk;
}

TEST(TextWriter, ForgetsPayloadsOfRecordsThatTextCannotSay) {
  Text T;
  ObjectArrayDump Cut;
  Cut.Length = 2;
  Cut.Elements.Size = 16;
  Opaque Bytes;
  T.begin(0x0c) << Cut << Bytes;
  T.payload(Bytes.Kind, {0, 0, 0, 0, 0, 0, 0, 1});
  EXPECT_EQ(T.str(),
            Begin + std::string("ARR 0 (sz=0, trace=0, nelems=2, "
                                "elem type=Unknown_class@0)\nHEAP DUMP END\n"));
}

TEST(TextWriter, NamesMayBeLongAndOdd) {
  std::string Long(200000, 'x');
  Text T;
  StartThread R;
  R.Name = 1;
  R.GroupName = 2;
  T.name(1, Long).name(2, "a\"\nb") << R << R;
  std::string Line =
      "THREAD START (obj=0, id = 0, name=\"" + Long + "\", group=\"a\"\nb\")\n";
  EXPECT_EQ(T.str(), Line + Line);
}

TEST(TextWriter, LongNamesWithinAHeapDumpFollowIt) {
  std::string Long(200000, 'x');
  Text T;
  StartThread R;
  R.Name = 1;
  T.name(1, Long).begin(0x0c) << R << R;
  T.end(0x0c);
  std::string Line =
      "THREAD START (obj=0, id = 0, name=\"" + Long + "\", group=\"\")\n";
  EXPECT_EQ(T.str(), Begin + ("HEAP DUMP END\n" + Line) + Line);
}

TEST(TextWriter, IdsMayChangeTheirMeaning) {
  Text T;
  ReferenceObject R;
  R.Object = 0x100;
  R.Class = 0x10;
  List<NamedReference> References = {{1, 0x200}};
  R.References = References;
  T.name(1, "first").name(2, "A").name(3, "B").loadClass(1, 0x10, 2);
  T.begin(0x1c) << R;
  T.end(0x1c).name(1, "secondly").loadClass(1, 0x10, 3);
  T.begin(0x1c) << R;
  EXPECT_EQ(T.str(), Begin + std::string("OBJ 100 (sz=0, trace=0, class=A@10)\n"
                                         "\tfirst\t\t200\n"
                                         "OBJ 100 (sz=0, trace=0, class=B@10)\n"
                                         "\tsecondly\t200\n"
                                         "HEAP DUMP END\n"));
}

TEST(TextWriter, SizesAreOfTheObjectThatFollows) {
  Text T;
  ObjectSize Size;
  Size.Object = 0x100;
  Size.Size = 400;
  PrimitiveArrayNoData R;
  R.Object = 0x100;
  R.ElementType = BasicType::Long;
  R.Length = 4294967295;
  T.begin(0x0c) << Size << R << R;
  R.Object = 0x108;
  T << Size << R;
  EXPECT_EQ(T.str(),
            Begin + std::string(
                        "ARR 100 (sz=400, trace=0, nelems=4294967295, "
                        "elem type=long[])\n"
                        "ARR 100 (sz=34359738360, trace=0, nelems=4294967295, "
                        "elem type=long[])\n"
                        "ARR 108 (sz=34359738360, trace=0, nelems=4294967295, "
                        "elem type=long[])\n"
                        "HEAP DUMP END\n"));
}

TEST(TextWriter, PercentagesAreToldOrComputed) {
  CpuSamples R;
  R.Total = 11;
  List<CpuSample> Samples = {{1, 5}, {10, 6}};
  R.Samples = Samples;
  Percentages Rows;
  List<Percentage> Told = {{-5, -1234}, {123456, INT32_MIN}};
  Rows.Rows = Told;
  Text T;
  T << Rows << R << R;
  std::string Head = "CPU SAMPLES BEGIN (total = 11) Thu Jan  1 00:00:01 1970\n"
                     "rank   self  accum   count trace method\n";
  EXPECT_EQ(T.str(),
            Head +
                "   1 -0.05% -12.34%       1     5 <empty trace>\n"
                "   2 1234.56% -21474836.48%      10     6 <empty trace>\n"
                "CPU SAMPLES END\n" +
                Head +
                "   1  9.09%  9.09%       1     5 <empty trace>\n"
                "   2 90.91% 100.00%      10     6 <empty trace>\n"
                "CPU SAMPLES END\n");
}

TEST(TextWriter, AFileOfMethodCallsHasNoPrologue) {
  MethodCalls R;
  List<MethodCall> Calls = {{4294967295, 1, 0, -7}, {0, 0, 1, 2}};
  R.Calls = Calls;
  Text T("");
  T.name(1, "A.b(I)V") << R;
  EXPECT_EQ(T.all(), "count callee caller time\n"
                     "4294967295 A.b(I)V <unknown caller> -7\n"
                     "0 <unknown callee> A.b(I)V 2\n");
  Text Other("");
  Other << trace(1);
  EXPECT_TRUE(StringRef(Other.all()).starts_with("JAVA PROFILE 1.0.1, "));
}
