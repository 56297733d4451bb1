//===- RelocateRecordsTest.cpp - Moving ids in each kind of record --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks every field of every record of Records.def against a second, simple
/// description of the ids that are moved.
///
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Ids/Relocate.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;

namespace {
constexpr unsigned IdSize = 8;

/// Moves each kind by a different number.
RelocateOptions allKinds() {
  RelocateOptions By;
  By.Objects = 0x1000;
  By.Strings = 0x200;
  By.Frames = 0x30;
  By.ClassSerials = 4000;
  By.TraceSerials = 500;
  By.ThreadSerials = 60;
  return By;
}

/// Fills fields with values that can be moved, and with special ones.
class Filler {
public:
  static constexpr bool Mutates = true;
  explicit Filler(std::mt19937 &Random) : Random(Random) {}

  template <FieldType T, class F> void field(const char *, F &V) {
    if constexpr (T == FieldType::Value) {
      V.Type = Random() % 2 ? BasicType::Object : BasicType::Long;
      V.Bits = Random() % 1000;
    } else if constexpr (T == FieldType::Type) {
      V = Random() % 2 ? BasicType::Object : BasicType::Short;
    } else if constexpr (T == FieldType::Count) {
      V = F(Random() % 9);
    } else {
      V = F(Random() % 4 ? Random() % 100 : Random() % 2 ? 0 : UINT64_MAX);
      // The id or serial -1 is the only one above the limit for moves.
      if (fieldWidth(T, IdSize) == 8 && V == F(UINT64_MAX))
        V = 7;
    }
  }
  template <FieldType, class S> void list(const char *, ListRef<S> &L) {
    ListBuilder<S> List(Buffers[NumBuffers++], IdSize);
    for (unsigned N = Random() % 4; N; --N) {
      S Element;
      mapRecord(*this, Element);
      List.add(Element);
    }
    L = List.ref();
  }
  template <PayloadKind K, class R>
  void payload(const char *, R &Rec, Payload &P) {
    SmallVector<uint8_t, 0> &Buffer = Buffers[NumBuffers++];
    if constexpr (K == PayloadKind::Text)
      Buffer.resize(5);
    else
      Buffer.resize(payloadSize(Rec, IdSize));
    for (size_t I = 0; I != Buffer.size(); ++I)
      Buffer[I] = I % 8 < 6 ? 0 : uint8_t(Random() % 3);
    P = Payload(Buffer);
  }

private:
  std::mt19937 &Random;
  SmallVector<uint8_t, 0> Buffers[MaxLists + 1];
  unsigned NumBuffers = 0;
};

/// Encodes a record as expected after a move by allKinds(). Classes have no
/// layouts.
class Expecter {
public:
  static constexpr bool Mutates = false;
  explicit Expecter(SmallVectorImpl<uint8_t> &Out) : Enc(Out, IdSize) {}

  static uint64_t id(uint64_t V, uint64_t By) { return V ? V + By : 0; }
  static uint64_t serial(uint64_t V, uint64_t By) {
    return V && V != UINT32_MAX ? V + By : V;
  }
  template <FieldType T, class F> void field(const char *Name, const F &V) {
    if constexpr (T == FieldType::Value)
      Enc.value(
          {V.Type, V.Type == BasicType::Object ? id(V.Bits, 0x1000) : V.Bits});
    else if constexpr (T == FieldType::ObjectId || T == FieldType::ClassId)
      Enc.number(id(V, 0x1000), IdSize);
    else if constexpr (T == FieldType::StringId)
      Enc.number(id(V, 0x200), IdSize);
    else if constexpr (T == FieldType::FrameId)
      Enc.number(id(V, 0x30), IdSize);
    else if constexpr (T == FieldType::ClassSerial)
      Enc.number(serial(V, 4000), 4);
    else if constexpr (T == FieldType::TraceSerial)
      Enc.number(serial(V, 500), 4);
    else if constexpr (T == FieldType::ThreadSerial)
      Enc.number(serial(V, 60), 4);
    else
      Enc.field<T>(Name, V);
  }
  template <FieldType C, class S> void list(const char *, const ListRef<S> &L) {
    Enc.number(L.Count, fieldWidth(C, 0));
    forEach(L, [&](const S &Element) { mapRecord(*this, Element); });
  }
  template <PayloadKind K, class R>
  void payload(const char *Name, const R &Rec, const Payload &P) {
    if (!isReference(elementType(Rec)))
      return Enc.payload<K>(Name, Rec, P);
    for (size_t I = 0; I != P.Size; I += IdSize)
      Enc.number(id(loadBE(P.Bytes.data() + I, IdSize), 0x1000), IdSize);
  }

private:
  RecordEncoder Enc;
};

/// Encodes everything it receives.
class Catcher final : public RecordVisitor {
public:
  using RecordVisitor::visit;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { catchRecord(R); }
#include "hprof/Format/Records/Records.def"
  RecordKindSet runKinds() const override { return subRecordKinds(); }
  void run(const SubRecordRun &Run) override {
    Caught.append(Run.Bytes.begin(), Run.Bytes.end());
  }
  SmallVector<uint8_t, 0> Caught;

private:
  template <class R> void catchRecord(const R &Rec) {
    RecordEncoder Enc(Caught, IdSize);
    mapRecord(Enc, Rec);
  }
};

struct MovedRecords : testing::Test {
  MovedRecords() { Pass = S->makePass(Seen, Losses); }
  template <class R> void expect() {
    Pass->visit(FileHeader()); // Makes the pass forget classes.
    for (unsigned I = 0; I != 100; ++I) {
      R Rec;
      Filler Fill(Random);
      mapRecord(Fill, Rec);
      const R &Filled = Rec;
      SmallVector<uint8_t, 0> Want;
      Expecter Expect(Want);
      mapRecord(Expect, Filled);
      Seen.Caught.clear();
      Pass->visit(Filled);
      EXPECT_TRUE(Seen.Caught == Want) << recordInfo(R::Kind).Name;
    }
  }
  template <class R> void expectRun() {
    Pass->visit(FileHeader());
    SmallVector<uint8_t, 0> In, Want;
    for (unsigned I = 0; I != 100; ++I) {
      R Rec;
      Filler Fill(Random);
      mapRecord(Fill, Rec);
      const R &Filled = Rec;
      Expecter Expect(Want);
      Want.push_back(R::Tag);
      mapRecord(Expect, Filled);
      RecordEncoder Enc(In, IdSize);
      In.push_back(R::Tag);
      mapRecord(Enc, Filled);
    }
    Seen.Caught.clear();
    Pass->run({0, In});
    EXPECT_TRUE(Seen.Caught == Want) << recordInfo(R::Kind).Name;
  }

  std::mt19937 Random{1};
  LossAccount Losses;
  Catcher Seen;
  std::unique_ptr<Stage> S = makeRelocate(allKinds());
  std::unique_ptr<RecordVisitor> Pass;
};
} // namespace

TEST_F(MovedRecords, EachKindByItself) {
#define HPROF_ANY_BEGIN(NAME) expect<NAME>();
#include "hprof/Format/Records/Records.def"
}

TEST_F(MovedRecords, SubRecordsInRuns) {
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  expectRun<NAME>();
#include "hprof/Format/Records/Records.def"
}
