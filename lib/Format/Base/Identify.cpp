//===- Identify.cpp - Describes unknown content ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/Identify.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Signature {
  StringLiteral Prefix;
  StringLiteral What;
};
} // namespace

static constexpr Signature Signatures[] = {
    {"JAVA PROFILE ", "text output of the HPROF agent (convert it to HPROF "
                      "binary with hprof-convert)"},
    {"// Version:",
     "an IBM classic heapdump (convert it to HPROF binary with hprof-convert)"},
    {"0SECTION ", "an IBM javacore (hprof-convert reads it)"},
    {"NULL           ---", "an IBM javacore (hprof-convert reads it)"},
    {"PK\3\4", "a zip archive (unpack it first)"},
    {"PK\5\6", "an empty zip archive"},
    {"BZh", "bzip2 data (unpack it with bzip2 -d first)"},
    {"\xfd"
     "7zXZ",
     "xz data (unpack it with xz -d first)"},
    {"7z\xbc\xaf\x27\x1c", "a 7-Zip archive (unpack it first)"},
    {"Rar!", "a RAR archive (unpack it first)"},
    {"\x1f\x8b", "gzip data inside the input (was it compressed twice?)"},
    {"\x28\xb5\x2f\xfd",
     "zstd data inside the input (was it compressed twice?)"},
    {"\x1f\x9d", "compress(1) data (unpack it with uncompress first)"},
    {"\xca\xfe\xba\xbe", "a Java class file"},
    {"FLR", "a JDK Flight Recorder recording"},
    {"%PDF", "a PDF document"},
    {"HPROFIDX", "an hprof-index index (specify the dump instead)"},
    {"SQLite format 3", "an SQLite database"},
    {"MDMP", "a Windows minidump"},
    {"PAGEDU", "a Windows kernel dump"},
    {"-----BEGIN ", "a PEM or PGP file (perhaps encrypted)"},
    {"Salted__", "data encrypted with OpenSSL"},
};

/// Output about threads that lists none, by a phrase in its first lines.
static constexpr Signature NoThreads[] = {
    {"ForkJoinPool@", "jcmd Thread.vthread_scheduler output, which contains no "
                      "threads (use Thread.dump_to_file)"},
    {"Poller mode:", "jcmd Thread.vthread_pollers output, which contains no "
                     "threads (use Thread.dump_to_file)"},
    {"I/O pollers:", "jcmd Thread.vthread_pollers output, which contains no "
                     "threads (use Thread.dump_to_file)"},
};

std::string hprof::describeContent(StringRef Head) {
  if (Head.empty())
    return "an empty file";
  if (Head.starts_with("\x7f"
                       "ELF")) {
    // e_type at offset 16, in the file's byte order; 4 is a core.
    bool IsCore = Head.size() > 17 && Head[Head[5] == 2 ? 17 : 16] == 4;
    return IsCore ? "an ELF core dump (extract a heap dump with jhsdb jmap "
                    "--binaryheap)"
                  : "an ELF program or library";
  }
  if (Head.starts_with("JAVA PROFILE ") &&
      Head.take_until([](char C) { return C == '\n'; }).contains('\0'))
    return "HPROF binary";
  for (const Signature &S : Signatures)
    if (Head.starts_with(S.Prefix))
      return S.What.str();
  if (Head.size() >= 512 && Head.substr(257).starts_with("ustar"))
    return "a tar archive (unpack it first)";
  if (Head.size() > 4 && Head.substr(2).starts_with("portable heap dump"))
    return "an IBM portable heap dump (convert it to HPROF binary with "
           "hprof-convert)";
  StringRef Trimmed = Head.ltrim();
  if (Trimmed.starts_with_insensitive("<!doctype html") ||
      Trimmed.starts_with_insensitive("<html"))
    return "a web page (perhaps an error page saved instead of the dump)";
  if (Trimmed.starts_with("<?xml"))
    return "an XML document";
  if (Trimmed.starts_with("--- !") || Trimmed.starts_with("%YAML"))
    return "YAML text (convert it with hprof-convert --to=hprof)";
  if (Trimmed.starts_with("{") || Trimmed.starts_with("["))
    return "JSON or other text";
  if (all_of(Head, [](char C) { return C == 0; }))
    return "zero bytes (was the file written completely?)";
  constexpr size_t FirstLines = 512;
  for (const Signature &S : NoThreads)
    if (Head.take_front(FirstLines).contains(S.Prefix))
      return S.What.str();
  if (all_of(Head, [](char C) {
        return isPrint(C) || isSpace(C) || static_cast<signed char>(C) < 0;
      }))
    return "text";
  return "unknown bytes (" + toHex(Head.take_front(8), /*LowerCase=*/true) +
         ")";
}
