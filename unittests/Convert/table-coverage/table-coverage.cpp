//===- table-coverage.cpp - Entries of Records.def that a file lacks ------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a dump of any format and prints the entries of Records.def that do not
/// occur in it, one per line: a kind of record, or a field that is always 0.
/// With the name of a format, only the kinds that this format supports count. A
/// test can thus check that its input covers the table: the test fails when an
/// entry is added to the table but not to the input.
///
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Formats.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {
/// Notes for each field whether it is ever nonzero.
class FieldNotes {
public:
  static constexpr bool Mutates = false;
  FieldNotes(std::map<std::string, bool> &Found, std::string Path)
      : Found(Found), Path(std::move(Path)) {}

  template <FieldType T, class F> void field(const char *Name, const F &V) {
    if constexpr (T == FieldType::Value)
      note(Name, V.Bits != 0);
    else
      note(Name, uint64_t(V) != 0);
  }
  template <FieldType C, class S>
  void list(const char *Name, const ListRef<S> &L) {
    FieldNotes Elements(Found, Path + "." + Name);
    const S None{};
    mapRecord(Elements, None);
    forEach(L, [&](const S &Element) { mapRecord(Elements, Element); });
  }
  template <PayloadKind K, class R>
  void payload(const char *Name, const R &, const Payload &P) {
    note(Name, P.Size != 0);
  }

private:
  void note(const char *Name, bool IsSomething) {
    Found[Path + "." + Name] |= IsSomething;
  }

  std::map<std::string, bool> &Found;
  const std::string Path;
};

class Coverage final : public RecordVisitor {
public:
  using RecordVisitor::visit;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  // Heap dumps are reported as frames rather than records.
  void beginFrame(const Frame &F) override { Kinds.set(unsigned(F.kind())); }

  /// Prints the missing kinds among \p Wanted, and the missing fields.
  bool printMissing(raw_ostream &OS, const RecordKindSet &Wanted,
                    bool WithFields) {
    bool Any = false;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  if (Wanted[unsigned(RecordKind::NAME)])                                      \
    Any |= missing<NAME>(OS, WithFields);
#include "hprof/Format/Records/Records.def"
    return Any;
  }

private:
  template <class R> void record(const R &Rec) {
    Kinds.set(unsigned(R::Kind));
    FieldNotes Notes(Found[unsigned(R::Kind)], recordInfo(R::Kind).Name);
    mapRecord(Notes, Rec);
  }
  template <class R> bool missing(raw_ostream &OS, bool WithFields) {
    if (!Kinds[unsigned(R::Kind)]) {
      OS << recordInfo(R::Kind).Name << " is not there\n";
      return true;
    }
    bool Any = false;
    for (const auto &[Field, IsSomething] : Found[unsigned(R::Kind)])
      if (WithFields && !IsSomething) {
        OS << Field << " is 0 wherever it is\n";
        Any = true;
      }
    return Any;
  }

  RecordKindSet Kinds;
  std::map<std::string, bool> Found[NumRecordKinds];
};
} // namespace

static Expected<bool> printMissing(StringRef Path, StringRef Carrier) {
  Expected<std::unique_ptr<Source>> In = Source::open(Path);
  if (!In)
    return In.takeError();
  Expected<Format> Kind = identifyFormat(**In);
  if (!Kind)
    return Kind.takeError();
  Coverage V;
  if (Error E = formatInfo(*Kind).Read(**In, V, nullptr))
    return E;
  std::optional<Format> Named = parseFormat(Carrier);
  RecordKindSet Wanted = kindsCarriedBy(Named.value_or(Format::Yaml));
  // HPROF binary stores some records without a tag; these records are derived
  // from others.
  for (unsigned K = 0; Named && K != NumRecordKinds; ++K)
    if (InHprof.has(*Named) && recordInfo(RecordKind(K)).isForeign())
      Wanted.reset(K);
  return V.printMissing(outs(), Wanted, /*WithFields=*/!Named);
}

int main(int Argc, char **Argv) {
  if (Argc != 2 && Argc != 3) {
    errs() << "usage: table-coverage FILE [FORMAT]\n";
    return 2;
  }
  Expected<bool> Missing = printMissing(Argv[1], Argc > 2 ? Argv[2] : "");
  if (!Missing) {
    errs() << "table-coverage: error: " << toString(Missing.takeError())
           << '\n';
    return 2;
  }
  return *Missing;
}
