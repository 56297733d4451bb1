//===- HeapFile.h - A heap dump of any format, as HPROF ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one way in for analyses. They read one format, HPROF binary; what is
/// something else becomes that first, by the stages of Convert:
///
///     HeapFileOptions Options;
///     Options.Access = HeapAccess::Random;
///     auto File = HeapFile::open(Path, Options);
///     if (!File)
///       return File.takeError();
///     Histogram::read(**File, ...);
///
/// The access decides whether a copy is made, and nothing else does:
///
/// |                         | Once            | Again, Random        |
/// |-------------------------|-----------------|----------------------|
/// | plain HPROF file        | mapped          | mapped               |
/// | compressed HPROF, pipes | streamed        | copied to a file     |
/// | other formats           | streamed        | converted to a file  |
///
/// Other formats are streamed by a thread that converts while the source is
/// read. A pipe of one whose conversion needs to look at it twice is copied all
/// the same. Copies are in a directory for temporary files, without a name when
/// open() returns, and go with the HeapFile. open() walks nothing but what has
/// to be copied.
///
/// Errors of open() carry the name, those of source() do not.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_HEAPFILE_H
#define HPROF_ANALYSIS_HEAP_HEAPFILE_H

#include "hprof/Format/Error.h"
#include "hprof/Format/Format.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/Twine.h"
#include <functional>

namespace hprof {

class HeapSegments;
class RecordVisitor;
class TopLevel;
struct FileHeader;

/// How a heap will be looked at.
enum class HeapAccess : uint8_t {
  Once,  ///< In one walk from its beginning to its end.
  Again, ///< In several.
  Random ///< At any place: it is mapped.
};

struct HeapFileOptions {
  HeapAccess Access = HeapAccess::Once;
  unsigned Threads = 0; ///< For decompression; 0 is one per core.
  std::string TempDir;
  /// Told of damage in what is copied or converted, maybe by another thread.
  DamageHandler OnDamage;
  /// Told when a copy has to be made, and why.
  std::function<void(llvm::StringRef)> OnCopy;
  /// Told of the javacore beside an IBM VM's dump, from which threads and class
  /// loaders are taken, or why they are not.
  std::function<void(const llvm::Twine &)> OnJavacore;
};

class HeapFile {
public:
  /// Opens \p Path, "-" for standard input.
  static llvm::Expected<std::unique_ptr<HeapFile>>
  open(llvm::StringRef Path, const HeapFileOptions &Options);
  /// Takes \p In, of which nothing was consumed.
  static llvm::Expected<std::unique_ptr<HeapFile>>
  open(std::unique_ptr<Source> In, const HeapFileOptions &Options);
  /// Takes \p In, HPROF binary, as it is.
  static std::unique_ptr<HeapFile> ofHprof(std::unique_ptr<Source> In);
  /// The same with Source::fromMemory().
  static std::unique_ptr<HeapFile> fromMemory(llvm::ArrayRef<uint8_t> Bytes,
                                              llvm::StringRef Name,
                                              size_t WindowSize = 0);
  ~HeapFile();

  /// What to call it in messages: the path, or "<stdin>".
  const std::string &name() const { return Name; }
  /// What the file is, not what source() makes of it.
  Format format() const { return Kind; }
  Compression compression() const { return Packed; }
  /// Bytes of the file, before decompression; 0 when unknown.
  uint64_t fileSize() const { return FileSize; }
  /// Whether offsets are those of what the file was converted to.
  bool isConverted() const { return Kind != Format::Hprof; }

  /// HPROF binary.
  Source &source() { return *Heap; }

  // What follows is of a source that is mapped. The first call hops from record
  // to record, once; it moves source() to its end. Errors carry no name.

  /// The heap dumps of the file. How they are cut is kept for later walks.
  llvm::Expected<llvm::MutableArrayRef<HeapSegments>> dumps();
  /// The one with this number, from 1; an error when there are less. A file
  /// without any has an empty one with number 1.
  llvm::Expected<HeapSegments *> dump(unsigned Number);
  /// Tells \p To of the file header \p Of and of all records outside of heap
  /// dumps up to the next file header: of files that were appended to each
  /// other, only its own names a dump's classes.
  llvm::Error tellRecords(const FileHeader &Of, RecordVisitor &To);
  /// Calls \p OnDamage with that of what lies outside of heap dumps, once
  /// dumps() were found.
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
  std::unique_ptr<Source> File; ///< What a streamed Heap is converted from.
  std::unique_ptr<Source> Heap;
  std::unique_ptr<TopLevel> Top; ///< Of Heap, once it was found.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_HEAPFILE_H
