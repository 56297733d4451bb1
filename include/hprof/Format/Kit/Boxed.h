//===- Boxed.h - An optional value on the heap ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_BOXED_H
#define HPROF_FORMAT_KIT_BOXED_H

#include <memory>
#include <optional>
#include <utility>

namespace hprof {

/// Like std::optional, for large values that few objects have: an empty Boxed
/// is the size of a pointer. Copies copy the value.
template <class T> class Boxed {
public:
  Boxed() = default;
  Boxed(std::nullopt_t) {}
  Boxed(T V) : Value(std::make_unique<T>(std::move(V))) {}
  Boxed(const Boxed &O) : Value(O.Value ? new T(*O.Value) : nullptr) {}
  Boxed(Boxed &&) noexcept = default;
  Boxed &operator=(const Boxed &O) {
    Value.reset(O.Value ? new T(*O.Value) : nullptr);
    return *this;
  }
  Boxed &operator=(Boxed &&) noexcept = default;
  ~Boxed() = default;

  // Named as in std::optional. NOLINTNEXTLINE(readability-identifier-naming)
  bool has_value() const { return bool(Value); }
  explicit operator bool() const { return bool(Value); }
  T &operator*() { return *Value; }
  const T &operator*() const { return *Value; }
  T *operator->() { return Value.get(); }
  const T *operator->() const { return Value.get(); }
  T &emplace() {
    Value = std::make_unique<T>();
    return *Value;
  }

private:
  std::unique_ptr<T> Value;
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_BOXED_H
