//===- YamlHeader.cpp - File headers in YAML ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlBuilder.h"
#include "YamlSchema.h"
#include "hprof/Format/Hprof/HprofWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::yaml;
using namespace llvm;

#define GET_Vocabularies_IMPL
#include "Formats.inc"

StringRef yaml::vocabularyName(Format Carrier) {
  for (auto [F, Name] : Vocabularies)
    if (F == Carrier)
      return Name;
  return "hprof";
}

/// The properties that all documents must share: "phd with ids of 8 bytes".
static std::string kindOf(const FileHeader &H, bool WithIdSize) {
  std::string Kind =
      vocabularyName(H.Carrier).str() + (H.isAndroid() ? " 1.0.3" : "");
  if (WithIdSize)
    Kind += " with " + utostr(H.IdSize) + "-byte ids";
  return Kind;
}

bool Builder::isLikeFirst() {
  if (!Options.OneFormat)
    return true;
  std::string Kind = kindOf(Header, Options.OneIdSize);
  if (FirstKind.empty())
    FirstKind = Kind;
  IsUnlike = Kind != FirstKind;
  return !IsUnlike || fail(0, "this document is " + Kind + ", expected " +
                                  FirstKind + " like the first one");
}

/// Reads the member idSize of \p Map, if present.
bool Builder::idSize(const Node &Map, uint32_t &Bytes) {
  const Node *N = find(Map, "idSize");
  uint64_t Found = 0;
  if (!N)
    return true;
  if (!number(*N, 32, Found))
    return false;
  if (Found != 1 && Found != 2 && Found != 4 && Found != 8)
    return fail(N->position(),
                "idSize " + Twine(Found) + ", expected 1, 2, 4 or 8");
  Bytes = uint32_t(Found);
  return true;
}

/// Reads the members origin and joined of \p Map, if present.
bool Builder::origin(const Node &Map) {
  const Node *Of = find(Map, "origin");
  if (const Node *N = find(Map, "joined")) {
    if (N->text() != "true" && N->text() != "false")
      return fail(N->position(),
                  Twine("expected true or false, found ") + N->describe());
    Header.IsJoined = N->text() == "true";
    if (Header.IsJoined && !Of)
      return fail(N->position(), "a joined dump requires its origin");
  }
  if (!Of)
    return true;
  static constexpr StringLiteral Known = "time, idSize, idBase";
  auto IsKnown = [](StringRef K) {
    return K == "time" || K == "idSize" || K == "idBase";
  };
  DumpOrigin &O = Header.Origin;
  O.IdSize = Header.IdSize;
  if (!checkMap(*Of, "the origin") ||
      !checkKeys(*Of, IsKnown, "the origin", Known) || !idSize(*Of, O.IdSize))
    return false;
  const Node *Time = find(*Of, "time"), *Base = find(*Of, "idBase");
  return (!Time || number(*Time, 64, O.Millis)) &&
         (!Base || number(*Base, 64, O.IdBase));
}

bool Builder::header(StringRef Text) {
  ItemText = Text;
  Node Map;
  if (!Parse.parse(Text, Map))
    return fail(Parse.faultPosition(), Parse.fault());
  if (!Map.isNull() && !checkMap(Map, "the header"))
    return false;
  static constexpr StringLiteral Known =
      "format, version, idSize, time, origin, joined";
  if (!checkKeys(
          Map,
          [](StringRef K) {
            return K == "format" || K == "version" || K == "idSize" ||
                   K == "time" || K == "origin" || K == "joined";
          },
          "the header", Known))
    return false;
  if (const Node *N = find(Map, "format")) {
    const auto *It = find_if(
        Vocabularies, [&](const auto &V) { return V.second == N->text(); });
    if (!N->isScalar() || It == std::end(Vocabularies))
      return fail(N->position(),
                  Twine("expected hprof, hprof-text, ibm-classic, phd "
                        "or javacore, found ") +
                      N->describe());
    Header.Carrier = It->first;
  }
  if (const Node *N = find(Map, "version")) {
    Header.Version = N->text().str();
    if (!N->isScalar() || Header.Version.size() > 16 ||
        N->text().find('\0') != StringRef::npos)
      return fail(N->position(), "expected a version such as 1.0.2");
  }
  if (!idSize(Map, Header.IdSize))
    return false;
  if (const Node *N = find(Map, "time"))
    if (!number(*N, 64, Header.Millis))
      return false;
  if (!origin(Map))
    return false;
  Header.Offset = Position;
  if (!isLikeFirst())
    return false;
  Names.reset(Header.IdSize);
  TraceDefault = 0;
  Header.Bytes = headerBytes(Header).size();
  HasHeader = true;
  V.visit(Header);
  Position += Header.Bytes;
  return true;
}
