//===- MonitorUsers.cpp - Threads blocked or waiting on monitors ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MonitorUsers.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;
using std::chrono::steady_clock;

/// Returns null if there is no memory.
static jweak newWeak(JNIEnv &Jni, jobject To) {
  jweak Ref = Jni.NewWeakGlobalRef(To);
  clearException(Jni);
  return Ref;
}

void MonitorUsers::drop(JNIEnv &Jni, jweak Ref) {
  if (!Ref)
    return;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    if (IsLent) {
      Waste.push_back(Ref);
      return;
    }
  }
  Jni.DeleteWeakGlobalRef(Ref);
}

void MonitorUsers::drop(JNIEnv &Jni, const MonitorUser &U) {
  for (jweak Each : {U.Virtual, U.Enter.Monitor, U.Wait.Monitor})
    drop(Jni, Each);
}

void MonitorUsers::begin(JNIEnv &Jni, uint32_t Serial, Kind K, jobject Monitor,
                         uint32_t Row) {
  jweak Ref = newWeak(Jni, Monitor);
  if (!Ref)
    return;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    MonitorUser &U = Users[Serial];
    U.Serial = Serial;
    MonitorUser::Stay &S = U.*K;
    std::swap(S.Monitor, Ref);
    S.Row = Row;
    // Taken last, so that the agent's own work is not counted.
    S.Since = steady_clock::now();
  }
  drop(Jni, Ref);
}

std::optional<MonitorUsers::Ended> MonitorUsers::end(JNIEnv &Jni,
                                                     uint32_t Serial, Kind K) {
  const auto Now = steady_clock::now();
  MonitorUser::Stay S;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    auto It = Users.find(Serial);
    if (It == Users.end())
      return std::nullopt;
    MonitorUser &U = It->second;
    S = std::exchange(U.*K, MonitorUser::Stay());
    if (!U.Virtual && !U.Enter.Monitor && !U.Wait.Monitor)
      Users.erase(It);
  }
  if (!S.Monitor)
    return std::nullopt;
  drop(Jni, S.Monitor);
  using namespace std::chrono;
  return Ended{uint64_t(duration_cast<nanoseconds>(Now - S.Since).count()),
               S.Row};
}

bool MonitorUsers::knowsVirtual(uint32_t Serial) {
  std::lock_guard<std::mutex> Hold(Lock);
  auto It = Users.find(Serial);
  return It != Users.end() && It->second.Virtual;
}

void MonitorUsers::addVirtual(JNIEnv &Jni, uint32_t Serial, jthread T) {
  jweak Ref = newWeak(Jni, T);
  if (!Ref)
    return;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    MonitorUser &U = Users[Serial];
    U.Serial = Serial;
    std::swap(U.Virtual, Ref);
  }
  drop(Jni, Ref);
}

void MonitorUsers::remove(JNIEnv &Jni, uint32_t Serial) {
  MonitorUser Gone;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    auto It = Users.find(Serial);
    if (It == Users.end())
      return;
    Gone = It->second;
    Users.erase(It);
  }
  drop(Jni, Gone);
}

std::vector<MonitorUser> MonitorUsers::borrow() {
  std::lock_guard<std::mutex> Hold(Lock);
  IsLent = true;
  std::vector<MonitorUser> Result;
  Result.reserve(Users.size());
  for (const auto &Each : Users)
    Result.push_back(Each.second);
  return Result;
}

void MonitorUsers::giveBack(JNIEnv &Jni) {
  std::vector<jweak> Left;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    IsLent = false;
    Left.swap(Waste);
  }
  for (jweak Each : Left)
    drop(Jni, Each);
}

void MonitorUsers::clear(JNIEnv &Jni) {
  DenseMap<uint32_t, MonitorUser> Gone;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    Gone.swap(Users);
  }
  for (const auto &Each : Gone)
    drop(Jni, Each.second);
}
