//===- JoinSurvey.h - Finds a thread dump's objects -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_THREADS_JOINSURVEY_H
#define HPROF_LIB_CONVERT_THREADS_JOINSURVEY_H

#include "ThreadRecords.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace hprof {

/// Surveys a heap dump before the records of a thread dump are added to it, and
/// finds the parts of the thread dump that it contains.
class JoinSurvey final : public RecordVisitor {
public:
  /// \p Names contains the names of the stream after its walk.
  JoinSurvey(const ThreadDump &Threads, const DumpContext &Names);

  using RecordVisitor::visit;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  llvm::Error finish() override;

  const RecordNumbers &firstNumbers() const { return First; }
  std::optional<llvm::StringRef> string(uint64_t Id) const {
    return Names.string(Id);
  }
  /// Whether the heap has an object at \p Address. The thread dump must contain
  /// this address.
  bool has(uint64_t Address) const;
  /// Returns the first class with this name in Java source form.
  ThreadRecords::KnownClass findClass(llvm::StringRef JavaName) const;
  /// Returns the object of the thread with this index, 0 if unknown.
  uint64_t objectOf(size_t Index) const { return Objects[Index]; }
  /// Whether \p R is a thread's object, but it is unknown which thread's.
  bool isUnknownThread(const ReferenceObject &R) const;

private:
  struct Instances {
    uint64_t Count = 0;
    uint64_t Last = 0;
  };
  template <class R> void record(const R &Rec) {
    if constexpr (R::Group == RecordGroup::Object)
      see(subjectId(Rec));
  }
  void record(const Utf8 &R);
  void record(const LoadClass &R);
  void record(const StackFrame &R);
  void record(const StackTrace &R);
  void record(const StartThread &R);
  void record(const ReferenceObject &R);
  void record(const ReferenceClass &R);
  void want(uint64_t Address);
  void see(uint64_t Address);
  bool isThreadClass(const ClassInfo &C) const;
  void findThreadClasses();
  void matchThreads();

  const ThreadDump &Threads;
  const DumpContext &Names;
  RecordNumbers First;
  /// Maps to whether the object was found.
  std::unordered_map<uint64_t, bool, IdHash> Wanted;
  std::unordered_map<uint64_t, Instances, IdHash> ByClass, ByName;

  llvm::StringMap<const ClassInfo *> Classes;
  llvm::DenseSet<const ClassInfo *> ThreadClasses;
  std::vector<uint64_t> Objects;
  /// Names of thread classes in Java source form.
  llvm::StringSet<> ThreadNames;
  std::unordered_map<uint64_t, bool, IdHash> Matched;
  bool Guesses = false;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_THREADS_JOINSURVEY_H
