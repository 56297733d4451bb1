//===- ThreadJsonBuilder.h - JSON events to a ThreadDump --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Receives the events of RapidJSON's reader. ThreadJson.def lists the members,
/// with their scopes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREAD_THREADJSONBUILDER_H
#define HPROF_LIB_FORMAT_THREAD_THREADJSONBUILDER_H

#include "JsonMemory.h"
#include "JsonStream.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <rapidjson/writer.h>

namespace hprof {

class ThreadJsonBuilder {
public:
  /// All arguments must outlive the builder.
  ThreadJsonBuilder(ThreadDump &Dump, const JsonStream &Stream,
                    const DamageHandler &OnDamage);

  // The events, with RapidJSON's names. Strings are UTF-8, except for invalid
  // bytes in the input. NOLINTBEGIN(readability-identifier-naming)
  bool Null();
  bool Bool(bool Value);
  bool RawNumber(const char *Text, unsigned Size, bool IsCopied);
  bool String(const char *Text, unsigned Size, bool IsCopied);
  bool StartObject();
  bool Key(const char *Text, unsigned Size, bool IsCopied);
  bool EndObject(unsigned);
  bool StartArray();
  bool EndArray(unsigned);
  // Never called, since numbers arrive as strings.
  bool Int(int) { return true; }
  bool Uint(unsigned) { return true; }
  bool Int64(int64_t) { return true; }
  bool Uint64(uint64_t) { return true; }
  bool Double(double) { return true; }
  // NOLINTEND(readability-identifier-naming)

  /// Called if the remaining text is not JSON, for the reason \p Why.
  void stopped(const char *Why);
  /// Called after the last event.
  void finish();

private:
  enum class Scope : uint8_t { File, Dump, Container, Thread, Blocker, Owned };
  enum class Kind : uint8_t { Number, Text, Flag, Texts, Object, Objects };
  using WaitKind = ThreadDump::WaitKind;
  /// A member.
  struct Row {
    Scope In;
    llvm::StringLiteral Name;
    Kind Is;
    Scope Element; ///< Scope of the object or objects; otherwise In.
    bool IsRequired;
    bool MayBeNull;
    bool (*Set)(ThreadJsonBuilder &B, llvm::StringRef Text, uint64_t N);
  };
  static const Row Rows[];
  static llvm::ArrayRef<Row> members(Scope In);
  /// An open object or array.
  struct Level {
    Scope In;
    llvm::ArrayRef<Row> Members; ///< Members of an object.
    const Row *Of = nullptr;     ///< For an array: the member.
    uint32_t Index = 0;          ///< Index of the next element.
    const Row *Now = nullptr;    ///< Last member; null if unknown.
    uint32_t Seen = 0; ///< Bits of members, from the first of the scope.
    std::string Name;  ///< Name of the last member, if unknown.

    explicit Level(Scope In) : In(In), Members(members(In)) {}
    bool isArray() const { return Of; }
  };

  Level &top() { return Levels.back(); }
  /// The member expected for a value here; null if it is skipped.
  const Row *expected();
  std::string path() const;
  void damage(const llvm::Twine &What);
  bool wrong(const Row *M, llvm::StringRef Found);
  ThreadDump::Container &container() { return Dump.Containers.back(); }
  ThreadDump::Thread &thread() { return Dump.Threads.back(); }
  ThreadDump::Wait &wait(WaitKind Kind);
  bool setNumber(const Row &M, llvm::StringRef Text);
  void setTime(llvm::StringRef Text);
  void setContainer(llvm::StringRef Name);
  void setParent(llvm::StringRef Name);
  void setState(llvm::StringRef Name);
  void setWait(WaitKind Kind, llvm::StringRef Text);
  void addFrame(llvm::StringRef Text);
  void addLock(llvm::StringRef Text);
  void notIdentity(llvm::StringRef Text);
  void beginContainer();
  void beginThread();
  void beginLocks();
  void end(Scope S);
  void checkMembers();
  void endThread();
  void endContainer();
  bool passesOver() const { return SkipDepth != 0 || IsKept; }
  void startExtra();
  void endExtraIfWhole();
  bool keep(bool IsWritten);
  bool endPassedOver();
  void next();
  std::string text(llvm::StringRef Bytes) const;

  ThreadDump &Dump;
  const JsonStream &Stream;
  const DamageHandler &OnDamage;
  llvm::SmallVector<Level, 8> Levels;
  bool HasRoot = false;

  // A skipped value: one of the wrong type or, if IsKept, one of an unknown
  // member.
  unsigned SkipDepth = 0;
  bool IsKept = false;
  JsonBuffer Kept;
  rapidjson::Writer<JsonBuffer, rapidjson::UTF8<>, rapidjson::UTF8<>,
                    JsonMemory>
      KeptWriter{Kept};

  llvm::StringMap<uint32_t> FrameByText;
  llvm::StringMap<uint32_t> ContainerByName;
  std::vector<uint32_t> Frames; ///< Frames of the current thread.
  size_t FirstThread = 0;       ///< First in the current container.
  uint32_t Depth = 0;           ///< Depth of the current locks.
  size_t FirstLock = 0;         ///< First at the current depth.
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREAD_THREADJSONBUILDER_H
