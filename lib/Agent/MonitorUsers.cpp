//===- MonitorUsers.cpp - Threads that monitors keep waiting --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MonitorUsers.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;
using std::chrono::steady_clock;

void MonitorUsers::drop(JNIEnv &Jni, const Dropped &D) {
  {
    std::lock_guard<std::mutex> Hold(Lock);
    if (IsLent) {
      Waste.push_back(D);
      return;
    }
  }
  if (D.Global)
    Jni.DeleteGlobalRef(D.Global);
  if (D.Weak)
    Jni.DeleteWeakGlobalRef(D.Weak);
}

void MonitorUsers::begin(JNIEnv &Jni, uint32_t Serial, Kind K, jobject Monitor,
                         uint32_t Row) {
  jobject Global = Jni.NewGlobalRef(Monitor);
  if (!Global)
    return;
  Dropped Before;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    MonitorUser &U = Users[Serial];
    U.Serial = Serial;
    MonitorUser::Stay &S = U.*K;
    Before.Global = std::exchange(S.Monitor, Global);
    S.Row = Row;
    // The agent's own work does not count.
    S.Since = steady_clock::now();
  }
  if (Before.Global)
    drop(Jni, Before);
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
  drop(Jni, {S.Monitor, nullptr});
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
  jweak Weak = Jni.NewWeakGlobalRef(T);
  // Clears the error of a full memory.
  Jni.ExceptionClear();
  if (!Weak)
    return;
  Dropped Before;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    MonitorUser &U = Users[Serial];
    U.Serial = Serial;
    Before.Weak = std::exchange(U.Virtual, Weak);
  }
  if (Before.Weak)
    drop(Jni, Before);
}

void MonitorUsers::removeVirtual(JNIEnv &Jni, uint32_t Serial) {
  MonitorUser Gone;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    auto It = Users.find(Serial);
    if (It == Users.end())
      return;
    Gone = It->second;
    Users.erase(It);
  }
  drop(Jni, {Gone.Enter.Monitor, Gone.Virtual});
  drop(Jni, {Gone.Wait.Monitor, nullptr});
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
  std::vector<Dropped> Left;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    IsLent = false;
    Left.swap(Waste);
  }
  for (const Dropped &D : Left)
    drop(Jni, D);
}

void MonitorUsers::clear(JNIEnv &Jni) {
  DenseMap<uint32_t, MonitorUser> Gone;
  {
    std::lock_guard<std::mutex> Hold(Lock);
    Gone.swap(Users);
  }
  for (const auto &[Serial, U] : Gone) {
    drop(Jni, {U.Enter.Monitor, U.Virtual});
    drop(Jni, {U.Wait.Monitor, nullptr});
  }
}
