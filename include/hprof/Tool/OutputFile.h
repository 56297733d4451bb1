//===- OutputFile.h - Output file that is written atomically ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_OUTPUTFILE_H
#define HPROF_TOOL_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class raw_fd_ostream;
} // namespace llvm

namespace hprof {

/// An output of a tool.
///
/// A regular file is written to a temporary file next to it, with mode 0600
/// because dumps contain secrets, and is renamed only in keep(). If the object
/// is destroyed or the process exits before that (including by SIGINT, SIGTERM
/// and crashes), the temporary file is removed; after SIGKILL, the next run
/// with the same output removes it. An existing file is replaced only with
/// Force. Standard output ("-"), FIFOs and devices are written directly, and
/// output written to them is not undone.
class OutputFile {
public:
  enum class Content { Text, Binary };

  /// Opens \p Path. Fails if it exists and \p Force is not given, if it is a
  /// directory or cannot be written, or if binary content would go to a
  /// terminal. The errors name the path.
  static llvm::Expected<std::unique_ptr<OutputFile>>
  create(llvm::StringRef Path, Content C, bool Force);
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;
  ~OutputFile();

  /// The stream to write to. It is buffered: flush it before using fd().
  llvm::raw_fd_ostream &os() { return *Stream; }
  /// The descriptor of the output; owned by this object.
  int fd() const { return Descriptor; }
  /// The requested name; "-" is standard output.
  const std::string &path() const { return Path; }
  /// The file that path() names, with symbolic links resolved.
  const std::string &target() const { return Target; }
  bool isStdout() const { return Path == "-"; }
  /// Whether the output is seekable, and discarded as a whole if not kept.
  bool isTemporary() const { return !Temporary.empty(); }
  bool isTerminal() const;
  /// Whether the output was opened with Force.
  bool replaces() const { return Force; }

  /// Makes keep() remove the old file without a replacement.
  void leaveOut() { IsLeftOut = true; }

  /// Flushes, closes and renames; to be called once, when everything is
  /// written. Reports write errors, including delayed ones (no space,
  /// /dev/full). Nothing may be written after this.
  llvm::Error keep();
  /// Same as above, for outputs that belong together: after an error, all files
  /// are as they were, or the error names an old file that cannot be removed.
  /// The last file is the first to be removed and the last to appear.
  static llvm::Error keepAll(llvm::ArrayRef<OutputFile *> Files);

private:
  OutputFile(std::string Path, std::string Target, std::string Temporary,
             int Descriptor, bool Force);
  std::error_code complete();
  std::error_code setAside();
  std::error_code appear();
  std::error_code removeOld();
  void takeBack();
  void discard();

  std::string Path;      ///< As given, for messages.
  std::string Target;    ///< Path, or the target of the symbolic link Path.
  std::string Temporary; ///< Empty when written directly.
  int Descriptor;
  int Lock = -1; ///< Holds the lock of the temporary file.
  bool Force;
  bool IsLeftOut = false;
  bool IsThere = false; ///< Whether appear() has replaced the target.
  bool IsAside = false; ///< Whether the old target was renamed to Old.
  std::string Old;
  std::unique_ptr<llvm::raw_fd_ostream> Stream;
};

} // namespace hprof

#endif // HPROF_TOOL_OUTPUTFILE_H
