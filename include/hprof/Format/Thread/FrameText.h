//===- FrameText.h - Frames as Java prints them -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of StackTraceElement.toString(), which JSON has, and of jstack,
/// which names the module in the parentheses:
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

/// Whether a line of text cannot hold \p C.
inline bool isControl(char C) { return uint8_t(C) < 0x20 || C == 0x7f; }

/// Where the text of a frame names loader and module.
enum class FrameStyle : uint8_t {
  Java,   ///< Before the class, as StackTraceElement.toString() does.
  Jstack, ///< The module in the parentheses; no loader.
  Short   ///< Nowhere.
};

/// With Jstack, loader and module may also be before the class. \return false
/// if \p Text has no method or no parentheses, or is no single line.
bool parseFrame(llvm::StringRef Text, ThreadFrame &F,
                FrameStyle Style = FrameStyle::Jstack);

/// Reverses frameText(): text that is no frame becomes the method, and with
/// Jstack, escapes of hidden characters are undone. \return what parseFrame()
/// does.
bool readFrame(llvm::StringRef Text, ThreadFrame &F, FrameStyle Style);

/// Where the parentheses that end \p Text begin: names of methods and of
/// files may have some, too. npos if \p Text does not end in one.
size_t placeOfFrame(llvm::StringRef Text);

/// Removes the module from the front of \p Place, the text in parentheses in
/// the style Jstack. A path with slashes, as JRuby has it, is no module.
llvm::StringRef takeModule(llvm::StringRef &Place);
/// The text of \p F; that of a frame which parseFrame() rejected is its method.
/// Jstack has escapes for the characters of HiddenCharacters.h.
std::string frameText(const ThreadFrame &F, FrameStyle Style);

/// "java.lang.Object@1f": a class and an identity hash, as
/// Objects.toIdentityString() has it. \return false if it is something else.
bool parseIdentity(llvm::StringRef Text, ThreadDump::LockObject &Object);
/// The same in the other direction. An object without a hash has its address
/// instead, from which parseIdentity() makes an address again if it is longer
/// than a hash.
std::string identityText(const ThreadDump::LockObject &Object);

/// \p Class with dots between its packages, which jhsdb prints as slashes.
std::string dotted(llvm::StringRef Class);

/// <0x00000000fd687440> (a java.lang.Object), <fd687440>, or
/// <java.lang.Object@1f>. Of a class, "(a java.lang.Class for a.B)". nullopt if
/// it is something else.
std::optional<ThreadDump::LockObject> parseLock(llvm::StringRef Text);

/// The state that java.lang.Thread.State calls \p Name; Unknown if none.
ThreadState parseThreadState(llvm::StringRef Name);

/// Milliseconds since 1970 of "2031-02-03T04:05:06.789Z", the date and the time
/// separated by T or a blank. Without Z, local time is taken for UTC.
std::optional<uint64_t> parseInstant(llvm::StringRef Text);
/// As Instant.toString() has it; the fraction is left out if it is 0.
std::string instantText(uint64_t Millis);

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_FRAMETEXT_H
