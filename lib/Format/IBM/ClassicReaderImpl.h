//===- ClassicReaderImpl.h - State of the classic reader --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// State of the reader of classic heapdumps.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_IBM_CLASSICREADERIMPL_H
#define HPROF_LIB_FORMAT_IBM_CLASSICREADERIMPL_H

#include "ClassicCursor.h"
#include "hprof/Format/IBM/ClassicReader.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace hprof::classic {

class Reader {
public:
  Reader(Source &In, RecordVisitor &V, const ClassicReaderOptions &Options)
      : In(In), V(V), Options(Options), C(In) {}
  llvm::Error run();

private:
  struct Type {
    uint64_t Name = 0;
    ClassicType What;
  };
  /// Unusable text, up to the next usable part.
  struct Junk {
    bool IsOpen = false;
    Place Start;
    std::string What;
    uint64_t FirstLine = 0, LastLine = 0;
  };

  /// The current record.
  struct Item {
    Place Start;
    uint64_t Id = 0, Size = 0, ClassBlock = 0;
    const Type *Kind = nullptr;
    std::optional<uint32_t> Hash;
    bool HasSize = false, IsClass = false, IsArray = false;
    bool WantsClass = false; ///< Whether the next reference is its class.
    bool IsFull = false;     ///< Whether skipped references were reported.
    uint32_t NumReferences = 0, MaxReferences = 0;
  };
  /// Counts of the contents of a dump.
  struct Counts {
    uint64_t Classes = 0, Objects = 0, PrimitiveArrays = 0;
    uint64_t DeepArrays = 0;     ///< Arrays of arrays of primitives.
    uint64_t ObjectArrays = 0;   ///< Object arrays other than DeepArrays.
    uint64_t Set = 0, Nulls = 0; ///< References other than class blocks.
    uint64_t SetBlocks = 0, NullBlocks = 0;
  };

  // One dump of the input.
  void beginDump();
  void endDump();
  void setForm(ClassicForm New);

  // The text at the cursor.
  void step();
  void address();
  void comment();
  void version();
  void breakdown();
  void eof();
  void junk(const llvm::Twine &Expected);

  // The current record.
  void beginRecord(const Address &A, const RecordHead &Found);
  void reference(uint64_t Id, const char *At);
  void finishRecord();
  void sendFacts();
  void sendArray();
  const Type &typeFor(llvm::StringRef Name);

  void checkTotals(const EofTotals &Found);
  void damage(format_errc Code, const Place &At, const llvm::Twine &What);
  void tooWide(const Place &At, llvm::StringRef What);
  void closeJunk();
  bool fits(uint64_t Id) const { return IdSize == 8 || Id <= UINT32_MAX; }

  Source &In;
  RecordVisitor &V;
  const ClassicReaderOptions &Options;
  Cursor C;

  bool InDump = false, SawBreakdown = false, SawEof = false;
  unsigned IdSize = 8;
  const ClassicStyle *Style = &classicStyle(ClassicForm::OpenJ9);
  bool IsStyleAGuess = false;  ///< See HeadFacts.
  llvm::StringMap<Type> Types; ///< By name; the version is a name, too.
  uint64_t NumNames = 0;
  Junk Skipped;
  Breakdown Declared;
  Counts Count;

  bool HasRecord = false;
  Item Record;
  // References of the record, as they will be sent; Elements for an array.
  ListBuilder<NamedReference> References;
  llvm::SmallVector<uint8_t, 0> Elements;
};

} // namespace hprof::classic

#endif // HPROF_LIB_FORMAT_IBM_CLASSICREADERIMPL_H
