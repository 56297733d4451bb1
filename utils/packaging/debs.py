#!/usr/bin/env python3
"""Creates Debian packages from a build.

usage: utils/packaging/debs.py BUILD OUT

Installs the components of the build folder BUILD according to debian.toml, and writes
the packages to the folder OUT. SOURCE_DATE_EPOCH is the time of all files.
BUILD/linked.json comes from linked.py; the licences of linked code are in
/usr/share/doc/PACKAGE/licenses.
"""

import datetime
import email.utils
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib

from staging import (HERE, SOURCE, Target, entries, install_licences, linked_packages, run, set_modes,
                     stage, write)

MAINTAINER = "The hprof toolchain's developers <hprof-tools@localhost.localdomain>"
TAGS = {
    "initial-upload-closes-no-bugs": "The packages are not Debian's own.",
    "bogus-mail-host": "The project has no mail address.",
    "bogus-mail-host-in-debian-changelog": "The project has no mail address.",
}


def compress(path):
    with open(path.with_name(path.name + ".gz"), "wb") as file:
        with gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write(path.read_bytes())
    path.unlink()


def debian_changelog(package):
    """The changelog in Debian's format, with an item for each paragraph."""
    text = ""
    for version, date, lines in entries():
        items = re.split(r"\n(?=- )|\n\n", "\n".join(lines).strip())
        when = datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.timezone.utc)
        text += "%s (%s-1) unstable; urgency=medium\n\n" % (package, version)
        for item in items:
            item = " ".join(re.sub(r"^- ", "", item).split())
            text += textwrap.fill(item, 78, initial_indent="  * ", subsequent_indent="    ",
                                  break_on_hyphens=False) + "\n"
        text += "\n -- %s  %s\n\n" % (MAINTAINER, email.utils.format_datetime(when))
    return text


def copyright_text(linked, folder):
    text = (HERE / "copyright").read_text(encoding="utf-8")
    comment = ""
    if linked:
        comment = "Comment:\n The files contain code of these packages, whose licences are in\n"
        comment += " %s:\n ." % folder + "".join("\n " + name for name in linked) + "\n"
    return text.replace("@COMMENT@\n", comment)


def shared_objects(root):
    return sorted(p for p in root.rglob("*.so*") if p.is_file() and not p.is_symlink())


# Debian's packages of the shared libraries that our packages may need.
LIBRARIES = {"libdeflate.so.0": "libdeflate0", "libz.so.1": "zlib1g", "libzstd.so.1": "libzstd1"}


def foreign_depends(files):
    """The dependencies of shared objects for another processor. dpkg-shlibdeps looks for
    libraries only in the system, not in a folder with those of another processor."""
    versions, packages = [], set()
    for file in files:
        for name in re.findall(r"NEEDED +(\S+)", run("objdump", "-p", str(file))):
            if name in LIBRARIES:
                packages.add(LIBRARIES[name])
            elif not re.match(r"(libc|libm|ld-linux-\w+)\.so\.", name):
                raise ValueError("'%s' needs %s, of an unknown package" % (file, name))
        found = re.search(r"^GLIBC (.+)$", run(str(SOURCE / "utils/check/oldest-glibc.sh"), str(file)), re.M)
        versions.append(found[1])
    newest = max(versions, key=lambda each: [int(part) for part in each.split(".")])
    return ", ".join(["libc6 (>= %s)" % newest, *sorted(packages)])


def library_depends(root, work, package, target):
    """The dependencies of the shared objects according to dpkg-shlibdeps."""
    files = shared_objects(root)
    if not files:
        return ""
    if target.sysroot:
        return foreign_depends(files)
    write(work / "debian/control", "Source: hprof\n\nPackage: %s\nArchitecture: any\n" % package)
    out = run("dpkg-shlibdeps", "-O", *["-e" + str(f) for f in files], cwd=work, stderr=subprocess.DEVNULL)
    return out.partition("shlibs:Depends=")[2].strip()


def install_python(root):
    target = root / "usr/lib/python3/dist-packages"
    shutil.copytree(SOURCE / "bindings/python/src/hprof", target / "hprof",
                    ignore=shutil.ignore_patterns("__pycache__", "*.so*"))
    version = entries()[0][0]
    write(target / ("hprof-%s.dist-info/METADATA" % version),
          "Metadata-Version: 2.1\nName: hprof\nVersion: %s\n"
          "Summary: Heap dumps of Java virtual machines as tables\n" % version)
    write(target / ("hprof-%s.dist-info/INSTALLER" % version), "dpkg\n")


def lintian_overrides(root, package, tags):
    text = "".join(
        "# %s\n%s: %s\n" % (why, package, tag) for tag, why in sorted({**TAGS, **tags}.items())
    )
    write(root / "usr/share/lintian/overrides" / package, text)


def library_control(control, root, package, version):
    """Registers a versioned library with ldconfig and dpkg-shlibdeps."""
    for path in root.glob("usr/lib/*.so.*"):
        match = re.fullmatch(r"(lib.+)\.so\.(\d+)", path.name)
        if match:
            write(control / "shlibs", "%s %s %s (>= %s)\n" % (match[1], match[2], package, version))
            write(control / "triggers", "activate-noawait ldconfig\n")


def move_pkgconfig(root, triplet):
    """Moves files to the folder that only pkg-config for this architecture searches."""
    for path in root.glob("usr/lib/pkgconfig/*.pc"):
        text = path.read_text(encoding="utf-8").replace("${pcfiledir}/", "${pcfiledir}/../")
        write(root / "usr/lib" / triplet / "pkgconfig" / path.name, text)
        path.unlink()
        path.parent.rmdir()


def python_scripts(control, package):
    """Adds scripts that compile modules on installation, like dh_python3, and remove them."""
    for name, program in ("postinst", "py3compile"), ("prerm", "py3clean"):
        write(control / name, "#!/bin/sh\nset -e\n"
              "if command -v %s >/dev/null; then\n  %s -p %s\nfi\n" % (program, program, package))
        (control / name).chmod(0o755)


def control_text(package, about, version, architecture, size, depends):
    fields = {
        "Package": package,
        "Source": "hprof-tools" if package != "hprof-tools" else "",
        "Version": version + "-1",
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size),
        "Depends": depends,
        "Recommends": about.get("recommends", ""),
        "Suggests": about.get("suggests", ""),
        "Enhances": about.get("enhances", ""),
        "Section": about["section"],
        "Priority": "optional",
        "Description": about["summary"],
    }
    text = "".join("%s: %s\n" % (name, value) for name, value in fields.items() if value)
    return text + "".join(" %s\n" % line for line in about["description"].strip().splitlines())


def build_package(build, out, package, about, known):
    work = build / "debs" / package
    shutil.rmtree(work, ignore_errors=True)
    root = work / "root"
    root.mkdir(parents=True)
    version = entries()[0][0]
    target = Target(build)
    stage(build, root, about["components"], "/usr")
    if about.get("python"):
        install_python(root)
    move_pkgconfig(root, target.multiarch())
    for page in root.glob("usr/share/man/*/*"):
        compress(page)
    names = linked_packages(known, about)
    folder = "usr/share/doc/" + package
    install_licences(root, folder, names, known["packages"])
    write(root / folder / "copyright", copyright_text(names, "/%s/licenses" % folder))
    changelog = root / "usr/share/doc" / package / "changelog.Debian"
    write(changelog, debian_changelog("hprof-tools"))
    compress(changelog)
    lintian_overrides(root, package, about["tags"])
    set_modes(root)

    files = sorted(p for p in root.rglob("*") if p.is_file() and not p.is_symlink())
    links = sum(1 for p in root.rglob("*") if p.is_dir() or p.is_symlink())
    size = links + sum((p.stat().st_size + 1023) // 1024 for p in files)
    given = about.get("depends", "").format(version=version + "-1", upstream=version)
    depends = ", ".join(filter(None, [library_depends(root, work, package, target), given]))
    architecture = about.get("architecture") or target.architecture
    control = root / "DEBIAN"
    write(control / "control", control_text(package, about, version, architecture, size, depends))
    write(control / "md5sums", "".join(
        "%s  %s\n" % (hashlib.md5(p.read_bytes()).hexdigest(), p.relative_to(root)) for p in files))
    library_control(control, root, package, version)
    for path in control.iterdir():
        path.chmod(0o644)
    if about.get("python"):
        python_scripts(control, package)
    # dpkg-deb preserves earlier times, such as those of a build before the commit.
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    for path in [root, *root.rglob("*")]:
        os.utime(path, (epoch, epoch), follow_symlinks=False)
    name = "%s_%s-1_%s.deb" % (package, version, architecture)
    run("dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "--build", str(root), str(out / name))


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    build, out = (pathlib.Path(name).resolve() for name in sys.argv[1:])
    known = json.loads((build / "linked.json").read_text(encoding="utf-8"))
    with open(HERE / "debian.toml", "rb") as file:
        table = tomllib.load(file)
    for package, about in table.items():
        build_package(build, out, package, about, known)
    return 0


if __name__ == "__main__":
    sys.exit(main())
