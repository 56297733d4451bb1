//===- HeapWalkRecorder.h - Records a walk over the heap -------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The callbacks of FollowReferences. The VM is stopped while they run, so they
/// only store the data they receive and make no calls into the VM.
///
/// One pass suffices: the VM reports all references, values and elements of one
/// object together before the next object. (JVM TI does not guarantee this;
/// check() verifies it.)
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKRECORDER_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKRECORDER_H

#include "HeapWalkData.h"
#include "HeapWalkTags.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

class HeapWalkRecorder {
public:
  struct Settings {
    bool HasValues = true;   ///< For primitive fields.
    bool HasElements = true; ///< For primitive arrays.
    /// Whether to fail if an object's class is unknown; otherwise such objects
    /// are omitted.
    bool NeedsClasses = true;
    /// Whether to fail if a virtual thread must not be visited; otherwise its
    /// contents are omitted.
    bool NeedsVirtualThreads = false;
    /// Number of the walking thread. Its local JNI references belong to the
    /// agent and are not recorded as roots.
    uint64_t Walker = WalkNumbers::Walker;
  };

  /// \p To contains Classes and Layouts. \p ByTag gives their indices by tag -
  /// 1; WalkClass::None where there is no such class.
  HeapWalkRecorder(WalkData &To, std::vector<uint32_t> ByTag,
                   const WalkTags &Tags, Settings How);

  /// Returns the callbacks; their user data is the recorder.
  static jvmtiHeapCallbacks callbacks(const Settings &How);

  enum class Outcome : uint8_t {
    Complete,
    UnknownClass,
    UnknownThread,
    NoMemory,
    TooLarge
  };
  Outcome outcome() const { return Result; }
  /// Called once, after the walk.
  llvm::Error finish();

private:
  static jint JNICALL onReference(jvmtiHeapReferenceKind,
                                  const jvmtiHeapReferenceInfo *, jlong, jlong,
                                  jlong, jlong *, jlong *, jint, void *);
  static jint JNICALL onField(jvmtiHeapReferenceKind,
                              const jvmtiHeapReferenceInfo *, jlong, jlong *,
                              jvalue, jvmtiPrimitiveType, void *);
  static jint JNICALL onArray(jlong, jlong, jlong *, jint, jvmtiPrimitiveType,
                              const void *, void *);

  uint32_t classOf(jlong Tag) const;
  uint64_t meet(jlong ClassTag, jlong Size, jlong &Tag, jint Length);
  uint64_t discover(uint32_t Class, uint64_t Size, jlong &Tag, jint Length);
  void root(jvmtiHeapReferenceKind Kind, const jvmtiHeapReferenceInfo *Info,
            uint64_t Object);
  void reference(jvmtiHeapReferenceKind Kind,
                 const jvmtiHeapReferenceInfo *Info, uint64_t To, jlong From,
                 jlong ClassTag);
  bool open(uint64_t Object, jlong ClassTag, jlong Tag);
  void close();
  void element(jint Index, uint64_t To);
  void classValue(const WalkClassValue &V);
  void giveUp(Outcome Why) {
    if (Result == Outcome::Complete)
      Result = Why;
  }
  bool store(uint8_t *P) {
    if (LLVM_UNLIKELY(!P))
      giveUp(Outcome::NoMemory);
    return P;
  }
  jint answer() const {
    return Result == Outcome::Complete ? JVMTI_VISIT_OBJECTS
                                       : JVMTI_VISIT_ABORT;
  }

  WalkData &To;
  const std::vector<uint32_t> ByTag;
  const WalkTags Tags;
  const Settings How;
  Outcome Result = Outcome::Complete;
  uint64_t Next = WalkNumbers::FirstObject;
  uint64_t NumFound = 0, NumOpened = 0;
  jlong VirtualThreads = 0; ///< Tag of the class; 0 if there is none.

  // The object whose contents are being reported.
  uint64_t Current = 0;
  uint32_t CurrentClass = WalkClass::None;
  uint8_t *Image = nullptr; ///< Fields of an instance.
  int64_t LastIndex = -1;   ///< Last index in an object array.
  bool HasArray = false;    ///< A primitive array's contents were reported.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKRECORDER_H
