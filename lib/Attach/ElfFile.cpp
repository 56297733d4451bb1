//===- ElfFile.cpp - Target and symbols of an ELF file --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElfFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace hprof;

Expected<ElfMachine> hprof::readElfMachine(StringRef Start) {
  if (Start.size() < ElfMachineSize ||
      !Start.starts_with(StringRef(ELF::ElfMagic, 4)))
    return createStringError("is not an ELF file (shared library)");
  ElfMachine M;
  M.Is64 = Start[ELF::EI_CLASS] == ELF::ELFCLASS64;
  M.IsLittle = Start[ELF::EI_DATA] == ELF::ELFDATA2LSB;
  M.Machine = support::endian::read<uint16_t>(
      Start.data() + 18, M.IsLittle ? endianness::little : endianness::big);
  return M;
}

std::string ElfMachine::text() const {
  std::string Name = "machine " + std::to_string(Machine);
  switch (Machine) {
  case ELF::EM_386:
    Name = "x86";
    break;
  case ELF::EM_X86_64:
    Name = "x86-64";
    break;
  case ELF::EM_ARM:
    Name = "ARM";
    break;
  case ELF::EM_AARCH64:
    Name = "AArch64";
    break;
  case ELF::EM_PPC64:
    Name = "PowerPC64";
    break;
  case ELF::EM_S390:
    Name = "s390x";
    break;
  case ELF::EM_RISCV:
    Name = "RISC-V";
    break;
  }
  return (Is64 ? "64-bit " : "32-bit ") + Name +
         (IsLittle ? "" : " (big-endian)");
}

namespace {

struct Segment {
  uint64_t Type, Offset, Address, Size; ///< Size in the file.
};

/// The dynamic section. Tables are represented by their file offsets.
struct Dynamic {
  StringRef Strings; ///< The string table, up to the end of the file.
  std::optional<uint64_t> Symbols, Hash, GnuHash;
  SmallVector<StringRef, 16> Needed; ///< Names of libraries.

  StringRef stringAt(uint64_t Offset) const {
    return Strings.substr(Offset).split('\0').first;
  }
};

/// Reads fields of either width; bytes past the end of the file are 0.
struct ElfReader {
  StringRef File;
  ElfMachine Machine;

  template <typename T> uint64_t get(uint64_t At) const {
    if (At > File.size() || File.size() - At < sizeof(T))
      return 0;
    return support::endian::read<T>(File.data() + At, Machine.IsLittle
                                                          ? endianness::little
                                                          : endianness::big);
  }
  /// Reads a field with the width of an address.
  uint64_t word(uint64_t At) const {
    return Machine.Is64 ? get<uint64_t>(At) : get<uint32_t>(At);
  }
  uint64_t wordSize() const { return Machine.Is64 ? 8 : 4; }

  // Program header table.
  uint64_t table() const { return word(Machine.Is64 ? 32 : 28); }
  uint64_t headerSize() const { return get<uint16_t>(Machine.Is64 ? 54 : 42); }
  uint64_t headers() const { return get<uint16_t>(Machine.Is64 ? 56 : 44); }
  bool hasTable() const {
    return table() <= File.size() &&
           headers() * headerSize() <= File.size() - table();
  }
  SmallVector<Segment, 16> segments() const;
  /// Returns the file offset of the byte at \p Address in memory.
  std::optional<uint64_t> offsetOf(uint64_t Address) const;
  Dynamic dynamic() const;
};

} // namespace

SmallVector<Segment, 16> ElfReader::segments() const {
  bool Is64 = Machine.Is64;
  SmallVector<Segment, 16> Found;
  if (!hasTable())
    return Found;
  for (uint64_t I = 0; I != headers(); ++I) {
    uint64_t At = table() + I * headerSize();
    Segment S;
    S.Type = get<uint32_t>(At);
    S.Offset = word(At + (Is64 ? 8 : 4));
    S.Address = word(At + (Is64 ? 16 : 8));
    S.Size = word(At + (Is64 ? 32 : 16));
    Found.push_back(S);
  }
  return Found;
}

Error hprof::checkSharedLibrary(StringRef File) {
  Expected<ElfMachine> M = readElfMachine(File);
  if (!M)
    return M.takeError();
  ElfReader In{File, *M};
  if (In.get<uint16_t>(16) != ELF::ET_DYN)
    return createStringError("is not a shared library (ELF type " +
                             Twine(In.get<uint16_t>(16)) + ", expected " +
                             Twine(unsigned(ELF::ET_DYN)) + ")");
  if (!In.hasTable())
    return createStringError(
        "is truncated: " + Twine(File.size()) +
        " bytes, its program headers extend to " +
        Twine(In.table() + In.headers() * In.headerSize()));
  bool IsLoadable = false;
  for (const Segment &S : In.segments()) {
    if (S.Type != ELF::PT_LOAD)
      continue;
    IsLoadable = true;
    if (S.Offset > File.size() || S.Size > File.size() - S.Offset)
      return createStringError("is truncated: " + Twine(File.size()) +
                               " bytes, its segments extend to " +
                               Twine(S.Offset + S.Size));
  }
  if (!IsLoadable)
    return createStringError("has no loadable segment");
  return Error::success();
}

std::optional<uint64_t> ElfReader::offsetOf(uint64_t Address) const {
  for (const Segment &S : segments())
    if (S.Type == ELF::PT_LOAD && Address >= S.Address &&
        Address - S.Address < S.Size && S.Offset <= File.size())
      return S.Offset + (Address - S.Address);
  return std::nullopt;
}

Dynamic ElfReader::dynamic() const {
  Dynamic Found;
  SmallVector<uint64_t, 16> Names;
  std::optional<uint64_t> Strings;
  for (const Segment &S : segments()) {
    if (S.Type != ELF::PT_DYNAMIC || S.Offset > File.size())
      continue;
    uint64_t End = S.Offset + std::min(S.Size, File.size() - S.Offset);
    for (uint64_t At = S.Offset; At < End; At += 2 * wordSize()) {
      uint64_t Tag = word(At), Value = word(At + wordSize());
      if (Tag == ELF::DT_NULL)
        break;
      if (Tag == ELF::DT_NEEDED)
        Names.push_back(Value);
      if (Tag == ELF::DT_STRTAB)
        Strings = offsetOf(Value);
      if (Tag == ELF::DT_SYMTAB)
        Found.Symbols = offsetOf(Value);
      if (Tag == ELF::DT_GNU_HASH)
        Found.GnuHash = offsetOf(Value);
      // On s390x, the words of this table are 64 bits wide.
      if (Tag == ELF::DT_HASH && Machine.Machine != ELF::EM_S390)
        Found.Hash = offsetOf(Value);
    }
  }
  if (Strings)
    Found.Strings = File.substr(*Strings);
  for (uint64_t Name : Names)
    Found.Needed.push_back(Found.stringAt(Name));
  return Found;
}

CLibrary hprof::neededCLibrary(StringRef File) {
  Expected<ElfMachine> M = readElfMachine(File);
  if (!M) {
    consumeError(M.takeError());
    return CLibrary::Unknown;
  }
  for (StringRef Library : ElfReader{File, *M}.dynamic().Needed) {
    if (Library == "libc.so.6")
      return CLibrary::Glibc;
    if (Library == "libc.so" || Library.starts_with("libc.musl-"))
      return CLibrary::Musl;
  }
  return CLibrary::Unknown;
}

namespace {

/// Looks up one name as the dynamic linker does. The generic ABI describes both
/// hash tables; results are as in definesSymbol().
struct SymbolLookup {
  const ElfReader &In;
  const Dynamic &Table;
  StringRef Name;

  bool isAt(uint64_t Index) const {
    bool Is64 = In.Machine.Is64;
    uint64_t At = *Table.Symbols + Index * (Is64 ? 24 : 16);
    return In.get<uint16_t>(At + (Is64 ? 6 : 14)) != ELF::SHN_UNDEF &&
           Table.stringAt(In.get<uint32_t>(At)) == Name;
  }
  std::optional<bool> byGnuHash() const;
  std::optional<bool> byHash() const;
};

} // namespace

std::optional<bool> SymbolLookup::byGnuHash() const {
  uint64_t Start = *Table.GnuHash;
  uint64_t Buckets = In.get<uint32_t>(Start);
  uint64_t First = In.get<uint32_t>(Start + 4);
  uint64_t Filter = In.get<uint32_t>(Start + 8);
  if (!Buckets)
    return std::nullopt;
  uint32_t Hash = 5381;
  for (char C : Name)
    Hash = Hash * 33 + static_cast<uint8_t>(C);
  uint64_t BucketsAt = Start + 16 + Filter * In.wordSize();
  uint64_t Index = In.get<uint32_t>(BucketsAt + Hash % Buckets * 4);
  if (Index < First)
    return false;
  // The last hash of a chain is odd, the others are even.
  uint64_t At = BucketsAt + 4 * Buckets + 4 * (Index - First);
  for (; At < In.File.size(); At += 4, ++Index) {
    uint32_t Found = In.get<uint32_t>(At);
    if ((Found | 1) == (Hash | 1) && isAt(Index))
      return true;
    if (Found & 1)
      return false;
  }
  return std::nullopt;
}

std::optional<bool> SymbolLookup::byHash() const {
  uint64_t Start = *Table.Hash;
  uint64_t Buckets = In.get<uint32_t>(Start);
  uint64_t Chains = In.get<uint32_t>(Start + 4);
  if (!Buckets)
    return std::nullopt;
  uint32_t Hash = 0;
  for (char C : Name) {
    Hash = (Hash << 4) + static_cast<uint8_t>(C);
    uint32_t High = Hash & 0xf0000000;
    Hash = (Hash ^ High >> 24) & ~High;
  }
  uint64_t Index = In.get<uint32_t>(Start + 8 + Hash % Buckets * 4);
  // A malformed chain may be a loop.
  uint64_t Left = std::min<uint64_t>(Chains, In.File.size() / 4);
  for (; Index && Left; --Left) {
    if (isAt(Index))
      return true;
    Index = In.get<uint32_t>(Start + 8 + 4 * (Buckets + Index));
  }
  if (Index)
    return std::nullopt;
  return false;
}

/// Whether a library with this name is part of the C or C++ runtime.
static bool isRuntime(StringRef Library) {
  return any_of(ArrayRef<StringRef>{"ld-linux", "libc.", "libdl.", "libgcc_s.",
                                    "libm.", "libpthread.", "librt.",
                                    "libstdc++."},
                [&](StringRef One) { return Library.starts_with(One); });
}

std::optional<bool> hprof::definesSymbol(StringRef File, StringRef Name) {
  Expected<ElfMachine> M = readElfMachine(File);
  if (!M) {
    consumeError(M.takeError());
    return std::nullopt;
  }
  ElfReader In{File, *M};
  Dynamic Table = In.dynamic();
  if (!Table.Symbols || Table.Strings.empty())
    return std::nullopt;
  SymbolLookup Lookup{In, Table, Name};
  std::optional<bool> Found = Table.GnuHash ? Lookup.byGnuHash()
                              : Table.Hash  ? Lookup.byHash()
                                            : std::nullopt;
  if (Found && !*Found && !all_of(Table.Needed, isRuntime))
    return std::nullopt;
  return Found;
}
