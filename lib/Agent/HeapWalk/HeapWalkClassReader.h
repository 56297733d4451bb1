//===- HeapWalkClassReader.h - Reads classes for a heap walk ---*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Reads the class data that a heap walk needs before it begins, and sets
/// the tags by which it recognizes classes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKCLASSREADER_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKCLASSREADER_H

#include "Agent/Records/NumberedClasses.h"
#include "HeapWalkData.h"
#include "HeapWalkTags.h"
#include "llvm/ADT/StringMap.h"

namespace hprof::agent {

/// Numbered strings without duplicates. Their ids in the output are not yet
/// known while the VM is queried.
class WalkNames {
public:
  uint32_t number(llvm::StringRef Text);
  llvm::ArrayRef<llvm::StringRef> texts() const { return Texts; }

private:
  llvm::StringMap<uint32_t> Known;
  std::vector<llvm::StringRef> Texts; ///< Keys of Known.
};

class HeapWalkClassReader {
public:
  /// \p Ti is the environment of the walk.
  HeapWalkClassReader(jvmtiEnv &Ti, JNIEnv &Jni, const WalkTags &Tags,
                      WalkNames &Names)
      : Ti(Ti), Jni(Jni), Tags(Tags), Names(Names) {}

  /// Tags the classes and their loaders, and fills in the class data of \p To,
  /// in the order of \p Loaded.
  llvm::Error read(llvm::ArrayRef<NumberedClasses::Loaded> Loaded,
                   WalkData &To);

  /// Indices by tag - 1.
  std::vector<uint32_t> takeByTag() { return std::move(ByTag); }
  /// Returns the index of \p C; WalkClass::None if it was not read.
  uint32_t indexOf(jclass C) const;

private:
  llvm::Error tag(llvm::ArrayRef<NumberedClasses::Loaded> Loaded);
  llvm::Error describe(jclass C, WalkClass &To);
  llvm::Error readInterfaces(jclass C, WalkClass &To);
  llvm::Error readFields(jclass C, WalkClass &To);
  llvm::Error readField(jclass C, jfieldID F, WalkClass &To);
  llvm::Error findLoader(jclass C, uint32_t &Number);

  jvmtiEnv &Ti;
  JNIEnv &Jni;
  const WalkTags Tags;
  WalkNames &Names;
  std::vector<uint32_t> ByTag;
  uint32_t NumLoaders = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKCLASSREADER_H
