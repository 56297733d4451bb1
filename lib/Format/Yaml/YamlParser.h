//===- YamlParser.h - Parses YAML as used by dumps --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A parser for one item of a list at a time: block and flow maps and lists,
/// plain and quoted scalars, comments. docs/Formats/YAML.md describes the
/// unsupported parts of YAML 1.2, docs/Rationale/YAML.md why this is not
/// llvm::yaml.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_YAML_YAMLPARSER_H
#define HPROF_LIB_FORMAT_YAML_YAMLPARSER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <string>

namespace hprof {
namespace yaml {

/// A part of an item; only 16 bytes, because arrays have many nodes. Valid
/// until the parser is used again.
class Node {
public:
  enum Kind : uint8_t { Null, Plain, Quoted, List, Map };

  Node() : Size(0), K(Null) {}
  Node(Kind K, uint32_t Position, llvm::StringRef Scalar)
      : Data(Scalar.data()), Size(uint32_t(Scalar.size())), K(K),
        Position(Position) {}
  Node(Kind K, uint32_t Position, llvm::ArrayRef<Node> Children)
      : Data(Children.data()), Size(uint32_t(Children.size())), K(K),
        Position(Position) {}

  Kind kind() const { return Kind(K); }
  bool isScalar() const { return K == Plain || K == Quoted; }
  bool isQuoted() const { return K == Quoted; }
  bool isNull() const { return K == Null; }
  /// Offset from the start of the item.
  uint32_t position() const { return Position; }

  /// The value of a scalar: UTF-8 after decoding, with lone surrogates.
  llvm::StringRef text() const {
    return isScalar() ? llvm::StringRef(static_cast<const char *>(Data), Size)
                      : llvm::StringRef();
  }
  /// The elements of a list; the keys and values of a map, alternating.
  llvm::ArrayRef<Node> children() const {
    if (K != List && K != Map)
      return {};
    return {static_cast<const Node *>(Data), Size};
  }
  /// A description for messages: "a list".
  const char *describe() const;

private:
  const void *Data = nullptr;
  uint32_t Size : 29;
  uint32_t K : 3;
  uint32_t Position = 0;
};

class Parser {
public:
  /// Maximum size of an item in bytes; larger ones are rejected.
  static constexpr size_t MaxItem = 64 << 20;
  static constexpr unsigned MaxDepth = 32;

  /// Parses \p Text, which must begin at the start of a line and remain valid
  /// while the nodes are used. On failure, returns false; fault() and
  /// faultPosition() describe the reason.
  bool parse(llvm::StringRef Text, Node &Out);
  const std::string &fault() const { return Fault; }
  size_t faultPosition() const { return FaultPosition; }

private:
  bool block(unsigned Column, unsigned Depth, Node &Out);
  bool blockMap(unsigned Column, unsigned Depth, Node &Out);
  bool blockList(unsigned Column, unsigned Depth, Node &Out);
  bool blockValue(unsigned Column, unsigned Depth, bool InMap, Node &Out);
  bool flow(unsigned Depth, bool InFlow, Node &Out);
  bool flowList(unsigned Depth, Node &Out);
  bool flowMap(unsigned Depth, Node &Out);
  bool flowValue(unsigned Depth, Node &Out);
  bool plain(bool InFlow, Node &Out);
  bool doubleQuoted(Node &Out);
  bool singleQuoted(Node &Out);
  bool escape(llvm::SmallVectorImpl<char> &Decoded);
  bool lineIsMap() const;
  void skipBlanks();
  bool skipToLine();
  bool skipFlowSpace();
  bool endOfLine();
  unsigned column() const;
  uint32_t position(const char *At) const { return uint32_t(At - Begin); }
  bool fail(const char *At, const llvm::Twine &What);
  std::string here() const;
  void finish(Node::Kind K, const char *Start, size_t Base, Node &Out);

  const char *Begin = nullptr, *P = nullptr, *End = nullptr;
  llvm::BumpPtrAllocator Arena;
  llvm::SmallVector<Node, 64> Stack; ///< Children of unfinished nodes.
  std::string Fault;
  size_t FaultPosition = 0;
};

} // namespace yaml
} // namespace hprof

#endif // HPROF_LIB_FORMAT_YAML_YAMLPARSER_H
