//===- KnownInput.h - An open input whose kind is known ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tool opens each input once, detects its kind, and hands it to the reader
/// for that kind, so that pipes work like files:
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

/// The kind of an input; see InputKinds.def.
enum class InputKind : uint8_t {
  Unknown, ///< None of the following.
#define HPROF_INPUT_KIND(KIND, TEXT, READER) KIND,
#include "hprof/Convert/InputKinds.def"
};

/// Describes \p Kind: "a heap dump".
const char *kindText(InputKind Kind);

/// The part of an input that is read to detect its kind.
enum class LookAt : uint8_t {
  Head,   ///< The beginning: anything that may be a heap dump is taken for one.
  Records ///< Records of dumps, until a heap dump begins.
};

struct KnownInput {
  /// Opens \p Path like openInput(). An unknown kind is not an error. Data read
  /// to detect the kind can be read again; from a pipe, this is at most 64 MiB.
  /// A dump with a heap dump and a profile is a heap dump.
  static llvm::Expected<KnownInput> open(llvm::StringRef Path,
                                         const SourceOptions &Options = {},
                                         LookAt Deep = LookAt::Records);
  /// Same as above, for an open source that is at its start.
  static llvm::Expected<KnownInput> of(std::unique_ptr<Source> In,
                                       LookAt Deep = LookAt::Records);

  /// Opens all of \p Paths, and rejects files whose kind is not in \p Wanted.
  /// Fails if any file fails.
  static llvm::Expected<std::vector<KnownInput>>
  openAll(llvm::ArrayRef<std::string> Paths, llvm::ArrayRef<InputKind> Wanted,
          const SourceOptions &Options = {}, LookAt Deep = LookAt::Records);

  std::string Path;             ///< As the user wrote it.
  std::unique_ptr<Source> From; ///< At its start.
  InputKind Kind = InputKind::Unknown;
  /// Format, if the input is a dump of any kind.
  std::optional<Format> Carrier;

  /// Returns an error: the tool does not read this kind, but another one does.
  llvm::Error refuse();

private:
  /// Reason for an Unknown kind, kept because the system reports an error only
  /// once.
  std::unique_ptr<llvm::ErrorInfoBase> Why;
};

/// Returns "; it is a thread dump: hprof-threads reads it" if the file \p Path
/// is something other than a heap dump; otherwise an empty string. For errors
/// when no heap dump was found.
std::string otherContents(llvm::StringRef Path);

} // namespace hprof

#endif // HPROF_CONVERT_KNOWNINPUT_H
