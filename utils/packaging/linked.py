#!/usr/bin/env python3
"""Lists the Debian packages whose code is in the output of a build.

usage: utils/packaging/linked.py BUILD OUT

Reads the linker's maps in BUILD/maps, one for each program and shared library, and
the headers that the compiler read, according to ninja. Writes the file OUT as JSON:

  {"linked": {"hprof": ["libzstd-dev", ...], ...},
   "packages": {"libzstd-dev": {"version": "1.5.4+dfsg2-5", "source": "libzstd",
                                "copyright": "/usr/share/doc/..."}, ...}}

Headers of the C library and of the kernel are not counted; they are interfaces.
"""

import json
import os
import re
import subprocess
import sys

from staging import Target

INTERFACES = {"libc6-dev", "linux-libc-dev"}


def run(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return result.stdout


def map_files(path):
    """The archive members and objects in the output, according to a linker map."""
    files = set()
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            # A section of a file; omitted sections have no address.
            match = re.match(r" \S*\s+0x[0-9a-f]{8,}\s+(0x[0-9a-f]+)\s+(/?\S.*)$", line)
            if match and int(match[1], 16):
                files.add(match[2])
    return files


def is_system(path, target):
    """Whether a file belongs to the system, or to the folder of the target system."""
    return path.startswith(("/usr/", target.sysroot + "/usr/"))


def compiled_headers(build, target):
    """For each object that ninja compiled, the headers outside the build."""
    headers = {}
    now = None
    for line in run("ninja", "-C", build, "-t", "deps").splitlines():
        if line.startswith("    "):
            # ccache writes relative names.
            header = os.path.normpath(os.path.join(build, line.strip()))
            if now is not None and is_system(header, target):
                now.add(header)
        elif ": #deps" in line:
            now = headers.setdefault(line.split(":", 1)[0], set())
    return headers


class Objects:
    """Finds the compiled objects that a name in a map stands for."""

    def __init__(self, headers):
        self.by_folder = {}
        for path in headers:
            match = re.search(r"CMakeFiles/([^/]+)\.dir/", path)
            if match:
                self.by_folder.setdefault(match[1], []).append(path)

    def of(self, name):
        match = re.search(r"lib(Hprof\w+)\.a\((.+)\)$", name)
        if match:
            every = self.by_folder.get(match[1], [])
            return [path for path in every if os.path.basename(path) == match[2]]
        match = re.search(r"CMakeFiles/([^/]+)\.dir/", name)
        if match:
            return [path for path in self.by_folder.get(match[1], []) if name.endswith(path)]
        # The objects of a tool were linked into one (OneProgram.cmake).
        match = re.search(r"(hprof-[\w-]+)\.o$", name)
        return self.by_folder.get(match[1] + "-objects", []) if match else []


def owners(paths, root, database):
    """The package of each file below ROOT, according to a database."""
    known = {}
    wanted = {}
    for path in paths:
        full = os.path.realpath(path).removeprefix(root)
        plain = os.path.normpath(path).removeprefix(root)
        for name in {full, re.sub("^/usr/lib/", "/lib/", full), plain}:
            wanted[name] = path
    names = sorted(wanted)
    for first in range(0, len(names), 500):
        for line in run_quietly("dpkg-query", *database, "-S", *names[first : first + 500]).splitlines():
            package, _, file = line.partition(": ")
            if file in wanted:
                known[wanted[file]] = package.split(",")[0].split(":")[0]
    return known


def run_quietly(*command):
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout


def owners_in_both(paths, target):
    """The same for files of the system and of the folder with the target's libraries,
    with the location of each package: the folder and the database."""
    known = {}
    places = {}
    below = {path for path in paths if target.sysroot and path.startswith(target.sysroot + "/")}
    for some, place in (paths - below, ("", [])), (below, (target.sysroot, target.database())):
        found = owners(some, *place)
        known.update(found)
        places.update(dict.fromkeys(found.values(), place))
    return known, places


def is_code(file, package):
    """Cross compilers have separate packages with the headers of the C library."""
    return re.sub("-[a-z0-9]+-cross$", "", package) not in INTERFACES or file.endswith((".a", ".o"))


def describe(package, place):
    root, database = place
    form = "${Version}\t${source:Package}\t${source:Version}\t${Architecture}"
    version, source, source_version, architecture = (
        run("dpkg-query", *database, "-W", "-f=" + form + "\n", package).splitlines()[0].split("\t")
    )
    return {
        "version": version,
        "source": source,
        "source_version": source_version,
        "architecture": architecture,
        "copyright": os.path.realpath("%s/usr/share/doc/%s/copyright" % (root, package)),
    }


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    build, out = os.path.abspath(sys.argv[1]), sys.argv[2]
    target = Target(build)
    headers = compiled_headers(build, target)
    objects = Objects(headers)
    used = {}
    maps = os.path.join(build, "maps")
    for name in sorted(os.listdir(maps)):
        files = set()
        for file in map_files(os.path.join(maps, name)):
            archive = re.match(r"(/.*\.(?:a|o))(?:\(.*\))?$", file)
            # The build contains links to some, and a name may contain "..".
            path = archive and os.path.realpath(archive[1])
            if path and is_system(path, target):
                files.add(path)
            for path in objects.of(file):
                files |= headers[path]
        used[name.removesuffix(".map")] = files
    every = set().union(*used.values())
    owner, places = owners_in_both(every, target)
    unknown = sorted(every - set(owner))
    if unknown:
        print("linked.py: error: no package has " + ", ".join(unknown), file=sys.stderr)
        return 1
    linked = {
        name: sorted({owner[file] for file in files if is_code(file, owner[file])})
        for name, files in used.items()
    }
    packages = {name: describe(name, places[name]) for name in sorted(set().union(*linked.values()))}
    with open(out, "w", encoding="utf-8") as file:
        json.dump({"linked": linked, "packages": packages}, file, indent=1)
        file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
