//===- CatalogAnswers.h - Answers with names --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CATALOG_CATALOGANSWERS_H
#define LIB_CATALOG_CATALOGANSWERS_H

#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Catalog/HeapCatalog.h"

namespace hprof {

/// What answers are computed from.
struct AnswerScope {
  std::shared_ptr<HeapStore> Store;
  const StoreOptions &Options;
  const StoreEvents &Events;
};

struct AnswerArgument {
  llvm::StringLiteral Name;
  llvm::StringLiteral Choices; ///< "a|b"; empty for any text or number.
  bool IsRequired;
  llvm::StringLiteral Sentence;
};

/// The arguments of a call.
class GivenArguments {
public:
  GivenArguments(llvm::StringRef Of, const CatalogArguments &All)
      : Of(Of), All(All) {}
  /// Fails on one that is unknown or missing, or has a value that is none of
  /// its choices.
  llvm::Error check(llvm::ArrayRef<AnswerArgument> Known) const;
  std::optional<llvm::StringRef> text(llvm::StringRef Name) const;
  bool flag(llvm::StringRef Name) const { return text(Name) == "true"; }
  /// \p Default if there is none. 0 stands for all.
  llvm::Expected<uint64_t> top(uint64_t Default) const;
  llvm::Error fail(llvm::StringRef Name, const llvm::Twine &What) const;

private:
  llvm::StringRef Of;
  const CatalogArguments &All;
};

/// An answer of tools.
struct CatalogAnswer {
  llvm::StringLiteral Name;
  llvm::ArrayRef<AnswerArgument> Arguments;
  const AnswerInfo &(*Kind)();
  llvm::Expected<std::unique_ptr<Answer>> (*Make)(const AnswerScope &In,
                                                  const GivenArguments &Given);
};

llvm::ArrayRef<CatalogAnswer> catalogAnswers();

} // namespace hprof

#endif // LIB_CATALOG_CATALOGANSWERS_H
