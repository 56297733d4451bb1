//===- PathNames.cpp - Names for parts of paths ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Paths/PathNames.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

using namespace hprof;
using namespace llvm;

/// Returns the name of a root kind.
static const char *rootName(RecordKind K) {
  switch (K) {
  case RecordKind::RootStickyClass:
    return "system class";
  case RecordKind::RootThreadObject:
    return "thread";
  case RecordKind::RootJniGlobal:
    return "JNI global";
  case RecordKind::RootJniLocal:
    return "JNI local";
  case RecordKind::RootJavaFrame:
    return "Java frame";
  case RecordKind::RootNativeStack:
    return "native stack";
  case RecordKind::RootThreadBlock:
    return "thread block";
  case RecordKind::RootMonitorUsed:
    return "monitor in use";
  default:
    return nullptr;
  }
}

std::string hprof::rootText(RecordKind K) {
  if (const char *Name = rootName(K))
    return Name;
  StringRef Text = recordInfo(K).Text;
  Text.consume_front("ROOT ");
  return Text.lower() + " root";
}

const char *hprof::strengthName(ReferenceKind K) {
  switch (K) {
  case ReferenceKind::Strong:
    return "strong";
  case ReferenceKind::Soft:
    return "soft";
  case ReferenceKind::Weak:
    return "weak";
  case ReferenceKind::Final:
    return "final";
  case ReferenceKind::Phantom:
    return "phantom";
  }
  llvm_unreachable("all kinds have names");
}

const char *hprof::labelKindName(LabelKind K) {
  switch (K) {
  case LabelKind::Class:
    return "class";
  case LabelKind::Field:
    return "field";
  case LabelKind::Element:
    return "element";
  case LabelKind::Super:
    return "super";
  case LabelKind::Loader:
    return "loader";
  case LabelKind::Signers:
    return "signers";
  case LabelKind::Domain:
    return "domain";
  case LabelKind::Constant:
    return "constant";
  case LabelKind::Static:
    return "static";
  case LabelKind::Local:
    return "local";
  }
  llvm_unreachable("all kinds have names");
}
