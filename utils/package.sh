#!/usr/bin/env bash
# Builds the distributable files: tarballs, Debian packages and an OCI image.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/package.sh [--arch=aarch64] [--no-setup] [--build=FOLDER] [--out=FOLDER]
                        [CMAKE-ARG...]

Installs missing packages (utils/setup.sh --build), builds one program with all
tools and without any shared library, and writes to dist/:

  hprof-tools-*.tar.gz      the tools and the agent, for any Linux of this processor
  hprof-libraries-*.tar.gz  the C interface, and the extension of SQLite
  *.deb                     the same, the libraries for C++ and the Python package
  *.oci.tar                 an image for containers
  *.spdx.json               the components of these files, with licences
  SHA256SUMS

The same sources produce the same bytes, in any folder and at any time, if the
versions of Debian's packages, which *.spdx.json lists, are the same.

  --arch=aarch64  build for this processor with a cross compiler, in build/aarch64
                  and dist-aarch64
  --build=FOLDER  build there (default: build/package)
  --out=FOLDER    write the files there (default: dist)

Arguments that begin with -D go to CMake.
END
}

setup=1
processor=$(uname -m)
build=
out=
args=()
for arg in "$@"; do
  case $arg in
  --help | -h) usage; exit 0 ;;
  --no-setup) setup= ;;
  --arch=aarch64) processor=aarch64 ;;
  --arch=*) echo "package.sh: error: no toolchain for '${arg#--arch=}'" >&2; exit 2 ;;
  --build=*) build=${arg#--build=} ;;
  --out=*) out=${arg#--out=} ;;
  -D*) args+=("$arg") ;;
  *) echo "package.sh: error: unknown argument '$arg'" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ $processor == "$(uname -m)" ]]; then
  [[ ! $setup ]] || utils/setup.sh --build
  : "${build:=build/package}" "${out:=dist}"
else
  [[ ! $setup ]] || utils/setup.sh --cross
  utils/sysroot.sh arm64
  : "${build:=build/$processor}" "${out:=dist-$processor}"
  args=(-DCMAKE_TOOLCHAIN_FILE="$PWD/utils/cmake/$processor.cmake"
        -DHPROF_SYSROOT="$PWD/build/sysroot-arm64" "${args[@]}")
fi

# The time of all files is that of the commit, or else of the changelog entry.
version=$(sed -n 's/^## \([0-9.]*\) - .*/\1/p' CHANGELOG.md | head -n 1)
day=$(sed -n 's/^## [0-9.]* - //p' CHANGELOG.md | head -n 1)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null ||
  date -u -d "$day" +%s)}
export SOURCE_DATE_EPOCH
# Clones in different folders share compiled objects.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
umask 022

mkdir -p build
log=$PWD/build/package.log
fail() { # what
  tail -n 40 "$log" >&2
  echo "package.sh: error: $1; the whole log is $log" >&2
  exit 1
}
if ! cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release \
  -DHPROF_STATIC=ON -DHPROF_ONE_PROGRAM=ON -DBUILD_TESTING=OFF "${args[@]}" >"$log" 2>&1 ||
  ! cmake --build "$build" -j "$(nproc)" --target all >>"$log" 2>&1; then
  fail "the build failed"
fi
for tool in "$build"/bin/*; do
  if readelf -l "$tool" | grep -q INTERP; then
    echo "package.sh: error: $tool is not static" >&2
    exit 1
  fi
done

# For sorting. If set earlier, ccache would treat this as a different build.
export LC_ALL=C.UTF-8 TZ=UTC
rm -rf "$out"
mkdir -p "$out"
step() { "$@" >>"$log" 2>&1 || fail "$1 failed"; }
name=hprof-tools-$version-linux-$processor
step utils/packaging/linked.py "$build" "$build/linked.json"
step utils/packaging/tarballs.py "$build" "$out"
if command -v dpkg-deb >/dev/null; then
  step utils/packaging/debs.py "$build" "$out"
fi
mkdir -p "$build/tarballs/$name/tmp"
architecture=$(sed 's/x86_64/amd64/; s/aarch64/arm64/' <<<"$processor")
step utils/packaging/oci.py utils/packaging/Dockerfile "$build/tarballs/$name" \
  "hprof-tools:$version" "$architecture" "$out/$name.oci.tar"
step utils/packaging/sbom.py "$build" "$out/$name.spdx.json"
(cd "$out" && sha256sum -- * >SHA256SUMS && stat -c '%s bytes: '"$out"'/%n' -- *)
