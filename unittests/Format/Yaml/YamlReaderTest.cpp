//===- YamlReaderTest.cpp - Tests of the reader of dumps in YAML ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Yaml/YamlReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The sizes of payloads, and the size of the largest piece delivered.
class PayloadSizes final : public RecordVisitor {
public:
  uint64_t Declared = 0, Sent = 0, Largest = 0;

  using RecordVisitor::visit;
  void visit(const InstanceDump &R) override { take(R.Values); }
  void visit(const PrimitiveArrayDump &R) override { take(R.Elements); }
  void visit(const ObjectArrayDump &R) override { take(R.Elements); }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) override {
    Sent += Chunk.size();
    Largest = std::max<uint64_t>(Largest, Chunk.size());
  }

private:
  void take(const Payload &P) {
    Declared += P.Size;
    payload(RecordKind::Opaque, P.Bytes);
  }
};
} // namespace

static std::string faultOf(StringRef Text, RecordVisitor &V,
                           std::optional<uint64_t> MaxMade = std::nullopt) {
  const std::string Yaml = ("--- !hprof\n" + Text).str();
  std::unique_ptr<Source> In =
      Source::fromMemory(arrayRefFromStringRef(Yaml), "yaml");
  YamlReaderOptions Options;
  Options.MaxMade = MaxMade;
  Error E = readYaml(*In, V, Options);
  return E ? toString(std::move(E)) : "none";
}

TEST(YamlReader, RepeatedValuesComeInPieces) {
  constexpr uint64_t Many = 10000000, Piece = 1 << 20;
  const std::string Times = "0 x " + std::to_string(Many);
  for (std::string Record :
       {"instance: {object: 1, class: 2, bytes: [" + Times + "]}",
        "primitiveArray: {object: 1, elementType: byte, elements: [" + Times +
            "]}",
        "instance: {object: 1, class: 2, length: " + std::to_string(Many) +
            ", bytes: [1, " + Times + "]}",
        "objectArray: {object: 1, class: 2, elements: [" + Times + "]}"}) {
    PayloadSizes Sizes;
    EXPECT_EQ(faultOf("- " + Record + "\n", Sizes), "none") << Record;
    EXPECT_GE(Sizes.Sent, Many) << Record;
    EXPECT_GE(Sizes.Declared, Many) << Record;
    EXPECT_LE(Sizes.Largest, Piece) << Record;
  }
}

TEST(YamlReader, ShortTextCannotStandForAnything) {
  constexpr StringLiteral Class =
      "- classes:\n  - {name: A, fields: {a: long, b: long}}\n";
  auto Fault = [&](StringRef Record, std::optional<uint64_t> Most) {
    PayloadSizes Sizes;
    std::string Text = faultOf((Class + Record + "\n").str(), Sizes, Most);
    EXPECT_LE(Sizes.Sent, Text == "none" ? 100 : 10);
    return Text;
  };
  const std::string Expected =
      "repeated or omitted values would take 4294967295 bytes so "
      "far, expected at most ";
  EXPECT_NE(Fault("- instance: {object: 1, class: A, bytes: [0 x 4294967295]}",
                  std::nullopt)
                .find("line 4, column 43: " + Expected),
            std::string::npos);
  for (StringRef Record :
       {"- instance: {object: 1, class: A, bytes: [0 x 11]}",
        "- instance: {object: 1, class: A, bytes: [0 x 6, 1 x 5]}",
        "- primitiveArray: {object: 1, elementType: byte, elements: [0 x 11]}",
        "- primitiveArray: {object: 1, elementType: short, elements: [0 x 6]}",
        "- objectArray: {object: 1, class: A, elements: [null x 2]}",
        "- instance: {object: 1, class: A, fields: {b: 1}}",
        "- instance: {object: 1, class: A}",
        "- primitiveArray: {object: 1, elementType: byte, length: 20, "
        "elements: "
        "[0 x 5]}\n- more: {elements: [0 x 6]}"})
    EXPECT_NE(
        Fault(Record, 10).find("expected at most 10 for an input of this size"),
        std::string::npos)
        << Record.str();
  // The size of the text does not count.
  EXPECT_EQ(Fault("- instance: {object: 1, class: A, bytes: [1, 2, 3, 4, 5, 6, "
                  "7, 8, 9, 0, 1, 2]}",
                  10),
            "none");
}
