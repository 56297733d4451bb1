//===- DumpInput.h - An input of hprof-dump ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_DUMPINPUT_H
#define TOOLS_HPROF_DUMP_DUMPINPUT_H

#include "DumpSession.h"
#include "FieldSink.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ToolMain.h"
#include <set>

namespace hprof {

class AnswerPart;
class JfrRecording;

/// An open input, and the output for its parts.
struct DumpInput {
  DumpInput(ToolContext &C, const DumpRequest &Request, llvm::json::OStream *J,
            llvm::StringRef Path);
  ~DumpInput();

  /// Opens the heap and, for other formats, the records as needed.
  llvm::Error open(llvm::StringRef Name);
  /// Opens a regular file again, for several walks. \return whether it is one.
  llvm::Expected<bool> openAgain(llvm::StringRef Name);

  std::unique_ptr<FieldSink> sink() const {
    return J ? makeJsonSink(*J) : makeTextSink(C.out(), C.escapeMode());
  }
  /// Prints an answer.
  void show(const AnswerPart &Part) const;
  /// Runs \p Body inside the JSON array \p Name.
  llvm::Error array(llvm::StringRef Name,
                    llvm::function_ref<llvm::Error()> Body) const;
  /// Reports damage not already reported by an earlier walk over another heap
  /// dump. For input that is not mapped, the first walk reports all of it.
  DamageHandler damageOnce();

  ToolContext &C;
  const DumpRequest &Request;
  llvm::json::OStream *J; ///< Null for text.
  std::string Path;
  // For other formats, records and strings are read from the file.
  std::unique_ptr<Source> Own;
  std::unique_ptr<RecordSource> Records; ///< Reads Own.

  /// Set for a flight recording, unless only its records are requested.
  std::unique_ptr<JfrRecording> Recording;

  std::shared_ptr<HeapFile> File; ///< May read the same input as Own.
  Source *In = nullptr;           ///< Source of File.
  /// Damage in copied or converted input, reported by one thread.
  uint64_t FileFaults = 0;
  bool FileIsCut = false;

private:
  llvm::Error openHeap(std::unique_ptr<Source> From, HeapAccess Access);
  llvm::Error openRecording();
  llvm::Error openRecords(std::unique_ptr<Source> From, Format Kind);

  bool HasTold = false; ///< Whether the first walk is over.
  std::set<uint64_t>
      Told; ///< Offsets of damage found by the first walk, limited in number.
};

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_DUMPINPUT_H
