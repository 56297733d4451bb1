//===- tool-check.cpp - A tool for testing the tool library ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tool whose arguments are actions rather than files: damage, fail, sleep,
/// flood, full, cut, stick, say:TEXT. Lit tests use it to check the behavior
/// that all tools have in common.
///
//===----------------------------------------------------------------------===//

#include "Tool/Table.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <thread>
#include <unistd.h>

#include "hprof/Tool/OptTable.inc"

using namespace llvm;
using namespace hprof;

/// Reads a mapped file beyond the point at which it was truncated.
static Error readBehindCut() {
  int File;
  SmallString<64> Path;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("tool-check", "", File, Path))
    return errorCodeToError(EC);
  FileRemover Remove(Path);
  std::error_code EC = sys::fs::resize_file(File, 4096);
  sys::fs::mapped_file_region Mapped(
      File, sys::fs::mapped_file_region::readonly, 4096, 0, EC);
  if (!EC)
    EC = sys::fs::resize_file(File, 0);
  if (!EC)
    EC = sys::fs::remove(Path);
  if (EC)
    return errorCodeToError(EC);
  return createStringError(
      "read %d", *static_cast<const volatile char *>(Mapped.const_data()));
}

static Error perform(ToolContext &C, raw_ostream &OS, StringRef What) {
  if (What.consume_front("say:")) {
    OS << escape(What, C.escapeMode()) << '\n';
  } else if (What == "damage") {
    C.report().damage(What, Damage{format_errc::truncated, 0x1a2b, "cut"});
  } else if (What == "fail") {
    return createFileError(
        What, make_error<FormatError>(format_errc::bad_length, 6, "too long"));
  } else if (What == "usage") {
    return usageError("this cannot be");
  } else if (What == "sleep") {
    OS.flush();
    std::this_thread::sleep_for(std::chrono::hours(1));
  } else if (What == "flood") {
    for (uint64_t I = 0; I != 100000000; ++I)
      OS << I << '\n';
  } else if (What == "cut") {
    return readBehindCut();
  } else if (What == "stick") {
    // Waits for the alarm that the tool has set; one second is enough here.
    sys::AddSignalHandler(
        [](void *) {
          if (!alarm(1))
            _exit(0);
          pause();
        },
        nullptr);
    std::abort();
  } else if (What == "work") {
    C.progress().phase("working", 4, Progress::Unit::Items);
    C.progress().advance(4);
  } else {
    OS << What << '\n';
  }
  return Error::success();
}

static Error run(ToolContext &C) {
  auto Content = C.has(OPT_binary) ? OutputFile::Content::Binary
                                   : OutputFile::Content::Text;
  Expected<OutputFile *> Out = C.openOutput(Content);
  if (!Out)
    return Out.takeError();
  raw_ostream &OS = (*Out)->os();
  if (C.format() == "json") {
    JsonReport J(OS, C.info().Name);
    J.endFiles();
    J->attribute("top", static_cast<int64_t>(C.top(30)));
    J->attribute("threads", C.threads());
    J->attribute("object", jsonId(C.number(OPT_object, 0)));
    J->attribute("max_memory", static_cast<int64_t>(C.maxMemory().value_or(0)));
    J->attributeArray("kinds", [&] {
      for (const std::string &Kind : C.getAll(OPT_records_eq))
        J->value(Kind);
    });
    J.finish(C.report(), /*HasGate=*/true);
  }
  for (const std::string &What : C.inputs())
    if (Error E = perform(C, OS, What))
      return E;
  if (C.has(OPT_gate))
    C.report().tripGate();
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"tool-check", "[options] [what...]",
                   "Does what its options say, to test what all tools share",
                   InputRule::OrStdin, /*TextOutput=*/false},
                  toolOptions(), run);
}
