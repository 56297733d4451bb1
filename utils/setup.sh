#!/usr/bin/env bash
# Installs what the project needs from Debian's own repositories.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/setup.sh [--build | --test | --viewers | --cross |
                      --macos] [--dry-run | --list]

Installs the Debian packages that this project needs (Debian 12 or newer), as
root or with sudo. Packages that are installed already are left alone; when
all of them are, nothing is done and no network is needed.

  --build    what building and using the tools takes
  --test     all that utils/check.sh can use, too (default)
  --viewers  also a browser and Graphviz, for its steps viewers and browser
  --cross    what building takes, and a compiler for aarch64, what unpacks libraries
             for it (utils/sysroot.sh), and what runs its programs
  --macos    what building takes, and what makes libraries for macOS (utils/macos.sh)
  --dry-run  only say what would be installed
  --list     only print what building takes, one package a line
  --help     this text
END
}

# Required for any build.
build=(cmake ninja-build g++ llvm-19-dev llvm-19-tools libzstd-dev zlib1g-dev
       libdeflate-dev libarchive-dev liblzma-dev libbz2-dev nettle-dev
       rapidjson-dev libre2-dev libtomlplusplus-dev
       libsqlite3-dev libedit-dev libprotobuf-dev protobuf-compiler
       googletest python3)
# Without these, check.sh skips something, and says so.
extra=(clang-19 lld-19 libclang-rt-19-dev clang-tidy-19 clang-format-19
       abigail-tools lintian umoci musl-tools man-db pkg-config python3-sphinx python3-jsonschema python3-venv python3-psutil ccache libbenchmark-dev sqlite3 zstd gzip pigz hprof-conv visualvm file)

# Large, and for two steps of check.sh.
viewers=(chromium graphviz)

cross=(g++-aarch64-linux-gnu mmdebstrap qemu-user)

# What utils/macos.sh unpacks sources with, and makes files of SQLite and re2 with.
macos=(dpkg-dev make perl python3-venv tcl unicode-data)

tests=1
dryRun=
for arg in "$@"; do
  case $arg in
  --build) tests= ;;
  --test) tests=1 ;;
  --viewers) tests=1 extra+=("${viewers[@]}") ;;
  --cross) tests= build+=("${cross[@]}") ;;
  --macos) tests= build+=("${macos[@]}") ;;
  --dry-run) dryRun=1 ;;
  --list) printf '%s\n' "${build[@]}"; exit 0 ;;
  --help | -h) usage; exit 0 ;;
  *) echo "setup.sh: error: unknown argument '$arg'" >&2; usage >&2; exit 2 ;;
  esac
done

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
note() { echo "setup: $*"; }

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  note "this is not a Debian system; nothing is installed. Needed are:"
  note "  ${build[*]} and a JDK from version 11 on"
  exit 0
fi

installed() {
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}
missingOf() {
  local package
  for package in "$@"; do
    installed "$package" || echo "$package"
  done
}

mapfile -t need < <(missingOf "${build[@]}")
# Any JDK will do: Debian's is installed if there is none.
if [[ -z $("$here/find-jdks.sh") ]]; then
  need+=(openjdk-17-jdk-headless)
elif [[ $tests && -z $("$here/find-jdks.sh" 17) ]]; then
  extra+=(openjdk-17-jdk-headless)
fi
want=()
if [[ $tests ]]; then
  mapfile -t want < <(missingOf "${extra[@]}")
fi
# Any Node will do, too. It bundles the page of hprof-report.
command -v npm >/dev/null || want+=(nodejs npm)
if ((${#need[@]} + ${#want[@]} == 0)); then
  note "all packages are installed"
  exit 0
fi
if [[ $dryRun ]]; then
  note "would install: ${need[*]} ${want[*]}"
  exit 0
fi

asRoot=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    note "neither root nor sudo: as root, run"
    note "  apt-get update && apt-get install ${need[*]} ${want[*]}"
    # Optional packages may be missing.
    exit $((${#need[@]} > 0))
  fi
  asRoot=(sudo)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o Dpkg::Use-Pty=0 "$@" >"$log" 2>&1
}
install() { apt install -y --no-install-recommends "$@"; }

note "reading the package lists"
if ! apt update; then
  note "apt-get update failed; trying with the lists at hand"
fi
if ((${#need[@]})); then
  note "installing ${need[*]}"
  if ! install "${need[@]}"; then
    # Debian 13 and later have other JDKs than 17.
    for i in "${!need[@]}"; do
      [[ ${need[i]} != openjdk-17-jdk-headless ]] || need[i]=default-jdk-headless
    done
    if ! install "${need[@]}"; then
      cat "$log" >&2
      echo "setup.sh: error: cannot install: ${need[*]}" >&2
      exit 1
    fi
  fi
fi
if ((${#want[@]})); then
  note "installing ${want[*]}"
  if ! install "${want[@]}"; then
    # An unavailable package must not prevent the installation of others.
    for package in "${want[@]}"; do
      install "$package" ||
        note "cannot install $package: $(grep -m1 '^E:' "$log" || echo 'see apt-get')"
    done
  fi
fi
note "done"
