#!/usr/bin/env bash
# Proves that Records.def is the only table of records, that the table of an answer is
# the only one of its columns, and that a question needs only its two files: builds
# the tools with synthetic ones, and tests them.
set -uo pipefail

usage() {
  cat <<'END'
usage: utils/check/table-variant.sh [--counts=FILE] [-j N]

Copies the sources to build/table, adds made-up kinds to Records.def, a column to
HistogramAnswer.cpp and a question to lib/Question there and nowhere else, builds
tools, and checks that the kinds are read, written, printed, counted and
passed over like any other: whole and in chunks, from a file and from a pipe, as
HPROF binary and as YAML; that the column is in all formats, in the schema and in
the man page; and that the question is answered in SQL, by hprof-mcp, in C and in
Python, and is in the man page. Prints what failed; the exit status is 1 when anything did.

  --counts=FILE  write "passed failed skipped expected" to FILE
  -j N           compile with N jobs (default: one for each core)
  --help         this text
END
}

src=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
counts= jobs=$(nproc)
while (($#)); do
  case $1 in
  --counts=*) counts=$(realpath -m "${1#--counts=}") ;;
  -j) jobs=${2-1} && shift ;;
  --help | -h) usage; exit 0 ;;
  *) echo "table-variant.sh: error: unknown argument '$1'" >&2; usage >&2; exit 2 ;;
  esac
  shift
done

work=$src/build/table
copy=$work/src
table=$copy/include/hprof/Format/Records/Records.def
columns=$copy/lib/Analysis/Histogram/HistogramAnswer.cpp
bin=$work/build/bin
passed=0 failed=0 skipped=0
expected=$(grep -c '^ *check "' "$src/utils/check/table-variant.sh")

finish() {
  if [[ $counts ]]; then
    echo "$passed $failed $skipped $expected"
    ((skipped == 0)) || echo "the manual page: no sphinx-build"
  fi >"${counts:-/dev/null}"
  echo "$passed of $((passed + failed)) checks of synthetic records passed"
  exit $((failed > 0))
}

check() { # what, command...
  local what=$1
  shift
  if "$@" >"$work/check.log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $what"
    head -n 20 "$work/check.log"
  fi
}

#===-- The sources, with entries of ours -------------------------------------#

# A list record with elements of fixed and of variable size; a heap sub-record
# with a list followed by a payload that looks like other sub-records; and a
# top-level record with a payload of ids.
topEntries='
HPROF_RECORD_BEGIN(CompiledMethods, 0x70, "COMPILED METHODS", InHprof)
HPROF_FIELD(ThreadSerial, Compiler)
HPROF_FIELD(U8, CodeBytes)
HPROF_LIST(U4, StackFrameRef, Methods)
HPROF_LIST(U2, StaticField, Settings)
HPROF_RECORD_END(CompiledMethods)

HPROF_RECORD_BEGIN(PinnedObjects, 0x71, "PINNED OBJECTS", InHprof)
HPROF_FIELD(ThreadSerial, Owner)
HPROF_FIELD(Count, Objects)
HPROF_PAYLOAD(ObjectIds, Elements)
HPROF_RECORD_END(PinnedObjects)
'
subEntries='
HPROF_SUBRECORD_BEGIN(NativeBuffer, 0x72, "NATIVE BUFFER", InHprof, Object)
HPROF_FIELD(ObjectId, Object)
HPROF_FIELD(TraceSerial, TraceSerial)
HPROF_FIELD(Count, Words)
HPROF_FIELD(Type, WordType)
HPROF_LIST(U2, NamedReference, Owners)
HPROF_PAYLOAD(Elements, Data)
HPROF_SUBRECORD_END(NativeBuffer)
'

# Unchanged files keep their times, so that a second build is short.
mkdir -p "$work"
[[ ! -f $table ]] || cp -p "$table" "$work/last.def"
[[ ! -f $columns ]] || cp -p "$columns" "$work/last-columns.cpp"
rm -rf "$copy"
mkdir -p "$copy"
tar -C "$src" --exclude=./build --exclude=./.git --exclude=./dist -cf - . |
  tar -C "$copy" -xf -
top=$topEntries sub=$subEntries awk '
  $0 == "#endif // HPROF_RECORD_BEGIN" { print ENVIRON["top"] }
  $0 == "#endif // HPROF_SUBRECORD_BEGIN" { print ENVIRON["sub"] }
  { print }' "$src/include/hprof/Format/Records/Records.def" >"$table"
! cmp -s "$work/last.def" "$table" || cp -p "$work/last.def" "$table"
column='
HPROF_COLUMN(Bytes, "mean_size", ForAll,
             R.Instances ? R.Shallow / R.Instances : 0,
             "Made-up mean of the bytes.")
' awk '
  $0 == "HPROF_TABLE_END" && !seen++ { print ENVIRON["column"] }
  { print }' "$src/lib/Analysis/Histogram/HistogramAnswer.cpp" >"$columns"
! cmp -s "$work/last-columns.cpp" "$columns" ||
  cp -p "$work/last-columns.cpp" "$columns"

cat >"$copy/lib/Question/Density.td" <<'END'
include "hprof/Question/Question.td"

defm package_density : Question<"DensityRequest", [
  Required<Number<"least", "Least", "Made-up least number of objects">>,
]>;
END
cat >"$copy/lib/Question/Density.cpp" <<'END'
#include "hprof/Analysis/Graph/NodeGroups.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Question/Question.h"

using namespace hprof;
using namespace llvm;

namespace density {
struct DensityRequest {
  uint64_t Least = 0;
};
struct PackageDensity {
  std::string Name;
  uint64_t Objects = 0, Bytes = 0;
};
using Row = PackageDensity;
using Asked = DensityRequest;
HPROF_TABLE_BEGIN(table, PackageDensity, DensityRequest, "density",
                  "A made-up row.")
HPROF_COLUMN(Text, "package", Key, R.Name, "Package.")
HPROF_COLUMN(Count, "per_megabyte", ForAll,
             R.Bytes ? R.Objects * 1000000 / R.Bytes : 0,
             "Made-up objects per megabyte.")
HPROF_TABLE_END

class DensityAnswer final : public Answer {
public:
  DensityAnswer(std::vector<Row> All, Asked A) : All(std::move(All)), A(A) {}
  static const AnswerInfo &kind() {
    static const AnswerInfo Is = {"hprof-query", "density", "Made-up density.",
                                  nullptr, nullptr, &table()};
    return Is;
  }
  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override { return nullptr; }
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override { return rowsOf(table(), A, All); }
  void present(Presenter &) const override {}

private:
  std::vector<Row> All;
  Asked A;
};

static AnswerOrError askDensity(const QuestionScope &In, DensityRequest A) {
  const HeapGraph &G = In.Store->graph();
  const NodeGroups Packages = NodeGroups::of(G, GroupBy::Package);
  std::vector<Row> All(Packages.size());
  for (Node N = 0; N != G.size(); ++N) {
    Row &R = All[Packages.groupOf(N)];
    R.Name = Packages.name(Packages.groupOf(N));
    ++R.Objects;
    R.Bytes += G.shallow(N);
  }
  llvm::erase_if(All, [&](const Row &R) { return R.Objects < A.Least; });
  return std::make_unique<DensityAnswer>(std::move(All), A);
}

#define GET_Arguments_IMPL
#include "Density.inc"
} // namespace density

HPROF_QUESTIONS(Density) {
  static const Question All[] = {
      question<density::DensityRequest, density::askDensity>(
          "package_density", density::Arguments, density::DensityAnswer::kind)};
  return All;
}
END

build() {
  cmake -S "$copy" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_CXX_FLAGS_RELWITHDEBINFO= -DHPROF_ENABLE_WERROR=ON &&
    cmake --build "$work/build" -j "$jobs" --target hprof-convert hprof-dump \
      hprof-histo hprof-query hprof-mcp hprof-c print-table answer-docs &&
    { ! command -v sphinx-build || cmake --build "$work/build" --target hprof-man; }
}
if ! CCACHE_BASEDIR=$copy CCACHE_NOHASHDIR=1 build >"$work/build.log" 2>&1; then
  grep -E -A8 'error|FAILED' "$work/build.log" | head -n 60
  echo "FAILED: build with entries that only Records.def knows (log: $work/build.log)"
  failed=1
  finish
fi

#===-- A dump with records of these kinds ------------------------------------#

cd "$work" || exit 1
convert() { "$bin/hprof-convert" -q --force "$@"; }

# Existing records, with the new ones between them.
dump() { # with ours: 1 or nothing
  cat <<'END'
--- !hprof
version: 1.0.2
idSize: 8
time: 1700000000000
---
- strings: [java/lang/Object, Node, next, value, mode]
- stackFrame: {id: 0x1, method: next, line: 5}
END
  [[ ! $1 ]] || cat <<'END'
- compiledMethods: {compiler: 3, codeBytes: 77, methods: [0x1, 0x2], settings: {mode: int 5, next: object 0x10}}
- compiledMethods: {time: 7, compiler: 4}
- pinnedObjects: {owner: 3, elements: [0x10, null, 0x20]}
END
  echo '- classes:'
  echo '  - {name: java/lang/Object, super: null}'
  echo '  - {name: Node, super: java/lang/Object, fields: {next: object, value: int}}'
  echo '- instance: {object: 0x1000, class: Node, fields: {next: 0x1010, value: 7}}'
  [[ ! $1 ]] || echo '- nativeBuffer: {object: 0x1100, traceSerial: 9, wordType: byte, owners: [{name: next, object: 0x1000}], elements: [33 x 8, 34 x 16, 28 x 9, 44]}'
  echo '- instance: {object: 0x1010, class: Node}'
  [[ ! $1 ]] || echo '- nativeBuffer: {object: 0x1200, wordType: object, elements: [0x1000, null, 0x1010]}'
  # More than a chunk, of bytes that look like sub-records.
  local line
  line=$(printf ', 0x21000000 x 1000, 0x22, 0x23000000 x 998, 1%.0s' {1..300})
  [[ ! $1 ]] || echo "- nativeBuffer: {object: 0x1300, wordType: int, owners: [{object: 0x1000}], elements: [0$line]}"
  echo "- primitiveArray: {object: 0x1400, elementType: int, elements: [0$line]}"
  [[ ! $1 ]] || echo '- nativeBuffer: {object: 0x1500, wordType: long}'
  echo '- rootStickyClass: {object: Node}'
  [[ ! $1 ]] || echo '- pinnedObjects: {elements: [null, 0x21000022 x 200000, 0x1000]}'
  echo '- heapDumpEnd:'
}
dump 1 >in.yaml
dump '' >plain.yaml
convert in.yaml --to=yaml -o a.yaml
convert in.yaml --to=hprof -o a.hprof
convert plain.yaml --to=hprof -o plain.hprof

#===-- Reading and writing ---------------------------------------------------#

same() { # FILE, command...
  local file=$1
  shift
  "$@" | cmp - "$file"
}
piped() { cat a.hprof | convert - "$@"; }

check "YAML has them all" test "$(grep -cE '^- (compiledMethods|pinnedObjects|nativeBuffer):' a.yaml)" = 8
check "YAML, binary, YAML" same a.yaml convert a.hprof --to=yaml
check "YAML, binary through a pipe, YAML" same a.yaml piped --to=yaml
check "YAML, YAML, binary" same a.hprof convert a.yaml --to=hprof
check "binary to binary" same a.hprof convert a.hprof --to=hprof
check "binary to binary through a pipe" same a.hprof piped --to=hprof
convert a.hprof --to=hprof-1.0.2 -o own.hprof
check "segments made anew keep them" same own.hprof convert own.hprof --to=hprof
check "the same through a pipe" same own.hprof piped --to=hprof-1.0.2

# Ids change their width in fields, lists and payloads, whole and in chunks.
convert <(sed 's/^idSize: 8/idSize: 4/' in.yaml) --to=hprof -o narrow.hprof
convert narrow.hprof --to=hprof --id-size=8 -o wide.hprof
convert wide.hprof --to=hprof --id-size=4 -o again.hprof
check "the same through a pipe" same wide.hprof bash -c \
  "'$bin/hprof-convert' -q - --to=hprof --id-size=8 <narrow.hprof"
records() { # FILE: those of ours, without the names that get new ids
  convert "$1" --to=yaml | awk '
    !/^- more:/ { ours = /^- (pinnedObjects|nativeBuffer):/ }
    ours' | sed 's/name: [^,]*, //; s/length: [0-9]*, //'
}
heads() { records "$1" | grep -v '^- more'; } # Pieces have so many bytes.
records narrow.hprof >narrow.txt
heads narrow.hprof >heads.txt
check "there are records to compare" test "$(wc -l <narrow.txt)" -gt 20
check "wider ids are the same ids" same heads.txt heads wide.hprof
check "and narrow ones again" same narrow.txt records again.hprof
check "no damage in any of them" test -z "$(for f in a own narrow wide again; do
  "$bin/hprof-convert" "$f.hprof" --to=yaml 2>&1 >/dev/null
done)"

# A cut within a payload, a wrong type and a wrong length are damage.
head -c 1500000 a.hprof >cut.hprof
"$bin/hprof-convert" cut.hprof --to=hprof -o cut.2.hprof --force 2>cut.err
check "a cut is told" grep -q 'input ends' cut.err
check "and written as it is" cmp cut.hprof cut.2.hprof

#===-- Printing and counting -------------------------------------------------#

"$bin/hprof-dump" --records a.hprof >records.txt 2>&1
check "fields and lists are printed" grep -q \
  'COMPILED METHODS.*compiler=3.*code_bytes=77.*methods=.*settings=' records.txt
check "payloads are printed" grep -q 'NATIVE BUFFER.*words=34.*elements=' records.txt
check "those of top-level records, too" grep -q 'PINNED OBJECTS.*elements=' records.txt
"$bin/hprof-dump" --records=NATIVE-BUFFER a.hprof >some.txt 2>&1
check "they are found by name" test "$(grep -c 'NATIVE BUFFER' some.txt)" = 4
"$bin/hprof-dump" a.hprof >summary.txt 2>&1
check "they are counted" grep -qE 'NATIVE BUFFER +4' summary.txt
check "top-level ones, too" grep -qE 'COMPILED METHODS +2' summary.txt
check "the structure is sound" "$bin/hprof-dump" --verify wide.hprof

#===-- Passing over them -----------------------------------------------------#

"$bin/hprof-histo" --format=csv a.hprof >histo.txt
"$bin/hprof-histo" --format=csv - <a.hprof >histo.pipe.txt
"$bin/hprof-histo" --format=csv plain.hprof >histo.plain.txt
check "there is a histogram" grep -q '^Node,2,' histo.plain.txt
check "a histogram does not change" cmp histo.txt histo.plain.txt
check "nor through a pipe" cmp histo.pipe.txt histo.plain.txt
#===-- A column --------------------------------------------------------------#

histo() { "$bin/hprof-histo" "$@" plain.hprof; }
"$work/build/libexec/answer-docs" described
histo >text.txt
histo --format=json >histo.json
check "the column is in text" grep -qE '^instances +.* mean_size  class$' text.txt
check "its values, too" grep -qE '^ +2 +[0-9]+ +[0-9]+ +0 +[1-9][0-9]*  Node$' text.txt
check "in CSV" grep -q '^class,.*,mean_size$' histo.plain.txt
check "in JSON" grep -q '"mean_size": [1-9]' histo.json
check "in JSON Lines" grep -q '"mean_size":[1-9]' <(histo --format=jsonl)
check "in Markdown" grep -q '| mean\\_size |' <(histo --format=markdown)
check "in the schema" grep -q 'Made-up mean' described/schemas/hprof-histo.json
check "which the JSON satisfies" bash -c "python3 '$copy/utils/check/schema.py' \
  described/schemas/hprof-histo.json <histo.json"
check "in the lists of columns" grep -q 'mean_size.*Made-up mean' described/Columns.md
if command -v sphinx-build >/dev/null; then
  check "and in the man page" grep -q 'up mean of the bytes' \
    "$work/build/docs/man/hprof-histo.1"
else
  skipped=1
fi

#===-- A question ------------------------------------------------------------#

ask="SELECT package, per_megabyte FROM package_density(2)"
check "the question is a table of queries" test "$("$bin/hprof-query" -q --format=csv plain.hprof -e "$ask" | grep -c '^[^,]*,[1-9]')" -gt 0
check "it needs its argument" grep -q 'requires a parameter (least): Made-up least' <(
  "$bin/hprof-query" plain.hprof -e "SELECT * FROM package_density" 2>&1)
check "a wrong one is an error" grep -q 'package_density, least: expected a number' <(
  "$bin/hprof-query" plain.hprof -e "SELECT * FROM package_density('x')" 2>&1)
check "assistants see it" grep -q 'package_density(least)' <(
  "$bin/hprof-mcp" . <<<'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}')
check "C has its rows" grep -q per_megabyte <(
  "$work/build/libexec/print-table" plain.hprof package_density least=2)
check "Python, too" env PYTHONPATH="$copy/bindings/python/src" \
  LD_LIBRARY_PATH="$work/build/lib" python3 -c '
import hprof
heap = hprof.open("plain.hprof")
assert list(heap.table("package_density", least=2))[0]["per_megabyte"] > 0'
check "its columns are in the man page" grep -q 'Made-up objects per megabyte' \
  described/CommandGuide/columns-query.txt

"$bin/hprof-convert" a.hprof --to=hprof-text --explain -o a.txt --force >explain.txt 2>&1
check "what cannot carry them drops and counts them" grep -q \
  'dropped  *4  *NATIVE BUFFER records' explain.txt
finish
