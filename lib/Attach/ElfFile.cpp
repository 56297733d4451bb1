//===- ElfFile.cpp - Which machine and C library a file is for ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElfFile.h"
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

/// Reads fields of either width; what is past the end of the file is 0.
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
  /// A field of the width of an address.
  uint64_t word(uint64_t At) const {
    return Machine.Is64 ? get<uint64_t>(At) : get<uint32_t>(At);
  }
  uint64_t wordSize() const { return Machine.Is64 ? 8 : 4; }

  // The table of program headers.
  uint64_t table() const { return word(Machine.Is64 ? 32 : 28); }
  uint64_t headerSize() const { return get<uint16_t>(Machine.Is64 ? 54 : 42); }
  uint64_t headers() const { return get<uint16_t>(Machine.Is64 ? 56 : 44); }
  bool hasTable() const {
    return table() <= File.size() &&
           headers() * headerSize() <= File.size() - table();
  }
  SmallVector<Segment, 16> segments() const;
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
        " bytes, its program headers take " +
        Twine(In.table() + In.headers() * In.headerSize()));
  bool IsLoadable = false;
  for (const Segment &S : In.segments()) {
    if (S.Type != ELF::PT_LOAD)
      continue;
    IsLoadable = true;
    if (S.Offset > File.size() || S.Size > File.size() - S.Offset)
      return createStringError("is truncated: " + Twine(File.size()) +
                               " bytes, its segments take " +
                               Twine(S.Offset + S.Size));
  }
  if (!IsLoadable)
    return createStringError("has no segment to load");
  return Error::success();
}

CLibrary hprof::neededCLibrary(StringRef File) {
  Expected<ElfMachine> M = readElfMachine(File);
  if (!M) {
    consumeError(M.takeError());
    return CLibrary::Unknown;
  }
  ElfReader In{File, *M};
  SmallVector<Segment, 16> Segments = In.segments();
  uint64_t Strings = 0;
  SmallVector<uint64_t, 16> Names;
  for (const Segment &S : Segments) {
    if (S.Type != ELF::PT_DYNAMIC || S.Offset > File.size())
      continue;
    uint64_t End = S.Offset + std::min(S.Size, File.size() - S.Offset);
    for (uint64_t At = S.Offset; At < End; At += 2 * In.wordSize()) {
      uint64_t Tag = In.word(At), Value = In.word(At + In.wordSize());
      if (Tag == ELF::DT_NULL)
        break;
      if (Tag == ELF::DT_NEEDED)
        Names.push_back(Value);
      if (Tag == ELF::DT_STRTAB)
        Strings = Value;
    }
  }
  for (const Segment &S : Segments) {
    if (S.Type != ELF::PT_LOAD || Strings < S.Address ||
        Strings - S.Address >= S.Size)
      continue;
    StringRef Table = File.substr(std::min<uint64_t>(S.Offset, File.size()))
                          .substr(Strings - S.Address);
    for (uint64_t Name : Names) {
      StringRef Library = Table.substr(Name).split('\0').first;
      if (Library == "libc.so.6")
        return CLibrary::Glibc;
      if (Library == "libc.so" || Library.starts_with("libc.musl-"))
        return CLibrary::Musl;
    }
  }
  return CLibrary::Unknown;
}
