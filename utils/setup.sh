#!/usr/bin/env bash
# Installs the packages that the project needs from Debian's own repositories.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/setup.sh [--build | --test | --viewers | --cross |
                      --macos] [--dry-run | --list]

Installs the Debian packages that this project needs (Debian 12 or newer), as
root or with sudo. Installed packages are left unchanged; if all of
them are installed, nothing is done and no network is needed.

  --build    packages for building and using the tools
  --test     also packages that utils/check.sh can use (the default)
  --viewers  also a browser and Graphviz, for its steps viewers and browser
  --cross    packages for building, and for aarch64: a compiler, programs to unpack
             libraries (utils/sysroot.sh), and an emulator
  --macos    packages for building, and for building libraries for macOS
             (utils/macos.sh)
  --dry-run  only list the packages that would be installed
  --list     only list the packages for building, one per line
  --help     print this text
END
}

# Required for any build.
build=(cmake ninja-build g++ llvm-19-dev llvm-19-tools libzstd-dev zlib1g-dev
       libdeflate-dev libarchive-dev liblzma-dev libbz2-dev nettle-dev
       rapidjson-dev libre2-dev libtomlplusplus-dev
       libsqlite3-dev libedit-dev libevent-dev libprotobuf-dev protobuf-compiler
       googletest python3)
# Without these, check.sh skips tests, and reports that.
extra=(clang-19 lld-19 libclang-rt-19-dev clang-tidy-19 clang-format-19
       abigail-tools lintian umoci musl-tools man-db pkg-config python3-sphinx python3-jsonschema python3-venv python3-psutil ccache libbenchmark-dev sqlite3 zstd gzip pigz hprof-conv visualvm file)

# Large, and for two steps of check.sh.
viewers=(chromium graphviz)

cross=(g++-aarch64-linux-gnu mmdebstrap qemu-user)

# For utils/macos.sh, to unpack sources and to generate files of SQLite and re2.
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
  note "  ${build[*]} and JDK 11 or later"
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
# Any JDK is sufficient: Debian's is installed if there is none.
if [[ -z $("$here/find-jdks.sh") ]]; then
  need+=(openjdk-17-jdk-headless)
elif [[ $tests && -z $("$here/find-jdks.sh" 17) ]]; then
  extra+=(openjdk-17-jdk-headless)
fi
want=()
if [[ $tests ]]; then
  mapfile -t want < <(missingOf "${extra[@]}")
fi
# Any Node is sufficient, too. It bundles the page of hprof-report.
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
    # Debian 13 and later have JDKs other than 17.
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
