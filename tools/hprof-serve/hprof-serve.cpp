//===- hprof-serve.cpp - Shows heap dumps in a browser --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/KnownInput.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Mcp/HeapTools.h"
#include "hprof/Report/MaskedReport.h"
#include "hprof/Report/Page.h"
#include "hprof/ReportTool/PageText.h"
#include "hprof/ReportTool/ReportInputs.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "hprof/Serve/HeapService.h"
#include "hprof/Tool/ToolMain.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <arpa/inet.h>

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

/// Null if values are to be shown.
using Secrets = std::shared_ptr<const SecretMatcher>;

static Error writeReport(ToolContext &C, ReportWriter &To) {
  Expected<std::vector<KnownInput>> Inputs =
      KnownInput::openAll(C.inputs(), {InputKind::Heap});
  if (!Inputs)
    return Inputs.takeError();
  if (Inputs->size() > 1)
    if (Error E = reportGrowth(C, std::move(*Inputs),
                               reportRequest(C, C.inputs()), To))
      return E;
  return reportHeap(C, reportRequest(C, C.inputs().back()), To);
}

/// The report, as a page that sends requests about \p File.
static Expected<std::string> makePage(ToolContext &C, const Secrets &Hidden,
                                      StringRef File) {
  JsonDocument Document;
  std::optional<MaskedReport> Masked;
  if (Hidden)
    Masked.emplace(Document, Hidden);
  if (Error E = writeReport(C, Masked ? static_cast<ReportWriter &>(*Masked)
                                      : Document))
    return E;
  std::string Json, Page;
  raw_string_ostream JsonStream(Json), PageStream(Page);
  Document.write(JsonStream, C.report());
  if (!writePage(PageStream, livePage(livePageText(), File), Json))
    llvm_unreachable("the page has no mark");
  return Page;
}

static Expected<std::vector<std::unique_ptr<McpTool>>>
makeTools(ToolContext &C, Secrets Hidden) {
  HeapToolOptions Options;
  for (const std::string &Path : C.inputs()) {
    Options.Roots.push_back(Path);
    if (sys::fs::exists(Path + ".hidx"))
      Options.Roots.push_back(Path + ".hidx");
  }
  Expected<StoreOptions> Store = storeOptions(C);
  if (!Store)
    return Store.takeError();
  Options.Store = std::move(*Store);
  Options.MaxHeaps = unsigned(C.inputs().size());
  Options.Secrets = std::move(Hidden);
  Options.MaxAnswer = 1 << 20;
  Options.Timeout = std::chrono::seconds(
      std::min<uint64_t>(C.number(OPT_timeout, 60), UINT32_MAX));
  return heapTools(Options);
}

/// Opens \p Address with the desktop's browser.
static void openBrowser(ToolContext &C, StringRef Address) {
  ErrorOr<std::string> Program = sys::findProgramByName("xdg-open");
  if (!Program)
    Program = sys::findProgramByName("open");
  const std::optional<StringRef> Nowhere("");
  bool HasFailed = !Program;
  // It may run until the browser ends, which waits for the page.
  if (Program)
    sys::ExecuteNoWait(*Program, {*Program, Address}, std::nullopt,
                       {Nowhere, Nowhere, Nowhere}, 0, nullptr, &HasFailed);
  if (HasFailed)
    C.report().warning("no browser could be started");
}

static bool isAddress(StringRef Text) {
  in6_addr Unused;
  return inet_pton(AF_INET, Text.str().c_str(), &Unused) == 1 ||
         inet_pton(AF_INET6, Text.str().c_str(), &Unused) == 1;
}

static Error run(ToolContext &C) {
  if (Error E = checkGraphOptions(C))
    return E;
  if (C.inputs().empty())
    return usageError("expected a heap dump");
  if (Error E = checkReportFiles(C.inputs()))
    return E;
  uint16_t Port = 0;
  if (C.get(OPT_port, "0").getAsInteger(10, Port))
    return usageError("invalid value '" + C.get(OPT_port) +
                      "' for '--port': expected a number from 0 to 65535");
  const StringRef Address = C.get(OPT_address, "127.0.0.1");
  if (!isAddress(Address))
    return usageError("invalid value '" + Address +
                      "' for '--address': expected an IP address");
  Secrets Hidden;
  if (!C.has(OPT_show_values))
    if (Error E = SecretMatcher::builtin().moveInto(Hidden))
      return E;
  Expected<std::vector<std::unique_ptr<McpTool>>> Tools = makeTools(C, Hidden);
  if (!Tools)
    return Tools.takeError();
  HttpServerOptions Listening;
  Listening.IdleTimeout = std::chrono::seconds(
      std::min<uint64_t>(C.number(OPT_idle_timeout, 0), UINT32_MAX));
  Expected<std::unique_ptr<HttpServer>> Server =
      HttpServer::open(Address, Port, Listening);
  if (!Server)
    return Server.takeError();
  Expected<std::string> Page = makePage(C, Hidden, C.inputs().back());
  if (!Page)
    return Page.takeError();
  if (C.report().failed()) // Damage, with --strict.
    return Error::success();

  HeapService::Options Is;
  Is.Token = makeToken();
  Is.Page = std::move(*Page);
  Is.Tools = std::move(*Tools);
  const std::string At = ":" + std::to_string((*Server)->port());
  const bool IsV6 = Address.contains(':');
  const bool IsAny = Address == "0.0.0.0" || Address == "::";
  const std::string Host = (IsAny  ? Twine("localhost")
                            : IsV6 ? "[" + Address + "]"
                                   : Twine(Address))
                               .str() +
                           At;
  const std::string Url = "http://" + Host + "/?token=" + Is.Token;
  const HeapService Service(std::move(Is));
  (*Server)->run([&](const HttpRequest &R,
                     HttpClient &Client) { return Service.answer(R, Client); },
                 [&] {
                   C.out() << Url << '\n';
                   C.out().flush();
                   if (C.has(OPT_open))
                     openBrowser(C, Url);
                 });
  return Error::success();
}

static constexpr unsigned HelpOrder[] = {OPT_open,         OPT_port,
                                         OPT_idle_timeout, OPT_timeout,
                                         OPT_show_values,  OPT_address};

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-serve",
                   "[options] file...",
                   "Shows heap dumps in a browser: the report, and any object "
                   "on demand",
                   InputRule::AnyNumber,
                   /*TextOutput=*/true,
                   {},
                   /*PrintsValues=*/false,
                   HelpOrder},
                  toolOptions(), run);
}
