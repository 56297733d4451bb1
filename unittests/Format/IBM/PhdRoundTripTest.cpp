//===- PhdRoundTripTest.cpp - Generated portable heap dumps ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every stream that PHD can express is read back as it was written, and input
/// is written back byte for byte. Truncated and modified files are handled.
///
//===----------------------------------------------------------------------===//

#include "Format/RecordLog.h"
#include "PhdBytes.h"
#include "hprof/Format/IBM/PhdReader.h"
#include "hprof/Format/IBM/PhdWriter.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace hprof::phd;
using namespace llvm;

namespace {

/// Sends streams of all records that PHD can express, as PhdReader does.
class Generator {
public:
  Generator(unsigned Seed, uint32_t Version, uint32_t Flags)
      : Random(Seed), Version(Version), Flags(Flags),
        Word(Flags & Is64Bit ? 8 : 4), Unit(1 << unitShift(Version, Flags)) {}

  void send(RecordVisitor &V, unsigned Records) {
    FileHeader H;
    H.IdSize = Word;
    V.visit(H);
    PhdHeader P;
    P.Version = Version;
    P.Flags = Flags;
    V.visit(P);
    if (one(2)) {
      ProducerVersion R;
      R.Text = text(V, "J9 " + std::to_string(one(3)));
      V.visit(R);
    }
    if (one(3) == 0) {
      PhdTotals R;
      R.Objects = uint32_t(Random());
      V.visit(R);
    }
    while (Records--)
      sendOne(V);
  }

private:
  uint64_t one(uint64_t Of) { return Random() % Of; }
  /// Numbers of all sizes, often near size limits.
  uint64_t number() {
    uint64_t N = uint64_t(1) << one(8 * Word - 4);
    switch (one(4)) {
    case 0:
      return N - 1;
    case 1:
      return N;
    case 2:
      return ~N;
    }
    return one(N);
  }
  /// A nonzero address, mostly near the previous one.
  uint64_t address() {
    uint64_t Mask = (Word == 8 ? UINT64_MAX : UINT32_MAX) & ~uint64_t(Unit - 1);
    uint64_t A = (one(8) ? At + Unit * one(300) : At + Unit * number()) & Mask;
    return A ? A : Unit;
  }
  uint64_t text(RecordVisitor &V, StringRef Text) {
    Utf8 R;
    R.Id = ++LastText;
    R.Text = Payload(arrayRefFromStringRef(Text));
    V.visit(R);
    return R.Id;
  }
  void hash(RecordVisitor &V, uint64_t Object) {
    IdentityHash R;
    R.Object = Object;
    R.Hash = uint32_t(Random());
    if (hasShortHashes(Flags))
      R.Hash = widenHash(R.Hash);
    else if (one(3))
      return;
    V.visit(R);
  }
  void size(RecordVisitor &V, uint64_t Object) {
    ObjectSize R;
    R.Object = Object;
    R.Size = 4 * (uint32_t(Random()) >> one(32));
    // As written by jdmpview.
    if (Version == 6)
      V.visit(R);
  }
  ListRef<NamedReference> references() {
    static constexpr unsigned Counts[] = {0, 1, 2, 3, 4, 7, 8, 20};
    List.begin(Word);
    for (unsigned N = Counts[one(8)]; N; --N)
      List.add({/*Name=*/0, address()});
    return List.ref();
  }

  void sendOne(RecordVisitor &V) {
    At = address();
    switch (one(8)) {
    case 0:
      return sendClass(V);
    case 1:
      return sendArray(V);
    case 2:
      return sendPrimitives(V);
    }
    hash(V, At);
    ReferenceObject R;
    R.Object = At;
    R.Class = 0x1000 * (1 + one(6));
    R.References = references();
    V.visit(R);
  }
  void sendClass(RecordVisitor &V) {
    ReferenceClass R;
    R.Class = At;
    R.Name = text(V, "C" + std::to_string(LastText));
    hash(V, At);
    R.Super = one(2) * 0x1000;
    R.InstanceSize = uint32_t(Random());
    R.References = references();
    V.visit(R);
  }
  void sendArray(RecordVisitor &V) {
    hash(V, At);
    size(V, At);
    SmallVector<uint8_t, 0> Bytes;
    RecordEncoder To(Bytes, Word);
    ReferenceArray R;
    R.Object = At;
    R.ElementClass = 0x1000 * (1 + one(6));
    R.Length = uint32_t(one(4) ? one(5) : one(100));
    R.ArrayLength = R.Length + uint32_t(one(2) * one(1000));
    for (unsigned I = 0; I != R.Length; ++I)
      To.number(address(), Word);
    R.Elements = Payload(Bytes);
    if (one(2))
      return V.visit(R);
    R.Elements.Bytes = {};
    V.visit(R);
    for (ArrayRef<uint8_t> Rest = Bytes; !Rest.empty();) {
      size_t N = std::min<size_t>(1 + one(30), Rest.size());
      V.payload(R.Kind, Rest.take_front(N));
      Rest = Rest.drop_front(N);
    }
  }
  void sendPrimitives(RecordVisitor &V) {
    hash(V, At);
    PrimitiveArrayNoData R;
    R.Object = At;
    R.ElementType = ElementTypes[one(8)];
    R.Length = uint32_t(number() & INT32_MAX);
    if (R.Length <= 3) // jdmpview's lengths would change.
      R.Length += 4;
    size(V, At);
    V.visit(R);
  }

  std::mt19937_64 Random;
  const uint32_t Version, Flags;
  const unsigned Word, Unit;
  uint64_t At = 0, LastText = 0;
  ListBuilder<NamedReference> List;
};

std::string written(unsigned Seed, uint32_t Version, uint32_t Flags,
                    unsigned Records) {
  SmallVector<char, 0> Bytes;
  auto Out = Sink::toMemory(Bytes);
  PhdWriter Writer(*Out);
  Generator(Seed, Version, Flags).send(Writer, Records);
  EXPECT_EQ(toString(Writer.finish()), "");
  cantFail(Out->finish());
  return {Bytes.begin(), Bytes.end()};
}

/// Reads \p File with windows of at most \p Window bytes; 0 means no limit.
std::string readBack(StringRef File, RecordVisitor &V, size_t Window,
                     size_t MaxWhole) {
  std::string Damages;
  PhdReaderOptions Options;
  Options.MaxWhole = MaxWhole;
  Options.OnDamage = [&](const Damage &D) { Damages += D.What + "\n"; };
  auto In = Source::fromMemory(arrayRefFromStringRef(File), "test", Window);
  return Damages + toString(readPhd(*In, V, Options));
}

/// The first line that differs, in both texts.
std::string firstDifference(StringRef Found, StringRef Wanted) {
  while (Found != Wanted) {
    auto [A, RestA] = Found.split('\n');
    auto [B, RestB] = Wanted.split('\n');
    if (A != B)
      return ("found " + A + "\nwanted " + B).str();
    Found = RestA;
    Wanted = RestB;
  }
  return "";
}

constexpr struct {
  uint32_t Version, Flags;
} Kinds[] = {{4, 0}, {4, 4}, {4, 6}, {4, 1}, {5, 0}, {5, 6}, {5, 7},
             {5, 4}, {5, 5}, {6, 4}, {6, 5}, {6, 6}, {6, 7}, {6, 1}};

TEST(PhdRoundTrip, WhatIsWrittenIsRead) {
  for (auto [Version, Flags] : Kinds)
    for (unsigned Seed = 0; Seed != 4; ++Seed) {
      RecordLog Wanted;
      Generator(Seed, Version, Flags).send(Wanted, 100);
      std::string File = written(Seed, Version, Flags, 100);
      for (size_t Window : {0, 1, 50})
        for (size_t MaxWhole : {0, 24, 1 << 20}) {
          RecordLog Found;
          EXPECT_EQ(readBack(File, Found, Window, MaxWhole), "");
          ASSERT_EQ(firstDifference(Found.Text, Wanted.Text), "")
              << "version " << Version << " flags " << Flags << " seed " << Seed
              << " window " << Window << " whole " << MaxWhole;
        }
    }
}

TEST(PhdRoundTrip, WhatIsReadIsWrittenBackByteForByte) {
  for (auto [Version, Flags] : Kinds)
    for (unsigned Seed = 0; Seed != 4; ++Seed) {
      std::string File = written(100 + Seed, Version, Flags, 100);
      for (size_t Window : {0, 9}) {
        SmallVector<char, 0> Bytes;
        auto Out = Sink::toMemory(Bytes);
        PhdWriter Writer(*Out);
        EXPECT_EQ(readBack(File, Writer, Window, Window ? 16 : 1 << 20), "");
        EXPECT_EQ(toString(Writer.finish()), "");
        cantFail(Out->finish());
        ASSERT_TRUE(StringRef(Bytes.data(), Bytes.size()) == File)
            << "version " << Version << " flags " << Flags;
      }
    }
}

/// Reads \p File both mapped and piped, with equal results, and writes its
/// contents.
void survive(StringRef File) {
  RecordLog Mapped, Piped;
  std::string Fault = readBack(File, Mapped, 0, 1 << 20);
  ASSERT_EQ(readBack(File, Piped, 5, 16), Fault);
  ASSERT_EQ(firstDifference(Piped.Text, Mapped.Text), "");
  SmallVector<char, 0> Bytes;
  auto Out = Sink::toMemory(Bytes);
  PhdWriter Writer(*Out);
  readBack(File, Writer, 0, 16);
  consumeError(Writer.finish());
}

TEST(PhdRoundTrip, SlowEveryCutIsTold) {
  for (auto [Version, Flags] : {Kinds[5], Kinds[10]}) {
    std::string File = written(7, Version, Flags, 25);
    for (size_t Size = 0; Size != File.size(); ++Size) {
      StringRef Cut = StringRef(File).take_front(Size);
      RecordLog Log;
      ASSERT_NE(readBack(Cut, Log, 0, 1 << 20), "") << Size;
      survive(Cut);
    }
  }
}

TEST(PhdRoundTrip, SlowNoChangedByteDoesHarm) {
  for (auto [Version, Flags] : {Kinds[5], Kinds[10]}) {
    std::string File = written(8, Version, Flags, 25);
    for (size_t At = 0; At != File.size(); ++At)
      for (uint8_t Flip : {0x01, 0x20, 0x80, 0xff}) {
        std::string Changed = File;
        Changed[At] = char(uint8_t(Changed[At]) ^ Flip);
        survive(Changed);
      }
  }
}

} // namespace
