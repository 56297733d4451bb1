#!/usr/bin/env bash
# Makes a release: checks the version, builds all packages, and lists the uploads.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/release.sh VERSION [--url=URL] [--check-only] [--no-setup]

Makes all files of the release VERSION from a clean clone: runs utils/package.sh and
utils/wheel.sh for this processor and for aarch64, and lists the files to upload,
with checksums, and the text of the release, which is the entry of the version in
CHANGELOG.md. Nothing is uploaded, and no tag is set. Fails unless all pieces of the
check have passed for these sources (utils/check.sh --candidate).

The version is in CMakeLists.txt, in project(), and everything else uses that
one; the first entry of CHANGELOG.md must have the same version.

  --url=URL     the folder of the uploaded files; fills in the recipes for Homebrew,
                vcpkg and Conan (utils/packaging/recipes)
  --check-only  only check the versions, and that nothing is uncommitted
  --no-setup    install nothing
END
}

version=
checkOnly=
url=
setup=()
for arg in "$@"; do
  case $arg in
  --help | -h) usage; exit 0 ;;
  --url=*) url=${arg#--url=} ;;
  --check-only) checkOnly=1 ;;
  --no-setup) setup=(--no-setup) ;;
  -*) echo "release.sh: error: unknown argument '$arg'" >&2; usage >&2; exit 2 ;;
  *)
    [[ ! $version ]] || { usage >&2; exit 2; }
    version=$arg
    ;;
  esac
done
if [[ ! $version ]]; then
  usage >&2
  exit 2
fi

cd "$(dirname "${BASH_SOURCE[0]}")/.."
fail() { echo "release.sh: error: $1" >&2; exit 1; }

built=$(sed -n 's/^project(HprofTools VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[[ $built == "$version" ]] ||
  fail "CMakeLists.txt has version $built, not $version"
entry=$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)
[[ $entry =~ ^"$version"\ -\ [0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] ||
  fail "CHANGELOG.md begins with '$entry', not with '$version - DATE'"
changes=$(git status --porcelain 2>&1) || fail "this is not a clone: $changes"
[[ ! $changes ]] || fail "there are changes that no commit has:
$changes"
[[ ! $checkOnly ]] || exit 0
utils/check.sh --status || fail "not all pieces of the check have passed"

utils/package.sh "${setup[@]}"
utils/wheel.sh >/dev/null
# The Python package is the same for all processors; checksums are computed below.
utils/package.sh --arch=aarch64 "${setup[@]}"
utils/wheel.sh --build=build/aarch64 --out=dist-aarch64 >/dev/null
rm dist-aarch64/SHA256SUMS dist-aarch64/*_all.deb
mv dist-aarch64/* dist/
rmdir dist-aarch64
git archive --format=tar --prefix="hprof-$version/" HEAD |
  gzip -9n >"dist/hprof-$version-source.tar.gz"
rm dist/SHA256SUMS
sums=$(cd dist && sha256sum -- *)
printf '%s\n' "$sums" >dist/SHA256SUMS
[[ ! $url ]] || utils/packaging/recipes.py "$url" dist

echo
echo "Upload these files of dist/:"
cat dist/SHA256SUMS
[[ ! $url ]] || echo "dist/recipes contains the recipes for Homebrew, vcpkg and Conan."
echo
echo "Set the tag v$version to $(git rev-parse HEAD), with this text:"
sed -n "/^## $version - /,/^## /{/^## /d;p}" CHANGELOG.md
