//===- Speaker.h - Splits records into statements ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The second walk of readStatements(), in which all names are known.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_SPEAKER_H
#define HPROF_UNITTESTS_CONVERT_SPEAKER_H

#include "Convert/Statements.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/IBM/ClassicForm.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include <functional>

namespace hprof {

/// Numbers the heap dumps of a stream; in IBM's formats, each file is one heap
/// dump.
class Numbers {
public:
  void header(const FileHeader &H) {
    Counter.header();
    HasFrames = !InOneDump.has(H.Carrier);
    if (!HasFrames)
      Counter.begin();
  }
  void frame(const Frame &F) {
    if (HasFrames)
      Counter.frame(F);
  }
  void end() { Counter.end(); }
  unsigned dumps() const { return Counter.dumps(); }

private:
  DumpCounter Counter;
  bool HasFrames = true;
};

/// A base class whose subclasses receive payloads as a whole.
class WholeRecords : public RecordVisitor {
public:
  void visit(const FileHeader &H) final {
    settle();
    header(H);
  }
  void beginFrame(const Frame &F) final {
    settle();
    frame(F);
  }
  void visit(const Opaque &) final {
    settle();
    opaque();
  }
  void payload(RecordKind, llvm::ArrayRef<uint8_t> Chunk) final {
    Bytes.append(Chunk.begin(), Chunk.end());
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) final { take(R); }                                 \
  virtual void whole(const NAME &R) = 0;
#include "hprof/Format/Records/Records.def"
  llvm::Error finish() final {
    settle();
    return llvm::Error::success();
  }

protected:
  virtual void opaque() {}
  virtual void header(const FileHeader &) = 0;
  virtual void frame(const Frame &) = 0;

private:
  template <class R> void take(const R &Rec) {
    settle();
    if constexpr (FactsOf<R>.hasPayload())
      if (!Rec.payload().isWhole()) {
        Bytes.assign(Rec.payload().Bytes.begin(), Rec.payload().Bytes.end());
        Pending = [this, Copy = Rec]() mutable {
          Copy.payload() = Payload(Bytes);
          whole(Copy);
        };
        return;
      }
    whole(Rec);
  }
  void settle() {
    if (Pending)
      std::exchange(Pending, nullptr)();
  }

  std::function<void()> Pending;
  llvm::SmallVector<uint8_t, 0> Bytes;
};

inline uint64_t hashOf(llvm::StringRef Text) { return llvm::xxh3_64bits(Text); }
inline uint64_t mixed(uint64_t A, uint64_t B) {
  return llvm::hash_combine(A, B);
}

/// The data that the second walk needs from its beginning.
struct Known {
  DumpContext Context;
  std::map<uint64_t, std::string> Texts; ///< Complete texts, as in the file.
  /// The number of classes that are described under each name.
  std::map<std::string, unsigned> Described;
};

/// Makes statements from records.
class Speaker final : public WholeRecords {
public:
  Speaker(const Known &K, const StatementOptions &Options, Statements &S)
      : K(K), Options(Options), S(S) {}

  void header(const FileHeader &H) override;
  void frame(const Frame &F) override;
  void opaque() override { S.say("Opaque", Ordinals["Opaque"]++); }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void whole(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"

private:
  template <class R> void record(const R &Rec);
  /// Records for which the statements are not derived from the fields.
  template <class R> void special(const R &Rec);
  void special(const Utf8 &R);
  void special(const LoadClass &R);
  void special(const StackFrame &R);
  void special(const StackTrace &R);
  void special(const ClassDump &R);
  void special(const ReferenceClass &R);
  void special(const InstanceDump &R);
  void special(const ReferenceObject &R);
  void special(const ObjectArrayDump &R);
  void special(const ReferenceArray &R);
  void special(const PrimitiveArrayDump &R);
  void special(const PrimitiveArrayNoData &R);
  void special(const ObjectSize &R) { Size = R; }
  void special(const IdentityHash &R) {
    S.say("object.hash", key(R.Object), R.Hash);
  }
  void special(const ArrayClass &R) {
    classId("array.classId", R.Object, R.Class);
  }
  void special(const SectionTime &R) { Section = R.Millis; }
  void special(const AllocSites &R) {
    section("AllocSites", R.Time);
    special<AllocSites>(R);
  }
  void special(const CpuSamples &R) {
    section("CpuSamples", R.Time);
    special<CpuSamples>(R);
  }
  void special(const RootClass &) {} // The name is determined by the object.
  // Framing records, and counts of other data.
  void special(const HeapDump &) {}
  void special(const HeapDumpSegment &) {}
  void special(const HeapDumpEnd &) {}
  void special(const ClassicTotals &) {}

  friend class FieldSpeaker;
  bool isLeftOut() const {
    return Options.Dump && Count.dumps() != Options.Dump;
  }
  uint64_t key(uint64_t Id) const { return mixed(Count.dumps(), Id); }
  llvm::StringRef text(uint64_t Id) const {
    auto It = K.Texts.find(Id);
    return It == K.Texts.end() ? llvm::StringRef()
                               : llvm::StringRef(It->second);
  }
  /// Hashes a name after normalization, because names have two spellings.
  uint64_t nameHash(llvm::StringRef Text) const {
    return Text.empty() ? 0 : hashOf(javaClassName(Text));
  }
  std::string className(uint64_t Id) const {
    const ClassInfo *C = Id ? K.Context.findClass(Id) : nullptr;
    return C && C->IsLoaded ? text(C->NameId).str() : std::string();
  }
  uint64_t serialName(uint32_t Serial) const {
    const ClassInfo *C = K.Context.findClassBySerial(Serial);
    return C && C->IsLoaded ? nameHash(text(C->NameId)) : 0;
  }
  /// States which class is meant if several classes have the same name.
  void classId(llvm::StringRef Fact, uint64_t Object, uint64_t Class) {
    auto It = K.Described.find(javaClassName(className(Class)));
    if (It != K.Described.end() && It->second > 1)
      S.say(Fact, key(Object), Class);
  }
  /// States when a section was written, if the second differs from that in the
  /// file's header.
  void section(llvm::StringRef Fact, uint32_t Micros) {
    uint64_t Seconds = (Millis + Micros / 1000) / 1000;
    if (uint64_t Told = std::exchange(Section, 0))
      Seconds = Told / 1000;
    uint64_t Ordinal = Ordinals[Fact.str()]++;
    if (Seconds != Millis / 1000)
      S.say((Fact + ".Time").str(), Ordinal, Seconds);
    if (Micros % 1000000)
      S.say((Fact + ".Micros").str(), Ordinal, Micros);
  }
  uint64_t frameHash(const StackFrame &F) const {
    uint64_t Class = serialName(F.ClassSerial);
    return llvm::hash_combine(Class ? Class : nameHash("Unknown_class"),
                              hashOf(text(F.Method)),
                              hashOf(text(F.SourceFile)), F.Line);
  }
  void object(uint64_t Id, llvm::StringRef Class, uint32_t Trace);
  void references(llvm::StringRef Fact, uint64_t Id,
                  llvm::SmallVectorImpl<uint64_t> &To) {
    llvm::sort(To);
    if (!To.empty())
      S.say(Fact, key(Id), llvm::hash_combine_range(To.begin(), To.end()));
  }
  void attribute(llvm::StringRef Fact, uint64_t Class, uint64_t Value) {
    if (Value)
      S.say(Fact, key(Class), Value);
  }
  void elements(uint64_t Array, llvm::ArrayRef<uint8_t> Bytes, uint64_t Length,
                bool HasPositions);
  template <class R> void primitives(const R &Rec);

  const Known &K;
  const StatementOptions Options;
  Statements &S;
  Numbers Count;
  unsigned IdSize = 8;
  Format Carrier = Format::Hprof;
  uint64_t Files = 0;
  uint64_t Millis = 0, Section = 0;
  ObjectSize Size; ///< The size of the last object.
  std::map<std::string, uint64_t> Ordinals;
};

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_SPEAKER_H
