#!/usr/bin/env bash
# Finds the JDKs of this machine; the tests and the other scripts use it.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/find-jdks.sh [VERSION]

Prints "VERSION PATH" for each JDK (a folder with bin/java, bin/javac and
bin/jcmd) in JAVA_HOME, on PATH and in the usual folders, by ascending version;
with VERSION, such as 17, only those of this version. Prints nothing if there are
none.
END
}

case ${1-} in
--help | -h) usage; exit 0 ;;
-*) usage >&2; exit 2 ;;
esac

majorOf() {
  local version=
  if [[ -r $1/release ]]; then
    version=$(sed -n 's/^JAVA_VERSION="\{0,1\}\([^"]*\).*/\1/p' "$1/release")
  fi
  if [[ -z $version ]]; then
    version=$("$1/bin/java" -version 2>&1 |
      sed -n 's/.* version "\([^"]*\).*/\1/p' | head -n 1)
  fi
  version=${version#1.} # 1.8.0 is 8
  echo "${version%%[!0-9]*}"
}

candidates() {
  local folder tool
  if [[ -n ${JAVA_HOME-} ]]; then
    echo "$JAVA_HOME"
  fi
  for folder in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* "${HOME-/root}"/.sdkman/candidates/java/*; do
    echo "$folder"
  done
  if tool=$(command -v javac); then
    tool=$(readlink -f "$tool")
    echo "${tool%/bin/javac}"
  fi
}

candidates | while IFS= read -r folder; do
  if [[ -x $folder/bin/java && -x $folder/bin/javac && -x $folder/bin/jcmd ]]; then
    readlink -f "$folder"
  fi
done | sort -u | while IFS= read -r folder; do
  major=$(majorOf "$folder" || true)
  if [[ -n $major && ${1:-$major} == "$major" ]]; then
    echo "$major $folder"
  fi
done | sort -n
