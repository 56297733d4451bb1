//===- AttachProtocol.cpp - Requests to a VM and its replies --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttachProtocol.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace hprof;

Expected<std::string>
hprof::encodeAttachRequest(unsigned Version, StringRef Command,
                           ArrayRef<StringRef> Arguments) {
  auto TooLong = [&](StringRef What, size_t Size, size_t Most) {
    return createStringError(What + " has " + Twine(Size) +
                             " bytes; the VM accepts at most " + Twine(Most) +
                             " (version " + Twine(Version) +
                             " of the attach protocol)");
  };
  std::string Body = Command.str() + '\0';
  for (StringRef One : Arguments) {
    if (Version == 1 && One.size() > MostArgument1)
      return TooLong("the argument '" + One.take_front(20).str() + "...'",
                     One.size(), MostArgument1);
    if (One.contains('\0'))
      return createStringError("an argument contains a NUL");
    Body += One;
    Body += '\0';
  }
  if (Version == 1) {
    constexpr size_t Count = 3;
    assert(Arguments.size() <= Count && "more than version 1 can carry");
    Body.append(Count - Arguments.size(), '\0');
    return "1" + std::string(1, '\0') + Body;
  }
  if (Body.size() > MostRequest2)
    return TooLong("the request", Body.size(), MostRequest2);
  return "2" + std::string(1, '\0') + std::to_string(Body.size()) + '\0' + Body;
}

Expected<AttachReply> hprof::parseAttachReply(StringRef Bytes) {
  if (Bytes.empty())
    return createStringError("the VM closed the connection without a reply");
  auto [First, Rest] = Bytes.split('\n');
  AttachReply R;
  if (First.trim().getAsInteger(10, R.Status))
    return createStringError("the reply begins with '" + First.take_front(40) +
                             "', expected a status number");
  R.Text = Rest.rtrim().str();
  return R;
}

unsigned hprof::versionOf(const AttachReply &R) {
  StringRef Text = R.Text;
  unsigned Version;
  if (R.Status || Text.consumeInteger(10, Version))
    return 1;
  return Version >= 2 ? 2 : 1;
}

Expected<int32_t> hprof::returnCodeOf(const AttachReply &R) {
  int32_t Code;
  // Before JDK 9, the reply is only the number.
  StringRef Text = R.Text;
  Text.consume_front("return code: ");
  if (!R.Status && !Text.getAsInteger(10, Code))
    return Code;
  return replyError(R);
}

Error hprof::replyError(const AttachReply &R) {
  if (R.Text.empty())
    return createStringError("the VM replied with status " + Twine(R.Status) +
                             " and no message");
  SmallVector<StringRef, 4> Lines;
  constexpr size_t Most = 4096;
  StringRef(R.Text).take_front(Most).split(Lines, '\n', /*MaxSplit=*/-1,
                                           /*KeepEmpty=*/false);
  return createStringError("the VM replied: " + join(Lines, "; "));
}
