//===- ArrayContents.h - Which arrays have equal content --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_ARRAYCONTENTS_H
#define HPROF_LIB_ANALYSIS_LINT_ARRAYCONTENTS_H

#include "LintState.h"

namespace hprof {

/// What the elements of an array of primitives look like.
enum class ArrayPattern : uint8_t { Mixed, Zero, Constant };

/// Arrays of primitives with equal type, length and content.
struct ContentGroup {
  /// Ascending. Those of Strings have groups of their own, by the encoding.
  llvm::ArrayRef<Node> Arrays;
  /// Strings that show a part of a larger array, of the same text.
  llvm::ArrayRef<Node> PartialStrings;
  ArrayPattern Pattern = ArrayPattern::Mixed;
  bool IsString = false;
};

class ContentClient {
public:
  virtual ~ContentClient();
  virtual void startGroups(unsigned Threads) = 0;
  /// Is told of every group, also those of one array. Each thread has groups
  /// of its own, and which of them is chance.
  virtual void group(unsigned Thread, const ContentGroup &G) = 0;
};

/// Finds groups by 86 bits of a hash of the content: with 100 million arrays
/// the chance that any two different ones meet is below 10^-9. A fingerprint
/// takes 16 bytes. They are sorted in 64 parts; when there are more than
/// memory is meant to hold, every walk takes a share of them.
class ArrayContents {
public:
  ArrayContents(const LintState &S, std::vector<ContentClient *> Clients)
      : S(S), Clients(std::move(Clients)) {}

  /// How many walks are needed: start(), and add() for every array, each
  /// followed by finishWalk().
  unsigned walks() const { return Walks; }
  void start(unsigned Threads);
  void add(unsigned Thread, Node N, BasicType T,
           llvm::ArrayRef<uint8_t> Content);
  /// A part of the text of a char[], shown by \p String.
  void addPartial(Node String, llvm::ArrayRef<uint8_t> Content);
  void finishWalk();

private:
  static constexpr unsigned NumParts = 64;
  static constexpr unsigned NodeBits = 40;
  struct Print {
    uint64_t Hash;
    uint64_t Rest; ///< 22 bits of hash, 2 of ArrayPattern, the node.
    uint64_t rest() const { return Rest >> NodeBits; }
    Node node() const { return Rest & ((uint64_t(1) << NodeBits) - 1); }
    bool operator<(const Print &P) const {
      return Hash != P.Hash ? Hash < P.Hash : Rest < P.Rest;
    }
  };
  using Parts = std::array<std::vector<Print>, NumParts>;

  void append(Parts &To, Node N, BasicType T, llvm::ArrayRef<uint8_t> Content);
  void findGroups(unsigned Thread, std::vector<Print> &Prints);

  const LintState &S;
  std::vector<ContentClient *> Clients;
  std::vector<Parts> Workers;
  bool HasPartial = false; ///< Some prints are of Strings, not of arrays.
  unsigned Walks = 1;
  unsigned Walk = 0;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_ARRAYCONTENTS_H
