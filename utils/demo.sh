#!/usr/bin/env bash
# The README's first command: builds the tools and shows the contents of a dump.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/demo.sh [DUMP]

Installs missing packages (utils/setup.sh --build), builds the tools, and shows
a summary of DUMP, its largest classes and the leak suspects; then creates an HTML
report. Without DUMP it starts a small Java
program with a leak, dumps its heap with jcmd, stops it, and shows that dump.
END
}

case ${1-} in
--help | -h) usage; exit 0 ;;
-*) echo "demo.sh: error: unknown argument '$1'" >&2; usage >&2; exit 2 ;;
esac
if (($# > 1)); then
  usage >&2
  exit 2
fi
dump=
if [[ ${1-} ]]; then
  if [[ ! -r $1 ]]; then
    echo "demo.sh: error: cannot read '$1'" >&2
    exit 1
  fi
  dump=$(realpath "$1")
fi

src=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$src"
utils/setup.sh --build

title() { printf '\n=== %s\n' "$*"; }

title "building the tools (build/release; ten minutes or so on two cores the first time)"
mkdir -p build
log=build/demo.log
# Clones in different folders share compiled objects.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
if ! cmake --preset release >"$log" 2>&1 ||
  ! cmake --build build/release -j "$(nproc)" --target all >>"$log" 2>&1; then
  tail -n 40 "$log" >&2
  echo "demo.sh: error: the build failed; the whole log is $src/$log" >&2
  exit 1
fi
echo "the tools are in $src/build/release/bin"

if [[ ! $dump ]]; then
  title "dumping the heap of utils/demo/SessionLeak.java"
  mkdir -p build/demo
  utils/demo/dump.sh build/demo/SessionLeak.hprof
  dump=$src/build/demo/SessionLeak.hprof
  echo "$dump, $(stat -c %s "$dump") bytes"
fi

# A damaged dump is shown up to its damage: exit status 3.
status=0
show() {
  printf '$ %s\n\n' "$*"
  "$src/build/release/bin/$1" "${@:2}" || status=$?
  if ((status != 0 && status != 3)); then
    exit "$status"
  fi
}
title "contents"
show hprof-dump "$dump"
title "largest classes"
show hprof-histo --top=15 "$dump"
title "leak suspects"
show hprof-dominators --suspects "$dump"
report=
if [[ -x build/release/bin/hprof-report ]]; then
  title "report"
  report=$src/build/demo/report.html
  mkdir -p build/demo
  show hprof-report --force -o "$report" "$dump"
else
  echo
  echo "hprof-report was not built, since it needs Node; see $src/$log"
fi

bin=$src/build/release/bin
title "next"
cat <<END
Every tool has --help. On this dump, try:
  $bin/hprof-dump --records $dump | less
  $bin/hprof-histo --by=package --top=20 $dump
  $bin/hprof-histo --format=json $dump
  $bin/hprof-convert --to=yaml $dump -o - | less
To run all tests: $src/utils/check.sh
END
[[ ! $report ]] || echo "Open the report in a browser: $report"
exit "$status"
