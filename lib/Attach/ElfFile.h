//===- ElfFile.h - Target and symbols of an ELF file ------------*- C++ -*-===//
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

/// Machine type from the header of an ELF file. See the System V ABI, chapters
/// 4 and 5.
struct ElfMachine {
  bool Is64 = false;
  bool IsLittle = false;
  uint16_t Machine = 0; ///< EM_X86_64 and so on.

  bool operator==(const ElfMachine &O) const {
    return Is64 == O.Is64 && IsLittle == O.IsLittle && Machine == O.Machine;
  }
  /// For example "64-bit x86-64" or "32-bit ARM (big-endian)".
  std::string text() const;
};

/// Number of bytes that readElfMachine() needs.
constexpr size_t ElfMachineSize = 20;

/// Reads the machine. Fails if \p Start is not the start of an ELF file.
llvm::Expected<ElfMachine> readElfMachine(llvm::StringRef Start);

/// Fails if \p File, whose start readElfMachine() accepts, is not a shared
/// library or is truncated within its segments. (A VM that maps such a file is
/// killed by SIGBUS.)
llvm::Error checkSharedLibrary(llvm::StringRef File);

enum class CLibrary {
  Unknown, ///< No C library needed, or malformed dynamic section.
  Glibc,
  Musl,
};

/// Returns the C library that the ELF file \p File needs (DT_NEEDED). Files for
/// other architectures are supported, too.
CLibrary neededCLibrary(llvm::StringRef File);

/// Whether dlsym() finds \p Name in the ELF file \p File. Nothing if unknown:
/// libraries that the file needs, other than the C and C++ libraries, may
/// define the symbol, or the file lacks a well-formed symbol hash table.
std::optional<bool> definesSymbol(llvm::StringRef File, llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_ELFFILE_H
