//===- KnownInput.h - An open input whose kind is known ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tool opens each input once, looks at what it is, and hands it to what
/// reads that, so that pipes work like files:
///
///     Expected<KnownInput> In = KnownInput::open(Path);
///     if (!In)
///       return In.takeError();
///     if (In->Kind != InputKind::Threads)
///       return In->refuse();
///     read(*In->From);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_KNOWNINPUT_H
#define HPROF_CONVERT_KNOWNINPUT_H

#include "hprof/Format/Base/Format.h"
#include "hprof/Format/Stream/Source.h"
#include <vector>

namespace hprof {

/// What an input holds; see InputKinds.def.
enum class InputKind : uint8_t {
  Unknown, ///< None of these.
#define HPROF_INPUT_KIND(KIND, TEXT, READER) KIND,
#include "hprof/Convert/InputKinds.def"
};

/// "a heap dump".
const char *kindText(InputKind Kind);

/// How much of an input is read to see what it is.
enum class LookAt : uint8_t {
  Head,   ///< The beginning: whatever may have a heap dump is taken for one.
  Records ///< Records of dumps, until there is a heap dump.
};

struct KnownInput {
  /// Opens \p Path like openInput(). What it holds is no error. What is read to
  /// see that can be read again; of a pipe, this is at most 64 MiB. A dump
  /// with a heap dump and a profile is a heap dump.
  static llvm::Expected<KnownInput> open(llvm::StringRef Path,
                                         const SourceOptions &Options = {},
                                         LookAt Deep = LookAt::Records);
  /// The same for what is open, at its start.
  static llvm::Expected<KnownInput> of(std::unique_ptr<Source> In,
                                       LookAt Deep = LookAt::Records);

  /// Opens all of \p Paths, and refuses those that are none of \p Wanted. An
  /// error of one is an error of all.
  static llvm::Expected<std::vector<KnownInput>>
  openAll(llvm::ArrayRef<std::string> Paths, llvm::ArrayRef<InputKind> Wanted,
          const SourceOptions &Options = {}, LookAt Deep = LookAt::Records);

  std::string Path;             ///< As the user named it.
  std::unique_ptr<Source> From; ///< At its start.
  InputKind Kind = InputKind::Unknown;
  /// That of a dump of any kind.
  std::optional<Format> Carrier;

  /// The error that a tool does not read what this is, and what does.
  llvm::Error refuse();

private:
  /// Why it is Unknown. The system reports its errors once.
  std::unique_ptr<llvm::ErrorInfoBase> Why;
};

/// "; it is a thread dump: hprof-threads reads it", if the file \p Path is
/// something other than a heap dump; else an empty string. For errors of what
/// found no heap dump.
std::string otherContents(llvm::StringRef Path);

} // namespace hprof

#endif // HPROF_CONVERT_KNOWNINPUT_H
