#!/usr/bin/env python3
"""usage: dependencies.py SOURCE-FOLDER

Each header of another project that the sources include is looked for when the
project is configured, with the Debian package to install; setup.sh installs
these packages, and the table of libraries names what they link. The guide names
all of them, and all libraries.
"""
import os
import re
import sys

source = sys.argv[1]
# Folders and headers of POSIX, Linux and the C library; the JDK is checked separately.
SYSTEM = set(
    "arpa linux net netinet link.h sys dirent.h dlfcn.h fcntl.h grp.h malloc.h netdb.h poll.h"
    " pthread.h pwd.h sched.h stddef.h stdint.h termios.h ucontext.h unistd.h jni.h jvmti.h".split()
)
# A package has more headers than the one that is searched for.
SAME = {"archive_entry.h": "archive.h", "sqlite3ext.h": "sqlite3.h", "zstd_errors.h": "zstd.h"}


def text(*path):
    return open(os.path.join(source, *path), encoding="utf-8").read()


def below(folder, endings):
    for root, _, names in os.walk(os.path.join(source, folder)):
        for name in names:
            if name.endswith(endings):
                yield os.path.join(root, name)


def project(header):
    return SAME.get(header, header).split("/")[0]


needed = {}
optional = {project("archive.h"): "libarchive-dev", project("event2/http.h"): "libevent-dev"}
for path in below("lib", "CMakeLists.txt"):
    folder = os.path.relpath(os.path.dirname(path), os.path.join(source, "lib"))
    for header, package in re.findall(r"hprof_need\((\S+) ([\w.+-]+)", open(path).read()):
        needed[project(header)] = package, folder
    for header in re.findall(r"hprof_find\((\S+) ", open(path).read()):
        needed[project(header)] = optional[project(header)], folder

faults = []
for top in ("lib", "include", "tools"):
    for path in below(top, (".h", ".cpp")):
        for header in re.findall(r"(?m)^\s*#\s*include <([^>]+\.h)>", open(path).read()):
            if header.endswith(".pb.h"):
                continue  # The build generates this header.
            if project(header) not in SYSTEM and project(header) not in needed:
                faults.append("%s: nothing looks for %s" % (path, header))
packages = set(re.findall(r"[\w.+-]+", re.search(r"(?s)^build=\((.*?)\)", text("utils/setup.sh"), re.M)[1]))
rows = dict(re.findall(r"(?m)^\| \[\w+\]\(.*?\) \| `([\w/]+)` \|.*\| (.*) \|$", text("docs/Libraries/README.md")))
for folder in rows:
    if "`%s`" % os.path.basename(folder) not in text("docs/GettingStarted.md"):
        faults.append("docs/GettingStarted.md: %s is missing" % folder)
for name, (package, folder) in sorted(needed.items()):
    if package not in packages:
        faults.append("utils/setup.sh: %s is missing" % package)
    word = re.sub(r"\W", "", name.removesuffix(".h").removeprefix("lib")).lower()
    if word not in re.sub(r"[^\w]", "", rows[folder]).lower():
        faults.append("docs/Libraries/README.md: %s may include %s" % (folder, name))
    if word not in re.sub(r"[^\w]", "", text("docs/GettingStarted.md")).lower():
        faults.append("docs/GettingStarted.md: %s is missing" % name)
print("\n".join(faults))
print("%d dependencies, %d faults" % (len(needed), len(faults)))
