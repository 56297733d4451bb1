#!/usr/bin/env python3
"""Creates tarballs from a build.

usage: utils/packaging/tarballs.py BUILD OUT

Installs the components of the build folder BUILD, and writes two tarballs to the
folder OUT: hprof-tools with the tools, their man pages and completions, and the agent;
hprof-libraries with the C interface and the extension of SQLite. SOURCE_DATE_EPOCH is
the time of all files. BUILD/linked.json comes from linked.py.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

from staging import SOURCE, Target, entries, install_licences, linked_packages, set_modes, stage

TARBALLS = {
    "hprof-tools": {"components": ["tools", "agent"], "linked": ["hprof", "libhprof"]},
    "hprof-libraries": {"components": ["c", "c-dev", "sqlite"], "linked": ["hprof-c", "hprof-sqlite"]},
}


def pack(folder, name, out):
    """Packs FOLDER/NAME so that the bytes depend only on the files."""
    tar = ["tar", "--create", "--sort=name", "--format=ustar", "--owner=0", "--group=0",
           "--numeric-owner", "--mtime=@" + os.environ["SOURCE_DATE_EPOCH"],
           "-C", str(folder), name]
    with open(out / (name + ".tar.gz"), "wb") as file:
        packed = subprocess.Popen(tar, stdout=subprocess.PIPE)
        subprocess.run(["gzip", "-9n"], stdin=packed.stdout, stdout=file, check=True)
        packed.stdout.close()
        if packed.wait():
            raise subprocess.CalledProcessError(packed.returncode, tar)


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    build, out = (pathlib.Path(name).resolve() for name in sys.argv[1:])
    known = json.loads((build / "linked.json").read_text(encoding="utf-8"))
    version = entries()[0][0]
    folder = build / "tarballs"
    shutil.rmtree(folder, ignore_errors=True)
    for title, about in TARBALLS.items():
        name = "%s-%s-linux-%s" % (title, version, Target(build).processor)
        root = folder / name
        root.mkdir(parents=True)
        stage(build, root, about["components"], "/")
        notes = "share/doc/" + title
        install_licences(root, notes, linked_packages(known, about), known["packages"])
        shutil.copyfile(SOURCE / "LICENSE", root / notes / "LICENSE")
        shutil.copyfile(SOURCE / "CHANGELOG.md", root / notes / "CHANGELOG.md")
        set_modes(root)
        pack(folder, name, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
