//===- JavaStreamTest.cpp - Tests of Java object serialization ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/MemoryAnalyzer/JavaStream.h"
#include "Analysis/MemoryAnalyzer/SerializedClasses.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof::memoryanalyzer;
using namespace llvm;

/// The bytes that \p Write writes after the magic number and the version, in
/// hexadecimal.
template <class Fn> static std::string written(Fn &&Write) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  JavaStream S(OS);
  Write(S);
  EXPECT_EQ(toString(S.finish()), "");
  std::string Hex = toHex(OS.str(), /*LowerCase=*/true);
  EXPECT_EQ(Hex.substr(0, 8), "aced0005");
  return Hex.substr(8);
}

static std::string hexOf(StringRef Text) { return toHex(Text, true); }

// The expected bytes were written by java.io.ObjectOutputStream.

TEST(JavaStreamTest, Date) {
  EXPECT_EQ(written([](JavaStream &S) {
              S.object(java::Date);
              S.data(uint64_t(0x119186dc800));
              S.endData();
            }),
            "7372000e" + hexOf("java.util.Date") +
                "686a81014b5974190300007870770800000119186dc80078");
}

TEST(JavaStreamTest, Integer) {
  EXPECT_EQ(written([](JavaStream &S) {
              S.object(java::Integer);
              S.value(uint32_t(5));
            }),
            "73720011" + hexOf("java.lang.Integer") +
                "12e2a0a4f7818738020001490005" + hexOf("value") + "78720010" +
                hexOf("java.lang.Number") +
                "86ac951d0b94e08b020000787000000005");
}

TEST(JavaStreamTest, IsReferredTo) {
  EXPECT_EQ(written([](JavaStream &S) {
              S.string("a"); // 7e0000
              S.string("b"); // 7e0001
              S.string("a");
              S.array(java::Ints,
                      1); // The class is 7e0002, the array is 7e0003.
              S.value(uint32_t(7));
              JavaStream::Handle H = S.array(java::Ints, 0);
              S.reference(H);
              S.null();
            }),
            "74000161"
            "74000162"
            "71007e0000"
            "757200025b494dba602676eab2a5020000787000000001"
            "00000007"
            "7571007e000200000000"
            "71007e0004"
            "70");
}

TEST(JavaStreamTest, DataInBlocks) {
  std::string Long = written([](JavaStream &S) {
    for (uint32_t I = 0; I != 100; ++I)
      S.data(I);
  });
  // The length of a block takes one byte, and numbers are not split.
  EXPECT_EQ(Long.substr(0, 4), "77fc");
  EXPECT_EQ(Long.substr(4 + 2 * 252, 4), "7794");
  EXPECT_EQ(Long.size(), 2u * (2 + 252 + 2 + 148));
  EXPECT_EQ(written([](JavaStream &S) { S.dataUtf("MAT"); }),
            "77050003" + hexOf("MAT"));
}

TEST(JavaStreamTest, LongString) {
  std::string Text(65536, 'x');
  EXPECT_EQ(written([&](JavaStream &S) { S.string(Text); }),
            "7c0000000000010000" + hexOf(Text));
}

TEST(JavaStreamTest, Texts) {
  EXPECT_EQ(toModifiedUtf8("plain"), "plain");
  EXPECT_EQ(toModifiedUtf8("\xc0\x80\xc3\xa4"), "\xc0\x80\xc3\xa4");
  EXPECT_EQ(toModifiedUtf8(StringRef("a\0b", 3)), "a\xc0\x80"
                                                  "b");
  EXPECT_EQ(toModifiedUtf8("a\xff"), "a\xef\xbf\xbd");
  // A supplementary character is encoded as two surrogates.
  EXPECT_EQ(toModifiedUtf8("\xed\xa0\xbd\xed\xb8\x80"),
            "\xed\xa0\xbd\xed\xb8\x80");
}
