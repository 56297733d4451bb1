//===- HeapFile.h - A heap dump in any format, as HPROF ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry point for analyses. Analyses read only HPROF binary; dumps in
/// other formats are first converted to it by the stages of Convert:
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
/// Other formats are streamed by a thread that converts the input while the
/// source is read. However, a pipe is copied if the conversion must read its
/// input twice. Copies are in a directory for temporary files. They have no
/// name after open() has returned, and are removed with the HeapFile. open()
/// reads only data that it has to copy.
///
/// Errors from open() include the file name; errors from source() do not.
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
  Once,  ///< The file is read in one walk from beginning to end.
  Again, ///< The file is read in several walks.
  Random ///< The file is read at any offset; it is mapped.
};

struct HeapFileOptions {
  HeapAccess Access = HeapAccess::Once;
  unsigned Threads = 0; ///< For decompression; 0 for one per core.
  std::string TempDir;
  /// Take threads and class loaders from the javacore next to an IBM VM's dump.
  bool TakesJavacore = true;
  /// Called for damage in copied or converted input, possibly from another
  /// thread.
  DamageHandler OnDamage;
  /// Called with the reason why the input is copied.
  std::function<void(llvm::StringRef)> OnCopy;
  /// Called with a note: the javacore from which threads and class loaders are
  /// taken, or the reason why it is not used; or the number of synthetic roots
  /// if input in a format without roots is copied.
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
  /// Takes ownership of \p In, which must be HPROF binary and is not copied.
  static std::unique_ptr<HeapFile> ofHprof(std::unique_ptr<Source> In);
  /// Same as above, for bytes in memory; see Source::fromMemory().
  static std::unique_ptr<HeapFile> fromMemory(llvm::ArrayRef<uint8_t> Bytes,
                                              llvm::StringRef Name,
                                              size_t WindowSize = 0);
  ~HeapFile();

  /// Returns the name for messages: the path, or "<stdin>".
  const std::string &name() const { return Name; }
  /// Returns the format of the file, which may differ from that of source().
  Format format() const { return Kind; }
  Compression compression() const { return Packed; }
  /// Returns the file's size in bytes, before decompression; 0 when unknown.
  uint64_t fileSize() const { return FileSize; }
  /// Whether the format contains primitive values, including array elements and
  /// thus strings. If not, source() contains zeros instead.
  bool hasValues() const { return !(InText | InOneDump).has(Kind); }
  /// Whether offsets refer to a converted form of the file.
  bool isConverted() const { return Kind != Format::Hprof; }

  /// Returns the dump as HPROF binary.
  Source &source() { return *Heap; }

  // The following functions need a mapped source. The first call walks over all
  // records once and leaves source() at its end. Errors do not include the file
  // name.

  /// Returns the heap dumps in the file. Their pieces (HeapSegments::cut()) are
  /// reused by later walks.
  llvm::Expected<llvm::MutableArrayRef<HeapSegments>> dumps();
  /// Returns the dump with this number, from 1, or an error. A file without
  /// heap dumps is treated as having an empty dump with number 1.
  llvm::Expected<HeapSegments *> dump(unsigned Number);
  /// Passes the file header \p Of and all records outside heap dumps up to the
  /// next file header to \p To: in concatenated files, only a dump's own file
  /// contains the names of its classes.
  llvm::Error tellRecords(const FileHeader &Of, RecordVisitor &To);
  /// Calls \p OnDamage for damage outside heap dumps. Must be called after
  /// dumps().
  void tellDamage(const DamageHandler &OnDamage) const;
  /// Used by walkHeap().
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
  /// Top level of Heap; null until it is computed.
  std::unique_ptr<TopLevel> Top;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_HEAPFILE_H
