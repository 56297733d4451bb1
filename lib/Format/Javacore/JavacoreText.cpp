//===- JavacoreText.cpp - Parses a javacore line --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JavacoreText.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace hprof;
using namespace llvm;

std::string hprof::javacoreString(StringRef Bytes) {
  const auto *Begin = reinterpret_cast<const UTF8 *>(Bytes.data());
  if (isLegalUTF8String(&Begin, Begin + Bytes.size()))
    return Bytes.str();
  std::string Out;
  for (unsigned char C : Bytes)
    appendUtf8(Out, C);
  return Out;
}

bool JavacoreText::phrase(StringRef Phrase) {
  return Rest.consume_front(Phrase) || fail("'" + Phrase.trim() + "'");
}

bool JavacoreText::upTo(StringRef Mark, StringRef &Before) {
  size_t At = Rest.find(Mark);
  if (At == StringRef::npos)
    return fail("'" + Mark.trim() + "'");
  Before = Rest.take_front(At);
  Rest = Rest.drop_front(At + Mark.size());
  return true;
}

bool JavacoreText::address(uint64_t &Address) {
  StringRef Text = Rest;
  if (!Text.consume_front("0x"))
    Text.consume_front("0X");
  StringRef Number = Text.take_while(isHexDigit);
  if (Number.empty() || Number.size() > 16)
    return fail("an address");
  (void)Number.getAsInteger(16, Address);
  Rest = Text.drop_front(Number.size());
  if (!Digits)
    Digits = unsigned(Number.size());
  return true;
}

bool JavacoreText::addressIn(const Twine &Mark, StringRef Value,
                             uint64_t &Address) {
  JavacoreText Part(Value);
  if (!Part.address(Address))
    return failAt(Value, "an address after '" + Mark + "'");
  if (!Digits)
    Digits = Part.Digits;
  return true;
}

bool JavacoreText::number(uint64_t &N) {
  StringRef Text = Rest;
  unsigned Radix = Text.consume_front("0x") ? 16 : 10;
  if (Text.consumeInteger(Radix, N))
    return fail("a number");
  Rest = Text;
  return true;
}

bool JavacoreText::quoted(ArrayRef<StringLiteral> Marks, std::string &Name) {
  if (!Rest.starts_with("\""))
    return fail("a name in quotes");
  size_t Best = 0;
  for (StringRef Mark : Marks) {
    size_t At = Rest.rfind(("\"" + Mark).str());
    if (At != StringRef::npos)
      Best = std::max(Best, At);
  }
  if (!Best)
    return fail("a closing quote");
  Name = javacoreString(Rest.slice(1, Best));
  Rest = Rest.drop_front(Best + 1);
  return true;
}

bool JavacoreText::object(ThreadDump::LockObject &Object) {
  size_t At = Rest.find('@');
  // Class names in Clojure and other languages may contain '@'.
  size_t Hex = Rest.find("@0x");
  if (Hex != StringRef::npos)
    At = Hex;
  if (At == StringRef::npos || !At)
    return fail("a class, '@' and an address");
  StringRef Name = Rest.take_front(At);
  Rest = Rest.drop_front(At + 1);
  if (!address(Object.Address))
    return false;
  Object.ClassName = javaClassName(javacoreString(Name));
  uint64_t Body;
  return !tryPhrase("/") || address(Body);
}

bool JavacoreText::named(std::string &ClassName, uint64_t &Address) {
  StringRef Name;
  if (!upTo("(0x", Name))
    return fail("'(' and an address");
  ClassName = Name.starts_with("*") ? std::string()
                                    : javaClassName(javacoreString(Name));
  return address(Address);
}

bool JavacoreText::thread(ThreadDump::ThreadRef &Thread) {
  if (!quoted({" ("}, Thread.Name))
    return false;
  if (!phrase(" ("))
    return false;
  size_t End = Rest.find(')');
  if (End == StringRef::npos)
    return fail("')'");
  StringRef Inner = Rest.take_front(End);
  Rest = Rest.drop_front(End + 1);
  if (!Inner.contains(':'))
    return addressIn("(", Inner, Thread.VmThread);
  return forEachPair(Inner, [&](StringRef Key, StringRef Value) {
    uint64_t N;
    bool IsKnown = Key == "J9VMThread" || Key == "java/lang/Thread" ||
                   Key == "native thread ID";
    if (!IsKnown || Value == "<null>")
      return true;
    if (!addressIn(Key + ":", Value, N))
      return false;
    if (Key == "J9VMThread")
      Thread.VmThread = N;
    else if (Key == "java/lang/Thread")
      Thread.Object = N;
    else
      Thread.NativeId = N;
    return true;
  });
}

bool hprof::forEachPair(StringRef Text,
                        function_ref<bool(StringRef, StringRef)> F) {
  while (!Text.empty()) {
    size_t End = Text.find_first_of(",()");
    StringRef Pair = Text.take_front(End).trim();
    Text = End == StringRef::npos ? StringRef() : Text.drop_front(End + 1);
    size_t Mark = Pair.find_first_of(":=");
    if (Mark == StringRef::npos)
      continue;
    if (!F(Pair.take_front(Mark), Pair.drop_front(Mark + 1).trim()))
      return false;
  }
  return true;
}
