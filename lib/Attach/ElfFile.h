//===- ElfFile.h - What an ELF file is for and defines ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_ELFFILE_H
#define HPROF_LIB_ATTACH_ELFFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>

namespace hprof {

/// The start of an ELF file. See the System V ABI, chapters 4 and 5.
struct ElfMachine {
  bool Is64 = false;
  bool IsLittle = false;
  uint16_t Machine = 0; ///< EM_X86_64 and so on.

  bool operator==(const ElfMachine &O) const {
    return Is64 == O.Is64 && IsLittle == O.IsLittle && Machine == O.Machine;
  }
  /// "64-bit x86-64"; a big-endian one is "32-bit ARM (big-endian)".
  std::string text() const;
};

/// Bytes that readElfMachine() needs.
constexpr size_t ElfMachineSize = 20;

/// Fails if \p Start is not the start of an ELF file.
llvm::Expected<ElfMachine> readElfMachine(llvm::StringRef Start);

/// Fails if \p File, whose start readElfMachine() accepts, is not a shared
/// library or ends before its segments do. (A VM that maps such a file is
/// killed by SIGBUS.)
llvm::Error checkSharedLibrary(llvm::StringRef File);

enum class CLibrary {
  Unknown, ///< None is needed, or the dynamic section is malformed.
  Glibc,
  Musl,
};

/// The C library that the ELF file \p File needs (DT_NEEDED). Files of
/// other architectures are read as well.
CLibrary neededCLibrary(llvm::StringRef File);

/// Whether dlsym() finds \p Name in the ELF file \p File. Nothing if that is
/// not known: libraries that it needs, other than those of C and C++, may
/// define the symbol, or there is no well-formed hash table of symbols.
std::optional<bool> definesSymbol(llvm::StringRef File, llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_ELFFILE_H
