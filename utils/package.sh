#!/usr/bin/env bash
# Builds the distributable files: a tarball of static tools, and Debian
# packages.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/package.sh [--no-setup] [CMAKE-ARG...]

Installs what is missing (utils/setup.sh --build), builds one program with all
tools and without any shared library in build/package, and leaves in dist/ a
tarball that runs on any Linux of this processor and .deb packages that need no
others.
Arguments that begin with -D go to CMake.
END
}

setup=1
args=()
for arg in "$@"; do
  case $arg in
  --help | -h) usage; exit 0 ;;
  --no-setup) setup= ;;
  -D*) args+=("$arg") ;;
  *) echo "package.sh: error: unknown argument '$arg'" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
[[ ! $setup ]] || utils/setup.sh --build

mkdir -p build
log=build/package.log
if ! cmake -G Ninja -S . -B build/package -DCMAKE_BUILD_TYPE=Release \
  -DHPROF_STATIC=ON -DHPROF_ONE_PROGRAM=ON -DBUILD_TESTING=OFF "${args[@]}" >"$log" 2>&1 ||
  ! cmake --build build/package -j "$(nproc)" --target all >>"$log" 2>&1; then
  tail -n 40 "$log" >&2
  echo "package.sh: error: the build failed; the whole log is $PWD/$log" >&2
  exit 1
fi
for tool in build/package/bin/*; do
  if readelf -l "$tool" | grep -q INTERP; then
    echo "package.sh: error: $tool is not static" >&2
    exit 1
  fi
done

rm -rf dist
for kind in TGZ DEB; do
  if ! cpack --config build/package/CPackConfig.cmake -G "$kind" -B "$PWD/dist" \
    >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "package.sh: error: cpack -G $kind failed" >&2
    exit 1
  fi
done
rm -rf dist/_CPack_Packages
(cd dist && stat -c '%s bytes: dist/%n' -- *)
