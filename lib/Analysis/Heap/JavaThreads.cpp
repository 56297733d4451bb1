//===- JavaThreads.cpp - Threads with data from their objects -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/JavaThreads.h"
#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

const char *hprof::threadStateName(int32_t Status) {
  // jdk.internal.misc.VM.toThreadState tests them in this order.
  constexpr struct {
    int32_t Bit;
    const char *Name;
  } States[] = {{0x0004, "RUNNABLE"},
                {0x0400, "BLOCKED"},
                {0x0010, "WAITING"},
                {0x0020, "TIMED_WAITING"},
                {0x0002, "TERMINATED"}};
  for (const auto &S : States)
    if (Status & S.Bit)
      return S.Name;
  return Status & 1 ? "RUNNABLE" : "NEW";
}

const char *hprof::virtualThreadStateName(int32_t State) {
  constexpr int32_t Suspended = 256;
  // The constants of java.lang.VirtualThread since JDK 21, as threadState()
  // maps them; a thread in transition between two states is runnable.
  static constexpr const char *Names[] = {
      "NEW",      "RUNNABLE", "RUNNABLE",      "RUNNABLE",      "WAITING",
      "WAITING",  "RUNNABLE", "TIMED_WAITING", "TIMED_WAITING", "RUNNABLE",
      "RUNNABLE", "RUNNABLE", "RUNNABLE",      "BLOCKED",       "BLOCKED",
      "RUNNABLE", "WAITING",  "RUNNABLE",      "TIMED_WAITING"};
  constexpr int32_t Terminated = 99;
  State &= ~Suspended;
  if (State == Terminated)
    return "TERMINATED";
  return State >= 0 && State < int32_t(std::size(Names)) ? Names[State]
                                                         : nullptr;
}

namespace {
/// Determines whether classes are the class called \p Name or its subclasses.
/// Visits each class in a long chain once.
class Descent {
public:
  Descent(const DumpContext &Context, StringRef Name)
      : Context(Context), Name(Name) {}
  bool contains(uint64_t Class) {
    SmallVector<const ClassInfo *, 8> Way;
    bool Is = false;
    for (const ClassInfo *C = Context.findClass(Class); C && !Is;
         C = C->Super ? Context.findClass(C->Super) : nullptr) {
      auto [It, IsNew] = Known.try_emplace(C, false);
      if (!IsNew) {
        Is = It->second;
        break;
      }
      Way.push_back(C);
      Is = Context.className(*C) == Name;
    }
    for (const ClassInfo *C : Way)
      Known[C] = Is;
    return Is;
  }

private:
  const DumpContext &Context;
  StringRef Name;
  DenseMap<const ClassInfo *, bool> Known;
};
} // namespace

static std::optional<std::string> textOf(const ObjectFinder &Finder,
                                         uint64_t Id) {
  std::optional<JavaString> S = javaString(Finder, Id);
  return S ? std::optional(std::move(S->Text)) : std::nullopt;
}

/// Calls \p F with a view of the object \p Id if it is known.
template <class Fn>
static void withView(const ObjectFinder &Finder, uint64_t Id, Fn &&F) {
  if (const FoundObject *O = Finder.get(Id))
    F(ObjectView(Finder.context(), *O), *O);
}

/// Since JDK 19 some fields are in a separate object, Thread.holder.
static void readFields(const ObjectView &View, JavaThread &T) {
  if (std::optional<Value> V = View.field("daemon"))
    T.IsDaemon = V->Bits != 0;
  if (std::optional<Value> V = View.field("priority"))
    T.Priority = int32_t(V->Bits);
  if (std::optional<Value> V = View.field("threadStatus"))
    T.State = threadStateName(int32_t(V->Bits));
}

static Error readObjects(ObjectFinder &Finder,
                         std::vector<JavaThread> &Threads) {
  std::vector<uint64_t> Ids;
  Ids.reserve(Threads.size());
  for (const JavaThread &T : Threads)
    Ids.push_back(T.Info.Object);
  if (Error E = Finder.fetch(Ids))
    return E;
  std::vector<uint64_t> Parts, Names;
  for (uint64_t Id : Ids)
    withView(Finder, Id, [&](const ObjectView &View, const FoundObject &) {
      Parts.push_back(View.reference("name"));
      Parts.push_back(View.reference("holder"));
      Parts.push_back(View.reference("group"));
    });
  if (Error E = Finder.fetch(Parts))
    return E;
  // The group from the holder comes first, followed by the names of all groups.
  std::vector<uint64_t> Groups = Parts;
  for (uint64_t Id : Parts)
    withView(Finder, Id, [&](const ObjectView &View, const FoundObject &) {
      Groups.push_back(View.reference("group"));
    });
  if (Error E = fetchStrings(Finder, Groups))
    return E;
  for (uint64_t Id : Groups)
    withView(Finder, Id, [&](const ObjectView &View, const FoundObject &) {
      Names.push_back(View.reference("name"));
    });
  return fetchStrings(Finder, Names);
}

static void fill(const ObjectFinder &Finder, Descent &Virtual, JavaThread &T) {
  const DumpContext &Context = Finder.context();
  uint64_t Group = 0;
  withView(Finder, T.Info.Object,
           [&](const ObjectView &View, const FoundObject &O) {
             T.Class = O.Class;
             T.IsVirtual = Virtual.contains(O.Class);
             T.Name = textOf(Finder, View.reference("name"));
             readFields(View, T);
             if (std::optional<Value> V = View.field("state"); T.IsVirtual && V)
               T.State = virtualThreadStateName(int32_t(V->Bits));
             Group = View.reference("group");
             withView(Finder, View.reference("holder"),
                      [&](const ObjectView &Holder, const FoundObject &) {
                        readFields(Holder, T);
                        Group = Holder.reference("group");
                      });
           });
  withView(Finder, Group, [&](const ObjectView &View, const FoundObject &) {
    T.Group = textOf(Finder, View.reference("name"));
  });
  // START THREAD records also contain the thread names.
  if (!T.Name && T.Info.NameId)
    if (std::optional<StringRef> Name = Context.string(T.Info.NameId))
      T.Name = Name->str();
  std::optional<StringRef> Told;
  if (T.Info.GroupNameId)
    Told = Context.string(T.Info.GroupNameId);
  if (!Told)
    return;
  // In a merged dump, the record contains the name of the thread's input file.
  if (!T.Group || Told->ends_with("/" + *T.Group))
    T.Group = Told->str();
  else if (*Told != *T.Group)
    T.Group = (*Told + "/" + *T.Group).str();
}

Expected<std::vector<JavaThread>> hprof::readThreads(ObjectFinder &Finder,
                                                     const ThreadRoots &Of) {
  std::vector<JavaThread> Threads;
  DenseMap<IdKey, size_t> BySerial;
  Threads.reserve(Of.Threads.size());
  for (const ThreadInfo &Info : Of.Threads) {
    BySerial[Info.Serial] = Threads.size();
    Threads.emplace_back().Info = Info;
  }
  if (Error E = readObjects(Finder, Threads))
    return E;
  Descent Virtual(Finder.context(), "java.lang.BaseVirtualThread");
  for (JavaThread &T : Threads)
    fill(Finder, Virtual, T);
  std::vector<uint64_t> Objects;
  for (const ThreadRoots::Root &R : Of.Roots) {
    auto It = BySerial.find(R.ThreadSerial);
    if (It == BySerial.end())
      continue;
    Threads[It->second].Locals.push_back({R.Object, R.Offset, R.Kind, R.Frame});
    Objects.push_back(R.Object);
  }
  if (Error E = Finder.fetchTypes(Objects))
    return E;
  for (JavaThread &T : Threads)
    llvm::stable_sort(T.Locals, [](const auto &A, const auto &B) {
      return std::tie(A.Frame, A.Offset) < std::tie(B.Frame, B.Offset);
    });
  return Threads;
}

Expected<std::optional<std::string>> hprof::threadName(ObjectFinder &Finder,
                                                       uint64_t Id) {
  if (Error E = Finder.fetch({Id}))
    return E;
  uint64_t Name = 0;
  withView(Finder, Id, [&](const ObjectView &View, const FoundObject &) {
    Name = View.reference("name");
  });
  if (Error E = fetchStrings(Finder, {Name}))
    return E;
  return textOf(Finder, Name);
}
