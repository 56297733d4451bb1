//===- GatePrinter.cpp - Prints what broke a budget -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatePrinter.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace hprof;
using namespace llvm;

/// "app.Session: instances 10 -> 30 (+20, +200.0%), may grow by 10% at most".
static std::string violationText(const Violation &V) {
  auto Number = [&](uint64_t N) {
    return V.IsBytes ? bytesNumber(N) : std::to_string(N);
  };
  int64_t Change = changeBetween(V.Before, V.After);
  std::string Text;
  raw_string_ostream OS(Text);
  OS << (V.Key.empty() ? "" : V.Key + ": ") << V.Measure << ' '
     << Number(V.Before) << " -> " << Number(V.After) << " ("
     << signedText(Change, V.IsBytes);
  if (V.Before && Change)
    OS << ", " << (Change > 0 ? "+" : "")
       << formatv("{0:F1}%", double(Change) * 100 / double(V.Before)).str();
  OS << "), " << V.Rule;
  return Text;
}

/// The violations and the fault of \p Check.
static std::vector<std::string> failuresOf(const GateCheck &Check) {
  std::vector<std::string> Texts;
  if (!Check.Fault.empty())
    Texts.push_back(Check.Fault);
  for (const Violation &V : Check.Violations)
    Texts.push_back(violationText(V));
  return Texts;
}

void hprof::printGateText(raw_ostream &OS, const Diff &D) {
  const GateResult &Gate = D.Gate;
  OS << '\n' << escape(D.BudgetName, D.Escape) << ": ";
  if (Gate.passed()) {
    OS << "kept, " << counted(Gate.Checks.size(), "check") << '\n';
    return;
  }
  OS << "BROKEN, " << Gate.failures() << " of "
     << counted(Gate.Checks.size(), "check") << " failed\n";
  for (const GateCheck &Check : Gate.Checks) {
    if (Check.passed())
      continue;
    OS << "  " << escape(Check.Name, D.Escape);
    if (Check.Line)
      OS << " (line " << Check.Line << ')';
    OS << '\n';
    std::vector<std::string> Texts = failuresOf(Check);
    for (const std::string &Text : ArrayRef(Texts).take_front(D.Top))
      OS << "    " << escape(Text, D.Escape) << '\n';
    if (Texts.size() > D.Top)
      OS << "    ... and " << Texts.size() - D.Top << " more\n";
  }
}

void hprof::printGateJson(json::OStream &J, const Diff &D) {
  J.attributeObject("budget", [&] {
    J.attribute("file", toUtf8(D.BudgetName));
    J.attribute("passed", D.Gate.passed());
    J.attributeArray("checks", [&] {
      for (const GateCheck &Check : D.Gate.Checks)
        J.object([&] {
          J.attribute("name", toUtf8(Check.Name));
          if (Check.Line)
            J.attribute("line", Check.Line);
          if (Check.Matched)
            J.attribute("rows_matched", *Check.Matched);
          J.attribute("passed", Check.passed());
          if (!Check.Fault.empty())
            J.attribute("fault", toUtf8(Check.Fault));
          J.attributeArray("violations", [&] {
            for (const Violation &V : Check.Violations)
              J.object([&] {
                if (!V.Key.empty())
                  J.attribute("key", toUtf8(V.Key));
                J.attribute("measure", V.Measure);
                J.attribute("before", V.Before);
                J.attribute("after", V.After);
                J.attribute("rule", toUtf8(V.Rule));
              });
          });
        });
    });
  });
}

/// \p Text for XML: without characters that XML 1.0 does not permit.
static std::string xml(StringRef Text) {
  std::string Out;
  raw_string_ostream OS(Out);
  printHTMLEscaped(escape(Text), OS);
  return Out;
}

void hprof::printJUnit(raw_ostream &OS, const Diff &D) {
  const GateResult &Gate = D.Gate;
  std::string Counts = " tests=\"" + std::to_string(Gate.Checks.size()) +
                       "\" failures=\"" + std::to_string(Gate.failures()) +
                       "\" errors=\"0\"";
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
     << "<testsuites name=\"hprof-diff\"" << Counts << ">\n"
     << "  <testsuite name=\"" << xml(D.BudgetName) << '"' << Counts
     << " skipped=\"0\" time=\"0\">\n";
  for (const GateCheck &Check : Gate.Checks) {
    OS << "    <testcase classname=\"hprof-diff\" name=\"" << xml(Check.Name)
       << "\" time=\"0\"";
    if (Check.passed()) {
      OS << "/>\n";
      continue;
    }
    std::vector<std::string> Texts = failuresOf(Check);
    OS << ">\n      <failure type=\"budget\" message=\"" << xml(Texts[0])
       << "\">";
    for (auto [I, Text] : enumerate(Texts))
      OS << (I ? "\n" : "") << xml(Text);
    OS << "</failure>\n    </testcase>\n";
  }
  OS << "  </testsuite>\n</testsuites>\n";
}

/// \p Path as a reference of RFC 3986.
static std::string uriOf(StringRef Path) {
  std::string Uri = sys::path::is_absolute(Path) ? "file://" : "";
  for (char C : Path)
    if (isAlnum(C) || StringRef("-._~/").contains(C))
      Uri += C;
    else
      Uri += "%" + utohexstr(uint8_t(C), /*LowerCase=*/false, /*Width=*/2);
  return Uri;
}

/// \p What is the part of the result that is the same in other runs.
static void printSarifResult(json::OStream &J, const Diff &D, size_t Rule,
                             StringRef Key, StringRef What,
                             const std::string &Text) {
  const GateCheck &Check = D.Gate.Checks[Rule];
  J.object([&] {
    J.attribute("ruleId", toUtf8(Check.Name));
    J.attribute("ruleIndex", int64_t(Rule));
    J.attribute("level", "error");
    J.attributeObject("message", [&] { J.attribute("text", toUtf8(Text)); });
    J.attributeArray("locations", [&] {
      J.object([&] {
        J.attributeObject("physicalLocation", [&] {
          J.attributeObject("artifactLocation", [&] {
            J.attribute(
                "uri", uriOf(Check.Line ? D.BudgetName : D.Inputs.back().Name));
          });
          if (Check.Line)
            J.attributeObject("region",
                              [&] { J.attribute("startLine", Check.Line); });
        });
        if (!Key.empty())
          J.attributeArray("logicalLocations", [&] {
            J.object([&] {
              J.attribute("fullyQualifiedName", toUtf8(Key));
              J.attribute("kind", "type");
            });
          });
      });
    });
    // So that a viewer knows the same result of another run again.
    std::string Same = (Check.Name + "\n" + Key + "\n" + What).str();
    J.attributeObject("partialFingerprints", [&] {
      J.attribute("limitRowRule/v1", utohexstr(xxh3_64bits(Same), true, 16));
    });
  });
}

void hprof::printSarif(raw_ostream &OS, const Diff &D) {
  const std::vector<GateCheck> &Checks = D.Gate.Checks;
  std::unique_ptr<raw_ostream> Safe = safeJson(OS);
  json::OStream J(*Safe, 2);
  J.object([&] {
    J.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] {
      J.object([&] {
        J.attributeObject("tool", [&] {
          J.attributeObject("driver", [&] {
            J.attribute("name", "hprof-diff");
            J.attribute("version", toolchainVersion());
            J.attributeArray("rules", [&] {
              for (const GateCheck &Check : Checks)
                J.object([&] {
                  J.attribute("id", toUtf8(Check.Name));
                  J.attributeObject("shortDescription", [&] {
                    J.attribute("text", toUtf8(Check.Name));
                  });
                });
            });
          });
        });
        J.attribute("columnKind", "utf16CodeUnits");
        J.attributeArray("results", [&] {
          for (auto [I, Check] : enumerate(Checks)) {
            if (!Check.Fault.empty())
              printSarifResult(J, D, I, "", "", Check.Fault);
            for (const Violation &V : Check.Violations)
              printSarifResult(J, D, I, V.Key, V.Measure + " " + V.Rule,
                               violationText(V));
          }
        });
      });
    });
  });
  J.flush();
  OS << '\n';
}
