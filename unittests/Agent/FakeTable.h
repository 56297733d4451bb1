//===- FakeTable.h - Function tables without gaps --------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stub functions for table entries, which record the call and fail.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_AGENT_FAKETABLE_H
#define HPROF_UNITTESTS_AGENT_FAKETABLE_H

#include "Agent/FakeJvm.h"
#include <cstring>

namespace hprof::agent {

/// The index of a table entry, starting at 0, and its name.
template <class Table> struct SlotNames {
  static const char *Names[sizeof(Table) / sizeof(void *)];
};
template <class Table>
const char *SlotNames<Table>::Names[sizeof(Table) / sizeof(void *)] = {};

inline FakeJvm &fakeOf(jvmtiEnv *E) {
  return *static_cast<FakeJvm::Env *>(E)->Vm;
}
inline FakeJvm &fakeOf(JNIEnv *E) {
  return *static_cast<FakeJvm::Thread *>(E)->Vm;
}

template <class Table, class E> void unexpected(E *Env, size_t Slot) {
  const char *Name = SlotNames<Table>::Names[Slot];
  fakeOf(Env).found("unexpected call of slot " + std::to_string(Slot) + " " +
                    (Name ? Name : "(reserved)"));
}

template <class R> R refused() {
  if constexpr (std::is_same_v<R, jvmtiError>)
    return JVMTI_ERROR_NOT_AVAILABLE;
  else if constexpr (!std::is_void_v<R>)
    return R();
}

/// Refusal<F, Table, Slot>::call has the type F.
template <class F, class Table, size_t Slot> struct Refusal;
template <class R, class E, class... A, class Table, size_t Slot>
struct Refusal<R (*)(E *, A...), Table, Slot> {
  static R call(E *Env, A...) {
    unexpected<Table>(Env, Slot);
    return refused<R>();
  }
};
template <class R, class E, class... A, class Table, size_t Slot>
struct Refusal<R (*)(E *, A..., ...), Table, Slot> {
  static R call(E *Env, A..., ...) {
    unexpected<Table>(Env, Slot);
    return refused<R>();
  }
};

/// Sets an entry of \p T to a stub that fails.
#define FAKE_REFUSE(T, NAME)                                                   \
  {                                                                            \
    using Type = std::remove_cv_t<std::remove_reference_t<decltype(T)>>;       \
    constexpr size_t Slot = offsetof(Type, NAME) / sizeof(void *);             \
    SlotNames<Type>::Names[Slot] = #NAME;                                      \
    T.NAME = Refusal<decltype(T.NAME), Type, Slot>::call;                      \
  }

/// Sets the reserved entries, which are null.
template <class Table, class E> void refuseReserved(Table &T) {
  using Function = jint (*)(E *);
  constexpr size_t NumSlots = sizeof(Table) / sizeof(void *);
  void *Slots[NumSlots];
  static_assert(sizeof(Slots) == sizeof(Table));
  std::memcpy(Slots, &T, sizeof(T));
  const Function Refuse = [](E *Env) -> jint {
    fakeOf(Env).found("unexpected call of a reserved slot");
    return JVMTI_ERROR_NOT_AVAILABLE;
  };
  for (void *&Slot : Slots)
    if (!Slot)
      Slot = reinterpret_cast<void *>(Refuse);
  std::memcpy(&T, Slots, sizeof(T));
}

} // namespace hprof::agent

#endif // HPROF_UNITTESTS_AGENT_FAKETABLE_H
