//===- SiteRecording.h - Allocation sites (heap=sites) ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The recording for heap=sites: allocated and live objects by class and
/// allocation site. The VM reports each allocation, or samples.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SITES_SITERECORDING_H
#define HPROF_LIB_AGENT_SITES_SITERECORDING_H

#include "Agent/Recording/AllocationListener.h"
#include "Agent/Recording/Recording.h"
#include "Agent/Records/NumberedClasses.h"
#include "LiveObjects.h"
#include "SiteReport.h"
#include "SiteTable.h"

namespace hprof::agent {

class SiteRecording final : public Recording, public AllocationListener {
public:
  explicit SiteRecording(const RecordingContext &C);

  // Recording.
  Options::DumpRequest kind() const override {
    return Options::DumpRequest::Sites;
  }
  llvm::StringRef title() const override { return "allocation sites"; }
  llvm::Error want(const Jvm &J, jvmtiCapabilities &Wanted) override;
  llvm::Error prepare() override;
  llvm::Error start(JNIEnv &Jni) override;
  llvm::Error dump(JNIEnv &Jni) override;
  bool knows(const Command &C) const override;
  llvm::Error command(JNIEnv &Jni, const Command &C) override;
  void stop(JNIEnv &Jni) override;
  void goOn(JNIEnv &Jni) override { Alive.clear(Jni); }

  // AllocationListener.
  void allocated(JNIEnv &Jni, jthread T, jobject Object, jclass Class,
                 uint64_t Size) override;

  /// Whether every live object is tracked.
  bool hasAll() const { return C.Opts.Live && Weight.isExact(); }
  const SiteTable &sites() const { return Sites; }
  LiveObjects &alive() { return Alive; }

  /// Writes an ALLOC SITES record and the records that it refers to. Like
  /// dump(), for one thread at a time.
  llvm::Error report(JNIEnv &Jni, const SiteRequest &R);

private:
  /// A class object that was counted.
  struct ClassObject {
    /// Site of a class object counted before the counts were cleared.
    static constexpr uint32_t NoSite = UINT32_MAX;
    uint32_t Site = 0;
    uint64_t Size = 0; ///< 0 if not counted, or unloaded.
  };

  llvm::Error countClasses(JNIEnv &Jni);
  llvm::Expected<std::vector<Amount>> countLive(JNIEnv &Jni);
  std::vector<SiteRow> rows(const std::vector<Amount> &Live, bool OnlyChanged);
  void standAside();
  llvm::Error beginCounting();
  llvm::Error summarize(JNIEnv &Jni);
  llvm::Error clear(JNIEnv &Jni);

  const RecordingContext C;
  jvmtiEnv &Ti;
  const SampleWeight Weight;
  SiteTable Sites;
  TableMemory AliveMemory; ///< Same limit as for the other tables.
  LiveObjects Alive;       ///< Empty without live=y.
  std::atomic<bool> IsOn{false};
  jlong ClassOfClasses = 0; ///< Tag of java.lang.Class.

  // State for reports.
  std::vector<ClassObject> ClassObjects; ///< By tag.
  bool HasTold = false; ///< Warned that numbers do not fit the record.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SITES_SITERECORDING_H
