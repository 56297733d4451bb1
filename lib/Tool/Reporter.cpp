//===- Reporter.cpp - Errors, warnings and notes of a tool ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Reporter.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Progress.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace hprof;

/// Damage printed per input unless -v: enough to show its nature.
static constexpr uint64_t DamageShown = 10;

char UsageError::ID;
void UsageError::log(raw_ostream &OS) const { OS << What; }
std::error_code UsageError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

Reporter::Options::Options() : Color(ColorMode::Auto) {}

Reporter::Reporter(StringRef Tool, raw_ostream &OS, Options O)
    : Tool(Tool), OS(OS), Opts(O) {}
Reporter::~Reporter() = default;

void Reporter::setProgress(Progress *P) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Line = P;
}

void Reporter::print(Severity S, const Twine &What) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  std::unique_lock<std::mutex> Held;
  if (Line)
    Held = Line->hold();
  // Messages quote file names and strings from inputs.
  SmallString<256> Buffer;
  std::string Text = escapeControl(What.toStringRef(Buffer));
  OS << Tool << ": ";
  switch (S) {
  case Severity::Error:
    WithColor(OS, HighlightColor::Error, Opts.Color) << "error: ";
    break;
  case Severity::Warning:
    WithColor(OS, HighlightColor::Warning, Opts.Color) << "warning: ";
    break;
  case Severity::Note:
    WithColor(OS, HighlightColor::Note, Opts.Color) << "note: ";
    break;
  }
  OS << Text << '\n';
  OS.flush();
}

static std::string withPath(StringRef Path, const Twine &What) {
  return Path.empty() ? What.str() : ("'" + Path + "': " + What).str();
}

void Reporter::error(Error E) {
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    Status |= Info.isA<UsageError>() ? UsageBit : ErrorBit;
    print(Severity::Error, Info.message());
  });
}

void Reporter::error(const Twine &What) {
  Status |= ErrorBit;
  print(Severity::Error, What);
}

void Reporter::mistake(Error E) {
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    print(Severity::Error, Info.message());
  });
}

void Reporter::warning(const Twine &What) {
  if (!Opts.Quiet)
    print(Severity::Warning, What);
}

void Reporter::note(const Twine &What) {
  if (!Opts.Quiet)
    print(Severity::Note, What);
}

void Reporter::verbose(const Twine &What) {
  if (Opts.Verbose)
    note(What);
}

void Reporter::tellDamage(StringRef Path, const Twine &Text) {
  Status |= DamageBit;
  std::string What = Text.str();
  uint64_t Seen;
  {
    std::lock_guard<std::recursive_mutex> Guard(Lock);
    // If an input has more faults than this, the additional ones are reported
    // again when the input is read again.
    constexpr size_t MostKnown = 1 << 20;
    if (KnownDamage.size() < MostKnown
            ? !KnownDamage.insert(xxh3_64bits(withPath(Path, What))).second
            : KnownDamage.count(xxh3_64bits(withPath(Path, What))) != 0)
      return;
    Seen = ++DamagePerInput[Path.str()];
  }
  bool Hold = Seen > DamageShown && !Opts.Verbose;
  if (Opts.Strict) {
    Status |= ErrorBit;
    if (!Hold)
      print(Severity::Error, withPath(Path, What));
    return;
  }
  if (!Hold && !Opts.Quiet)
    print(Severity::Warning, withPath(Path, What));
}

void Reporter::damage(StringRef Path, const Damage &D) {
  // Messages about text begin with their line and column.
  if (D.Code == format_errc::bad_text)
    return tellDamage(Path, D.What);
  tellDamage(Path, "offset 0x" + Twine::utohexstr(D.Offset) + ": " + D.What);
}

bool Reporter::isDamaged(StringRef Path) const {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  return DamagePerInput.count(Path.str());
}

DamageHandler Reporter::damageHandler(StringRef Path) {
  return [this, Path = Path.str()](const Damage &D) { damage(Path, D); };
}

void Reporter::finish() {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  for (const auto &[Path, Count] : DamagePerInput)
    if (Count > DamageShown && !Opts.Verbose)
      note(withPath(Path, counted(Count - DamageShown, "more fault") +
                              "; -v prints all"));
  DamagePerInput.clear();
}

ExitStatus Reporter::status() const {
  unsigned S = Status;
  ExitStatus Result = ExitStatus::Good;
  if (S & DamageBit)
    Result = worse(Result, ExitStatus::Damaged);
  if (S & UnknownBit)
    Result = worse(Result, ExitStatus::Unknown);
  if (S & GateBit)
    Result = worse(Result, ExitStatus::Gate);
  if (S & ErrorBit)
    Result = worse(Result, ExitStatus::Error);
  if (S & UsageBit)
    Result = worse(Result, ExitStatus::Usage);
  return Result;
}
