//===- Usage.cpp - The text of the option help ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionTable.h"
#include "Options.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof::agent;
using namespace llvm;

constexpr const char Head[] = R"(
     HPROF: heap and CPU profiling agent for JDK 11 and later

hprof usage: java -agentlib:hprof=[help]|[<option>=<value>, ...]

Cheap enough for production, at most 2 % slower: CPU samples, and samples of
allocations. Here for a minute, in the running process 4711:
  hprof-attach 4711 cpu=samples,heap=sites,sample=512k,duration=60s
The default, heap=all, makes programs that allocate 2 to 8 times slower.

)";

constexpr const char Foot[] = R"(
Examples
--------
  - Samples of CPU usage every 20 milliseconds, with 3 frames per trace:
      java -agentlib:hprof=cpu=samples,interval=20,depth=3 classname
  - Where objects are allocated, at low cost: a sample per 512 KiB, scaled up:
      java -agentlib:hprof=heap=sites,sample=512k,file=%p.txt classname
  - The same with every object counted, several times slower:
      java -agentlib:hprof=heap=sites classname
  - A heap dump of the running process 4711, now:
      hprof-attach 4711 dump=heap,format=b,doe=n,file=/tmp/heap.hprof
  - The end of all that the agent records there; doe=y writes it:
      hprof-attach 4711 stop

Notes
-----
  - heap= and cpu= may be given several times: heap=sites,heap=dump is
    heap=all. Of cpu=times and cpu=old the last counts. Of all other options
    the last value counts, but file and net may appear only once in all.
  - Without heap, cpu, monitor=y and threads=y it is heap=all; attaching needs
    one of them, or dump.
  - The option format=b cannot be used with monitor=y, cpu=times or cpu=old.
  - In <file> and in the path of a Unix socket %p is the process id and %% a
    percent sign. The file is java.hprof with format=b, else java.hprof.txt.
  - force=n leaves an existing file alone and adds the process id to the name.
  - An IPv6 address is written net=[<address>]:<port>.
  - <bytes> may end in k, m or g, <time> in s, m or h; without, it is seconds.
  - cutoff is a fraction: 0.01 leaves out what is below 1 % of the total.
  - depth is at most 65535; larger values become that.
  - times=cpu measures the CPU time of each thread instead of elapsed time.
  - sampler=agct takes stacks without waiting for a safepoint, jvmti takes
    them by JVM TI; auto is agct where the VM has it.
  - oom=exit dumps at an OutOfMemoryError and ends the VM, with status 3. With
    doe=n the default is ignore.
  - duration ends the recording as stop does: doe=y writes it, and the program
    goes on.
  - dump is for attaching only. With nothing else to record it also chooses
    what is recorded; with doe=n it is the only dump.
  - threads=y writes files of its own: java.4711.0.json for java.hprof.txt.
  - The options in the environment variable _JAVA_HPROF_OPTIONS follow those of
    the command line. They are not used when attaching.
  - java -Xrunhprof:[help]|[<option>=<value>, ...] does the same as
    java -agentlib:hprof=[help]|[<option>=<value>, ...]
)";

static std::string nameAndValue(const OptionRow &Row) {
  return (Row.Name + "=" + Row.Values).str();
}

/// A longer name and value have a line of their own.
static constexpr size_t MostWide = 32;

/// Prints a line of the table; the columns are as wide as their widest entry.
static void printRow(raw_ostream &OS, unsigned Wide, unsigned HelpWide,
                     StringRef Name, StringRef Help, StringRef Default) {
  if (Name.size() > MostWide) {
    OS << Name << '\n';
    Name = "";
  }
  OS << left_justify(Name, Wide) << left_justify(Help, HelpWide) << Default
     << '\n';
}

std::string hprof::agent::usageText() {
  StringRef NameTitle = "Option Name and Value", HelpTitle = "Description";
  size_t Wide = NameTitle.size(), HelpWide = HelpTitle.size();
  for (const OptionRow &Row : optionTable()) {
    if (Row.Group != OptionGroup::Listed)
      continue;
    if (const size_t Own = nameAndValue(Row).size(); Own <= MostWide)
      Wide = std::max(Wide, Own);
    HelpWide = std::max(HelpWide, Row.Help.size());
  }
  Wide += 2;
  HelpWide += 2;

  std::string Text;
  raw_string_ostream OS(Text);
  OS << Head;
  printRow(OS, Wide, HelpWide, NameTitle, HelpTitle, "Default");
  printRow(OS, Wide, HelpWide, std::string(NameTitle.size(), '-'),
           std::string(HelpTitle.size(), '-'), "-------");
  for (const OptionRow &Row : optionTable())
    if (Row.Group == OptionGroup::Listed)
      printRow(OS, Wide, HelpWide, nameAndValue(Row), Row.Help, Row.Default);
  OS << "\nObsolete Options\n----------------\n";
  for (const OptionRow &Row : optionTable())
    if (Row.Group == OptionGroup::Obsolete)
      OS << nameAndValue(Row) << '\n';
  OS << Foot;
  return Text;
}
