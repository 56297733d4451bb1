#!/usr/bin/env python3
"""Fills in the recipes of package managers for a release.

usage: utils/packaging/recipes.py URL DIST

URL is the address to which the files of the folder DIST will be uploaded: the tarballs
hprof-tools and the source archive. Writes to DIST/recipes a formula for Homebrew, a
port for vcpkg and a recipe for Conan, with the version and checksums.
"""

import hashlib
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TARGETS = {
    "hprof-tools.rb": "homebrew/hprof-tools.rb",
    "conanfile.py": "conan/conanfile.py",
    "vcpkg.json": "vcpkg/vcpkg.json",
    "portfile.cmake": "vcpkg/portfile.cmake",
}


def only(folder, pattern):
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise ValueError("expected one file %s in '%s', found %d" % (pattern, folder, len(found)))
    return found[0]


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def values(url, dist):
    source = only(dist, "hprof-*-source.tar.gz")
    known = {
        "URL": url.rstrip("/"),
        "VERSION": re.fullmatch(r"hprof-(.+)-source\.tar\.gz", source.name)[1],
        "SOURCE": source.name,
        "SOURCE_SHA256": sha256(source),
        "SOURCE_SHA512": hashlib.sha512(source.read_bytes()).hexdigest(),
    }
    for processor in ("x86_64", "aarch64"):
        tarball = only(dist, "hprof-tools-*-linux-%s.tar.gz" % processor)
        known["TARBALL_" + processor.upper()] = tarball.name
        known["TARBALL_%s_SHA256" % processor.upper()] = sha256(tarball)
    return known


def main():
    if len(sys.argv) != 3 or not sys.argv[1].startswith("https://"):
        print(__doc__, file=sys.stderr)
        return 2
    dist = pathlib.Path(sys.argv[2])
    try:
        known = values(sys.argv[1], dist)
    except ValueError as error:
        print("recipes.py: error: %s" % error, file=sys.stderr)
        return 1
    for name, target in TARGETS.items():
        text = (HERE / "recipes" / name).read_text(encoding="utf-8")
        text = re.sub(r"@([A-Z0-9_]+)@", lambda match: known[match[1]], text)
        path = dist / "recipes" / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
