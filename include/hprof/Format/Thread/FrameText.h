//===- FrameText.h - Frames as Java prints them -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Frames in the syntax of StackTraceElement.toString(), used in JSON, and of
/// jstack, with the module in the parentheses:
///
///     app/java.base@25/java.lang.Thread.run(Thread.java:1474)
///     java.lang.Thread.run(java.base@25/Thread.java:1474)
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_FRAMETEXT_H
#define HPROF_FORMAT_THREAD_FRAMETEXT_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/StringRef.h"

namespace hprof {

/// Whether \p C is a control character, which a line of text cannot contain.
inline bool isControl(char C) { return uint8_t(C) < 0x20 || C == 0x7f; }

/// The position of loader and module in a frame.
enum class FrameStyle : uint8_t {
  Java,   ///< Before the class, as in StackTraceElement.toString().
  Jstack, ///< The module in the parentheses; no loader.
  Short   ///< Omitted.
};

/// Parses a frame. With Jstack, loader and module may also precede the class.
/// \return false if \p Text lacks a method or parentheses, or is not a single
/// line.
bool parseFrame(llvm::StringRef Text, ThreadFrame &F,
                FrameStyle Style = FrameStyle::Jstack);

/// Reverses frameText(): text that is not a frame becomes the method, and with
/// Jstack, escapes of hidden characters are undone. \return the result of
/// parseFrame().
bool readFrame(llvm::StringRef Text, ThreadFrame &F, FrameStyle Style);

/// The position of the opening parenthesis that matches the one at the end of
/// \p Text; names of methods and files may contain parentheses, too. npos if \p
/// Text does not end in a closing parenthesis.
size_t placeOfFrame(llvm::StringRef Text);

/// Removes the module from the front of \p Place, the string in parentheses in
/// the style Jstack. A path with slashes, as in JRuby, is not a module.
llvm::StringRef takeModule(llvm::StringRef &Place);
/// The text of \p F; a frame that parseFrame() rejected consists only of its
/// method. With Jstack, the characters of HiddenCharacters.h are escaped.
std::string frameText(const ThreadFrame &F, FrameStyle Style);

/// Parses "java.lang.Object@1f": a class and an identity hash, as in
/// Objects.toIdentityString(). \return false for anything else.
bool parseIdentity(llvm::StringRef Text, ThreadDump::LockObject &Object);
/// The inverse of parseIdentity(). An object without a hash shows its address
/// instead, which parseIdentity() restores if it is longer than a hash.
std::string identityText(const ThreadDump::LockObject &Object);

/// Returns \p Class with dots between its packages, where jhsdb prints slashes.
std::string dotted(llvm::StringRef Class);

/// Parses <0x00000000fd687440> (a java.lang.Object), <fd687440>, or
/// <java.lang.Object@1f>; for a class, "(a java.lang.Class for a.B)". nullopt
/// for anything else.
std::optional<ThreadDump::LockObject> parseLock(llvm::StringRef Text);

/// Milliseconds since 1970 of "2031-02-03T04:05:06.789Z", with date and time
/// separated by T or a space. Without Z, local time is interpreted as UTC.
std::optional<uint64_t> parseInstant(llvm::StringRef Text);
/// The inverse of parseInstant(), as printed by Instant.toString(), without a
/// zero fraction.
std::string instantText(uint64_t Millis);

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_FRAMETEXT_H
