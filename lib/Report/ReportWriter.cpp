//===- ReportWriter.cpp - Writes the answers of a report ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Report/ReportWriter.h"
#include "ChangedRows.h"
#include "hprof/Answer/AnswerPart.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Reporter.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static constexpr ReportPartInfo PartInfos[] = {
#define HPROF_REPORT_PART(ID, NAME, TITLE, COMMAND, MOST, BRIEF, KNOWS)        \
  {NAME,                                                                       \
   TITLE,                                                                      \
   COMMAND,                                                                    \
   uint64_t(MOST) * 1024,                                                      \
   BRIEF,                                                                      \
                                                                               \
   ReadingOptions::KNOWS},
#include "hprof/Report/ReportParts.def"
};

const ReportPartInfo &hprof::reportPart(ReportPart Is) {
  return PartInfos[unsigned(Is)];
}

ReportWriter::~ReportWriter() = default;
void ReportWriter::useHeap(const HeapContents &) {}

static bool knows(ReadingOptions Known, StringRef Option) {
  switch (Known) {
  case ReadingOptions::Graph:
    return true;
  case ReadingOptions::Comparison:
    return Option.starts_with("--dump=") || Option.starts_with("--layout=") ||
           Option.starts_with("--index=") ||
           Option.starts_with("--baseline=") || Option.starts_with("--budget=");
  case ReadingOptions::DumpNumber:
    return Option.starts_with("--dump=");
  case ReadingOptions::Section:
    return Option.starts_with("--section=");
  case ReadingOptions::File:
    return false;
  }
  llvm_unreachable("unhandled options");
}

static std::string commandOf(ReportPart Is, ArrayRef<std::string> Words) {
  Prose Line = reportPart(Is).Command.str().c_str();
  for (StringRef Word : Words)
    if (!Word.starts_with("--") || knows(reportPart(Is).Knows, Word))
      (Line << " ").word(Word);
  return proseText(Line, EscapeMode::Escape);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// Names written by people are far shorter.
static constexpr size_t MostText = 1000;

/// \p Text as UTF-8, truncated at a character boundary.
static std::string shortened(std::string Text) {
  if (Text.size() <= MostText)
    return Text;
  return takeCharacters(toUtf8(Text), MostText).str() + "...";
}

/// Returns the JSON of a part; \p Print adds its answer. Lists stop after
/// \p MostBytes.
static std::string
partJson(ReportPart Is, ArrayRef<std::string> Words, uint64_t MostBytes,
         function_ref<void(json::OStream &, const RowChanges &)> Print) {
  const ReportPartInfo &Info = reportPart(Is);
  std::string Text;
  raw_string_ostream OS(Text);
  const std::unique_ptr<raw_ostream> Safe = safeJson(OS);
  bool IsCut = false;
  const RowChanges How = {shortened, [&] {
                            IsCut |= Safe->tell() >= MostBytes;
                            return IsCut;
                          }};
  json::OStream J(*Safe);
  J.object([&] {
    J.attribute("name", Info.Name);
    J.attribute("command", toUtf8(commandOf(Is, Words)));
    J.attributeObject("answer", [&] { Print(J, How); });
    J.attribute("cut", IsCut);
  });
  J.flush();
  Safe->flush();
  return Text;
}

uint64_t JsonDocument::roomFor(ReportPart Is) const {
  const uint64_t Left = MostBytes - std::min(Written, MostBytes);
  return std::min(reportPart(Is).MostBytes, Left / 3 * 2);
}

void JsonDocument::add(std::string Part) {
  Written += Part.size();
  Parts.push_back(std::move(Part));
}

void JsonDocument::part(ReportPart Is, ArrayRef<std::string> Words,
                        const Answer &A) {
  add(partJson(Is, Words, roomFor(Is),
               [&](json::OStream &J, const RowChanges &How) {
                 J.attributeArray("files", [&] {
                   printRecords(J, *changedRows(A.files(), How));
                 });
                 if (std::unique_ptr<Rows> Facts = changedRows(A.facts(), How))
                   printAttributes(J, *Facts);
               }));
}

void JsonDocument::part(ReportPart Is, ArrayRef<std::string> Words,
                        const AnswerPart &A) {
  add(partJson(
      Is, Words, roomFor(Is), [&](json::OStream &J, const RowChanges &How) {
        J.attributeArray("files", [&] {
          J.object([&] { printAttributes(J, *changedRows(A.facts(), How)); });
        });
      }));
}

void JsonDocument::write(raw_ostream &OS, const Reporter &Report) const {
  const std::unique_ptr<raw_ostream> Safe = safeJson(OS);
  json::OStream J(*Safe);
  J.object([&] {
    J.attribute("schema_version", JsonReport::SchemaVersion);
    J.attributeObject("tool", [&] {
      J.attribute("name", "hprof-report");
      J.attribute("version", toolchainVersion());
    });
    J.attributeArray("parts", [&] {
      for (StringRef Part : Parts)
        J.rawValue(Part);
    });
    J.attributeArray("notes", [&] {
      for (StringRef Note : Notes)
        J.value(toUtf8(Note));
    });
    J.attribute("damaged", Report.damaged());
  });
  J.flush();
}

//===----------------------------------------------------------------------===//
// Markdown
//===----------------------------------------------------------------------===//

void MarkdownReport::heading(ReportPart Is, ArrayRef<std::string> Words) {
  if (OS.tell())
    OS << '\n';
  OS << "## " << reportPart(Is).Title << "\n\n";
  const std::string Command = commandOf(Is, Words);
  // With four more spaces, any text is code.
  OS << "    " << Command << "\n\n";
}

void MarkdownReport::part(ReportPart Is, ArrayRef<std::string> Words,
                          const Answer &A) {
  heading(Is, Words);
  printAnswerMarkdown(OS, A, Mode);
}

void MarkdownReport::part(ReportPart Is, ArrayRef<std::string> Words,
                          const AnswerPart &A) {
  heading(Is, Words);
  printPartMarkdown(OS, A, Mode);
}

namespace {
class NotePart final : public AnswerPart {
public:
  explicit NotePart(const Twine &Text) { (Is << "Note: ").name(Text.str()); }
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  void present(Presenter &To) const override { To.line(Is); }

private:
  Prose Is;
};
} // namespace

void MarkdownReport::note(const Twine &Text) {
  if (OS.tell())
    OS << '\n';
  printPartMarkdown(OS, NotePart(Text), Mode);
}

namespace {
/// Prints the first lines that are not empty, and the empty ones between them.
class FirstLines final : public raw_ostream {
public:
  FirstLines(raw_ostream &OS, unsigned Most) : OS(OS), Most(Most) {
    SetUnbuffered();
  }
  bool isCut() const { return Lines > Most; }
  /// Text is wrapped as for the other stream.
  bool is_displayed() const override { return OS.is_displayed(); }

private:
  void write_impl(const char *Data, size_t Size) override {
    Written += Size;
    for (char C : StringRef(Data, Size)) {
      if (IsStart && C == '\n') {
        ++Empty;
        continue;
      }
      if (IsStart && ++Lines <= Most)
        OS << std::string(std::exchange(Empty, 0), '\n');
      if (Lines <= Most)
        OS << C;
      IsStart = C == '\n';
    }
  }
  uint64_t current_pos() const override { return Written; }

  raw_ostream &OS;
  const unsigned Most;
  unsigned Lines = 0, Empty = 0;
  bool IsStart = true;
  uint64_t Written = 0;
};
} // namespace

void BriefReport::print(ReportPart Is, ArrayRef<std::string> Words,
                        function_ref<void(raw_ostream &)> Render) {
  const ReportPartInfo &Info = reportPart(Is);
  if (!Info.BriefLines)
    return;
  OS << (IsFirst ? "" : "\n") << "=== " << Info.Title << " ("
     << commandOf(Is, Words) << ")\n";
  IsFirst = false;
  FirstLines Brief(OS, Info.BriefLines);
  Render(Brief);
  if (Brief.isCut())
    OS << "...\n";
}

void BriefReport::part(ReportPart Is, ArrayRef<std::string> Words,
                       const Answer &A) {
  print(Is, Words, [&](raw_ostream &To) { printAnswerText(To, A, Mode); });
}

void BriefReport::part(ReportPart Is, ArrayRef<std::string> Words,
                       const AnswerPart &A) {
  print(Is, Words,
        [&](raw_ostream &To) { A.present(*textPresenter(To, Mode)); });
}

void BriefReport::note(const Twine &Text) { OS << "note: " << Text << '\n'; }
