//===- ClassicRoundTripTest.cpp - Generated dumps survive a round trip ----===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassicTestSupport.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace hprof::test;
using namespace llvm;
using testing::IsEmpty;

namespace {
/// Sends a random dump as a reader of the format would.
class Generator {
public:
  Generator(unsigned Seed, ClassicForm Form, RecordVisitor &V)
      : Random(Seed), Style(classicStyle(Form)), V(V),
        IdSize(Seed % 2 ? 4 : 8) {}
  void run();

private:
  uint64_t id() {
    uint64_t Id = Random() % 3 ? Random() % 64 * 8 + 8 : Random() + 1;
    return IdSize == 8 && Random() % 5 == 0 ? Id << 32 | Id : Id;
  }
  uint64_t maybeNull() {
    return Style.HasNulls && Random() % 3 == 0 ? 0 : id();
  }
  uint64_t name(const std::string &Text);
  std::string randomName();
  void facts(uint64_t Id, uint64_t Size);
  void block(uint64_t Id);
  template <class R> void send(const R &Rec) { V.visit(Rec); }
  ListRef<NamedReference> list();
  void object();
  void array();
  void primitive();
  void classRecord();

  std::mt19937 Random;
  const ClassicStyle &Style;
  RecordVisitor &V;
  const unsigned IdSize;
  std::vector<std::string> Names;
  ListBuilder<NamedReference> List;
  SmallVector<uint8_t, 0> Bytes;
  ClassicTotals T;
  uint64_t Deep = 0, Set = 0, Nulls = 0;
};
} // namespace

uint64_t Generator::name(const std::string &Text) {
  auto It = find(Names, Text);
  uint64_t Id = uint64_t(It - Names.begin()) + 1;
  if (It != Names.end())
    return Id;
  Names.push_back(Text);
  Utf8 R;
  R.Id = Id;
  R.Text = Payload(arrayRefFromStringRef(Text));
  V.visit(R);
  return Id;
}

std::string Generator::randomName() {
  static constexpr StringLiteral Parts[] = {
      "java/lang/", "A",        "$1",           " with blanks",
      "/0x0012",    "\xc3\xa4", "$$Lambda$12/", "x"};
  std::string Text = "p";
  for (unsigned N = Random() % 4; N; --N)
    Text += Parts[Random() % std::size(Parts)];
  return Text;
}

void Generator::facts(uint64_t Id, uint64_t Size) {
  ObjectSize S;
  S.Object = Id;
  S.Size = Size;
  V.visit(S);
}

void Generator::block(uint64_t Id) {
  if (!Style.HasClassBlocks)
    return;
  ArrayClass A;
  A.Object = Id;
  A.Class = id();
  V.visit(A);
  ++Set;
}

ListRef<NamedReference> Generator::list() {
  List.begin(IdSize);
  for (unsigned N = Random() % 6; N; --N) {
    uint64_t Id = maybeNull();
    ++(Id ? Set : Nulls);
    List.add({/*Name=*/0, Id});
  }
  return List.ref();
}

void Generator::object() {
  ReferenceObject R;
  R.Object = id();
  R.ClassName = name(randomName());
  facts(R.Object, Random() % 100 * 8);
  if (Style.HasClassBlocks) {
    R.Class = id();
    ++Set;
  }
  R.References = list();
  V.visit(R);
  ++T.Objects;
}

void Generator::array() {
  ReferenceArray R;
  R.Object = id();
  bool IsDeep = Random() % 4 == 0;
  R.ClassName = name(IsDeep ? "[[I" : "[L" + randomName() + ";");
  facts(R.Object, Random() % 100 * 8);
  block(R.Object);
  R.Length = Random() % 200 ? Random() % 9 : 140000;
  R.ArrayLength = Style.TellsLengths ? R.Length : UINT32_MAX;
  Bytes.clear();
  RecordEncoder Enc(Bytes, IdSize);
  for (uint32_t I = 0; I != R.Length; ++I) {
    uint64_t Id = maybeNull();
    ++(Id ? Set : Nulls);
    Enc.number(Id, IdSize);
  }
  R.Elements = Payload(Bytes);
  V.visit(R);
  ++(IsDeep ? Deep : T.ObjectArrays);
}

void Generator::primitive() {
  static constexpr BasicType Types[] = {BasicType::Boolean, BasicType::Char,
                                        BasicType::Double, BasicType::Long};
  PrimitiveArrayNoData R;
  R.Object = id();
  R.ElementType = Types[Random() % std::size(Types)];
  name({'[', basicTypeDescriptor(R.ElementType)});
  uint64_t Size = Random() % 1000 * 8;
  facts(R.Object, Size);
  block(R.Object);
  R.Length = classicArrayLength(Size, R.ElementType, IdSize, R.Object);
  V.visit(R);
  ++T.PrimitiveArrays;
}

void Generator::classRecord() {
  ReferenceClass R;
  R.Class = id();
  R.Name = name(Random() % 4 ? randomName() : "[[J");
  facts(R.Class, Random() % 100 * 8);
  R.References = list();
  V.visit(R);
  ++T.Classes;
}

void Generator::run() {
  FileHeader H;
  H.IdSize = IdSize;
  H.Carrier = Format::IbmClassic;
  V.visit(H);
  ClassicHeader Form;
  Form.Form = uint8_t(Style.Form);
  V.visit(Form);
  if (Random() % 4) {
    ProducerVersion P;
    P.Text = name("JRE 1.8.0 " + std::to_string(Random()));
    V.visit(P);
  }
  primitive(); // This record determines the form.
  for (unsigned N = Random() % 60; N; --N) {
    void (Generator::*Kinds[])() = {&Generator::object, &Generator::array,
                                    &Generator::primitive,
                                    &Generator::classRecord};
    (this->*Kinds[Random() % std::size(Kinds)])();
  }
  (Style.CountsByElement ? T.ObjectArrays : T.PrimitiveArrays) += Deep;
  T.Nulls = Style.HasNulls ? Nulls : Random() % 50;
  T.References = Set + T.Nulls;
  V.visit(T);
}

/// Like EXPECT_EQ, without printing megabytes.
static void expectSame(StringRef Found, StringRef Wanted) {
  if (Found == Wanted)
    return;
  size_t At = 0;
  while (At < std::min(Found.size(), Wanted.size()) && Found[At] == Wanted[At])
    ++At;
  size_t From = At - std::min<size_t>(At, 80);
  ADD_FAILURE() << "differs at " << At << ":\n"
                << Found.substr(From, 160).str() << "\nwanted:\n"
                << Wanted.substr(From, 160).str();
}

TEST(ClassicRoundTrip, GeneratedDumpsComeBack) {
  for (ClassicForm Form : {ClassicForm::OpenJ9, ClassicForm::Spec})
    for (unsigned Seed = 0; Seed != 100 && !testing::Test::HasFailure();
         ++Seed) {
      SCOPED_TRACE(Seed);
      SmallVector<char, 0> Yaml, Text;
      auto YamlOut = Sink::toMemory(Yaml), TextOut = Sink::toMemory(Text);
      YamlWriterOptions Style;
      Style.DocumentSize = UINT64_MAX;
      YamlWriter AsYaml(*YamlOut, Style);
      Generator(Seed, Form, AsYaml).run();
      cantFail(AsYaml.finish());
      cantFail(YamlOut->finish());
      ClassicWriter AsText(*TextOut);
      Generator(Seed, Form, AsText).run();
      cantFail(AsText.finish());
      cantFail(TextOut->finish());
      Reading R = readText(str(Text), Seed % 3 ? 0 : 4096);
      EXPECT_THAT(R.Damages, IsEmpty());
      expectSame(R.Header + "\n---\n" + R.Yaml, str(Yaml));
      expectSame(rewrite(str(Text)), str(Text));
    }
}
