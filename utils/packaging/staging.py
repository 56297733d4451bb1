"""Functions shared by debs.py and tarballs.py."""

import json
import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent


def run(*command, **more):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **more).stdout


# Debian and containers use the same names.
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


class Target:
    """The target of a build, and the folder with its libraries."""

    def __init__(self, build):
        about = json.loads((pathlib.Path(build) / "target.json").read_text(encoding="utf-8"))
        self.processor = about["processor"]
        self.architecture = ARCHITECTURES[self.processor]
        self.sysroot = about["sysroot"]
        self.strip = about["strip"]

    def database(self):
        """The option of dpkg's programs for the database of these libraries."""
        return ["--admindir=%s/var/lib/dpkg" % self.sysroot] if self.sysroot else []

    def multiarch(self):
        return run("dpkg-architecture", "-f", "-a" + self.architecture, "-qDEB_HOST_MULTIARCH").strip()


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def entries():
    """The entries of the changelog: version, date, and the lines below."""
    found = []
    for line in (SOURCE / "CHANGELOG.md").read_text(encoding="utf-8").splitlines():
        head = re.fullmatch(r"## (\S+) - (\S+)", line)
        if head:
            found.append((head[1], head[2], []))
        elif found:
            found[-1][2].append(line)
    return found


def linked_packages(known, about):
    """The packages whose code is in the files of a package."""
    return sorted({name for target in about["linked"] for name in known["linked"][target]})


def install_licences(root, folder, names, packages):
    """Copies the licences of linked code into ROOT/FOLDER/licenses."""
    for name in names:
        target = root / folder / "licenses" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(packages[name]["copyright"], target)


def stage(build, root, components, prefix):
    """Installs components, stripped, below ROOT."""
    for component in components:
        run("cmake", "--install", str(build), "--component", component, "--prefix", prefix, "--strip",
            env=dict(os.environ, DESTDIR=str(root)))
    for archive in root.rglob("*.a"):
        run(Target(build).strip, "--strip-debug", "--enable-deterministic-archives", str(archive))


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def set_modes(root):
    for path in [root, *root.rglob("*")]:
        if path.is_symlink():
            continue
        program = path.is_dir() or "bin" in path.parts or os.access(path, os.X_OK) and not is_elf(path)
        path.chmod(0o755 if program else 0o644)
