//===- Options.cpp - Parses the agent's options ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "OptionTable.h"
#include "OptionText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include <charconv>
#include <cmath>
#include <cstring>
#include <sys/un.h>
#include <utility>

using namespace hprof::agent;
using namespace llvm;

// Functions for HPROF_CHOICE. Each returns false for an unknown value.

/// Heap profiles accumulate.
static bool applyHeap(Options &O, StringRef Value) {
  bool All = Value == "all", Dump = Value == "dump", Sites = Value == "sites";
  O.HeapDump |= All || Dump;
  O.HeapSites |= All || Sites;
  return All || Dump || Sites;
}

/// Samples and times accumulate; the last of `times` and `old` wins.
static bool applyCpu(Options &O, StringRef Value) {
  if (Value == "samples" || Value == "y") {
    O.CpuSamples = true;
    return true;
  }
  if (Value != "times" && Value != "old")
    return false;
  O.CpuTimes = Value == "times";
  O.CpuOld = Value == "old";
  return true;
}

static bool applyFormat(Options &O, StringRef Value) {
  O.Binary = Value == "b";
  return Value == "a" || Value == "b";
}

static bool applyTimes(Options &O, StringRef Value) {
  O.CpuClock = Value == "cpu";
  return Value == "real" || Value == "cpu";
}

static bool applySampler(Options &O, StringRef Value) {
  using Sampler = Options::Sampler;
  auto S = StringSwitch<std::optional<Sampler>>(Value)
               .Case("auto", Sampler::Auto)
               .Case("agct", Sampler::Agct)
               .Case("jvmti", Sampler::JvmTi)
               .Default(std::nullopt);
  O.CpuSampler = S.value_or(O.CpuSampler);
  return S.has_value();
}

static bool applyOom(Options &O, StringRef Value) {
  using OutOfMemory = Options::OutOfMemory;
  auto Chosen = StringSwitch<std::optional<OutOfMemory>>(Value)
                    .Case("dump", OutOfMemory::Dump)
                    .Case("exit", OutOfMemory::Exit)
                    .Case("ignore", OutOfMemory::Ignore)
                    .Default(std::nullopt);
  O.Oom = Chosen.value_or(O.Oom);
  O.OomGiven = true;
  return Chosen.has_value();
}

static bool applyDump(Options &O, StringRef Value) {
  using Request = Options::DumpRequest;
  O.Dump = StringSwitch<std::optional<Request>>(Value)
               .Case("y", Request::All)
               .Case("heap", Request::Heap)
               .Case("sites", Request::Sites)
               .Case("cpu", Request::Cpu)
               .Case("monitor", Request::Monitor)
               .Case("threads", Request::Threads)
               .Default(std::nullopt);
  return O.Dump.has_value();
}

namespace {

/// Letters that multiply a number.
struct Scale {
  struct Unit {
    char Letter;
    uint64_t Factor;
  };
  Unit Units[3];
  const char *What; ///< Text in messages, before the range.
};
constexpr Scale Bytes = {
    {{'k', 1 << 10}, {'m', 1 << 20}, {'g', 1 << 30}},
    "a decimal number of bytes, optionally with k, m or g, "};
constexpr Scale Seconds = {
    {{'s', 1}, {'m', 60}, {'h', 3600}},
    "a decimal number of seconds, optionally with s, m or h, "};

class OptionParser {
public:
  OptionParser(StringRef Text, const OptionEnvironment &Env);
  Expected<Options> parse();

private:
  Error parseOption();
  Error takeValue(const OptionRow &Row, StringRef &Value);
  Error store(const OptionRow &Row, StringRef Value);
  Error finish();
  void setDefaultModes();
  bool isRecorded(Options::DumpRequest Asked) const;

  using ChoiceFn = bool (*)(Options &, StringRef);
  Error setSwitch(const OptionRow &Row, StringRef Value, bool &Target);
  Error setChoice(const OptionRow &Row, StringRef Value, ChoiceFn Apply);
  Error setNumber(const OptionRow &Row, StringRef Value, unsigned &Target,
                  unsigned Min, unsigned Max);
  Error setScaled(const OptionRow &Row, StringRef Value, uint64_t &Target,
                  uint64_t Min, uint64_t Max, const Scale &By);
  Error setRatio(const OptionRow &Row, StringRef Value, double &Target);
  Error setMask(const OptionRow &Row, StringRef Value, uint32_t &Target);

  Error applyFile(StringRef Value);
  Error applyNet(StringRef Value);
  Error setUnixPath(StringRef Path);

  Error unknown(StringRef Name);
  Error badValue(const OptionRow &Row, const Twine &Must);
  Error fail(const Twine &What);

  const OptionEnvironment &Env;
  std::string Text;      ///< All options, decoded.
  size_t OwnEnd;         ///< Start of the environment's options in Text.
  StringRef Rest;        ///< Rest of Text to be parsed.
  size_t Start = 0;      ///< Offset of the current option in Text.
  bool Targeted = false; ///< file= or net= was seen.
  Options O;
};

} // namespace

OptionParser::OptionParser(StringRef Given, const OptionEnvironment &Env)
    : Env(Env), Text(decodeOptionText(Given)), OwnEnd(StringRef::npos) {
  if (Env.Attaching || !Env.HprofOptions || !*Env.HprofOptions)
    return;
  // A trailing comma is allowed: the parts are joined by a comma.
  if (!Text.empty() && Text.back() != ',')
    Text += ',';
  OwnEnd = Text.size();
  Text += decodeOptionText(Env.HprofOptions);
}

Error OptionParser::fail(const Twine &What) {
  std::string Message = "hprof option error: " + What.str();
  if (Start >= OwnEnd)
    Message += ", from _JAVA_HPROF_OPTIONS";
  Message += " (" + Text + ")";
  return make_error<StringError>(printableOptionText(Message),
                                 inconvertibleErrorCode());
}

Error OptionParser::badValue(const OptionRow &Row, const Twine &Must) {
  return fail(Row.Name + " option value must be " + Must);
}

/// Suggests the option that was probably meant.
Error OptionParser::unknown(StringRef Name) {
  auto Because = [&](const Twine &Expected) {
    return fail("Unknown option: " + Name + "; expected " + Expected);
  };
  std::string Plain = Name.trim().lower();
  for (StringRef Word : {"help", "stop"})
    if (Plain == Word || Name.starts_with((Word + ",").str()) ||
        Name.ends_with(("," + Word).str()))
      return Because(Word + (Env.Attaching || Word == "help"
                                 ? " as the only option"
                                 : " only when attaching to a running VM"));
  if (Name.trim(',') != Name)
    return Because("a single comma between options");
  if (Name.contains(','))
    return Because("<option>=<value> before each comma");
  if (Plain.size() > 2)
    for (const OptionRow &Row : optionTable())
      if (Row.Group != OptionGroup::Hidden && Row.Name.edit_distance(Plain) < 2)
        return Because(Row.Name + "=" + Row.Values);
  return Because("an option listed by help");
}

/// Extracts the value up to the next comma; it must not be empty.
Error OptionParser::takeValue(const OptionRow &Row, StringRef &Value) {
  std::tie(Value, Rest) = Rest.split(',');
  if (Value.empty())
    return fail("syntax error parsing " + Row.Name + "=" + Row.Values);
  return Error::success();
}

Error OptionParser::parseOption() {
  Start = Rest.data() - Text.data();
  // Only an equals sign ends a name: `a,b=1` is one option called `a,b`.
  StringRef Name;
  std::tie(Name, Rest) = Rest.split('=');
  if (Name.empty())
    return fail("general syntax error parsing options; expected a name"
                " before =");
  if (Name.size() > MaxOptionName)
    return fail("general syntax error parsing options; expected a name of at"
                " most " +
                Twine(MaxOptionName) + " characters, found " + Name);
  const OptionRow *Row = findOption(Name);
  if (!Row)
    return unknown(Name);
  if (Row->Kind == OptionKind::Removed)
    return fail("The " + Name + " option was removed, use " + Row->Help);
  StringRef Value;
  if (Error E = takeValue(*Row, Value))
    return E;
  return store(*Row, Value);
}

Error OptionParser::store(const OptionRow &Row, StringRef Value) {
#define HPROF_CHOICE(Id, Apply, ...)                                           \
  if (Row.Name == #Id)                                                         \
    return setChoice(Row, Value, Apply);
#define HPROF_SWITCH(Id, Member, ...)                                          \
  if (Row.Name == #Id)                                                         \
    return setSwitch(Row, Value, O.Member);
#define HPROF_NUMBER(Id, Member, Min, Max, ...)                                \
  if (Row.Name == #Id)                                                         \
    return setNumber(Row, Value, O.Member, Min, Max);
#define HPROF_SIZE(Id, Member, Min, Max, ...)                                  \
  if (Row.Name == #Id)                                                         \
    return setScaled(Row, Value, O.Member, Min, Max, Bytes);
#define HPROF_TIME(Id, Member, Min, Max, ...)                                  \
  if (Row.Name == #Id)                                                         \
    return setScaled(Row, Value, O.Member, Min, Max, Seconds);
#define HPROF_RATIO(Id, Member, ...)                                           \
  if (Row.Name == #Id)                                                         \
    return setRatio(Row, Value, O.Member);
#define HPROF_MASK(Id, Member, ...)                                            \
  if (Row.Name == #Id)                                                         \
    return setMask(Row, Value, O.Member);
#define HPROF_TEXT(Id, Apply, ...)                                             \
  if (Row.Name == #Id)                                                         \
    return Apply(Value);
#include "Options.def"
  return unknown(Row.Name);
}

Error OptionParser::setSwitch(const OptionRow &Row, StringRef Value,
                              bool &Target) {
  if (Value != "y" && Value != "n")
    return badValue(Row, Row.Values);
  Target = Value == "y";
  return Error::success();
}

Error OptionParser::setChoice(const OptionRow &Row, StringRef Value,
                              ChoiceFn Apply) {
  return Apply(O, Value) ? Error::success() : badValue(Row, Row.Values);
}

Error OptionParser::setNumber(const OptionRow &Row, StringRef Value,
                              unsigned &Target, unsigned Min, unsigned Max) {
  std::string Must = Min == 0 ? "decimal and >= 0" : "decimal and > 0";
  if (!all_of(Value, isDigit))
    return badValue(Row, Must);
  uint64_t Number = 0;
  // All characters are digits, so a failure means that the number exceeds 64
  // bits.
  if (Value.getAsInteger(10, Number) || Number > Max)
    return badValue(Row, Must + ", at most " + Twine(Max));
  if (Number < Min)
    return badValue(Row, Must);
  Target = Number;
  return Error::success();
}

Error OptionParser::setScaled(const OptionRow &Row, StringRef Value,
                              uint64_t &Target, uint64_t Min, uint64_t Max,
                              const Scale &By) {
  StringRef Digits = Value;
  uint64_t Factor = 1;
  for (const Scale::Unit &U : By.Units)
    if (toLower(Value.back()) == U.Letter) {
      Factor = U.Factor;
      Digits = Value.drop_back();
    }
  std::string Range = ("from " + Twine(Min) + " to " + Twine(Max)).str();
  uint64_t Number = 0;
  if (Digits.empty() || !all_of(Digits, isDigit) ||
      Digits.getAsInteger(10, Number) || Number > Max / Factor ||
      Number * Factor < Min)
    return badValue(Row, By.What + Range);
  Target = Number * Factor;
  return Error::success();
}

Error OptionParser::setRatio(const OptionRow &Row, StringRef Value,
                             double &Target) {
  // Unlike strtod, this does not depend on the locale.
  StringRef Digits = Value;
  Digits.consume_front("+");
  double Number = 0;
  auto [End, Code] = std::from_chars(Digits.begin(), Digits.end(), Number);
  if (Code != std::errc() || End != Digits.end() || !std::isfinite(Number) ||
      Number < 0 || Digits.starts_with("-") != Value.starts_with("-"))
    return badValue(Row, "floating point and >= 0");
  Target = Number + 0.0; // -0 becomes 0.
  return Error::success();
}

Error OptionParser::setMask(const OptionRow &Row, StringRef Value,
                            uint32_t &Target) {
  if (Value.getAsInteger(0, Target))
    return badValue(Row, "a 32-bit mask, decimal or hexadecimal (0x...)");
  return Error::success();
}

Error OptionParser::applyFile(StringRef Value) {
  if (std::exchange(Targeted, true))
    return fail("file or net options should only appear once");
  if (Value.contains('\0'))
    return fail("file option value must be a name without NUL");
  O.File = Value.str();
  return Error::success();
}

Error OptionParser::applyNet(StringRef Value) {
  if (std::exchange(Targeted, true))
    return fail("file or net options should only appear once");
  if (Value.contains('\0'))
    return fail("net option value must be a name without NUL");
  if (Value.starts_with("unix:/"))
    return setUnixPath(Value.drop_front(strlen("unix:")));
  // A host could be named unix, but ports are numbers.
  if (Value == "unix:" ||
      (Value.starts_with("unix:") && !all_of(Value.drop_front(5), isDigit)))
    return fail(
        "net option path of a Unix socket must be absolute: unix:/<path>");

  StringRef Host, Port;
  if (Value.consume_front("[")) {
    std::tie(Host, Port) = Value.split(']');
    if (!Port.empty() && Port.front() != ':')
      return fail("net option value must be [<IPv6 address>]:<port>");
  } else {
    size_t Colon = Value.find(':');
    Host = Value.take_front(Colon);
    Port = Value.drop_front(Host.size());
    if (Port.drop_front(!Port.empty()).contains(':'))
      return fail("net option value must be [<IPv6 address>]:<port>, with the"
                  " brackets, or <host>:<port>");
  }
  if (Host.empty())
    return fail("net option missing host; expected <host>:<port>");
  if (!Port.consume_front(":") || Port.empty())
    return fail("net option missing port; expected <host>:<port>");
  uint16_t Number = 0;
  if (!all_of(Port, isDigit) || Port.getAsInteger(10, Number) || Number == 0)
    return fail("net option port must be decimal, from 1 to 65535");
  O.Host = Host.str();
  O.Port = Number;
  return Error::success();
}

Error OptionParser::setUnixPath(StringRef Path) {
  std::string Expanded = expandPid(Path, Env.Pid);
  constexpr size_t Room = sizeof(sockaddr_un::sun_path);
  if (Expanded.size() >= Room)
    return fail("net option path of a Unix socket must have at most " +
                Twine(Room - 1) + " bytes");
  O.UnixPath = std::move(Expanded);
  return Error::success();
}

/// Sets what to record by default: the heap with sites, or the data that an
/// attached agent is to write.
void OptionParser::setDefaultModes() {
  switch (O.Dump.value_or(Options::DumpRequest::All)) {
  case Options::DumpRequest::All:
    O.HeapSites = O.HeapDump = true;
    return;
  case Options::DumpRequest::Heap:
    O.HeapDump = true;
    return;
  case Options::DumpRequest::Sites:
    O.HeapSites = true;
    return;
  case Options::DumpRequest::Cpu:
    O.CpuSamples = true;
    return;
  case Options::DumpRequest::Monitor:
    O.Monitor = true;
    return;
  case Options::DumpRequest::Threads:
    O.Threads = true;
    return;
  }
}

/// Whether the recording requested by dump= is enabled.
bool OptionParser::isRecorded(Options::DumpRequest Asked) const {
  switch (Asked) {
  case Options::DumpRequest::All:
    return true;
  case Options::DumpRequest::Heap:
    return O.HeapDump;
  case Options::DumpRequest::Sites:
    return O.HeapSites;
  case Options::DumpRequest::Cpu:
    return O.CpuSamples || O.CpuTimes || O.CpuOld;
  case Options::DumpRequest::Monitor:
    return O.Monitor;
  case Options::DumpRequest::Threads:
    return O.Threads;
  }
  llvm_unreachable("not a request");
}

/// Checks options against each other and sets values that depend on several.
Error OptionParser::finish() {
  Start = 0; // Errors are not about a single option.
  if (O.Dump && !Env.Attaching)
    return fail("the dump option is only for attaching to a running VM; use "
                "doe=y for a dump on exit");
  O.ModeGiven = O.HeapSites || O.HeapDump || O.CpuSamples || O.CpuTimes ||
                O.CpuOld || O.Monitor || O.Threads;
  if (!O.ModeGiven && !O.Dump && Env.Attaching)
    return fail("no option selects data to record in the running VM; use "
                "heap=, cpu=, monitor=, threads= or dump=");
  if (!O.ModeGiven)
    setDefaultModes();
  if (O.Dump && !isRecorded(*O.Dump))
    return fail("the dump option requests data that no other option records; "
                "use dump=y for all recorded data");
  if (O.Duration && O.Dump && !O.DumpOnExit)
    return fail(
        "the duration option has no effect with dump and doe=n: nothing is "
        "recorded after the dump");
  if (O.Binary && (O.CpuTimes || O.CpuOld))
    return fail("cpu=times|old is not supported with format=b");
  if (O.Binary && O.Dump == Options::DumpRequest::Monitor)
    return fail("dump=monitor is not supported with format=b");
  if (O.Binary && O.Monitor)
    return fail("monitor=y is not supported with format=b");
  if (O.File.empty())
    O.File = O.Binary ? "java.hprof" : "java.hprof.txt";
  if (!O.DumpOnExit && !O.OomGiven)
    O.Oom = Options::OutOfMemory::Ignore;
  O.Depth = std::min(O.Depth, Options::MaxDepth);
  return Error::success();
}

Expected<Options> OptionParser::parse() {
  Rest = Text;
  while (!Rest.empty())
    if (Error E = parseOption())
      return E;
  if (Error E = finish())
    return E;
  O.Text = std::move(Text);
  return std::move(O);
}

Expected<Options> hprof::agent::parseOptions(StringRef Text,
                                             const OptionEnvironment &Env) {
  const bool IsStop = Text == "stop" && Env.Attaching;
  if (Text != "help" && !IsStop)
    return OptionParser(Text, Env).parse();
  Options O;
  O.Help = !IsStop;
  O.Stop = IsStop;
  O.Text = Text.str();
  return O;
}
