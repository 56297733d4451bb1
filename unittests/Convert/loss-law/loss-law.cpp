//===- loss-law.cpp - Checks that the account of losses is complete -------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Converts each file, and each dump in a folder, to all formats and checks the
/// results against the loss account; see LossLaw.h. Prints the disagreements
/// (and then exits with status 1), and the number of conversions. With --show,
/// prints all differences and all entries of the account; --to=NAME selects the
/// targets whose names begin with NAME.
///
//===----------------------------------------------------------------------===//

#include "Convert/LossLaw.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Wish {
  bool Show = false;
  std::string To;
};
struct Count {
  uint64_t Conversions = 0, Refused = 0, Violations = 0;
};
} // namespace

static void show(const LawReport &R) {
  for (const auto &[Fact, D] : R.Differences)
    outs() << "    " << Fact << " -" << D.Dropped << " ~" << D.Changed << " +"
           << D.MadeUp << '\n';
  for (const LossAccount::Entry &E : R.Account)
    outs() << "    told: " << lossEffectName(E.Effect) << ' ' << E.Count << ' '
           << E.Name << '\n';
}

static Error check(StringRef Path, bool MayBeOther, const Wish &W, Count &C) {
  Expected<std::unique_ptr<Source>> In = Source::open(Path);
  if (!In)
    return In.takeError();
  Expected<Format> From = identifyFormat(**In);
  if (!From && MayBeOther) {
    consumeError(From.takeError());
    return Error::success();
  }
  if (!From)
    return createFileError(Path, From.takeError());
  std::vector<uint8_t> Bytes;
  for (ArrayRef<uint8_t> Some = (*In)->peek(1); !Some.empty();
       Some = (*In)->peek(1)) {
    Bytes.insert(Bytes.end(), Some.begin(), Some.end());
    (*In)->skip(Some.size());
  }
  if (Error E = (*In)->takeError())
    return createFileError(Path, std::move(E));
  for (const LawTarget &T : lawTargets(*From)) {
    if (!StringRef(T.Name).starts_with(W.To))
      continue;
    Expected<LawReport> R = checkLossLaw(Bytes, *From, T.Options);
    if (!R)
      return createFileError(Path, R.takeError());
    C.Conversions += R->Refusal.empty();
    C.Refused += !R->Refusal.empty();
    C.Violations += R->Violations.size();
    if (W.Show || !R->Violations.empty())
      outs() << Path << " to " << T.Name << ": " << R->Refusal << '\n';
    if (W.Show)
      show(*R);
    for (const std::string &V : R->Violations)
      outs() << "  " << V << '\n';
  }
  return Error::success();
}

static Error checkAll(StringRef Path, const Wish &W, Count &C) {
  if (!sys::fs::is_directory(Path))
    return check(Path, /*MayBeOther=*/false, W, C);
  std::vector<std::string> Files;
  std::error_code Code;
  for (sys::fs::recursive_directory_iterator I(Path, Code), End;
       I != End && !Code; I.increment(Code))
    if (sys::fs::is_regular_file(I->path()))
      Files.push_back(I->path());
  if (Code)
    return createFileError(Path, Code);
  sort(Files);
  for (const std::string &File : Files)
    if (Error E = check(File, /*MayBeOther=*/true, W, C))
      return E;
  return Error::success();
}

int main(int Argc, char **Argv) {
  Wish W;
  Count C;
  for (StringRef Argument : ArrayRef(Argv, Argc).drop_front()) {
    if (Argument == "--show")
      W.Show = true;
    else if (Argument.consume_front("--to="))
      W.To = Argument.str();
    else if (Error E = checkAll(Argument, W, C)) {
      errs() << "loss-law: error: " << toString(std::move(E)) << '\n';
      return 2;
    }
  }
  outs() << C.Conversions << " conversions, " << C.Refused << " refused, "
         << C.Violations << " violations\n";
  return C.Violations != 0;
}
