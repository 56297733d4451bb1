//===- JstackReader.cpp - Reads thread dumps in text ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/JstackReader.h"
#include "Format/Hprof/TextInput.h"
#include "JstackBuilder.h"
#include "hprof/Format/Identify.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

bool hprof::looksLikeJstack(StringRef Head) {
  // The text that Thread.dump_to_file writes has no title.
  for (unsigned Lines = 0; !Head.empty() && Lines != 8; ++Lines) {
    StringRef Line;
    std::tie(Line, Head) = Head.split('\n');
    if (JstackBuilder::isTitle(Line) || JstackBuilder::isPlainThread(Line))
      return true;
  }
  return JstackBuilder::isTitle(Head);
}

Expected<std::vector<ThreadDump>>
hprof::readJstack(Source &In, const DamageHandler &OnDamage) {
  constexpr size_t Enough = 64 << 10;
  const std::string Found =
      describeContent(toStringRef(In.peek(Enough)).take_front(Enough));
  TextInput Input(In);
  TextLine L;
  JstackBuilder Builder([&](const Twine &What) {
    if (OnDamage)
      OnDamage({format_errc::bad_text, L.Offset,
                ("line " + Twine(L.Number) + ": " + What).str()});
  });
  while (Input.next(L)) {
    if (json::isUTF8(L.Text))
      Builder.line(L.Text);
    else
      Builder.line(json::fixUTF8(L.Text));
  }
  Error Ended = handleErrors(Input.takeError(),
                             [&](std::unique_ptr<FormatError> E) -> Error {
                               if (E->code() == format_errc::io)
                                 return Error(std::move(E));
                               if (OnDamage)
                                 OnDamage({E->code(), E->offset(), E->what()});
                               return Error::success();
                             });
  if (Ended)
    return Ended;
  std::vector<ThreadDump> Dumps = Builder.finish();
  if (Dumps.empty())
    return make_error<FormatError>(format_errc::not_a_dump, 0,
                                   "expected a line with 'Full thread dump': "
                                   "found " +
                                       Found);
  return Dumps;
}
