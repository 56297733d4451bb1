//===- CheckOutput.cpp - Prints checks for CI servers ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/CheckOutput.h"
#include "hprof/Answer/Checks.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace hprof;
using namespace llvm;

static std::string textOf(const CheckFailure &F) {
  return proseText(F.Text, EscapeMode::Raw);
}

void hprof::printJUnit(raw_ostream &OS, const CheckReport &Report) {
  const auto NumFailed = count_if(
      Report.Checks, [](const CheckResult &C) { return !C.Failures.empty(); });
  const std::string Counts =
      " tests=\"" + std::to_string(Report.Checks.size()) + "\" failures=\"" +
      std::to_string(NumFailed) + "\" errors=\"0\"";
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
     << "<testsuites name=\"" << Report.Tool << '"' << Counts << ">\n"
     << "  <testsuite name=\"" << xmlText(Report.Name) << '"' << Counts
     << " skipped=\"0\" time=\"0\">\n";
  for (const CheckResult &C : Report.Checks) {
    OS << "    <testcase classname=\"" << Report.Tool << "\" name=\""
       << xmlText(C.Name) << "\" time=\"0\"";
    if (C.Failures.empty()) {
      OS << "/>\n";
      continue;
    }
    OS << ">\n      <failure type=\"budget\" message=\""
       << xmlText(textOf(C.Failures.front())) << "\">";
    for (auto [I, F] : enumerate(C.Failures))
      OS << (I ? "\n" : "") << xmlText(textOf(F));
    OS << "</failure>\n    </testcase>\n";
  }
  OS << "  </testsuite>\n</testsuites>\n";
}

/// \p Path as an RFC 3986 URI reference.
static std::string uriOf(StringRef Path) {
  std::string Uri = sys::path::is_absolute(Path) ? "file://" : "";
  for (char C : Path)
    if (isAlnum(C) || StringRef("-._~/").contains(C))
      Uri += C;
    else
      Uri += "%" + utohexstr(uint8_t(C), /*LowerCase=*/false, /*Width=*/2);
  return Uri;
}

static void printSarifLocation(json::OStream &J, const CheckResult &C,
                               StringRef Key) {
  J.attributeObject("physicalLocation", [&] {
    J.attributeObject("artifactLocation",
                      [&] { J.attribute("uri", uriOf(C.File)); });
    if (C.Line)
      J.attributeObject("region", [&] { J.attribute("startLine", C.Line); });
  });
  if (Key.empty())
    return;
  J.attributeArray("logicalLocations", [&] {
    J.object([&] {
      J.attribute("fullyQualifiedName", toUtf8(Key));
      J.attribute("kind", "type");
    });
  });
}

static void printSarifResult(json::OStream &J, const CheckResult &C,
                             size_t Rule, const CheckFailure &F) {
  J.object([&] {
    J.attribute("ruleId", toUtf8(C.Name));
    J.attribute("ruleIndex", int64_t(Rule));
    J.attribute("level", "error");
    J.attributeObject("message",
                      [&] { J.attribute("text", toUtf8(textOf(F))); });
    J.attributeArray("locations", [&] {
      J.object([&] { printSarifLocation(J, C, F.Key); });
    });
    // Lets viewers recognize the same result in another run.
    const std::string Same = C.Name + "\n" + F.Key + "\n" + F.About;
    J.attributeObject("partialFingerprints", [&] {
      J.attribute("limitRowRule/v1", utohexstr(xxh3_64bits(Same), true, 16));
    });
  });
}

static void printSarifDriver(json::OStream &J, const CheckReport &Report) {
  J.attribute("name", Report.Tool);
  J.attribute("version", toolchainVersion());
  J.attributeArray("rules", [&] {
    for (const CheckResult &C : Report.Checks)
      J.object([&] {
        J.attribute("id", toUtf8(C.Name));
        J.attributeObject("shortDescription",
                          [&] { J.attribute("text", toUtf8(C.Name)); });
      });
  });
}

void hprof::printSarif(raw_ostream &OS, const CheckReport &Report) {
  std::unique_ptr<raw_ostream> Safe = safeJson(OS);
  json::OStream J(*Safe, 2);
  J.object([&] {
    J.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] {
      J.object([&] {
        J.attributeObject("tool", [&] {
          J.attributeObject("driver", [&] { printSarifDriver(J, Report); });
        });
        J.attribute("columnKind", "utf16CodeUnits");
        J.attributeArray("results", [&] {
          for (auto [I, C] : enumerate(Report.Checks))
            for (const CheckFailure &F : C.Failures)
              printSarifResult(J, C, I, F);
        });
      });
    });
  });
  J.flush();
  OS << '\n';
}
