//===- Statements.cpp - Statements of a dump in any format ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/Statements.h"
#include "Convert/Speaker.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

uint64_t Statements::count(StringRef Fact) const {
  auto It = Facts.find(Fact.str());
  return It == Facts.end() ? 0 : It->second.size();
}

void Statements::sort() {
  for (const auto &[Fact, Keys] : Once)
    for (const auto &[Key, _] : Keys)
      say(Fact, Key);
  Once.clear();
  for (auto &[Fact, All] : Facts)
    llvm::sort(All);
}

std::map<std::string, Difference> Statements::compare(Statements &First,
                                                      Statements &Second) {
  First.sort();
  Second.sort();
  std::map<std::string, Difference> Result;
  auto Compare = [&](const std::string &Fact) {
    const std::vector<One> &A = First.Facts[Fact], &B = Second.Facts[Fact];
    Difference D;
    for (size_t I = 0, J = 0; I != A.size() || J != B.size();) {
      const uint64_t Key = J == B.size()   ? A[I].Key
                           : I == A.size() ? B[J].Key
                                           : std::min(A[I].Key, B[J].Key);
      uint64_t OnlyA = 0, OnlyB = 0;
      while (true) {
        bool HasA = I != A.size() && A[I].Key == Key;
        bool HasB = J != B.size() && B[J].Key == Key;
        if (!HasA && !HasB)
          break;
        if (HasA && HasB && A[I].Value == B[J].Value)
          ++I, ++J;
        else if (!HasB || (HasA && A[I].Value < B[J].Value))
          ++I, ++OnlyA;
        else
          ++J, ++OnlyB;
      }
      uint64_t Both = std::min(OnlyA, OnlyB);
      D.Changed += Both;
      D.Dropped += OnlyA - Both;
      D.MadeUp += OnlyB - Both;
    }
    if (!(D == Difference()))
      Result[Fact] = D;
  };
  for (const auto &[Fact, _] : First.Facts)
    Compare(Fact);
  for (const auto &[Fact, _] : Second.Facts)
    if (!First.Facts.count(Fact) || First.Facts[Fact].empty())
      Compare(Fact);
  return Result;
}
//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
class DumpsCounter final : public RecordVisitor {
public:
  using RecordVisitor::visit;
  void visit(const FileHeader &H) override { Count.header(H); }
  void beginFrame(const Frame &F) override { Count.frame(F); }
  void visit(const HeapDumpEnd &) override { Count.end(); }
  RecordKindSet runKinds() const override { return RecordKindSet().set(); }
  Numbers Count;
};

class Names final : public WholeRecords {
public:
  explicit Names(Known &K) : K(K), Build(K.Context) {}
  void header(const FileHeader &H) override { Build.visit(H); }
  void frame(const Frame &F) override { Build.beginFrame(F); }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void whole(const NAME &R) override {                                         \
    if constexpr (NAME::Kind == RecordKind::Utf8)                              \
      text(R);                                                                 \
    else                                                                       \
      Build.visit(R);                                                          \
  }
#include "hprof/Format/Records/Records.def"

  void describe() {
    for (const ClassInfo *C : K.Context.dumpedClasses())
      if (C->IsLoaded && K.Texts[C->NameId] != "Unknown_class")
        ++K.Described[javaClassName(K.Texts[C->NameId])];
  }

private:
  template <class R> void text(const R &Rec) {
    if constexpr (R::Kind == RecordKind::Utf8)
      K.Texts[Rec.Id] = Rec.Text.str().str();
  }

  Known &K;
  DumpContext::Builder Build;
};

} // namespace

static Error walk(ArrayRef<uint8_t> Bytes, Format Kind, RecordVisitor &V) {
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "dump");
  if (Error E = formatInfo(Kind).Read(*In, V, [](const Damage &) {}))
    return E;
  return V.finish();
}

Expected<Statements> hprof::readStatements(ArrayRef<uint8_t> Bytes, Format Kind,
                                           const StatementOptions &Options) {
  Known K;
  Names First(K);
  if (Error E = walk(Bytes, Kind, First))
    return E;
  First.describe();
  Statements Result;
  Speaker Second(K, Options, Result);
  if (Error E = walk(Bytes, Kind, Second))
    return E;
  return Result;
}

Expected<unsigned> hprof::countDumps(ArrayRef<uint8_t> Bytes, Format Kind) {
  DumpsCounter V;
  if (Error E = walk(Bytes, Kind, V))
    return E;
  return V.Count.dumps();
}
