//===- DirectBuffers.cpp - Memory outside the heap ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Java/JavaNative.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

namespace {

class DirectBuffers : public TallyingCheck {
public:
  explicit DirectBuffers(LintState &S);
  void start(unsigned Threads) override {
    TallyingCheck::start(Threads);
    Spans.resize(Threads);
  }
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  enum Kind : uint64_t {
    Owner,
    Mapped,
    Foreign,
    View,
    Modules,
    Arena,
    Global,
    Segment
  };
  /// Position of a memory segment that may overlap others.
  struct Span {
    Kind Of;
    uint64_t Begin, Bytes;
    Node N;
    auto key() const { return std::tuple(Of, Begin, ~Bytes, N); }
  };
  static Kind kindOf(NativeKind K);
  static std::string name(Kind K);
  bool isOfModules(Node N) const;
  void segment(unsigned Thread, const LintInstance &I);
  void add(unsigned Thread, Kind K, Node N, uint64_t Bytes);

  ClassPlans<NativePlan> Plans;
  ClassNumber Segments, MappedSegments;
  FieldPlace Address, Length, Scope, State;
  std::vector<PerThread<std::vector<Span>>> Spans;
};

} // namespace

DirectBuffers::DirectBuffers(LintState &S) : TallyingCheck(S) {
  Segments = S.findClass("jdk.internal.foreign.NativeMemorySegmentImpl");
  MappedSegments = S.findClass("jdk.internal.foreign.MappedMemorySegmentImpl");
  Address = S.field(Segments, "min");
  Length = S.field(Segments, "length");
  Scope = S.field(Segments, "scope");
  State =
      S.field(S.findClass("jdk.internal.foreign.MemorySessionImpl"), "state");
}

bool DirectBuffers::wants(ClassNumber C) {
  Plans[C] = planNative(S.Contents.context(), S.G.classes()[C].Id);
  return Plans[C] || (Address && Length && S.isA(C, Segments));
}

bool DirectBuffers::isOfModules(Node N) const {
  // Above such a buffer: one that views the file, the image reader, its maps.
  constexpr unsigned MostSteps = 16;
  for (unsigned I = 0; I != MostSteps && N != NoNode; ++I) {
    if (S.G.asClass(N) == NoClass &&
        StringRef(S.G.classOf(N).Name).starts_with("jdk.internal.jimage."))
      return true;
    N = S.T.parent(N);
  }
  return false;
}

/// The memory of a view is counted only for its owner.
void DirectBuffers::add(unsigned Thread, Kind K, Node N, uint64_t Bytes) {
  Tally &T = tally(Thread, K);
  T.Room += Bytes;
  const bool IsCounted = K != View && K != Segment && K != Modules;
  T.add(S, N, IsCounted ? Bytes : 0);
}

void DirectBuffers::instance(unsigned Thread, const LintInstance &I) {
  const NativePlan &Plan = Plans.at(I.Class);
  if (!Plan)
    return segment(Thread, I);
  const uint64_t Bytes = Plan.bytes(I.Bytes);
  const Kind K = kindOf(Plan.kind(I.Bytes));
  if (Plan.IsBuffer && isOfModules(I.N))
    return add(Thread, Modules, I.N, K == View ? 0 : Bytes);
  add(Thread, K, I.N, Bytes);
}

/// Counts a memory segment. The memory that arenas free is counted for the
/// arenas; memory of files and of the global arena is counted here.
void DirectBuffers::segment(unsigned Thread, const LintInstance &I) {
  const uint64_t Bytes = I.get(Length), Begin = I.get(Address);
  // A pointer from foreign code has either no length or the maximum length.
  constexpr uint64_t MostBytes = uint64_t(1) << 47;
  if (!Begin || !Bytes || Bytes > MostBytes)
    return;
  const Node Of = S.follow(I, Scope);
  Kind K = Segment;
  if (S.isA(I.Class, MappedSegments))
    K = Mapped;
  else if (Of != NoNode &&
           S.G.classOf(Of).Name == "jdk.internal.foreign.GlobalSession")
    K = Global;
  if (K == Segment)
    return add(Thread, K, I.N, Bytes);
  // A closed session has a negative state.
  if (const LintInstance Session = S.read(Of); Session.getSigned(State) >= 0)
    Spans[Thread].Value.push_back({K, Begin, Bytes, I.N});
}

DirectBuffers::Kind DirectBuffers::kindOf(NativeKind K) {
  switch (K) {
  case NativeKind::Owned:
    return Owner;
  case NativeKind::Arena:
    return Arena;
  case NativeKind::Mapped:
    return Mapped;
  case NativeKind::Foreign:
    return Foreign;
  case NativeKind::View:
    return View;
  }
  llvm_unreachable("unhandled kind");
}

std::string DirectBuffers::name(Kind K) {
  switch (K) {
  case Owner:
    return "allocated";
  case Mapped:
    return "memory-mapped files";
  case Foreign:
    return "memory freed elsewhere";
  case View:
    return "views of other buffers";
  case Modules:
    return "the JDK's modules file";
  case Arena:
    return "allocated in arenas";
  case Global:
    return "memory segments that are never freed";
  case Segment:
    return "memory segments of arenas";
  }
  llvm_unreachable("unhandled kind");
}

Error DirectBuffers::finish(LintFinding &F) {
  std::vector<Span> All;
  for (PerThread<std::vector<Span>> &Each : Spans)
    All.insert(All.end(), Each.Value.begin(), Each.Value.end());
  llvm::sort(All,
             [](const Span &A, const Span &B) { return A.key() < B.key(); });
  const Span *Last = nullptr;
  uint64_t End = 0;
  for (const Span &Is : All) {
    if (!Last || Last->Of != Is.Of)
      End = 0;
    const uint64_t From = std::max(End, Is.Begin);
    End = std::max(End, Is.Begin + Is.Bytes);
    add(/*Thread=*/0, Is.Of, Is.N, End - std::min(From, End));
    Last = &Is;
  }
  fillFinding(
      S, F, joined(), [](uint64_t K) { return name(Kind(K)); },
      [](uint64_t K, const Tally &T) {
        if (K == Modules)
          return counted(T.Room, "byte") + ", mapped by every VM";
        return K == View || K == Segment
                   ? "they cover " + counted(T.Room, "byte")
                   : std::string();
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeDirectBuffers(const LintPasses &P) {
  return std::make_unique<DirectBuffers>(P.S);
}
