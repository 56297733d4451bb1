//===- OptionsTest.cpp - Options of the agent -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Options/Options.h"
#include "Agent/Options/OptionTable.h"
#include "Agent/Options/OptionText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace hprof::agent;
using namespace llvm;

using Request = Options::DumpRequest;

/// Parses options that must be valid.
static Options parse(StringRef Text, const OptionEnvironment &Env = {}) {
  Expected<Options> O = parseOptions(Text, Env);
  if (O)
    return std::move(*O);
  ADD_FAILURE() << toString(O.takeError());
  return {};
}

/// The message about invalid options, without "hprof option error: " and
/// without the option string in parentheses, both of which are checked.
static std::string wrong(StringRef Text, const OptionEnvironment &Env = {},
                         StringRef Shown = {}) {
  Expected<Options> O = parseOptions(Text, Env);
  if (O)
    return "accepted";
  std::string Message = toString(O.takeError());
  StringRef What = Message;
  EXPECT_TRUE(What.consume_front("hprof option error: ")) << Message;
  std::string End = (" (" + (Shown.empty() ? Text : Shown) + ")").str();
  EXPECT_TRUE(What.consume_back(End)) << Message;
  return What.str();
}

static OptionEnvironment variable(const char *Value) {
  OptionEnvironment Env;
  Env.HprofOptions = Value;
  return Env;
}

static OptionEnvironment attaching() {
  OptionEnvironment Env;
  Env.Attaching = true;
  Env.Pid = 4711;
  return Env;
}

/// The modes of \p O, as letters.
static std::string modes(const Options &O) {
  std::string Modes;
  for (auto [On, Letter] :
       {std::pair(O.HeapSites, 's'), std::pair(O.HeapDump, 'd'),
        std::pair(O.CpuSamples, 'c'), std::pair(O.CpuTimes, 't'),
        std::pair(O.CpuOld, 'o'), std::pair(O.Monitor, 'm')})
    if (On)
      Modes += Letter;
  return Modes;
}

static std::string modes(StringRef Text) { return modes(parse(Text)); }

TEST(OptionsTest, NothingGiven) {
  for (const char *Text : {"", static_cast<const char *>(nullptr)}) {
    Options O = parse(Text);
    EXPECT_EQ(modes(O), "sd");
    EXPECT_FALSE(O.ModeGiven);
    EXPECT_EQ(O.File, "java.hprof.txt");
    EXPECT_FALSE(O.toSocket());
    EXPECT_FALSE(O.Dump);
    EXPECT_FALSE(O.Help);
    EXPECT_EQ(O.Text, "");
  }
  EXPECT_EQ(parse("format=b").File, "java.hprof");
}

TEST(OptionsTest, TableIsConsistent) {
  StringSet<> Seen;
  for (const OptionRow &Row : optionTable()) {
    EXPECT_TRUE(Seen.insert(Row.Name).second) << Row.Name.str();
    EXPECT_LE(Row.Name.size(), MaxOptionName);
    EXPECT_LE(Row.Help.size(), 29u) << Row.Help.str();
    EXPECT_EQ(findOption(Row.Name), &Row);
    // Every listed value is accepted.
    SmallVector<StringRef> Values;
    if (Row.Kind == OptionKind::Choice || Row.Kind == OptionKind::Switch)
      Row.Values.split(Values, '|');
    const StringRef Recorded = Row.Name == "dump" ? "" : ",heap=dump";
    for (StringRef Value : Values)
      parse((Row.Name + "=" + Value + Recorded).str(), attaching());
  }
  EXPECT_FALSE(findOption("Heap"));
  EXPECT_FALSE(findOption(""));
}

/// The options with a single value, as text.
static std::string values(const Options &O) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << modes(O) << ' ' << O.Binary << O.Depth << ' ' << O.IntervalMillis << ' '
     << O.Cutoff << ' ' << O.LineNumbers << O.ThreadInTraces << O.DumpOnExit
     << O.Force << O.Verbose << O.Live << ' ' << O.SampleBytes << ' '
     << O.Memory << ' ' << int(O.CpuSampler) << int(O.Oom) << O.NetTimeout
     << O.CpuClock << O.Dump.has_value() << O.PrimitiveFields
     << O.PrimitiveArrays << O.Ignored << ' ' << O.Duration << ' ' << O.LogFlags
     << ' ' << O.ExperimentFlags;
  return Text;
}

TEST(OptionsTest, DefaultsOfTheTableAreThoseOfOptions) {
  std::string Default = values(parse(""));
  for (const OptionRow &Row : optionTable()) {
    if (Row.Default == "off" || Row.Kind == OptionKind::Text ||
        Row.Kind == OptionKind::Removed)
      continue;
    std::string Text = (Row.Name + "=" + Row.Default).str();
    EXPECT_EQ(values(parse(Text)), Default) << Text;
  }
}

TEST(OptionsTest, Modes) {
  EXPECT_EQ(modes("heap=dump"), "d");
  EXPECT_EQ(modes("heap=sites"), "s");
  EXPECT_EQ(modes("heap=all"), "sd");
  EXPECT_EQ(modes("heap=sites,heap=dump"), "sd");
  EXPECT_EQ(modes("heap=all,heap=dump"), "sd");
  EXPECT_EQ(modes("cpu=samples"), "c");
  EXPECT_EQ(modes("cpu=y"), "c");
  EXPECT_EQ(modes("cpu=times"), "t");
  EXPECT_EQ(modes("cpu=old"), "o");
  EXPECT_EQ(modes("cpu=samples,cpu=times"), "ct");
  EXPECT_EQ(modes("cpu=old,cpu=samples"), "co");
  EXPECT_EQ(modes("cpu=old,cpu=times"), "t");
  EXPECT_EQ(modes("cpu=times,cpu=old"), "o");
  EXPECT_EQ(modes("monitor=y"), "m");
  EXPECT_EQ(modes("monitor=n"), "sd");
  EXPECT_EQ(modes("monitor=y,monitor=n,cpu=y"), "c");
  EXPECT_EQ(modes("heap=sites,cpu=samples,monitor=y"), "scm");
  EXPECT_TRUE(parse("monitor=y").ModeGiven);
  EXPECT_FALSE(parse("monitor=n").ModeGiven);
}

TEST(OptionsTest, Switches) {
  Options O = parse("lineno=n,thread=y,doe=n,force=n,verbose=n,live=n,"
                    "primfields=n,primarrays=n,times=cpu");
  EXPECT_FALSE(O.LineNumbers || O.DumpOnExit || O.Force || O.Verbose ||
               O.Live || O.PrimitiveFields || O.PrimitiveArrays);
  EXPECT_TRUE(O.ThreadInTraces && O.CpuClock);
  EXPECT_TRUE(parse("force=n,force=y").Force);
  EXPECT_FALSE(parse("times=cpu,times=real").CpuClock);
  EXPECT_FALSE(parse("format=b,format=a").Binary);
}

TEST(OptionsTest, OutOfMemory) {
  using OutOfMemory = Options::OutOfMemory;
  EXPECT_EQ(parse("").Oom, OutOfMemory::Dump);
  EXPECT_EQ(parse("oom=ignore").Oom, OutOfMemory::Ignore);
  EXPECT_EQ(parse("oom=exit").Oom, OutOfMemory::Exit);
  EXPECT_EQ(parse("oom=exit,oom=dump").Oom, OutOfMemory::Dump);
  // With doe=n, the heap is dumped only on request.
  EXPECT_EQ(parse("doe=n").Oom, OutOfMemory::Ignore);
  EXPECT_EQ(parse("oom=dump,doe=n").Oom, OutOfMemory::Dump);
  EXPECT_EQ(wrong("oom=y"), "oom option value must be dump|exit|ignore");
}

/// What the JDK's agent did with these option strings.
TEST(OptionsTest, AcceptedAsBefore) {
  for (const char *Text : {"X=1,heap=sites",
                           "",
                           "file=/no/such/dir/x.txt",
                           "heap=dump,file=/no/such/dir/x.txt",
                           "format=b",
                           "cpu=y",
                           "cpu=old,cpu=times",
                           "cpu=times,cpu=old",
                           "debug=y,cpu=samples",
                           "cpu=samples",
                           "errorexit=y,cpu=samples",
                           "gc_okay=y,heap=sites",
                           "help",
                           "logflags=1,cpu=samples",
                           "logflags=2,cpu=samples",
                           "msa=y,cpu=times",
                           "net=no.such.host.invalid:99",
                           "net=localhost:1",
                           "heap=sites,heap=dump",
                           "heap=sites,",
                           "coredump=y",
                           "cutoff=1e-2",
                           "cutoff=2",
                           "cutoff=0",
                           "depth=400",
                           "depth=0",
                           "interval=1"})
    parse(Text);
}

TEST(OptionsTest, RefusedAsBefore) {
  EXPECT_EQ(wrong("thread=Y"), "thread option value must be y|n");
  EXPECT_EQ(wrong("thread=on"), "thread option value must be y|n");
  EXPECT_EQ(wrong("thread=yes"), "thread option value must be y|n");
  EXPECT_EQ(wrong("format=c"), "format option value must be a|b");
  EXPECT_EQ(wrong("heap=x"), "heap option value must be dump|sites|all");
  EXPECT_EQ(wrong("depth=1.5"), "depth option value must be decimal and >= 0");
  EXPECT_EQ(wrong("depth=0x10"), "depth option value must be decimal and >= 0");
  EXPECT_EQ(wrong("depth=-1"), "depth option value must be decimal and >= 0");
  EXPECT_EQ(wrong("interval=0"),
            "interval option value must be decimal and > 0");
  EXPECT_EQ(wrong("heap="), "syntax error parsing heap=dump|sites|all");
  EXPECT_EQ(wrong("heap"), "syntax error parsing heap=dump|sites|all");
  EXPECT_EQ(wrong("exitpause=y"),
            "The exitpause option was removed, use -XX:OnError='cmd %p'");
  EXPECT_EQ(wrong("precrash=y"), "The precrash option was removed, use "
                                 "-XX:OnError='precrash -p %p'");
  const char *Once = "file or net options should only appear once";
  EXPECT_EQ(wrong("file=a.txt,net=localhost:1"), Once);
  EXPECT_EQ(wrong("file=a.txt,file=b.txt"), Once);
  EXPECT_EQ(wrong("net=localhost:1,file=a.txt"), Once);
  EXPECT_EQ(wrong("net=localhost:1,net=localhost:1"), Once);
  const char *Times = "cpu=times|old is not supported with format=b";
  EXPECT_EQ(wrong("cpu=old,format=b,file=out.hprof"), Times);
  EXPECT_EQ(wrong("cpu=times,format=b,file=out.hprof"), Times);
  EXPECT_EQ(wrong("monitor=y,format=b,file=out.hprof"),
            "monitor=y is not supported with format=b");
}

/// The same strings are rejected, but the message also states what is expected.
TEST(OptionsTest, RefusedWithMoreHelp) {
  EXPECT_EQ(wrong("HEAP=sites"),
            "Unknown option: HEAP; expected heap=dump|sites|all");
  EXPECT_EQ(wrong("heap=sites, depth=2"),
            "Unknown option:  depth; expected depth=<frames>");
  EXPECT_EQ(wrong("foo=1"),
            "Unknown option: foo; expected an option listed by help");
  EXPECT_EQ(wrong("help,heap=sites"),
            "Unknown option: help,heap; expected help as the only option");
  EXPECT_EQ(wrong("heap=sites,help"),
            "Unknown option: help; expected help as the only option");
  EXPECT_EQ(wrong("heap=sites,,depth=2"),
            "Unknown option: ,depth; expected a single comma between options");
  EXPECT_EQ(wrong("heap=sites,,"),
            "Unknown option: ,; expected a single comma between options");
  EXPECT_EQ(wrong("heap,depth=2"), "Unknown option: heap,depth; expected "
                                   "<option>=<value> before each comma");
  EXPECT_EQ(wrong("averyveryverylongoption=1"),
            "general syntax error parsing options; expected a name of at most "
            "15 characters, found averyveryverylongoption");
  EXPECT_EQ(wrong("net=localhost"),
            "net option missing port; expected <host>:<port>");
  EXPECT_EQ(wrong("net=localhost:0"),
            "net option port must be decimal, from 1 to 65535");
}

/// The JDK's agent accepted these undocumented options, which made it wait ten
/// minutes for a debugger, or check its own JVM TI calls.
TEST(OptionsTest, RefusedUnlikeBefore) {
  for (const char *Text : {"pause=y", "pause=n", "debugflags=0x10"})
    EXPECT_EQ(wrong(Text),
              ("Unknown option: " + StringRef(Text).split('=').first +
               "; expected an option listed by help")
                  .str());
}

TEST(OptionsTest, Names) {
  EXPECT_EQ(wrong("=1"), "general syntax error parsing options; expected a "
                         "name before =");
  EXPECT_EQ(
      wrong("123456789012345=1"),
      "Unknown option: 123456789012345; expected an option listed by help");
  EXPECT_EQ(wrong("1234567890123456=1"),
            "general syntax error parsing options; expected a name of at most "
            "15 characters, found 1234567890123456");
  EXPECT_EQ(wrong("exitpause"),
            "The exitpause option was removed, use -XX:OnError='cmd %p'");
  EXPECT_EQ(wrong("Help"),
            "Unknown option: Help; expected help as the only option");
  EXPECT_EQ(wrong("deep=1"),
            "Unknown option: deep; expected an option listed by help");
  EXPECT_EQ(wrong("dept=1"), "Unknown option: dept; expected depth=<frames>");
  EXPECT_EQ(wrong("heap =sites"),
            "Unknown option: heap ; expected heap=dump|sites|all");
}

TEST(OptionsTest, EmptyValues) {
  for (const OptionRow &Row : optionTable()) {
    if (Row.Kind == OptionKind::Removed)
      continue;
    std::string What =
        ("syntax error parsing " + Row.Name + "=" + Row.Values).str();
    EXPECT_EQ(wrong(Row.Name), What);
    EXPECT_EQ(wrong((Row.Name + "=").str()), What);
    EXPECT_EQ(wrong((Row.Name + "=,heap=all").str()), What);
  }
}

TEST(OptionsTest, Numbers) {
  EXPECT_EQ(parse("depth=0").Depth, 0u);
  EXPECT_EQ(parse("depth=007").Depth, 7u);
  EXPECT_EQ(parse("depth=65535").Depth, 65535u);
  EXPECT_EQ(parse("depth=65536").Depth, 65535u);
  EXPECT_EQ(parse("depth=2147483647").Depth, 65535u);
  EXPECT_EQ(parse("depth=70000,depth=3").Depth, 3u);
  EXPECT_EQ(parse("interval=2147483647").IntervalMillis, 2147483647u);
  const char *Depth =
      "depth option value must be decimal and >= 0, at most 2147483647";
  EXPECT_EQ(wrong("depth=2147483648"), Depth);
  EXPECT_EQ(wrong("depth=4294967296"), Depth);
  EXPECT_EQ(wrong("depth=18446744073709551616"), Depth);
  EXPECT_EQ(wrong("depth=" + std::string(1000, '9')), Depth);
  const char *Interval = "interval option value must be decimal and > 0";
  for (const char *Value : {"-1", "+1", " 1", "1 ", "ten", "1e3", "00"})
    EXPECT_EQ(wrong(("interval=" + Twine(Value)).str()), Interval);
}

TEST(OptionsTest, Sizes) {
  EXPECT_EQ(parse("sample=512k").SampleBytes, 524288u);
  EXPECT_EQ(parse("sample=1").SampleBytes, 1u);
  EXPECT_EQ(parse("sample=512k,sample=0").SampleBytes, 0u);
  EXPECT_EQ(parse("sample=1G").SampleBytes, UINT64_C(1) << 30);
  EXPECT_EQ(parse("sample=2147483647").SampleBytes, 2147483647u);
  EXPECT_EQ(parse("memory=1m").Memory, UINT64_C(1) << 20);
  EXPECT_EQ(parse("memory=64g").Memory, UINT64_C(64) << 30);
  EXPECT_EQ(parse("memory=9223372036854775807").Memory, UINT64_MAX / 2);
  const char *Sample = "sample option value must be a decimal number of bytes, "
                       "optionally with k, m or g, from 0 to 2147483647";
  for (const char *Value : {"2g", "2147483648", "18446744073709551616", "k",
                            "-1k", "1.5m", "1kb", "1t", "1 k", "512kk"})
    EXPECT_EQ(wrong(("sample=" + Twine(Value)).str()), Sample) << Value;
  const char *Memory =
      "memory option value must be a decimal number of bytes, optionally with "
      "k, m or g, from 1048576 to 9223372036854775807";
  for (const char *Value :
       {"0", "1023k", "9223372036854775808", "8589934592g", "17179869184g",
        "17179869185g", "18446744073709551615k", "36893488147419103232"})
    EXPECT_EQ(wrong(("memory=" + Twine(Value)).str()), Memory) << Value;
}

TEST(OptionsTest, Times) {
  EXPECT_EQ(parse("").Duration, 0u);
  EXPECT_EQ(parse("duration=90").Duration, 90u);
  EXPECT_EQ(parse("duration=90s").Duration, 90u);
  EXPECT_EQ(parse("duration=2m,duration=3H").Duration, 10800u);
  for (const char *Value : {"0", "0s", "s", "1d", "1.5m", "-1", "1ms", "8761h",
                            "18446744073709551615h"})
    EXPECT_EQ(wrong(("duration=" + Twine(Value)).str()),
              "duration option value must be a decimal number of seconds, "
              "optionally with s, m or h, from 1 to 31536000")
        << Value;
}

TEST(OptionsTest, Ratios) {
  EXPECT_EQ(parse("cutoff=0").Cutoff, 0.0);
  EXPECT_FALSE(std::signbit(parse("cutoff=-0").Cutoff));
  EXPECT_EQ(parse("cutoff=.5").Cutoff, 0.5);
  EXPECT_EQ(parse("cutoff=+1e-2").Cutoff, 0.01);
  EXPECT_EQ(parse("cutoff=1E2").Cutoff, 100.0);
  for (const char *Value : {"-1", "-1e-9", "nan", "inf", "-inf", "1e400", "0;5",
                            "1x", "x", ".", "e5", "+-1", "++1", " 1", "1 "})
    EXPECT_EQ(wrong(("cutoff=" + Twine(Value)).str()),
              "cutoff option value must be floating point and >= 0")
        << Value;
  // A comma never belongs to a number, whatever the locale is.
  EXPECT_EQ(wrong("cutoff=0,5"),
            "Unknown option: 5; expected an option listed by help");
}

TEST(OptionsTest, Masks) {
  Options O = parse("logflags=0x80000003,X=010");
  EXPECT_EQ(O.LogFlags, 0x80000003u);
  EXPECT_EQ(O.ExperimentFlags, 8u);
  for (const char *Value : {"0x100000000", "-1", "y", "0x"})
    EXPECT_EQ(wrong(("logflags=" + Twine(Value)).str()),
              "logflags option value must be a 32-bit mask, decimal or "
              "hexadecimal (0x...)");
}

TEST(OptionsTest, Samplers) {
  EXPECT_EQ(parse("sampler=agct").CpuSampler, Options::Sampler::Agct);
  EXPECT_EQ(parse("sampler=jvmti").CpuSampler, Options::Sampler::JvmTi);
  EXPECT_EQ(parse("sampler=jvmti,sampler=auto").CpuSampler,
            Options::Sampler::Auto);
  EXPECT_EQ(wrong("sampler=AGCT"),
            "sampler option value must be auto|agct|jvmti");
}

TEST(OptionsTest, Files) {
  EXPECT_EQ(parse("file=a=b.txt").File, "a=b.txt");
  EXPECT_EQ(parse("file=/tmp/x y.hprof,format=b").File, "/tmp/x y.hprof");
  EXPECT_EQ(parse("file=%p.txt").File, "%p.txt");
  EXPECT_FALSE(parse("file=localhost:99").toSocket());
}

TEST(OptionsTest, Sockets) {
  Options O = parse("net=localhost:4711");
  EXPECT_TRUE(O.toSocket());
  EXPECT_EQ(O.Host, "localhost");
  EXPECT_EQ(O.Port, 4711);
  EXPECT_EQ(O.UnixPath, "");
  O = parse("net=[::1]:65535");
  EXPECT_EQ(O.Host, "::1");
  EXPECT_EQ(O.Port, 65535);
  EXPECT_EQ(parse("net=[fe80::1%eth0]:1").Host, "fe80::1%eth0");
  EXPECT_EQ(parse("net=unix:99").Host, "unix");

  const char *Port = "net option port must be decimal, from 1 to 65535";
  for (const char *Value : {"h:65536", "h:-1", "h:0", "h:1x", "h:+1", "[::1]:0",
                            "h:18446744073709551617"})
    EXPECT_EQ(wrong(("net=" + Twine(Value)).str()), Port) << Value;
  for (const char *Value : {"h", "h:", "[::1]", "[::1]:", "[::1"})
    EXPECT_EQ(wrong(("net=" + Twine(Value)).str()),
              "net option missing port; expected <host>:<port>")
        << Value;
  for (const char *Value : {":1", "[]:1", "[", ":"})
    EXPECT_EQ(wrong(("net=" + Twine(Value)).str()),
              "net option missing host; expected <host>:<port>")
        << Value;
  for (const char *Value : {"::1:99", "a:1:2", "::1"})
    EXPECT_EQ(wrong(("net=" + Twine(Value)).str()),
              "net option value must be [<IPv6 address>]:<port>, with the "
              "brackets, or <host>:<port>");
  EXPECT_EQ(wrong("net=[::1]99"),
            "net option value must be [<IPv6 address>]:<port>");
}

TEST(OptionsTest, UnixSockets) {
  OptionEnvironment Env;
  Env.Pid = 4711;
  Options O = parse("net=unix:/run/%p:%%.sock", Env);
  EXPECT_TRUE(O.toSocket());
  EXPECT_EQ(O.UnixPath, "/run/4711:%.sock");
  EXPECT_EQ(O.Host, "");
  EXPECT_EQ(O.Port, 0);
  std::string Name(107, 'x');
  Name.front() = '/';
  EXPECT_EQ(parse("net=unix:" + Name).UnixPath, Name);
  EXPECT_EQ(wrong("net=unix:" + Name + "x"),
            "net option path of a Unix socket must have at most 107 bytes");
  for (const char *Value : {"unix:", "unix:rel", "unix:./a", "unix:9x"})
    EXPECT_EQ(wrong(("net=" + Twine(Value)).str()),
              "net option path of a Unix socket must be absolute: unix:/<path>")
        << Value;
}

TEST(OptionsTest, Environment) {
  Options O = parse("cpu=samples", variable("verbose=n"));
  EXPECT_EQ(modes(O), "c");
  EXPECT_FALSE(O.Verbose);
  EXPECT_EQ(O.Text, "cpu=samples,verbose=n");
  EXPECT_EQ(modes(parse("", variable("heap=sites"))), "s");
  EXPECT_EQ(modes(parse("heap=dump,", variable("heap=sites,"))), "sd");
  EXPECT_EQ(parse("depth=1", variable("depth=2")).Depth, 2u);
  EXPECT_EQ(parse("depth=1", variable("")).Text, "depth=1");
  EXPECT_EQ(parse("depth=1", variable("")).Depth, 1u);
  EXPECT_TRUE(parse("help", variable("heap=sites")).Help);

  EXPECT_EQ(wrong("heap=sites", variable("foo=1"), "heap=sites,foo=1"),
            "Unknown option: foo; expected an option listed by help, from "
            "_JAVA_HPROF_OPTIONS");
  EXPECT_EQ(wrong("foo=1", variable("heap=sites"), "foo=1,heap=sites"),
            "Unknown option: foo; expected an option listed by help");
  EXPECT_EQ(wrong("", variable("thread=Y"), "thread=Y"),
            "thread option value must be y|n, from _JAVA_HPROF_OPTIONS");
  EXPECT_EQ(wrong("file=a", variable("file=b"), "file=a,file=b"),
            "file or net options should only appear once, from "
            "_JAVA_HPROF_OPTIONS");
  EXPECT_EQ(wrong("format=b", variable("cpu=old"), "format=b,cpu=old"),
            "cpu=times|old is not supported with format=b");
  EXPECT_EQ(wrong("", variable("help"), "help"),
            "Unknown option: help; expected help as the only option, from "
            "_JAVA_HPROF_OPTIONS");
}

TEST(OptionsTest, EnvironmentIsNotForAttaching) {
  OptionEnvironment Env = attaching();
  Env.HprofOptions = "heap=sites,file=x";
  Options O = parse("cpu=samples", Env);
  EXPECT_EQ(modes(O), "c");
  EXPECT_EQ(O.File, "java.hprof.txt");
}

TEST(OptionsTest, DumpRequests) {
  Options O = parse("dump=heap", attaching());
  EXPECT_EQ(O.Dump, Request::Heap);
  EXPECT_EQ(modes(O), "d");
  EXPECT_FALSE(O.ModeGiven);
  EXPECT_EQ(modes(parse("dump=sites", attaching())), "s");
  EXPECT_EQ(modes(parse("dump=cpu", attaching())), "c");
  EXPECT_EQ(modes(parse("dump=monitor", attaching())), "m");
  EXPECT_EQ(modes(parse("dump=y", attaching())), "sd");
  EXPECT_EQ(parse("dump=y", attaching()).Dump, Request::All);
  O = parse("cpu=times,heap=dump,dump=heap", attaching());
  EXPECT_EQ(modes(O), "dt");
  EXPECT_EQ(O.Dump, Request::Heap);
  EXPECT_EQ(wrong("cpu=times,dump=heap", attaching()),
            "the dump option requests data that no other option records; use "
            "dump=y for all recorded data");
  EXPECT_EQ(wrong("dump=heap"),
            "the dump option is only for attaching to a running VM; use "
            "doe=y for a dump on exit");
  EXPECT_EQ(wrong("dump=n", attaching()),
            "dump option value must be y|heap|sites|cpu|monitor|threads");
  EXPECT_EQ(wrong("dump=monitor,format=b", attaching()),
            "dump=monitor is not supported with format=b");
}

/// Modes that were not requested must not slow down a running program.
TEST(OptionsTest, AttachingSaysWhatToRecord) {
  const std::string Expected =
      "no option selects data to record in the running VM; use heap=, "
      "cpu=, monitor=, threads= or dump=";
  EXPECT_EQ(wrong("", attaching()), Expected);
  EXPECT_EQ(wrong("file=x,format=b", attaching()), Expected);
  EXPECT_EQ(wrong("net=a:1", attaching()), Expected);
  EXPECT_EQ(modes(parse("heap=all", attaching())), "sd");
  EXPECT_EQ(modes(parse("")), "sd");
}

TEST(OptionsTest, StopStandsAlone) {
  EXPECT_TRUE(parse("stop", attaching()).Stop);
  EXPECT_EQ(wrong("stop,heap=dump", attaching()),
            "Unknown option: stop,heap; expected stop as the only option");
  EXPECT_EQ(wrong("stop"), "Unknown option: stop; expected stop only when "
                           "attaching to a running VM");
}

TEST(OptionsTest, Characters) {
  EXPECT_EQ(parse("file=\xc3\xa4\xe2\x82\xac").File, "\xc3\xa4\xe2\x82\xac");
  // Modified UTF-8 is converted to UTF-8; other bytes are kept.
  EXPECT_EQ(parse("file=\xed\xa0\xbd\xed\xb8\x80.txt").File,
            "\xf0\x9f\x98\x80.txt");
  EXPECT_EQ(parse("file=\xf0\x9f\x98\x80").File, "\xf0\x9f\x98\x80");
  EXPECT_EQ(parse("file=\xff\xc0\xed\xa0").File, "\xff\xc0\xed\xa0");
  EXPECT_EQ(wrong("file=a\xc0\x80z", {}, "file=a\\x00z"),
            "file option value must be a name without NUL");
  EXPECT_EQ(wrong("net=unix:/\xc0\x80", {}, "net=unix:/\\x00"),
            "net option value must be a name without NUL");
  EXPECT_EQ(wrong("a\nb\x1b=1", {}, "a\\x0Ab\\x1B=1"),
            "Unknown option: a\\x0Ab\\x1B; expected an option listed by help");
}

TEST(OptionsTest, DecodedText) {
  EXPECT_EQ(decodeOptionText("\xc0\x80"), std::string(1, '\0'));
  EXPECT_EQ(decodeOptionText("\xc0"), "\xc0");
  EXPECT_EQ(decodeOptionText("\xed\xaf\xbf\xed\xbf\xbf"), "\xf4\x8f\xbf\xbf");
  EXPECT_EQ(decodeOptionText("\xed\xa0\x80\xed\xb0\x80"), "\xf0\x90\x80\x80");
  // Surrogates that are unpaired, in the wrong order or truncated, and
  // sequences that only resemble surrogates.
  for (const char *Same :
       {"\xed\xa0\x80", "\xed\xb0\x80", "\xed\xb0\x80\xed\xa0\x80",
        "\xed\xa0\x80\xed\xb0", "\xed\xa0\x80\xed\xa0\x80",
        "\xed\x9f\xbf\xed\xb0\x80", "\xed\xa0\xed\xb0\x80", "\x80\xbf"})
    EXPECT_EQ(decodeOptionText(Same), Same);
  EXPECT_EQ(decodeOptionText("\xed\xa0\x80\xed\xa0\xbd\xed\xb8\x80"),
            "\xed\xa0\x80\xf0\x9f\x98\x80");
}

TEST(OptionsTest, HelpStandsAlone) {
  Options O = parse("help");
  EXPECT_TRUE(O.Help);
  EXPECT_EQ(O.Text, "help");
  EXPECT_TRUE(parse("help", attaching()).Help);
  EXPECT_EQ(wrong("help,"),
            "Unknown option: help,; expected help as the only option");
  EXPECT_EQ(wrong("help=y"),
            "Unknown option: help; expected help as the only option");
}
