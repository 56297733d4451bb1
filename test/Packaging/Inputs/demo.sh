#!/bin/sh
# demo.sh DUMP EXPECTED ROOT FOLDER: analyses DUMP with the tools in ROOT/FOLDER, with
# ROOT as the root folder, and compares with the answers in the folder EXPECTED.
set -e
in_root=$(dirname "$0")/in-root.sh
expected=$2
root=$3
folder=$4
cp "$1" "$root/demo.hprof"
"$in_root" "$root" "$folder/hprof-dominators" --suspects /demo.hprof >"$expected/suspects.found"
diff "$expected/suspects.expected" "$expected/suspects.found"
"$in_root" "$root" "$folder/hprof-histo" --top=15 /demo.hprof >"$expected/histo.found"
diff "$expected/histo.expected" "$expected/histo.found"
"$in_root" "$root" "$folder/hprof-report" -o /demo.html /demo.hprof
grep -q SessionLeak "$root/demo.html"
