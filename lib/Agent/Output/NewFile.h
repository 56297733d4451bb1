//===- NewFile.h - A file that is created late ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The agent's output file. It is created when the first bytes are written, so
/// that an unused output leaves no empty file.
///
/// It is always a new file: an existing one is removed if it belongs to the
/// VM's user; otherwise it is kept. A symbolic link is not followed, and other
/// hard links to the old file keep its content. While it is written, the file
/// is locked (flock), so that VMs with the same file name do not remove each
/// other's file: the later VM adds its process id.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_NEWFILE_H
#define HPROF_LIB_AGENT_OUTPUT_NEWFILE_H

#include "Agent/Options/Options.h"
#include "OutputTarget.h"
#include <mutex>

namespace hprof::agent {

/// Returns the error that a file belongs to \p Owner, who is not the VM's user.
llvm::Error foreignFile(uid_t Owner);

/// Returns the folder of the file \p Path.
std::string folderOf(const std::string &Path);

class NewFile final : public OutputTarget {
public:
  /// Chooses the file of \p O for the process \p Pid, or another name if an
  /// existing file must be kept. Changes nothing.
  NewFile(const Options &O, pid_t Pid);
  ~NewFile() override { NewFile::close(); }

  /// Checks whether a file of that name could be created now.
  llvm::Error check() const;

  std::string name() const override;
  bool isFile() const override { return true; }
  /// Removes the file to be replaced.
  llvm::Error prepare() override;
  llvm::Error write(llvm::ArrayRef<uint8_t> Bytes) override;
  void close() override;
  void discard() override;

private:
  void choose(bool Replaces);
  llvm::Error examine() const;
  llvm::Error makeRoom(bool &IsFree);
  llvm::Error take();
  llvm::Error create();

  Options Naming; ///< Uses only File, Binary and Force.
  const pid_t Pid;
  mutable std::mutex Lock; ///< Guards the name.
  std::string Name;
  int Fd = -1;
  int Claim = -1;   ///< Set by prepare().
  dev_t Device = 0; ///< Device of the created file.
  ino_t Inode = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_NEWFILE_H
