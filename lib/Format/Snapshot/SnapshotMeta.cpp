//===- SnapshotMeta.cpp - Array descriptions of a snapshot ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SnapshotReaderImpl.h"

using namespace hprof;
using namespace hprof::snapshot;
using namespace llvm;

/// More fields or types than any writer has.
static constexpr size_t MostNames = 64;
static constexpr size_t LongestName = 256;

static NodeType nodeType(StringRef Name) {
  enum { Named };
  NodeType T;
  T.IsSynthetic = Name == "synthetic";
  T.Class = ("(" + Name + ")").str();
  auto Show = [&](auto Class) {
    if constexpr (std::is_same_v<decltype(Class), const char *>)
      T.Class = Class;
    else
      T.IsNamed = true;
  };
#define HPROF_NODE_TYPE(NAME, CLASS)                                           \
  if (Name == NAME)                                                            \
    Show(CLASS);
#include "NodeTypes.def"
  return T;
}

static EdgeKind edgeKind(StringRef Name) {
#define HPROF_EDGE_TYPE(NAME, KIND)                                            \
  if (Name == NAME)                                                            \
    return EdgeKind::KIND;
#include "NodeTypes.def"
  return EdgeKind::Named;
}

/// Reads an array of strings.
static bool readNames(JsonScan &In, std::vector<std::string> &Names) {
  Names.clear();
  if (!In.expect('['))
    return false;
  for (bool IsFirst = true; In.nextElement(IsFirst);) {
    if (Names.size() == MostNames) {
      In.fail("at most " + Twine(MostNames) + " names");
      return false;
    }
    if (!In.string(Names.emplace_back(), LongestName))
      return false;
  }
  return !In.hasFailed();
}

/// Reads "node_types" or "edge_types", whose first element is the list of
/// types.
static bool readTypes(JsonScan &In, std::vector<std::string> &Names) {
  if (!In.expect('[') || !readNames(In, Names))
    return false;
  for (bool IsFirst = false; In.nextElement(IsFirst);)
    if (!In.skipValue())
      return false;
  return !In.hasFailed();
}

static unsigned placeOf(ArrayRef<std::string> Names, StringRef Name) {
  const auto *At = llvm::find(Names, Name);
  return At == Names.end() ? Meta::Absent : unsigned(At - Names.begin());
}

/// Reads the members of an object, each with \p ReadMember.
static bool
readObject(JsonScan &In,
           function_ref<bool(JsonScan &In, StringRef Name)> ReadMember) {
  if (!In.expect('{'))
    return false;
  std::string Name;
  for (bool IsFirst = true; In.nextElement(IsFirst, '}');)
    if (!In.string(Name, LongestName) || !In.expect(':') ||
        !ReadMember(In, Name))
      return false;
  return !In.hasFailed();
}

bool Meta::readMember(JsonScan &From, StringRef Name) {
  std::vector<std::string> Names;
  if (Name == "node_fields") {
    if (!readNames(From, Names))
      return false;
    Node = NodePlaces{placeOf(Names, "type"),       placeOf(Names, "name"),
                      placeOf(Names, "id"),         placeOf(Names, "self_size"),
                      placeOf(Names, "edge_count"), unsigned(Names.size())};
    return true;
  }
  if (Name == "edge_fields") {
    if (!readNames(From, Names))
      return false;
    Edge = EdgePlaces{placeOf(Names, "type"), placeOf(Names, "name_or_index"),
                      placeOf(Names, "to_node"), unsigned(Names.size())};
    return true;
  }
  if (Name == "node_types") {
    if (!readTypes(From, Names))
      return false;
    NodeTypes.clear();
    for (StringRef T : Names)
      NodeTypes.push_back(nodeType(T));
    return true;
  }
  if (Name == "edge_types") {
    if (!readTypes(From, Names))
      return false;
    EdgeTypes.clear();
    for (StringRef T : Names)
      EdgeTypes.push_back(edgeKind(T));
    return true;
  }
  return From.skipValue();
}

bool Meta::readMeta(JsonScan &In) {
  return readObject(In, [&](JsonScan &From, StringRef Name) {
    return readMember(From, Name);
  });
}

bool Meta::read(JsonScan &In) {
  return readObject(In, [&](JsonScan &From, StringRef Name) {
    if (Name == "meta")
      return readMeta(From);
    if (Name == "node_count")
      Nodes = From.number();
    else if (Name == "edge_count")
      Edges = From.number();
    else
      return From.skipValue();
    return !From.hasFailed();
  });
}

std::string Meta::fault() const {
  if (Node.Type == Absent || Node.Name == Absent || Node.Id == Absent ||
      Node.Size == Absent || Node.Edges == Absent)
    return "its node_fields lack type, name, id, self_size or edge_count";
  if (Edge.Type == Absent || Edge.Name == Absent || Edge.To == Absent)
    return "its edge_fields lack type, name_or_index or to_node";
  if (NodeTypes.empty() || EdgeTypes.empty())
    return "it has no node_types or edge_types";
  return "";
}
