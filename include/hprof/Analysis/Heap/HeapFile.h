//===- HeapFile.h - A heap dump of any format, as HPROF ---------*- C++ -*-===//
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
/// Whether a copy is made depends only on the access:
///
/// |                         | Once            | Again, Random        |
/// |-------------------------|-----------------|----------------------|
/// | plain HPROF file        | mapped          | mapped               |
/// | compressed HPROF, pipes | streamed        | copied to a file     |
/// | other formats           | streamed        | converted to a file  |
///
/// Other formats are streamed by a thread that converts while the source is
/// read. If the conversion must read its input twice, a pipe is copied
/// nevertheless. Copies are in a directory for temporary files. They have no
/// name once open() returns, and are removed with the HeapFile. open() reads
/// nothing but what it has to copy.
///
/// Errors of open() include the name, those of source() do not.
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

/// How a heap will be accessed.
enum class HeapAccess : uint8_t {
  Once,  ///< In one walk from its beginning to its end.
  Again, ///< In several walks.
  Random ///< At any offset: the file is mapped.
};

struct HeapFileOptions {
  HeapAccess Access = HeapAccess::Once;
  unsigned Threads = 0; ///< For decompression; 0 is one per core.
  std::string TempDir;
  /// Take threads and class loaders from the javacore next to an IBM VM's dump.
  bool TakesJavacore = true;
  /// Called for damage in what is copied or converted, maybe by another thread.
  DamageHandler OnDamage;
  /// Called with the reason when a copy has to be made.
  std::function<void(llvm::StringRef)> OnCopy;
  /// Called with the javacore next to an IBM VM's dump, from which threads and
  /// class loaders are taken, or with the reason why not; and with the number
  /// of roots that are made up if a format without roots has to be copied.
  std::function<void(const llvm::Twine &)> OnNote;
};

class HeapFile {
public:
  /// Opens \p Path, "-" for standard input.
  static llvm::Expected<std::unique_ptr<HeapFile>>
  open(llvm::StringRef Path, const HeapFileOptions &Options);
  /// Takes \p In, which must be at its start.
  static llvm::Expected<std::unique_ptr<HeapFile>>
  open(std::unique_ptr<Source> In, const HeapFileOptions &Options);
  /// Takes \p In, HPROF binary, as it is.
  static std::unique_ptr<HeapFile> ofHprof(std::unique_ptr<Source> In);
  /// The same for bytes in memory; see Source::fromMemory().
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
  /// Whether the format has values of primitive types: elements of arrays, and
  /// so texts. If not, source() has zeros instead.
  bool hasValues() const { return !(InText | InOneDump).has(Kind); }
  /// Whether offsets refer to the file's converted form.
  bool isConverted() const { return Kind != Format::Hprof; }

  /// HPROF binary.
  Source &source() { return *Heap; }

  // The following needs a mapped source. The first call walks over all records
  // once and leaves source() at its end. Errors do not include the name.

  /// The heap dumps of the file. Their cuts are kept for later walks.
  llvm::Expected<llvm::MutableArrayRef<HeapSegments>> dumps();
  /// The dump with this number, from 1; an error if there are fewer. A file
  /// without dumps has an empty one with number 1.
  llvm::Expected<HeapSegments *> dump(unsigned Number);
  /// Passes to \p To the file header \p Of and all records outside heap dumps
  /// up to the next file header: in concatenated files, only a dump's own file
  /// names its classes.
  llvm::Error tellRecords(const FileHeader &Of, RecordVisitor &To);
  /// Calls \p OnDamage for damage outside heap dumps, after dumps() has run.
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
