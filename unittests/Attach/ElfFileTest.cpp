//===- ElfFileTest.cpp - Tests for the machine of ELF files ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/ElfFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

/// A shared library that depends on the library \p Needed. It is 0x1000 bytes
/// long; the string table is at 0x800 in the file and at 0x10800 in memory.
struct Library {
  bool Is64;
  endianness Order;
  std::string Bytes = std::string(0x1000, '\0');

  Library(bool Is64, endianness Order, StringRef Needed)
      : Is64(Is64), Order(Order) {
    Bytes.replace(0, 4,
                  "\x7f"
                  "ELF");
    Bytes[ELF::EI_CLASS] = Is64 ? ELF::ELFCLASS64 : ELF::ELFCLASS32;
    Bytes[ELF::EI_DATA] =
        Order == endianness::little ? ELF::ELFDATA2LSB : ELF::ELFDATA2MSB;
    put<uint16_t>(16, ELF::ET_DYN);
    put<uint16_t>(18, Is64 ? ELF::EM_X86_64 : ELF::EM_ARM);
    word(Is64 ? 32 : 28, 0x100); // Offset of the program headers.
    put<uint16_t>(Is64 ? 54 : 42, Is64 ? 56 : 32); // Size of a program header.
    put<uint16_t>(Is64 ? 56 : 44, 2);              // Number of program headers.
    segment(0x100, ELF::PT_LOAD, 0, 0x10000, 0x1000);
    segment(0x100 + (Is64 ? 56 : 32), ELF::PT_DYNAMIC, 0x400, 0x10400, 0x100);
    size_t W = Is64 ? 8 : 4;
    word(0x400, ELF::DT_NEEDED);
    word(0x400 + W, 5);
    word(0x400 + 2 * W, ELF::DT_STRTAB);
    word(0x400 + 3 * W, 0x10800);
    Bytes.replace(0x805, Needed.size(), Needed.str());
  }
  /// Adds two symbols, of which the second is in another library, and a hash
  /// table with a single bucket: either a GNU hash table, for which the caller
  /// provides the hashes, or one in the old format.
  void define(StringRef First, StringRef Second,
              std::optional<std::pair<uint32_t, uint32_t>> Gnu) {
    size_t W = Is64 ? 8 : 4, Size = Is64 ? 24 : 16;
    word(0x400 + 4 * W, ELF::DT_SYMTAB);
    word(0x400 + 5 * W, 0x10600);
    word(0x400 + 6 * W, Gnu ? ELF::DT_GNU_HASH : ELF::DT_HASH);
    word(0x400 + 7 * W, 0x10700);
    Bytes.replace(0x900, First.size(), First.str());
    Bytes.replace(0xa00, Second.size(), Second.str());
    put<uint32_t>(0x600 + Size, 0x100);
    put<uint16_t>(0x600 + Size + (Is64 ? 6 : 14), 1);
    put<uint32_t>(0x600 + 2 * Size, 0x200);
    if (Gnu) {
      // Number of buckets, first symbol, words of the filter, shift.
      constexpr uint32_t Start[] = {1, 1, 1, 6};
      for (auto [I, Number] : enumerate(Start))
        put<uint32_t>(0x700 + 4 * I, Number);
      put<uint32_t>(0x710 + W, 1);
      put<uint32_t>(0x714 + W, Gnu->first & ~1u);
      put<uint32_t>(0x718 + W, Gnu->second | 1u);
    } else {
      // Number of buckets, number of chains, the bucket; then the chain 2, 1.
      constexpr uint32_t Table[] = {1, 3, 2, 0, 0, 1};
      for (auto [I, Number] : enumerate(Table))
        put<uint32_t>(0x700 + 4 * I, Number);
    }
  }
  template <typename T> void put(size_t At, T Number) {
    support::endian::write<T>(&Bytes[At], Number, Order);
  }
  void word(size_t At, uint64_t Number) {
    if (Is64)
      put<uint64_t>(At, Number);
    else
      put<uint32_t>(At, static_cast<uint32_t>(Number));
  }
  void segment(size_t At, uint32_t Type, uint64_t Offset, uint64_t Address,
               uint64_t Size) {
    put<uint32_t>(At, Type);
    word(At + (Is64 ? 8 : 4), Offset);
    word(At + (Is64 ? 16 : 8), Address);
    word(At + (Is64 ? 32 : 16), Size);
  }
};

std::string faultOf(StringRef File) {
  return toString(checkSharedLibrary(File));
}

TEST(ElfFile, CLibraryOfEachWidthAndByteOrder) {
  for (bool Is64 : {true, false})
    for (endianness Order : {endianness::little, endianness::big})
      for (auto [Name, Expected] :
           {std::pair("libc.so.6", CLibrary::Glibc),
            std::pair("libc.musl-x86_64.so.1", CLibrary::Musl),
            std::pair("libc.so", CLibrary::Musl),
            std::pair("libm.so.6", CLibrary::Unknown)}) {
        Library L(Is64, Order, Name);
        EXPECT_EQ(neededCLibrary(L.Bytes), Expected) << Name;
        EXPECT_EQ(faultOf(L.Bytes), "");
      }
}

TEST(ElfFile, Machine) {
  Library A(true, endianness::little, ""), B(false, endianness::big, "");
  auto MA = readElfMachine(A.Bytes), MB = readElfMachine(B.Bytes);
  ASSERT_TRUE(MA && MB);
  EXPECT_EQ(MA->text(), "64-bit x86-64");
  EXPECT_EQ(MB->text(), "32-bit ARM (big-endian)");
  EXPECT_FALSE(*MA == *MB);
  EXPECT_TRUE(*MA == *MA);
}

TEST(ElfFile, NoSharedLibrary) {
  EXPECT_EQ(faultOf("#!/bin/sh"), "is not an ELF file (shared library)");
  EXPECT_EQ(faultOf(""), "is not an ELF file (shared library)");
  Library L(true, endianness::little, "");
  EXPECT_EQ(faultOf(StringRef(L.Bytes).take_front(0xfff)),
            "is truncated: 4095 bytes, its segments extend to 4096");
  L.put<uint16_t>(16, ELF::ET_EXEC);
  EXPECT_EQ(faultOf(L.Bytes),
            "is not a shared library (ELF type 2, expected 3)");
  Library None(true, endianness::little, "");
  None.put<uint16_t>(56, 0);
  EXPECT_EQ(faultOf(None.Bytes), "has no loadable segment");
}

// The hashes of the names "a" and "b" by the function of the GNU linker.
constexpr std::pair<uint32_t, uint32_t> HashesOfAAndB = {177638, 177639};

TEST(ElfFile, DefinedSymbols) {
  for (bool Is64 : {true, false})
    for (endianness Order : {endianness::little, endianness::big})
      for (bool IsGnu : {true, false}) {
        Library L(Is64, Order, "libc.so.6");
        EXPECT_EQ(definesSymbol(L.Bytes, "A"), std::nullopt);
        L.define("A", "B", IsGnu ? std::optional(HashesOfAAndB) : std::nullopt);
        EXPECT_EQ(definesSymbol(L.Bytes, "A"), true);
        EXPECT_EQ(definesSymbol(L.Bytes, "B"), false) << "not defined here";
        EXPECT_EQ(definesSymbol(L.Bytes, "C"), false);
      }
}

TEST(ElfFile, ANeededLibraryMayDefineTheSymbol) {
  Library L(true, endianness::little, "libother.so");
  L.define("A", "B", std::nullopt);
  EXPECT_EQ(definesSymbol(L.Bytes, "A"), true);
  EXPECT_EQ(definesSymbol(L.Bytes, "C"), std::nullopt);
}

TEST(ElfFile, MalformedChains) {
  Library L(true, endianness::little, "libc.so.6");
  L.define("A", "B", std::nullopt);
  L.put<uint32_t>(0x700 + 4 * 4, 2);
  EXPECT_EQ(definesSymbol(L.Bytes, "C"), std::nullopt);
  Library Gnu(true, endianness::little, "libc.so.6");
  Gnu.define("A", "B", HashesOfAAndB);
  Gnu.put<uint32_t>(0x718, 0x10000);
  EXPECT_EQ(definesSymbol(Gnu.Bytes, "C"), std::nullopt);
}

class DamagedElfFile : public testing::TestWithParam<bool> {};

TEST_P(DamagedElfFile, EveryByteDamaged) {
  Library L(true, endianness::little, "libc.so.6");
  L.define("A", "B", GetParam() ? std::optional(HashesOfAAndB) : std::nullopt);
  for (size_t At = 0; At != 0x740; ++At)
    for (int Value : {0, 0x7f, 0xff}) {
      std::string Bytes = L.Bytes;
      Bytes[At] = static_cast<char>(Value);
      neededCLibrary(Bytes);
      definesSymbol(Bytes, "C");
      faultOf(Bytes);
    }
  for (size_t Size = 0; Size < L.Bytes.size(); Size += 7) {
    std::string Part(L.Bytes, 0, Size);
    Part.shrink_to_fit();
    neededCLibrary(Part);
    definesSymbol(Part, "C");
    EXPECT_NE(faultOf(Part), "");
  }
}

INSTANTIATE_TEST_SUITE_P(HashTables, DamagedElfFile, testing::Bool());

} // namespace
