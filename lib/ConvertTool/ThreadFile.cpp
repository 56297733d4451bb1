//===- ThreadFile.cpp - Threads for a heap dump ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/ConvertTool/ThreadFile.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/Threads/JoinThreads.h"
#include "hprof/Tool/ToolMain.h"

using namespace hprof;
using namespace llvm;

/// Whether a thread dump can be added: the input must be a heap dump, or YAML,
/// which may contain one.
static bool mayJoinThreads(Format From, Format To) {
  return (InIbm.has(From) || InHprof.has(From) || From == Format::Yaml) &&
         !InIbm.has(To);
}

static Expected<ThreadDump> readThreadFile(ToolContext &C, StringRef Path) {
  Expected<std::unique_ptr<Source>> In = Source::open(Path);
  if (!In)
    return In.takeError();
  std::string Note;
  Expected<ThreadDump> Dump =
      readThreadDump(**In, C.report().damageHandler((*In)->name()), Note);
  if (!Dump)
    return createFileError((*In)->name(), Dump.takeError());
  if (!Note.empty())
    C.report().note("'" + (*In)->name() + "': " + Note);
  return Dump;
}

Expected<std::optional<ThreadDump>>
hprof::threadsToJoin(ToolContext &C, StringRef Path, Format From, Format To) {
  const bool IsNamed = C.hasNamed("--with=");
  const StringRef Given = C.named("--with=");
  std::optional<std::string> Javacore;
  if (IsNamed) {
    if (Given == "none")
      return std::nullopt;
    Javacore = Given.str();
    if (!mayJoinThreads(From, To))
      return usageError(Twine("--with does not support ") +
                        formatInfo(From).Text + " to " + formatInfo(To).Text +
                        "; expected an IBM, HPROF binary or YAML dump, and an "
                        "output format other than IBM's");
  } else if (InIbm.has(From) && mayJoinThreads(From, To) &&
             To != Format::Yaml) {
    // YAML output represents only the input, unless the user asks for more.
    Javacore = findJavacoreBeside(Path);
  }
  if (!Javacore)
    return std::nullopt;
  C.protect(*Javacore);
  Expected<ThreadDump> Dump = readThreadFile(C, *Javacore);
  if (IsNamed) {
    if (!Dump)
      return Dump.takeError();
    return std::move(*Dump);
  }
  if (!Dump) {
    C.report().warning(toString(Dump.takeError()) +
                       "; threads and class loaders are omitted");
    return std::nullopt;
  }
  C.report().note("threads and class loaders are taken from '" + *Javacore +
                  "' (--with=none omits them)");
  return std::move(*Dump);
}
