#!/usr/bin/env python3
"""Compares the #include lines of the sources with the LINK_LIBS of the build."""
import argparse
import os
import re
import sys

HELP = """\
usage: utils/check/arrows.py [--draw] [SOURCE-FOLDER]

Each add_hprof_library() of lib/ is a library: its folder there, and the folder
of the same name in include/hprof. A library may include headers of its direct
and indirect LINK_LIBS. The rooms of a library are the folders in it: a
folder in lib/ with the one of the same name in include/hprof. The files next to
its CMakeLists.txt are a room as well. Reports, with file and line:

  - an include of a library that LINK_LIBS do not reach
  - libraries that link each other in a circle
  - rooms of a library that include each other in a circle: the fewest includes
    to remove so that no circle is left, each with the circle that it closes
  - a room of more than %d lines
  - an include of a header in the lib/ folder of another library, from anywhere
    but tests
  - an include with ".." or of a missing file
  - a header of ours that is included below the first declaration
  - a header in include/hprof that only its own library includes, apart from
    tests and utils; another header in include/hprof and the programs below
    test/ and docs/ count as users
  - a row of docs/Libraries/README.md, if that exists, whose last column differs
    from the links of the library
  - a page of docs/Libraries with a table of folders that lacks one, or where a
    folder includes one that is below it in the table

  --draw   print the libraries with their lines and links; below each, its rooms
           with their lines and includes
  --help   print this text

The last line counts faults; the exit status is 1 if there are any.
"""
# A folder that a newcomer can still read in a day.
MAX_LINES = 5500

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
        print(HELP % MAX_LINES, end="")
        sys.exit(0)
    return args


def files_below(folder, endings):
    for root, dirs, names in os.walk(folder):
        dirs.sort()
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.join(root, name)


class Libraries:
    """The libraries as the CMakeLists.txt files below lib/ describe them."""

    def __init__(self):
        self.links = {}  # By folder relative to lib/: folders it links.
        named = {}
        for path in files_below("lib", "CMakeLists.txt"):
            text = open(path).read()
            found = re.search(r"add_hprof_library\((\w+)(.*?)\)", text, re.S)
            if not found:
                continue
            folder = os.path.relpath(os.path.dirname(path), "lib")
            linked = found[2].partition("LINK_LIBS")[2].split()
            named[found[1]] = folder, linked
        for folder, linked in named.values():
            self.links[folder] = [named[l][0] for l in linked if l in named]
        self.reach = {}
        self.circles = []
        for folder in self.links:
            self.below(folder, [])

    def below(self, folder, way):
        """All libraries that a library may include, including itself."""
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
        """The library that a file is in, or None."""
        for top in ("lib/", "include/hprof/"):
            if path.startswith(top):
                folder = os.path.dirname(path[len(top) :])
                while folder and folder not in self.links:
                    folder = os.path.dirname(folder)
                return folder or None
        return None


def resolve(path, include):
    """The file that an include of a source refers to, or None for third-party files."""
    roots = [os.path.dirname(path)]
    if include.startswith(("hprof/", "hprof-c/")):
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


def check_includes(libraries, path, tell):
    library = libraries.of(path)
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
            # Files that llvm-tblgen and CMake generate.
            declared = os.path.join(os.path.dirname(path), include[:-3] + "td")
            if include not in ("Formats.inc", "Opts.inc", "QuestionFiles.inc") and not os.path.exists(declared):
                tell("%s is not there" % where)
            continue
        other = libraries.of(target)
        if not other or path.startswith(("unittests/", "utils/")):
            continue
        if library and other not in libraries.reach[library]:
            tell("%s: %s does not link %s" % (where, library, other))
        if target.startswith("lib/") and other != library:
            tell("%s is a header of %s alone" % (where, other))


def check_installed(libraries, tell):
    """Headers that no user of their library needs are not installed."""
    used = set()
    for top in ("include", "lib", "tools", "test", "docs"):
        for path in files_below(top, SOURCES):
            library = libraries.of(path) if top == "lib" else None
            for found in map(INCLUDE.match, open(path)):
                target = found and resolve(path, found[1])
                if target and (not library or libraries.of(target) != library):
                    used.add(target)
    for path in files_below("include", SOURCES):
        if path not in used:
            tell("%s is installed, but only %s includes it" % (path, libraries.of(path)))


def check_table(libraries, path, tell):
    """The rows of the table of libraries: name, folder, purpose, links."""
    if not os.path.isfile(path):
        return
    row = re.compile(r"\| \[(\w+)\]\(.*\) \| `([\w/]+)` \|.*\| (.*) \|$")
    rows = [found.groups() for found in map(row.match, open(path)) if found]
    folders = {name: folder for name, folder, _ in rows}
    for name, folder, links in rows:
        told = {folders[l] for l in links.split(", ") if l in folders}
        if told != set(libraries.links.get(folder, [])):
            tell("%s: %s links %s" % (path, name, ", ".join(libraries.links.get(folder, []))))
    for folder in sorted(libraries.links.keys() - folders.values()):
        tell("%s: %s is missing" % (path, folder))


class Rooms:
    """The folders of one library, and the includes between them."""

    def __init__(self, libraries, library):
        self.library = library
        self.lines = {}  # By folder relative to the library; "" is its root.
        self.arrows = {}  # By room, by included room: where, and what.
        for top in ("lib", "include/hprof"):
            for path in files_below(os.path.join(top, library), SOURCES):
                if libraries.of(path) == library:
                    self.add(libraries, path)

    def of(self, path):
        folder = os.path.dirname(path).removeprefix("lib/").removeprefix("include/hprof/")
        return folder[len(self.library) + 1 :]

    def name(self, room):
        return os.path.join(self.library, room).rstrip("/")

    def add(self, libraries, path):
        room = self.of(path)
        self.lines.setdefault(room, 0)
        for number, line in enumerate(open(path), 1):
            self.lines[room] += 1
            found = INCLUDE.match(line)
            target = found and resolve(path, found[1])
            if not target or libraries.of(target) != self.library:
                continue
            if self.of(target) != room:
                arrows = self.arrows.setdefault(room, {})
                where = "%s:%d: '%s'" % (path, number, found[1])
                arrows.setdefault(self.of(target), []).append(where)

    def way(self, start, end):
        """The shortest path of arrows between two rooms, or None."""
        ways = [[start]]
        seen = {start}
        for way in ways:
            if way[-1] == end:
                return way
            for room in sorted(self.arrows.get(way[-1], {})):
                if room not in seen:
                    seen.add(room)
                    ways.append(way + [room])
        return None

    def floors(self):
        """The rooms from the bottom up, with the fewest includes of a room above.

        Rooms below and above all circles are placed immediately. The rest is
        ordered by dynamic programming over the sets of rooms that are below.
        """
        order, rest = [], set(self.lines)
        while True:
            free = sorted(r for r in rest if not rest & self.arrows.get(r, {}).keys())
            if not free:
                break
            order += free
            rest -= set(free)
        tops = []
        while True:
            free = sorted(r for r in rest if not any(r in self.arrows.get(o, {}) for o in rest))
            if not free:
                break
            tops = free + tops
            rest -= set(free)
        best = {frozenset(): (0, [])}
        for _ in rest:
            longer = {}
            for below, (cost, way) in best.items():
                for room in sorted(rest - below):
                    up = self.arrows.get(room, {})
                    more = sum(len(up[r]) for r in rest - below if r in up)
                    key = below | {room}
                    if key not in longer or cost + more < longer[key][0]:
                        longer[key] = cost + more, way + [room]
            # With many rooms in one circle, an approximate minimum suffices.
            best = dict(sorted(longer.items(), key=lambda entry: entry[1])[:4096])
        return order + best[frozenset(rest)][1] + tops


def check_rooms(rooms, tell):
    floors = rooms.floors()
    for number, room in enumerate(floors):
        for above in floors[number + 1 :]:
            for where in rooms.arrows.get(room, {}).get(above, []):
                circle = [room] + rooms.way(above, room)
                tell("%s closes a circle: %s" % (where, " -> ".join(map(rooms.name, circle))))
        lines = rooms.lines[room]
        if lines > MAX_LINES:
            tell("%s has %d lines, at most %d are allowed" % (rooms.name(room), lines, MAX_LINES))


def check_page(rooms, path, tell):
    """The table of folders of a library's page, from the bottom up."""
    text = open(path).read() if os.path.isfile(path) else ""
    head = r"(?m)^\| (?:folder|room) \| what is in it \|.*\n\|.*\n"
    table = re.search(head + r"((?:\|.*\n)+)", text)
    if not table:
        return
    order = []
    for row in table[1].splitlines():
        order += ["" if name == "." else name for name in re.findall(r"`(\S+)`", row.split("|")[1])]
    # The files at the top may be omitted.
    for room in sorted((rooms.lines.keys() ^ set(order)) - {""}):
        tell("%s: %s is %s" % (path, room, "no folder" if room in order else "missing"))
    for number, room in enumerate(order):
        for above in order[number + 1 :]:
            for where in rooms.arrows.get(room, {}).get(above, [])[:1]:
                tell("%s: %s is below %s, but %s" % (path, above or ".", room or ".", where))


def draw(libraries, rooms):
    for library, linked in libraries.links.items():
        lines = sum(rooms[library].lines.values())
        print("%-22s %6d lines  %s" % (library, lines, " ".join(linked)))
        if len(rooms[library].lines) == 1:
            continue
        for room in rooms[library].floors():
            included = sorted(r or "." for r in rooms[library].arrows.get(room, {}))
            lines = rooms[library].lines[room]
            print("  %-20s %6d lines  %s" % (room or ".", lines, " ".join(included)))


def main():
    args = parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    os.chdir(args.source or os.path.join(here, "..", ".."))
    libraries = Libraries()
    faults = []
    for circle in libraries.circles:
        faults.append("libraries link in a circle: " + " -> ".join(circle))
    checked = 0
    for top in ("include", "lib", "tools", "unittests", "utils", "docs"):
        for path in files_below(top, SOURCES):
            check_includes(libraries, path, faults.append)
            checked += 1
    check_installed(libraries, faults.append)
    rooms = {library: Rooms(libraries, library) for library in libraries.links}
    for library in libraries.links:
        check_rooms(rooms[library], faults.append)
        page = "docs/Libraries/%s.md" % os.path.basename(library)
        check_page(rooms[library], page, faults.append)
    check_table(libraries, "docs/Libraries/README.md", faults.append)
    if args.draw:
        draw(libraries, rooms)
    for fault in faults:
        print("error: " + fault)
    count = sum(len(library.lines) for library in rooms.values())
    print("%d sources in %d rooms, %d faults" % (checked, count, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
