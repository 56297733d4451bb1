# untrusted.sh FOLDER CHANGE DUMP: prints the notes of all tools that use an
# index about the index of DUMP after the command CHANGE. Their answers must be
# those without an index, and with --trust-index all must use it.
set -eu
PATH=$1:$PATH
change=$2
dump=$3
mv "$dump.hidx" kept.hidx
id=$(hprof-dominators --format=csv --top=1 "$dump" 2>/dev/null | grep -o "0x[0-9a-f]*" | head -n 1)

run() { # TOOL ARGUMENT...
  "$@" "$dump" >without 2>/dev/null
  cp kept.hidx "$dump.hidx"
  eval "$change"
  "$@" "$dump" >with 2>notes
  cmp without with
  grep -m 1 'is not used' notes || echo "no note: $*"
  "$@" -v --trust-index "$dump" 2>&1 >/dev/null | grep -q 'using the index' ||
    echo "index not used: $*"
  rm "$dump.hidx"
}

run hprof-histo
run hprof-dominators
run hprof-dominators --by=class
run hprof-paths --object="$id"
run hprof-lint
run hprof-threads --retained
run hprof-report --format=markdown
run hprof-query --query='SELECT count(*) FROM objects'
cp kept.hidx "$dump.hidx"
eval "$change"
