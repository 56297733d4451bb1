//===- NewFile.h - A file that is created late ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file of an agent. It is created with its first bytes, so that an output
/// that never gets any leaves no empty file.
///
/// It is always a new file: what has its name is removed, if it belongs to the
/// user that the VM runs as, and otherwise stays. A link is not followed, and
/// another name of the file that was there keeps its content. While it is
/// written it is locked (flock), so that several VMs with one name do not
/// remove each other's: the later one adds its process id.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_NEWFILE_H
#define HPROF_LIB_AGENT_OUTPUT_NEWFILE_H

#include "Agent/Options/Options.h"
#include "OutputTarget.h"
#include <mutex>

namespace hprof::agent {

/// Says that something belongs to \p Owner, who is not the VM's user.
llvm::Error foreignFile(uid_t Owner);

/// The folder of the file \p Path.
std::string folderOf(const std::string &Path);

class NewFile final : public OutputTarget {
public:
  /// The file of \p O for the process \p Pid; of an existing file that is to
  /// stay, another name. Changes nothing.
  NewFile(const Options &O, pid_t Pid);
  ~NewFile() override { NewFile::close(); }

  /// Whether a file of that name could be created now.
  llvm::Error check() const;

  std::string name() const override;
  bool isFile() const override { return true; }
  /// Removes the file that it replaces.
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

  Options Naming; ///< File, Binary and Force count.
  const pid_t Pid;
  mutable std::mutex Lock; ///< For the name.
  std::string Name;
  int Fd = -1;
  int Claim = -1;   ///< From prepare() on.
  dev_t Device = 0; ///< Device of the file that was created.
  ino_t Inode = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_NEWFILE_H
