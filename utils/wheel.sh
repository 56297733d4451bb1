#!/usr/bin/env bash
# Builds the Python package as a wheel.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/wheel.sh [--python=PYTHON] [--build=FOLDER] [--out=FOLDER]
                      [CMAKE-ARG...]

Builds libhprof-c.so, which needs no shared library except the C library, in
build/package, and writes a wheel with it to dist/. Python 3.9 and later can install
the wheel on the processor, and with the C library or a later one, in its name. pip
installs the build requirements into build/python/VERSION, with the versions and
hashes of bindings/python/requirements-test.txt. The last line of the output is the
path of that Python. The exit status is 3 if the requirements cannot be installed.
Arguments that begin with -D go to CMake.

  --python=PYTHON  the Python to use (default: python3)
  --build=FOLDER   build in this folder of utils/package.sh, also for another
                   processor (default: build/package)
  --out=FOLDER     write the wheel there (default: dist)
END
}

python=python3
build=build/package
out=dist
args=()
for arg in "$@"; do
  case $arg in
  --help | -h) usage; exit 0 ;;
  --python=*) python=${arg#--python=} ;;
  --build=*) build=${arg#--build=} ;;
  --out=*) out=${arg#--out=} ;;
  -D*) args+=("$arg") ;;
  *) echo "wheel.sh: error: unknown argument '$arg'" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Clones in different folders share compiled objects.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
mkdir -p build "$out"
out=$(realpath "$out")
log=$PWD/build/wheel.log
: >"$log"
fail() { # what, status
  tail -n 20 "$log" >&2
  echo "wheel.sh: error: $1; the whole log is $log" >&2
  exit "${2-1}"
}

name=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
venv=$PWD/build/python/$name
wanted=$(sha256sum <bindings/python/requirements-test.txt)
if [[ ! -f $venv/complete || $(<"$venv/complete") != "$wanted" ]]; then
  rm -rf "$venv"
  if ! { "$python" -m venv "$venv" &&
    "$venv/bin/python" -m pip install -q --disable-pip-version-check \
      --require-hashes -r bindings/python/requirements-test.txt; } >>"$log" 2>&1; then
    rm -rf "$venv"
    fail "cannot install the requirements to build and test the package" 3
  fi
  echo "$wanted" >"$venv/complete"
fi

if [[ $build == build/package ]]; then
  args+=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DHPROF_STATIC=ON -DBUILD_TESTING=OFF)
elif [[ ! -f $build/CMakeCache.txt ]]; then
  fail "'$build' is not a build folder"
fi
if ! cmake -S . -B "$build" "${args[@]}" >>"$log" 2>&1 ||
  ! cmake --build "$build" -j "$(nproc)" --target hprof-c >>"$log" 2>&1; then
  fail "the build failed"
fi
library=$(realpath "$build")/libhprof-c.so.1
strip=$(sed -n 's/^CMAKE_STRIP:FILEPATH=//p' "$build/CMakeCache.txt")
"$strip" --strip-unneeded -o "$library" "$build/lib/libhprof-c.so.1"
glibc=$(utils/check/oldest-glibc.sh "$library" | sed -n 's/^GLIBC //p')
processor=$(sed -n 's/^set(CMAKE_SYSTEM_PROCESSOR "\(.*\)")$/\1/p' "$build"/CMakeFiles/*/CMakeSystem.cmake)
platform=manylinux_${glibc/./_}_$processor

rm -f "$out"/hprof-*.whl
if ! (cd bindings/python && HPROF_LIBRARY=$library HPROF_PLATFORM=$platform \
  "$venv/bin/python" -m hatchling build -t wheel -d "$out") >>"$log" 2>&1; then
  fail "the wheel cannot be built"
fi
stat -c '%s bytes: %n' "$out"/hprof-*.whl
echo "$venv/bin/python"
