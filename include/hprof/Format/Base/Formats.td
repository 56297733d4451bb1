//===- Formats.td - Formats that users can name ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats of dumps are rows of FormatInfo (Convert/Formats.h), formats of
// viewers rows of ExportInfo (Export/Export.h). These headers describe the
// fields. By default, functions have the name of the record as a part of their
// names, as in readPhd. Options take their values from the lists at the end.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"

class FormatName<int number, string name, string text, string endings> {
  bits<8> Number = number;
  string Name = name;
  string Text = text;
  string Endings = endings;
  bit IsText = true;
}

class DumpFormat<int number, string name, string text, string endings = "",
                 string version = "">
    : FormatName<number, name, text, endings> {
  code Kind = [{Format::}]#NAME;
  string Version = version;
  code LooksLike = [{looksLike}]#NAME;
  code Read = [{readWith<}]#NAME#[{ReaderOptions, read}]#NAME#[{>}];
  code ReadThreads = [{nullptr}];
  code MakeWriter = [{make}]#NAME#[{Writer}];
  code WriteThreads = [{nullptr}];
  bit IsRead = !ne(LooksLike, "nullptr");
  bit IsWritten = !or(!ne(MakeWriter, "nullptr"), !ne(WriteThreads, "nullptr"));
  bit IsInYaml = IsRead; // YAML can contain records of the format.
}

class ThreadFormat<int number, string name, string text>
    : DumpFormat<number, name, text> {
  let Read = [{readThreadRecords<Format::}]#NAME#[{>}];
  let ReadThreads = [{read}]#NAME;
  let WriteThreads = [{write}]#NAME;
}

// Inputs are compared with the formats in this order.
defset list<DumpFormat> DumpFormats = {
  let IsText = false, Read = [{readHprof}] in {
    def Hprof : DumpFormat<0, "hprof", "HPROF binary", ".hprof">;
    let LooksLike = [{nullptr}], MakeWriter = [{makeHprofWriter}] in {
      def HprofOld : DumpFormat<1, "hprof-1.0.1", "HPROF binary 1.0.1", "",
                                "1.0.1">;
      def HprofCurrent : DumpFormat<2, "hprof-1.0.2", "HPROF binary 1.0.2", "",
                                    "1.0.2">;
      def HprofAndroid : DumpFormat<3, "hprof-android",
                                    "Android's HPROF binary 1.0.3", "",
                                    "1.0.3">;
    }
  }
  let Read = [{readWith<TextReaderOptions, readHprofText>}] in
  def HprofText : DumpFormat<4, "hprof-text", "HPROF text", ".hprof.txt">;
  let LooksLike = [{looksLikeClassic}],
      Read = [{readWith<ClassicReaderOptions, readClassic>}] in
  def IbmClassic : DumpFormat<5, "ibm-classic", "IBM classic heapdump",
                              ".classic.txt">;
  let Read = [{readYamlDump}], IsInYaml = false in
  def Yaml : DumpFormat<6, "yaml", "YAML", ".yaml, .yml">;
  let IsText = false in
  def Phd : DumpFormat<7, "phd", "IBM PHD", ".phd">;
  let MakeWriter = [{nullptr}] in {
    def Snapshot : DumpFormat<8, "heapsnapshot", "V8 heap snapshot">;
    let IsText = false in
    def Perfetto : DumpFormat<9, "perfetto", "Perfetto trace">;
    let IsText = false, IsInYaml = false,
        ReadThreads = [{readJfrThreads}] in
    def Jfr : DumpFormat<10, "jfr", "flight recording", ".jfr">;
    let ReadThreads = [{readThreads<readJavacore>}],
        WriteThreads = [{nullptr}] in
    def Javacore : ThreadFormat<11, "javacore", "javacore">;
    let ReadThreads = [{readThreadJsonDumps}] in
    def ThreadJson : ThreadFormat<12, "thread-json", "JSON thread dump">;
    def Jstack : ThreadFormat<13, "jstack", "text thread dump">;
  }
}

def Formats : GenericTable {
  let FilterClass = "DumpFormat";
  let CppTypeName = "FormatInfo";
  let Fields = ["Number", "Kind", "Name", "Text", "Endings", "IsText",
                "Version", "LooksLike", "Read", "ReadThreads", "MakeWriter",
                "WriteThreads"];
}

def Vocabularies : GenericTable {
  let FilterClass = "DumpFormat";
  let FilterClassField = "IsInYaml";
  let CppTypeName = "std::pair<Format, StringLiteral>";
  let Fields = ["Kind", "Name"];
}

class ViewerFormat<int number, string name, string endings, string text,
                   bit isHeap = false>
    : FormatName<number, name, text, endings> {
  bit HasLeaks = false;
  code WriteStacks = !if(isHeap, [{nullptr}], [{write}]#NAME);
  code WriteHeap = !if(isHeap, [{write}]#NAME, [{nullptr}]);
}

defset list<ViewerFormat> ViewerFormats = {
  def Collapsed : ViewerFormat<0, "collapsed", ".collapsed, .folded",
                               "one line per stack, for flame graphs">;
  let IsText = false in
  def Pprof : ViewerFormat<1, "pprof", ".pb, .pprof",
                           "profile.proto, for pprof and its viewers">;
  def Speedscope : ViewerFormat<2, "speedscope", ".speedscope.json",
                                "for speedscope">;
  let IsText = false, HasLeaks = true in
  def Otlp : ViewerFormat<3, "otlp", ".otlp", "for OpenTelemetry (profiles/"
                          "v1development, version 1.10)">;
  def Firefox : ViewerFormat<4, "firefox", ".firefox.json",
                             "for the Firefox Profiler">;
  def HeapSnapshot : ViewerFormat<5, "heapsnapshot", ".heapsnapshot",
                                  "for the memory panel of Chrome DevTools",
                                  true>;
  def Dot : ViewerFormat<6, "dot", ".dot, .gv",
                         "the largest objects, for Graphviz", true>;
  def GraphMl : ViewerFormat<7, "graphml", ".graphml",
                             "the largest objects, for graph tools", true>;
}

def Exports : GenericTable {
  let FilterClass = "ViewerFormat";
  let CppTypeName = "ExportInfo";
  let Fields = ["Number", "Name", "Text", "Endings", "IsText", "HasLeaks",
                "WriteStacks", "WriteHeap"];
}

class NamesOf<list<FormatName> formats> {
  string R = !interleave(!foreach(F, formats, F.Name), ",");
}

defvar ReadNames = NamesOf<!filter(F, DumpFormats, F.IsRead)>.R;
defvar WrittenNames = NamesOf<!filter(F, DumpFormats, F.IsWritten)>.R;
defvar ViewerNames = NamesOf<ViewerFormats>.R;
defvar BinaryNames = NamesOf<[Hprof, HprofOld, HprofCurrent, HprofAndroid]>.R;
defvar ProfileNames = BinaryNames#","#NamesOf<[HprofText, Yaml]>.R;
