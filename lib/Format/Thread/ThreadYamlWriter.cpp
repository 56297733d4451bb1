//===- ThreadYamlWriter.cpp - Writes thread dumps as YAML -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/Yaml/YamlText.h"
#include "ThreadYamlFields.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Thread/ThreadYaml.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::threadyaml;
using namespace llvm;

namespace {
/// Writes single-line maps of the fields that differ from their defaults.
class Writer {
public:
  explicit Writer(SmallVectorImpl<char> &Out) : Out(Out) {}

  // Called by ThreadYamlFields.h.
  template <class T> void field(StringRef Name, T &Value) {
    if (isStated(Value)) {
      key(Name);
      write(Value);
    }
  }
  void address(StringRef Name, uint64_t Value) {
    if (Value) {
      key(Name);
      yaml::appendHex(Out, Value);
    }
  }
  void numbered(StringRef Name, uint32_t Value, uint32_t Absent) {
    if (Value != Absent) {
      key(Name);
      yaml::appendDecimal(Out, Value);
    }
  }

  /// Writes "- name: {...}".
  template <class T> void item(StringRef Name, T &Value) {
    yaml::append(Out, "- ");
    yaml::append(Out, Name);
    yaml::append(Out, ": ");
    write(Value);
    Out.push_back('\n');
  }

private:
  static bool isStated(StringRef S) { return !S.empty(); }
  static bool isStated(uint64_t N) { return N != 0; }
  static bool isStated(ThreadState S) { return S != ThreadState::Unknown; }
  static bool isStated(ThreadDump::WaitKind) { return true; }
  template <class T> static bool isStated(const std::vector<T> &List) {
    return !List.empty();
  }
  template <class T> static bool isStated(const std::optional<T> &O) {
    return O.has_value();
  }
  template <class T> static bool isStated(const Boxed<T> &O) {
    return O.has_value();
  }
  static bool isStated(const ThreadDump::LockObject &O) {
    return O.Address || O.IdentityHash || !O.ClassName.empty() ||
           !O.OfClass.empty();
  }
  static bool isStated(const ThreadDump::ThreadRef &) { return true; }

  void key(StringRef Name) {
    if (!std::exchange(IsFirst, false))
      yaml::append(Out, ", ");
    yaml::append(Out, Name);
    yaml::append(Out, ": ");
  }
  void write(StringRef Text) {
    if (!yaml::appendName(Out, utf8ToModifiedUtf8(Text)))
      yaml::append(Out, "\"\"");
  }
  void write(std::string &Text) { write(StringRef(Text)); }
  void write(bool B) { yaml::append(Out, B ? "true" : "false"); }
  void write(int32_t N) { yaml::appendSigned(Out, N); }
  void write(uint8_t N) { yaml::appendDecimal(Out, N); }
  void write(uint32_t N) { yaml::appendDecimal(Out, N); }
  void write(uint64_t N) { yaml::appendDecimal(Out, N); }
  void write(ThreadState S) { yaml::append(Out, threadStateName(S)); }
  void write(ThreadDump::WaitKind K) {
    yaml::append(Out, ThreadDump::waitKindNames()[unsigned(K)]);
  }
  template <class T> void write(std::optional<T> &O) { write(*O); }
  template <class T> void write(Boxed<T> &O) { write(*O); }
  template <class T> void write(std::vector<T> &List) {
    Out.push_back('[');
    for (size_t I = 0; I != List.size(); ++I) {
      if (I)
        yaml::append(Out, ", ");
      write(List[I]);
    }
    Out.push_back(']');
  }
  template <class T> void write(T &Value) {
    const bool WasFirst = std::exchange(IsFirst, true);
    Out.push_back('{');
    fieldsOf(*this, Value);
    Out.push_back('}');
    IsFirst = WasFirst;
  }

  SmallVectorImpl<char> &Out;
  bool IsFirst = true;
};
} // namespace

void hprof::writeThreadYaml(const ThreadDump &Dump, Sink &Out) {
  SmallVector<char, 0> Text;
  auto Flush = [&] {
    Out.append(StringRef(Text.data(), Text.size()));
    Text.clear();
  };
  Writer W(Text);
  // The field functions, also used for reading, require a mutable object.
  auto Item = [&](StringRef Name, const auto &Value) {
    W.item(Name, const_cast<std::decay_t<decltype(Value)> &>(Value));
    constexpr size_t Enough = 64 << 10;
    if (Text.size() > Enough)
      Flush();
  };
  yaml::append(Text, "--- !threads\n");
  Item("dump", Dump);
  for (uint32_t I = 0; I != Dump.Stacks.numFrames(); ++I)
    Item("frame", Dump.Stacks.frame(I));
  // The first one is empty.
  for (uint32_t I = 1; I != Dump.Stacks.size(); ++I)
    Item("stack", Dump.Stacks.frames(I).vec());
  for (const ThreadDump::Container &C : Dump.Containers)
    Item("container", C);
  for (const ThreadDump::Thread &T : Dump.Threads)
    Item("thread", T);
  for (const ThreadDump::Monitor &M : Dump.Monitors)
    Item("monitor", M);
  for (const ThreadDump::Deadlock &D : Dump.Deadlocks)
    Item("deadlock", D);
  for (const ThreadDump::Loader &L : Dump.Loaders)
    Item("loader", L);
  Flush();
}
