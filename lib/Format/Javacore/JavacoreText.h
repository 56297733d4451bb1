//===- JavacoreText.h - Parses a javacore line ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A cursor over the text of one line. Lines of a javacore are a mixture of
/// phrases, quoted but unescaped names, and numbers.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_JAVACORE_JAVACORETEXT_H
#define HPROF_LIB_FORMAT_JAVACORE_JAVACORETEXT_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace hprof {

/// \p Bytes as UTF-8: unchanged if they are valid UTF-8, else converted from
/// ISO 8859-1. A javacore uses the character set of its VM's platform.
std::string javacoreString(llvm::StringRef Bytes);

class JavacoreText {
public:
  explicit JavacoreText(llvm::StringRef Text) : Whole(Text), Rest(Text) {}

  llvm::StringRef rest() const { return Rest; }
  /// The position after the last success.
  size_t position() const { return size_t(Rest.data() - Whole.data()); }
  /// The expected syntax, after a member has returned false.
  const std::string &expected() const { return Expected; }
  bool fail(const llvm::Twine &What) {
    Expected = What.str();
    return false;
  }

  /// Moves past \p Phrase, which must follow.
  bool phrase(llvm::StringRef Phrase);
  bool tryPhrase(llvm::StringRef Phrase) { return Rest.consume_front(Phrase); }
  /// Moves past the next \p Mark and returns the string before it in \p Before.
  bool upTo(llvm::StringRef Mark, llvm::StringRef &Before);
  /// Moves past the next \p Size bytes, which must exist.
  bool take(size_t Size, llvm::StringRef &Bytes) {
    Bytes = Rest.take_front(Size);
    Rest = Rest.drop_front(Size);
    return true;
  }
  /// Fails at \p Part, which is a part of this text.
  bool failAt(llvm::StringRef Part, const llvm::Twine &What) {
    Rest = Whole.drop_front(size_t(Part.data() - Whole.data()));
    return fail(What);
  }
  /// Parses a hexadecimal number, with or without 0x.
  bool address(uint64_t &Address);
  /// Same as above, for \p Value, a part of this text after \p Mark.
  bool addressIn(const llvm::Twine &Mark, llvm::StringRef Value,
                 uint64_t &Address);
  /// Parses a decimal number, or a hexadecimal one with 0x.
  bool number(uint64_t &N);
  /// Parses a name in quotes followed by one of \p Marks. Names can contain
  /// quotes: the last matching place ends it.
  bool quoted(llvm::ArrayRef<llvm::StringLiteral> Marks, std::string &Name);

  /// Parses java/lang/Object@0x1234, or before J9 java.lang.Object@1234/1238.
  bool object(ThreadDump::LockObject &Object);
  /// Parses java/lang/Object(0x1234); the name is empty for *System* and
  /// *none*.
  bool named(std::string &ClassName, uint64_t &Address);
  /// Parses "name" (J9VMThread:0x1234, java/lang/Thread:0x5678), and the
  /// variants in parentheses for old and unusual threads.
  bool thread(ThreadDump::ThreadRef &Thread);

  /// Number of digits of the first address, 0 if there was none.
  unsigned addressDigits() const { return Digits; }

private:
  llvm::StringRef Whole;
  llvm::StringRef Rest;
  std::string Expected;
  unsigned Digits = 0;
};

/// Calls \p F with each "key:value" and "key=value" in \p Text, separated by
/// commas and parentheses, until it returns false.
bool forEachPair(
    llvm::StringRef Text,
    llvm::function_ref<bool(llvm::StringRef Key, llvm::StringRef Value)> F);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_JAVACORE_JAVACORETEXT_H
