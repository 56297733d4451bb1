//===- PerfDataWriter.h - Writes counters of a VM ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ATTACH_PERFDATAWRITER_H
#define HPROF_UNITTESTS_ATTACH_PERFDATAWRITER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include <string>

namespace hprof {

/// Writes a file like a VM's /tmp/hsperfdata_USER/PID.
struct PerfDataWriter {
  llvm::endianness Order;
  std::string Bytes;
  unsigned Entries = 0;

  explicit PerfDataWriter(llvm::endianness Order)
      : Order(Order), Bytes(32, '\0') {
    Bytes.replace(0, 4, "\xca\xfe\xc0\xc0");
    Bytes[4] = Order == llvm::endianness::little;
    Bytes[5] = 2;
    Bytes[7] = 1;
    set(24, 32);
  }
  void set(size_t At, uint32_t Number) {
    llvm::support::endian::write(&Bytes[At], Number, Order);
  }
  /// Adds an entry and returns its offset.
  size_t add(llvm::StringRef Name, llvm::StringRef Value) {
    size_t At = Bytes.size();
    size_t DataAt = 20 + Name.size() + 1;
    Bytes.append(20, '\0');
    Bytes += Name;
    Bytes += '\0';
    Bytes += Value;
    Bytes.append(8, '\0');
    set(At, static_cast<uint32_t>(Bytes.size() - At));
    set(At + 4, 20);
    set(At + 8, static_cast<uint32_t>(Value.size() + 8));
    Bytes[At + 12] = 'B';
    set(At + 16, static_cast<uint32_t>(DataAt));
    set(28, ++Entries);
    return At;
  }
};

} // namespace hprof

#endif // HPROF_UNITTESTS_ATTACH_PERFDATAWRITER_H
