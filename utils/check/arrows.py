#!/usr/bin/env python3
"""Holds the #include lines of the sources against the build's LINK_LIBS."""
import argparse
import os
import re
import sys

HELP = """\
usage: utils/check/arrows.py [--draw] [SOURCE-FOLDER]

Each add_hprof_library() of lib/ is a room: its folder there, and the folder of
the same name in include/hprof. What a room may include is what its LINK_LIBS
say, directly or through those. Told are, with file and line:

  - an include that points at a room which LINK_LIBS do not reach
  - libraries that link each other in a circle
  - an include of a header in the lib/ folder of another room, from anywhere
    but tests
  - an include by ".." or of a file that is not there
  - a header of ours that is included below the first declaration
  - a header in include/hprof that only its own room includes, beside tests and
    utils; another header in include/hprof and the programs below test/ and
    docs/ count
  - a row of docs/Libraries/README.md, where that is there, whose last column
    is not what the room links

  --draw   print the rooms with their lines, and what each links
  --help   this text

The last line counts faults; the exit status is 1 when there are any.
"""

SOURCES = (".h", ".cpp", ".def", ".inc")
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
# Tables are included where they are needed.
TABLES = (".def", ".inc")


def parse_args():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--help", "-h", action="store_true")
    parser.add_argument("source", nargs="?")
    args = parser.parse_args()
    if args.help:
        print(HELP, end="")
        sys.exit(0)
    return args


def files_below(folder, endings):
    for root, dirs, names in os.walk(folder):
        dirs.sort()
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.join(root, name)


class Rooms:
    """The libraries as the CMakeLists.txt files below lib/ describe them."""

    def __init__(self):
        self.links = {}  # By folder relative to lib/: folders it links.
        libraries = {}
        for path in files_below("lib", "CMakeLists.txt"):
            text = open(path).read()
            found = re.search(r"add_hprof_library\((\w+)(.*?)\)", text, re.S)
            if not found:
                continue
            folder = os.path.relpath(os.path.dirname(path), "lib")
            linked = found[2].partition("LINK_LIBS")[2].split()
            libraries[found[1]] = folder, linked
        for folder, linked in libraries.values():
            self.links[folder] = [libraries[l][0] for l in linked if l in libraries]
        self.reach = {}
        self.circles = []
        for folder in self.links:
            self.below(folder, [])

    def below(self, folder, way):
        """All rooms that a room may include, itself among them."""
        if folder in way:
            self.circles.append(way[way.index(folder) :] + [folder])
            return set()
        if folder not in self.reach:
            reach = {folder}
            for linked in self.links[folder]:
                reach |= self.below(linked, way + [folder])
            self.reach[folder] = reach
        return self.reach[folder]

    def of(self, path):
        """The room that a file is in, or None."""
        for top in ("lib/", "include/hprof/"):
            if path.startswith(top):
                folder = os.path.dirname(path[len(top) :])
                while folder and folder not in self.links:
                    folder = os.path.dirname(folder)
                return folder or None
        return None


def resolve(path, include):
    """The file that an include of a source means, or None for others'."""
    roots = [os.path.dirname(path)]
    if include.startswith("hprof/"):
        roots = ["include"]
    elif path.startswith(("unittests/", "utils/")):
        roots += ["unittests", "lib"]
    elif path.startswith("lib/"):
        roots += ["lib"]
    for root in roots:
        target = os.path.normpath(os.path.join(root, include))
        if os.path.isfile(target):
            return target
    return None


def is_ours(include):
    return not include.startswith(("llvm/", "llvm-c/", "gtest/", "gmock/"))


def check_includes(rooms, path, tell):
    room = rooms.of(path)
    seen_code = False
    for number, line in enumerate(open(path), 1):
        found = INCLUDE.match(line)
        if not found:
            seen_code |= bool(re.match(r"\s*(namespace|class|struct|static)\b", line))
            continue
        include = found[1]
        if not is_ours(include):
            continue
        where = "%s:%d: '%s'" % (path, number, include)
        if ".." in include.split("/"):
            tell("%s leads out of its folder" % where)
            continue
        if seen_code and not include.endswith(TABLES):
            tell("%s is included below the first declaration" % where)
        target = resolve(path, include)
        if not target:
            if include not in ("Opts.inc",):
                tell("%s is not there" % where)
            continue
        other = rooms.of(target)
        if not other or path.startswith(("unittests/", "utils/")):
            continue
        if room and other not in rooms.reach[room]:
            tell("%s: %s does not link %s" % (where, room, other))
        if target.startswith("lib/") and other != room:
            tell("%s is a header of %s alone" % (where, other))


def check_installed(rooms, tell):
    """Headers that no user of their library needs are not installed."""
    used = set()
    for top in ("include", "lib", "tools", "test", "docs"):
        for path in files_below(top, SOURCES):
            room = rooms.of(path) if top == "lib" else None
            for found in map(INCLUDE.match, open(path)):
                target = found and resolve(path, found[1])
                if target and (not room or rooms.of(target) != room):
                    used.add(target)
    for path in files_below("include", SOURCES):
        if path not in used:
            tell("%s is installed, but only %s includes it" % (path, rooms.of(path)))


def check_table(rooms, path, tell):
    """The rows of the table of libraries: name, folder, purpose, links."""
    if not os.path.isfile(path):
        return
    row = re.compile(r"\| \[(\w+)\]\(.*\) \| `([\w/]+)` \|.*\| (.*) \|$")
    rows = [found.groups() for found in map(row.match, open(path)) if found]
    folders = {name: folder for name, folder, _ in rows}
    for name, folder, links in rows:
        told = {folders[l] for l in links.split(", ") if l in folders}
        if told != set(rooms.links.get(folder, [])):
            tell("%s: %s links %s" % (path, name, ", ".join(rooms.links.get(folder, []))))
    for folder in sorted(rooms.links.keys() - folders.values()):
        tell("%s: %s is missing" % (path, folder))


def draw(rooms):
    for folder, linked in rooms.links.items():
        lines = 0
        for top in ("lib", "include/hprof"):
            for path in files_below(os.path.join(top, folder), SOURCES):
                if rooms.of(path) == folder:
                    lines += sum(1 for _ in open(path))
        print("%-20s %6d lines  %s" % (folder, lines, " ".join(linked)))


def main():
    args = parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    os.chdir(args.source or os.path.join(here, "..", ".."))
    rooms = Rooms()
    faults = []
    for circle in rooms.circles:
        faults.append("libraries link in a circle: " + " -> ".join(circle))
    checked = 0
    for top in ("include", "lib", "tools", "unittests", "utils", "docs"):
        for path in files_below(top, SOURCES):
            check_includes(rooms, path, faults.append)
            checked += 1
    check_installed(rooms, faults.append)
    check_table(rooms, "docs/Libraries/README.md", faults.append)
    if args.draw:
        draw(rooms)
    for fault in faults:
        print("error: " + fault)
    print("%d sources in %d rooms, %d faults" % (checked, len(rooms.links), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
