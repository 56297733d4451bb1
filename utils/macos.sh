#!/usr/bin/env bash
# Builds the tools for macOS on another system.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/macos.sh [--arch=aarch64|x86_64] [--no-setup] [CMAKE-ARG...]

Installs missing packages (utils/setup.sh --macos), and builds the readers and analyses
for macOS 13 and later, in build/macos-ARCH/bin:

  - the compiler is that of zig, which pip installs;
  - the libraries are those of Debian in the versions of this system, built from
    source, which apt-get fetches with separate package lists, in build/macos;
  - the programs load only libSystem, which is checked.

The programs are not run, since programs for macOS do not run here.

  --arch=ARCH  build for this processor (default: aarch64)

Arguments that begin with -D go to CMake. The exit status is 3 if the compiler or the
sources are unavailable.
END
}

zig=0.17.1
processor=aarch64
setup=1
args=()
for arg in "$@"; do
  case $arg in
  --help | -h) usage; exit 0 ;;
  --no-setup) setup= ;;
  --arch=aarch64 | --arch=x86_64) processor=${arg#--arch=} ;;
  --arch=*) echo "macos.sh: error: no toolchain for '${arg#--arch=}'" >&2; exit 2 ;;
  -D*) args+=("$arg") ;;
  *) echo "macos.sh: error: unknown argument '$arg'" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
src=$PWD work=$PWD/build/macos
sources=$work/sources prefix=$work/$processor
mkdir -p "$work"
log=$work/$processor.log
: >"$log"
[[ ! $setup ]] || utils/setup.sh --macos
fail() { # what
  tail -n 40 "$log" >&2
  echo "macos.sh: error: $1; the whole log is $log" >&2
  exit 1
}
step() { "$@" >>"$log" 2>&1 || fail "$1 failed"; }
export CCACHE_BASEDIR=$src CCACHE_NOHASHDIR=1
export ZIG_GLOBAL_CACHE_DIR=$work/zig-cache ZIG_LOCAL_CACHE_DIR=$work/zig-cache

getZig() {
  [[ ! -f $work/zig-$zig/have ]] || return 0
  rm -rf "$work/zig-$zig"
  python3 -m venv "$work/zig-$zig" &&
    "$work/zig-$zig/bin/pip" install -q "ziglang==$zig" &&
    touch "$work/zig-$zig/have"
}

# The sources of the linked libraries, in the versions of this system.
wantedSources() {
  dpkg-query -W -f '${source:Package}=${source:Version}\n' llvm-19-dev libzstd-dev \
    zlib1g-dev libdeflate-dev libre2-dev libsqlite3-dev libprotobuf-dev
}

# Makes Debian's sources known to apt-get, in folders of this build.
aptFolders() {
  local lists=$work/apt/sources.list.d file
  mkdir -p "$lists" "$work"/apt/{lists,cache/archives}/partial
  for file in /etc/apt/sources.list.d/debian.sources; do
    [[ ! -s $file ]] || sed 's/^Types:.*/Types: deb-src/' "$file" >"$lists/debian.sources"
  done
  [[ ! -s /etc/apt/sources.list ]] ||
    sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$lists/debian.list"
  cat >"$work/apt/apt.conf" <<END
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$lists";
Dir::State::Lists "$work/apt/lists";
Dir::Cache "$work/apt/cache";
APT::Sandbox::User "root";
END
}

getSources() {
  local wanted name dsc
  wanted=$(wantedSources) || return
  if [[ -f $sources/wanted.txt && $(<"$sources/wanted.txt") == "$wanted" ]]; then
    return 0
  fi
  rm -rf "$sources"
  mkdir -p "$sources/packed"
  aptFolders
  export APT_CONFIG=$work/apt/apt.conf
  apt-get update || return 3
  for name in $wanted; do
    # A mirror may lack the sources of a security update.
    (cd "$sources/packed" && . /etc/os-release && {
      apt-get source --download-only "$name" ||
        apt-get source --download-only "${name%%=*}/$VERSION_CODENAME"
    }) || return 3
  done
  for dsc in "$sources"/packed/*.dsc; do
    name=$(basename "${dsc%%_*}")
    if [[ $name != llvm-toolchain-* ]]; then
      dpkg-source -x "$dsc" "$sources/$name" || return
    fi
  done
  # A tenth of the sources, without Debian's changes, which concern other parts.
  mkdir "$sources/llvm-project"
  tar -C "$sources/llvm-project" --strip-components=1 --wildcards \
    --no-wildcards-match-slash --exclude='*/llvm/test' --exclude='*/llvm/unittests' \
    --exclude='*/llvm/docs' -xf "$sources"/packed/llvm-toolchain-*.orig.tar.* \
    '*/llvm' '*/cmake' '*/third-party' || return
  # The amalgamation of SQLite's sources.
  (cd "$sources/sqlite3" && CFLAGS=$(grep -o -e '-DSQLITE_[A-Z0-9_=]*' debian/rules |
    tr '\n' ' ') ./configure --disable-tcl && make sqlite3.c) || return
  # Tables of re2, from the data of the package unicode-data.
  make -C "$sources/re2" REBUILD_TABLES=1 re2/perl_groups.cc re2/unicode_casefold.cc re2/unicode_groups.cc ||
    return
  printf '%s\n' "$wanted" >"$sources/wanted.txt"
}

toolchain=(-G Ninja -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_TOOLCHAIN_FILE="$src/utils/cmake/macos.cmake" -DHPROF_PREFIX="$prefix"
  -DHPROF_PROCESSOR="$processor")

# makeLibraries: the used libraries of LLVM, and the others.
makeLibraries() {
  local wanted
  wanted="$zig $(cat "$sources/wanted.txt" utils/cmake/macos.cmake utils/macos/CMakeLists.txt)"
  if [[ -f $prefix/wanted.txt && $(<"$prefix/wanted.txt") == "$wanted" ]]; then
    return 0
  fi
  rm -rf "$prefix" "$prefix-libraries" "$prefix-llvm"
  mkdir -p "$prefix"
  cmake -S utils/macos -B "$prefix-libraries" "${toolchain[@]}" \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DHPROF_SOURCES="$sources" &&
    cmake --build "$prefix-libraries" -j "$(nproc)" --target install || return
  local off=() part
  for part in ENABLE_{ZLIB,ZSTD,LIBXML2,LIBEDIT} \
    INCLUDE_{TESTS,BENCHMARKS,EXAMPLES,DOCS,UTILS,TOOLS}; do
    off+=("-DLLVM_$part=OFF")
  done
  cmake -S "$sources/llvm-project/llvm" -B "$prefix-llvm" "${toolchain[@]}" "${off[@]}" \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DLLVM_TARGETS_TO_BUILD= -DLLVM_DISABLE_ASSEMBLY_FILES=ON \
    -DLLVM_TABLEGEN=/usr/lib/llvm-19/bin/llvm-tblgen \
    -DLLVM_DEFAULT_TARGET_TRIPLE="$processor-apple-darwin" \
    '-DLLVM_DISTRIBUTION_COMPONENTS=LLVMSupport;LLVMDemangle;LLVMOption;LLVMLineEditor;llvm-headers;cmake-exports' &&
    cmake --build "$prefix-llvm" -j "$(nproc)" --target install-distribution || return
  rm -rf "$prefix-libraries" "$prefix-llvm"
  printf '%s\n' "$wanted" >"$prefix/wanted.txt"
}

# The exit status is 3 if a registry lacks a requirement.
missing() { # what
  echo "macos.sh: error: $1; the whole log is $log" >&2
  exit 3
}
getZig >>"$log" 2>&1 || missing "pip cannot install ziglang $zig"
status=0
getSources >>"$log" 2>&1 || status=$?
((status != 3)) || missing "apt-get cannot fetch Debian's sources"
((status == 0)) || fail "the sources cannot be unpacked"
program=$("$work/zig-$zig/bin/python" -c \
  'import os, ziglang; print(os.path.join(os.path.dirname(ziglang.__file__), "zig"))')
toolchain+=(-DHPROF_ZIG="$program")
makeLibraries >>"$log" 2>&1 || fail "the libraries cannot be built"

build=build/macos-$processor
step cmake -S . -B "$build" "${toolchain[@]}" -DHPROF_STATIC=ON -DBUILD_TESTING=OFF \
  "${args[@]}"
step cmake --build "$build" -j "$(nproc)" --target all
utils/macos/loads.py --arch="$processor" "$build"/bin/*
