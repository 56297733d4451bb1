//===- PropertyPart.h - System properties, for output -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_PROPERTYPART_H
#define HPROF_ANALYSIS_HEAP_PROPERTYPART_H

#include "hprof/Analysis/Heap/SystemProperties.h"
#include "hprof/Answer/AnswerPart.h"

namespace hprof {

/// The attributes "properties" and "environment".
class PropertyPart final : public AnswerPart {
public:
  struct Request {
    bool ShowsValues = false; ///< Whether to show values, which may be secrets.
    /// Whether the format of the dump contains the characters of strings.
    bool HasContents = true;
  };

  PropertyPart(SystemProperties Is, Request Asked)
      : Is(std::move(Is)), Asked(Asked) {}

  std::unique_ptr<Rows> facts() const override;
  void present(Presenter &To) const override;

private:
  const SystemProperties Is;
  const Request Asked;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_PROPERTYPART_H
