#!/usr/bin/env bash
# Finds out which systems a shared library or program can run on.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/check/oldest-glibc.sh FILE [NEWEST]

Prints the oldest versions of glibc and of other libraries with versioned
symbols (GLIBCXX, CXXABI, GCC) that FILE, a shared library or program, runs
with, and the symbols that need the version of glibc. With NEWEST, such as
2.34, the exit status is 1 if a later glibc is needed.
END
}

case ${1-} in
--help | -h) usage; exit 0 ;;
-*) echo "oldest-glibc.sh: error: unknown argument '$1'" >&2; exit 2 ;;
esac
if [[ $# -lt 1 || $# -gt 2 ]]; then
  usage >&2
  exit 2
fi
file=$1
newest=${2-}

# "GLIBC_2.34 pthread_create" for each undefined symbol.
if ! symbols=$(objdump -T "$file"); then
  echo "oldest-glibc.sh: error: cannot read the symbols of '$file'" >&2
  exit 1
fi
needed=$(sed -n 's/.*\*UND\*.*[[:space:]](\{0,1\}\([A-Z]*_[0-9.]*\))\{0,1\}[[:space:]]\{1,\}\([^ ]*\)$/\1 \2/p' \
  <<<"$symbols" | sort -u)
oldest() {
  sed -n "s/^$1_\([0-9.]*\) .*/\1/p" <<<"$needed" | sort -V | tail -n 1
}

for family in GLIBC GLIBCXX CXXABI GCC; do
  version=$(oldest $family)
  if [[ -n $version ]]; then
    echo "$family $version"
  fi
done
glibc=$(oldest GLIBC)
if [[ -z $glibc ]]; then
  echo "oldest-glibc.sh: note: '$file' needs no glibc"
  exit 0
fi
echo "because of:" $(sed -n "s/^GLIBC_$glibc //p" <<<"$needed")
if [[ -n $newest && $(printf '%s\n' "$glibc" "$newest" | sort -V | tail -n 1) != "$newest" ]]; then
  echo "oldest-glibc.sh: error: '$file' needs glibc $glibc, newer than $newest" >&2
  exit 1
fi
