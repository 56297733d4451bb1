//===- Descriptor.h - Owns a file descriptor --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_DESCRIPTOR_H
#define HPROF_LIB_ATTACH_DESCRIPTOR_H

#include <unistd.h>
#include <utility>

namespace hprof {

/// Owns a file descriptor, or -1 for none.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int FD) : FD(FD) {}
  Descriptor(Descriptor &&Other) noexcept : FD(std::exchange(Other.FD, -1)) {}
  Descriptor &operator=(Descriptor &&Other) noexcept {
    std::swap(FD, Other.FD);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return FD; }
  explicit operator bool() const { return FD >= 0; }
  void close() {
    if (FD >= 0)
      ::close(std::exchange(FD, -1));
  }

private:
  int FD = -1;
};

} // namespace hprof

#endif // HPROF_LIB_ATTACH_DESCRIPTOR_H
