#!/usr/bin/env bash
# Creates the dump that the demo shows.
set -euo pipefail

usage() {
  cat <<'END_OF_USAGE'
usage: utils/demo/dump.sh DUMP

Runs SessionLeak.java, a small program with a leak, with the newest JDK found, dumps
its heap with jcmd into the file DUMP, and stops it.
END_OF_USAGE
}

fail() {
  echo "dump.sh: error: $1" >&2
  exit 1
}

case ${1-} in
--help | -h) usage; exit 0 ;;
esac
if (($# != 1)); then
  usage >&2
  exit 2
fi
dump=$(realpath -m "$1")

here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
jdk=$("$here/../find-jdks.sh" | tail -n 1)
jdk=${jdk#* }
[[ $jdk ]] || fail "no JDK found"
classes=$(mktemp -d)
pid=
trap 'kill $pid 2>/dev/null || true; rm -rf "$classes"' EXIT
rm -f "$dump"
"$jdk/bin/javac" -d "$classes" "$here/SessionLeak.java"
coproc JAVA { exec "$jdk/bin/java" -Xmx256m -cp "$classes" SessionLeak; }
pid=$JAVA_PID
program=${JAVA[1]}
if ! read -r -u "${JAVA[0]}" line || [[ $line != ready ]]; then
  fail "the Java program did not start"
fi
"$jdk/bin/jcmd" "$pid" GC.heap_dump "$dump" >/dev/null
exec {program}>&- # the program exits at the end of its input
wait "$pid" 2>/dev/null || true
pid=
[[ -s $dump ]] || fail "jcmd wrote no dump"
