//===- MemoryBudget.h - Limits memory use -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// A memory limit for the arrays of a heap graph. If everything fits, the
/// arrays are in ordinary memory. Otherwise, some are in unnamed, mapped files
/// in a directory, and a thread keeps the resident pages of these files within
/// the limit. Results are identical, but computed more slowly.
///
/// The limit applies to the resident set: the process's own memory, pages of
/// those files, and pages of the input. Pages of the input are dropped first.
/// Dropped pages stay in the system's page cache until the memory is needed
/// elsewhere. If a control group counts the page cache, too, the files are
/// written early.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_MEMORYBUDGET_H
#define HPROF_ANALYSIS_COLUMNS_MEMORYBUDGET_H

#include "hprof/Format/Parallel/Thread.h"
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

/// How an array is used. Arrays with random access are put in files last.
enum class MemoryAccess : uint8_t { InOrder, Random };

/// Returns the bytes that this process can use without slowing others down: the
/// machine's available memory, or less if a control group limits it.
uint64_t availableMemory();

class MemoryBudget : public std::enable_shared_from_this<MemoryBudget> {
public:
  /// Limits memory to \p Limit bytes; the excess is put in files in \p
  /// Directory.
  static std::shared_ptr<MemoryBudget> create(uint64_t Limit,
                                              llvm::StringRef Directory);
  ~MemoryBudget();

  uint64_t limit() const { return Limit; }
  const std::string &directory() const { return Directory; }

  /// Announces that up to about \p Bytes will be needed at once. If that
  /// exceeds the limit, blocks are put in files early, to keep memory for
  /// arrays with random access. Fails if the directory's file system has too
  /// little space for the excess. If \p Bytes exceeds \p Left, the available
  /// memory, files are written early.
  llvm::Error plan(uint64_t Bytes, uint64_t Left = availableMemory());

  /// Counts \p Bytes of memory that is or will be allocated elsewhere and is
  /// thus not available to arrays.
  void reserve(uint64_t Bytes);
  bool isSpilling() const { return IsSpilling; }

  /// Allows pages of this mapped file to be dropped from the process, too,
  /// until removeInput(). Memory that is not mapped from a file is ignored.
  void addInput(llvm::ArrayRef<uint8_t> Mapped);
  void removeInput(llvm::ArrayRef<uint8_t> Mapped);

  /// Returns the total size of the blocks in memory or in files.
  uint64_t inMemory() const { return InMemory; }
  uint64_t inFiles() const { return InFiles; }

private:
  friend class PageBlock;
  struct Range {
    uint8_t *Data;
    uint64_t Size;
    int File = -1; ///< File descriptor if the block is in a file.
  };

  MemoryBudget(uint64_t Limit, llvm::StringRef Directory)
      : Limit(Limit), Directory(Directory) {}
  /// Returns zeroed pages; sets \p File to a file descriptor, or -1 for memory.
  llvm::Expected<uint8_t *> take(uint64_t Bytes, MemoryAccess Access,
                                 int &File);
  void give(uint8_t *Data, uint64_t Bytes, int File);
  llvm::Expected<Range> mapFile(uint64_t Bytes);
  void writeEarly(const Range &R);

  void watch();
  /// Repeatedly asks the system to write changed pages.
  void write();
  void trim();
  /// Returns the bytes that count towards the limit, or an upper estimate.
  uint64_t resident() const;
  void dropInputs();
  /// Drops all pages of files and inputs. Used if resident() is an estimate,
  /// which does not show when to stop.
  void dropAll();
  /// Drops the next pages, cycling through files; false if there are none.
  bool dropNext();

  const uint64_t Limit;
  const std::string Directory;
  std::mutex Mutex; ///< Guards all following members.
  uint64_t InMemory = 0, InFiles = 0;
  bool IsSpilling = false;
  std::vector<Range> Files, Inputs;
  size_t Hand = 0; ///< Index in Files of the file to drop pages of next,
  uint64_t HandOffset = 0; ///< and the offset of these pages in the file.
  uint64_t DroppedAt = 0;  ///< residentMark() of the last dropAll().
  unsigned NextPause = 0;  ///< Length of the next pause.
  unsigned InputPause = 0; ///< Rounds before inputs are dropped again.
  bool IsStopping = false;
  std::condition_variable Stop;
  Thread Watcher;

  /// Whether the page cache is too small for the files. If so, the system is
  /// asked to write changed pages immediately, to avoid waiting for writes when
  /// the memory is needed.
  std::atomic<bool> WritesEarly{false};
  std::mutex WriterMutex;   ///< Guards Written; locked after Mutex.
  std::vector<int> Written; ///< Descriptors of the files.
  Thread Writer;
};

/// Allows pages of a mapped input to be dropped while this exists.
class InputPages {
public:
  /// \p Budget may be null. Both arguments must outlive this.
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
