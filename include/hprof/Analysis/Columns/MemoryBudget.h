//===- MemoryBudget.h - Memory within a limit -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// What the arrays of a heap graph may use. As long as all of it fits, they
/// are memory like any other. When it will not, they live in files of a
/// directory, without names and mapped, and a thread sees to it that no more
/// of their pages are in the process than the limit leaves: results are the
/// same, bytes for bytes, only later.
///
/// The limit is for the resident set: memory of the process's own, pages of
/// those files, and pages of the input, which go first. What left the process
/// stays in the system's page cache as long as nobody else needs the room.
/// Where a control group counts the cache, too, the files are written early.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_MEMORYBUDGET_H
#define HPROF_ANALYSIS_COLUMNS_MEMORYBUDGET_H

#include "hprof/Format/Kit/Thread.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace hprof {

/// How an array will be used: those with random access are the last to be put
/// into files.
enum class MemoryAccess : uint8_t { InOrder, Random };

/// Bytes that this process could have before others are hurt: of the machine,
/// or of its control groups when those leave less. \p Proc and \p Groups are
/// where the system tells.
uint64_t availableMemory(llvm::StringRef Proc = "/proc",
                         llvm::StringRef Groups = "/sys/fs/cgroup");

class MemoryBudget : public std::enable_shared_from_this<MemoryBudget> {
public:
  /// At most \p Limit bytes; what is beyond goes to files in \p Directory.
  static std::shared_ptr<MemoryBudget> create(uint64_t Limit,
                                              llvm::StringRef Directory);
  ~MemoryBudget();

  uint64_t limit() const { return Limit; }
  const std::string &directory() const { return Directory; }

  /// States that about \p Bytes will be needed at a time from now on. When that
  /// is more than the limit, blocks go to files early, so that there is memory
  /// for those with random access. Fails when the directory's file system has
  /// less room than is missing. Of more than \p Left, which the system has,
  /// files are written early.
  llvm::Error plan(uint64_t Bytes, uint64_t Left = availableMemory());

  /// Counts memory that was taken, or will be, in other ways and is kept:
  /// arrays get what is left.
  void reserve(uint64_t Bytes);
  bool isSpilling() const { return IsSpilling; }

  /// Until removeInput() pages of a mapped file may be dropped from the
  /// process, too. Other memory is ignored.
  void addInput(llvm::ArrayRef<uint8_t> Mapped);
  void removeInput(llvm::ArrayRef<uint8_t> Mapped);

  /// Bytes of blocks in memory and in files.
  uint64_t inMemory() const { return InMemory; }
  uint64_t inFiles() const { return InFiles; }

private:
  friend class PageBlock;
  struct Range {
    uint8_t *Data;
    uint64_t Size;
    int File = -1; ///< Its descriptor when it is ours.
  };

  MemoryBudget(uint64_t Limit, llvm::StringRef Directory)
      : Limit(Limit), Directory(Directory) {}
  /// Zeroed pages; \p File is the descriptor when they are of a file, else -1.
  llvm::Expected<uint8_t *> take(uint64_t Bytes, MemoryAccess Access,
                                 int &File);
  void give(uint8_t *Data, uint64_t Bytes, int File);
  llvm::Expected<Range> mapFile(uint64_t Bytes);
  void writeEarly(const Range &R);

  void watch();
  /// Has the system write what changed, again and again.
  void write();
  void trim();
  /// Drops the next of the files' pages in turn; false when there are none.
  bool dropNext();
  static uint64_t residentBytes();

  const uint64_t Limit;
  const std::string Directory;
  std::mutex Mutex; ///< Of all that follows.
  uint64_t InMemory = 0, InFiles = 0;
  bool IsSpilling = false;
  std::vector<Range> Files, Inputs;
  size_t Hand = 0;         ///< Which of Files comes next,
  uint64_t HandOffset = 0; ///< and what of it.
  unsigned NextPause = 0;  ///< How long the next one will be.
  unsigned InputPause = 0; ///< Looks until inputs are worth dropping again.
  bool IsStopping = false;
  std::condition_variable Stop;
  Thread Watcher;

  /// Whether the page cache has no room for all that is in files: then the
  /// system is asked to write what changed as soon as that is there, lest it be
  /// waited for when the room is needed.
  std::atomic<bool> WritesEarly{false};
  std::mutex WriterMutex;   ///< Of what follows; may be locked with Mutex held.
  std::vector<int> Written; ///< Files' descriptors.
  Thread Writer;
};

/// For as long as a mapped input is walked over: its pages may be dropped.
class InputPages {
public:
  /// \p Budget may be null. Both must outlive this.
  InputPages(MemoryBudget *Budget, llvm::ArrayRef<uint8_t> Mapped)
      : Budget(Budget), Mapped(Mapped) {
    if (Budget)
      Budget->addInput(Mapped);
  }
  InputPages(const InputPages &) = delete;
  InputPages &operator=(const InputPages &) = delete;
  ~InputPages() {
    if (Budget)
      Budget->removeInput(Mapped);
  }

private:
  MemoryBudget *Budget;
  llvm::ArrayRef<uint8_t> Mapped;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_COLUMNS_MEMORYBUDGET_H
