//===- DumpInput.cpp - An input of hprof-dump -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpInput.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/Jfr/JfrRecording.h"
#include "hprof/GraphTool/OpenHeap.h"
#include "hprof/Tool/AnswerOutput.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace hprof;

DumpInput::DumpInput(ToolContext &C, const DumpRequest &Request,
                     json::OStream *J, StringRef Path)
    : C(C), Request(Request), J(J), Path(inputName(Path)) {}
DumpInput::~DumpInput() = default;

Error DumpInput::array(StringRef Name, function_ref<Error()> Body) const {
  if (!J)
    return Body();
  J->attributeBegin(Name);
  J->arrayBegin();
  Error E = Body();
  J->arrayEnd();
  J->attributeEnd();
  return E;
}

void DumpInput::show(const AnswerPart &Part) const {
  if (J)
    printAttributes(*J, *Part.facts());
  else
    Part.present(*textPresenter(C.out(), C.escapeMode()));
}

DamageHandler DumpInput::damageOnce() {
  DamageHandler Tell = C.report().damageHandler(Path);
  const bool IsMapped = In->contents().has_value();
  if (std::exchange(HasTold, true)) {
    if (!IsMapped)
      return nullptr;
    return [this, Tell](const Damage &D) {
      if (!Told.count(D.Offset))
        Tell(D);
    };
  }
  if (!IsMapped)
    return Tell;
  return [this, Tell](const Damage &D) {
    Told.insert(D.Offset);
    Tell(D);
  };
}

/// Whether the request needs more than one walk.
static bool needsSecondWalk(const DumpRequest &Request) {
  return Request.needsContext() ||
         Request.Summary + Request.Strings + Request.Records + Request.Methods >
             1;
}

/// Opens records of another format, from which the heap is also converted.
Error DumpInput::openRecords(std::unique_ptr<Source> From, Format Kind) {
  DumpSourceOptions Reading;
  Reading.OnDamage = C.report().damageHandler(Path);
  Reading.TempDir = C.tempDir();
  if (Request.needsHeap() && !From->isRewindable()) {
    Expected<std::unique_ptr<Source>> Copy =
        spoolMapped(Path, C.tempDir(), [&](Sink &Out) {
          return copyAll(*From, Out, Reading.OnDamage);
        });
    if (!Copy)
      return Copy.takeError();
    From = std::move(*Copy);
  }
  Own = std::move(From);
  Records = makeDumpSource(*Own, formatInfo(Kind), std::move(Reading));
  return Error::success();
}

/// Opens the events of Own.
Error DumpInput::openRecording() {
  Expected<std::unique_ptr<Source>> From = Own->reopen();
  if (From)
    From = mapped(std::move(*From), C.tempDir(), nullptr);
  if (!From)
    return From.takeError();
  JfrReaderOptions Reading;
  // A walk over the records reports damage, too.
  if (!Request.Summary && !Request.asksFile())
    Reading.OnDamage = C.report().damageHandler(Path);
  Expected<std::unique_ptr<JfrRecording>> Is =
      JfrRecording::open(std::move(*From), Reading);
  if (!Is)
    return Is.takeError();
  Recording = std::move(*Is);
  return Error::success();
}

Error DumpInput::open(StringRef Name) {
  Expected<std::unique_ptr<Source>> Opened = openInput(Name);
  if (!Opened)
    return Opened.takeError();
  Expected<Format> Kind = identifyFormat(**Opened);
  if (!Kind)
    return Kind.takeError();
  const bool IsRecording = *Kind == Format::Jfr;
  // The summary of a profile includes its methods, which a conversion may lose.
  const bool MayBeProfile =
      IsRecording || (Request.Summary &&
                      (*Kind == Format::HprofText || *Kind == Format::Yaml));
  if (*Kind != Format::Hprof && (Request.asksFile() || MayBeProfile)) {
    if (Error E = openRecords(std::move(*Opened), *Kind))
      return E;
    if (!Request.needsHeap())
      return Error::success();
    if (IsRecording)
      return openRecording();
    Opened = Own->reopen();
    if (!Opened)
      return Opened.takeError();
  }
  return openHeap(std::move(*Opened), needsSecondWalk(Request)
                                          ? HeapAccess::Again
                                          : HeapAccess::Once);
}

Expected<bool> DumpInput::openAgain(StringRef Name) {
  if (Name == "-" || !sys::fs::is_regular_file(Name))
    return false;
  Expected<std::unique_ptr<Source>> Opened = openInput(Name);
  if (!Opened)
    return Opened.takeError();
  FileFaults = 0;
  FileIsCut = false;
  if (Error E = openHeap(std::move(*Opened), HeapAccess::Again))
    return E;
  return true;
}

Error DumpInput::openHeap(std::unique_ptr<Source> From, HeapAccess Access) {
  HeapFileOptions Opening = heapFileOptions(C, Access);
  Opening.OnDamage = [this,
                      Tell = C.report().damageHandler(Path)](const Damage &D) {
    ++FileFaults;
    FileIsCut |=
        D.Code == format_errc::truncated || D.Code == format_errc::missing_end;
    Tell(D);
  };
  Expected<std::unique_ptr<HeapFile>> Heap =
      HeapFile::open(std::move(From), Opening);
  if (!Heap)
    return Heap.takeError();
  File = std::move(*Heap);
  In = &File->source();
  return Error::success();
}
