//===- ArrayContents.h - Groups of arrays with equal contents ---*- C++ -*-===//
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

/// The pattern of the elements of a primitive array.
enum class ArrayPattern : uint8_t { Mixed, Zero, Constant };

/// Primitive arrays with equal type, length and content.
struct ContentGroup {
  /// Ascending. Arrays that belong to Strings are in separate groups, one for
  /// each encoding.
  llvm::ArrayRef<Node> Arrays;
  /// Strings with the same contents that use a part of a larger array.
  llvm::ArrayRef<Node> PartialStrings;
  ArrayPattern Pattern = ArrayPattern::Mixed;
  bool IsString = false;
};

class ContentClient {
public:
  virtual ~ContentClient();
  virtual void startGroups(unsigned Threads) = 0;
  /// Called for every group, including groups with a single array. Each thread
  /// has its own groups; the distribution of groups among threads is arbitrary.
  virtual void group(unsigned Thread, const ContentGroup &G) = 0;
};

/// Finds groups by 86 bits of a hash of the content: with 100 million arrays,
/// the probability of any collision is below 10^-9. Fingerprints take 16 bytes
/// each and are sorted in 64 parts; if they exceed the memory limit, every walk
/// handles a share.
class ArrayContents {
public:
  ArrayContents(const LintState &S, std::vector<ContentClient *> Clients)
      : S(S), Clients(std::move(Clients)) {}

  /// Number of walks needed after start(). A walk calls add() for every array,
  /// then finishWalk().
  unsigned walks() const { return Walks; }
  void start(unsigned Threads);
  void add(unsigned Thread, Node N, BasicType T,
           llvm::ArrayRef<uint8_t> Content);
  /// Adds the used part of a char[].
  void addPartial(Node String, llvm::ArrayRef<uint8_t> Content);
  void finishWalk();

private:
  static constexpr unsigned NumParts = 64;
  static constexpr unsigned NodeBits = 40;
  struct Print {
    uint64_t Hash;
    uint64_t Rest; ///< 22 bits of the hash, 2 of ArrayPattern, the node.
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
  bool HasPartial = false; ///< Whether some fingerprints are for Strings.
  unsigned Walks = 1;
  unsigned Walk = 0;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_ARRAYCONTENTS_H
