//===- JavacoreReader.cpp - Reads IBM's javacores -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Javacore/JavacoreReader.h"
#include "JavacoreBuilder.h"
#include "hprof/Format/Base/Identify.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Whether \p Line is the title of the first section. A javacore is identified
/// by that section, because log lines may precede it.
static bool isTitleSection(StringRef Line) {
  return Line.split(' ').second.trim() == "TITLE subcomponent dump routine";
}

bool hprof::looksLikeJavacore(StringRef Head) {
  bool IsFirst = true;
  while (!Head.empty()) {
    StringRef Line;
    std::tie(Line, Head) = Head.split('\n');
    StringRef Tag = JavacoreLines::tagOf(Line.rtrim('\r'));
    if (Tag == "0SECTION" && (IsFirst || isTitleSection(Line)))
      return true;
    if (Line.contains('\0') || Line.contains("Full thread dump "))
      return false;
    if (Tag != "NULL" && !Line.trim().empty())
      IsFirst = false;
  }
  return false;
}

/// Handles an early end of the input: returns an I/O error, and reports any
/// other error as damage.
static Error inputError(Source &In, const DamageHandler &OnDamage) {
  return handleErrors(In.takeError(),
                      [&](std::unique_ptr<FormatError> E) -> Error {
                        if (E->code() == format_errc::io)
                          return Error(std::move(E));
                        if (OnDamage)
                          OnDamage({E->code(), E->offset(), E->what()});
                        return Error::success();
                      });
}

Expected<ThreadDump> hprof::readJavacore(Source &In,
                                         const DamageHandler &OnDamage) {
  constexpr size_t Enough = 64 << 10;
  StringRef Head = toStringRef(In.peek(Enough)).take_front(Enough);
  if (!looksLikeJavacore(Head)) {
    if (Error E = In.takeError())
      return E;
    return make_error<FormatError>(
        format_errc::not_a_dump, In.offset(),
        "expected the '0SECTION' line of a javacore, found " +
            describeContent(Head));
  }
  ThreadDump Dump;
  JavacoreBuilder Build(Dump, OnDamage);
  JavacoreLines Lines(In);
  JavacoreLine L;
  bool HasBegun = false;
  while (Lines.next(L)) {
    HasBegun |= L.Tag == "0SECTION" || L.Tag == "NULL";
    if (HasBegun)
      Build.line(L);
  }
  Build.finish();
  if (Error E = Lines.takeError())
    return E;
  if (Error E = inputError(In, OnDamage))
    return E;
  if (!Build.isComplete() && OnDamage)
    OnDamage({format_errc::truncated, In.offset(),
              "the javacore ends without an 'END OF DUMP' line"});
  return Dump;
}
