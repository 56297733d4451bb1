//===- HeapFile.h - A heap dump in any format, as HPROF ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry point for analyses. They read one format, HPROF binary; other
/// formats are first converted to it by the stages of Convert:
///
///     HeapFileOptions Options;
///     Options.Access = HeapAccess::Random;
///     auto File = HeapFile::open(Path, Options);
///     if (!File)
///       return File.takeError();
///     Histogram::read(**File, ...);
///
/// Whether the input is copied depends only on the access:
///
/// |                         | Once            | Again, Random        |
/// |-------------------------|-----------------|----------------------|
/// | plain HPROF file        | mapped          | mapped               |
/// | compressed HPROF, pipes | streamed        | copied to a file     |
/// | other formats           | streamed        | converted to a file  |
///
/// Other formats are streamed by a thread that converts while the source is
/// read. A pipe is copied nevertheless if the conversion must read its input
/// twice. Copies are in a directory for temporary files. They have no name once
/// open() returns, and are removed with the HeapFile. open() reads only the
/// data that it has to copy.
///
/// Errors of open() include the name; those of source() do not.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_HEAPFILE_H
#define HPROF_ANALYSIS_HEAP_HEAPFILE_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Base/Format.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/Twine.h"
#include <functional>

namespace hprof {

class HeapSegments;
class RecordVisitor;
class TopLevel;
struct FileHeader;

enum class HeapAccess : uint8_t {
  Once,  ///< In one walk from its beginning to its end.
  Again, ///< In several walks.
  Random ///< At any offset: the file is mapped.
};

struct HeapFileOptions {
  HeapAccess Access = HeapAccess::Once;
  unsigned Threads = 0; ///< For decompression; 0 for one per core.
  std::string TempDir;
  /// Take threads and class loaders from the javacore next to an IBM VM's dump.
  bool TakesJavacore = true;
  /// Called for damage in copied or converted input, possibly by another
  /// thread.
  DamageHandler OnDamage;
  /// Called with the reason why the input is copied.
  std::function<void(llvm::StringRef)> OnCopy;
  /// Called with the javacore next to an IBM VM's dump, from which threads and
  /// class loaders are taken, or with the reason why none is used; and with the
  /// number of synthetic roots if a format without roots has to be copied.
  std::function<void(const llvm::Twine &)> OnNote;
};

class HeapFile {
public:
  /// Opens \p Path; "-" is standard input.
  static llvm::Expected<std::unique_ptr<HeapFile>>
  open(llvm::StringRef Path, const HeapFileOptions &Options);
  /// Takes ownership of \p In, which must be at its start.
  static llvm::Expected<std::unique_ptr<HeapFile>>
  open(std::unique_ptr<Source> In, const HeapFileOptions &Options);
  /// Takes ownership of \p In, HPROF binary, which is not copied.
  static std::unique_ptr<HeapFile> ofHprof(std::unique_ptr<Source> In);
  /// Same as above, for bytes in memory; see Source::fromMemory().
  static std::unique_ptr<HeapFile> fromMemory(llvm::ArrayRef<uint8_t> Bytes,
                                              llvm::StringRef Name,
                                              size_t WindowSize = 0);
  ~HeapFile();

  /// The name for messages: the path, or "<stdin>".
  const std::string &name() const { return Name; }
  /// The format of the file, not that of source().
  Format format() const { return Kind; }
  Compression compression() const { return Packed; }
  /// Bytes of the file, before decompression; 0 when unknown.
  uint64_t fileSize() const { return FileSize; }
  /// Whether the format contains primitive values: array elements, and
  /// therefore strings. If not, source() contains zeros instead.
  bool hasValues() const { return !(InText | InOneDump).has(Kind); }
  /// Whether offsets refer to the file's converted form.
  bool isConverted() const { return Kind != Format::Hprof; }

  /// HPROF binary.
  Source &source() { return *Heap; }

  // The following needs a mapped source. The first call walks over all records
  // once and leaves source() at its end. Errors do not include the name.

  /// The heap dumps in the file. Their cuts are kept for later walks.
  llvm::Expected<llvm::MutableArrayRef<HeapSegments>> dumps();
  /// Returns the dump with this number, from 1, or an error. A file without
  /// dumps has an empty one with number 1.
  llvm::Expected<HeapSegments *> dump(unsigned Number);
  /// Passes the file header \p Of and all records outside heap dumps up to the
  /// next file header to \p To: in concatenated files, only a dump's own file
  /// contains the names of its classes.
  llvm::Error tellRecords(const FileHeader &Of, RecordVisitor &To);
  /// Calls \p OnDamage for damage outside heap dumps. Must be called after
  /// dumps().
  void tellDamage(const DamageHandler &OnDamage) const;
  /// For walkHeap().
  llvm::Expected<const TopLevel *> topLevel();

private:
  HeapFile();
  llvm::Error prepare(std::unique_ptr<Source> In, const HeapFileOptions &O);

  std::string Name;
  Format Kind = Format::Hprof;
  Compression Packed = Compression::None;
  uint64_t FileSize = 0;
  std::unique_ptr<Source> File; ///< Input of a conversion to Heap.
  std::unique_ptr<Source> Heap;
  std::unique_ptr<TopLevel> Top; ///< Top level of Heap, if computed.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_HEAPFILE_H
