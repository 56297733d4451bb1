#!/usr/bin/env python3
"""Creates an OCI image from a Dockerfile, without a daemon.

usage: utils/packaging/oci.py DOCKERFILE CONTEXT NAME:TAG ARCHITECTURE OUT.tar

Supports FROM scratch, and COPY, ENV, USER, WORKDIR and ENTRYPOINT, as JSON arrays if
possible. ARCHITECTURE is as in Go: amd64, arm64. SOURCE_DATE_EPOCH is the time of
the image and of its files, whose owner is root. OUT.tar holds an image layout for
podman load, skopeo copy or umoci unpack.
"""

import datetime
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import sys
import tarfile

MEDIA = "application/vnd.oci.image."


class Layer:
    """A tar archive of files owned by root, with the same time, sorted by name."""

    def __init__(self, epoch):
        self.epoch = epoch
        self.members = {}

    def add(self, path, target, mode):
        """Adds a file or folder as TARGET, with MODE unless that is None."""
        name = target.strip("/")
        self.add_parents(name)
        if path.is_symlink():
            info = self.info(name, tarfile.SYMTYPE, 0o777)
            info.linkname = os.readlink(path)
            self.members[name] = (info, b"")
        elif path.is_dir():
            if name:
                folder = self.info(name, tarfile.DIRTYPE, 0o755 if mode is None else mode)
                self.members[name] = (folder, b"")
            for child in sorted(path.iterdir()):
                self.add(child, name + "/" + child.name, mode)
        else:
            own = 0o755 if os.access(path, os.X_OK) else 0o644
            info = self.info(name, tarfile.REGTYPE, own if mode is None else mode)
            content = path.read_bytes()
            info.size = len(content)
            self.members[name] = (info, content)

    def add_parents(self, name):
        for parent in list(pathlib.PurePosixPath(name).parents)[:-1]:
            folder = self.info(str(parent), tarfile.DIRTYPE, 0o755)
            self.members.setdefault(str(parent), (folder, b""))

    def info(self, name, kind, mode):
        info = tarfile.TarInfo(name)
        info.type = kind
        info.mode = mode
        info.mtime = self.epoch
        return info

    def tar(self):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name in sorted(self.members):
                info, content = self.members[name]
                archive.addfile(info, io.BytesIO(content))
        return out.getvalue()


def instructions(path):
    """The instructions of a Dockerfile: word, options, arguments."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = re.fullmatch(r"([A-Z]+)((?: --\S+)*) +(.+)", line.strip())
        if not match:
            raise ValueError("line %d: not an instruction" % number)
        word, options, rest = match.groups()
        arguments = json.loads(rest) if rest.startswith("[") else [rest]
        yield number, word, dict(o[2:].split("=", 1) for o in options.split()), arguments


def follow(dockerfile, context, layer):
    """Executes the Dockerfile; returns the configuration of the image."""
    config = {}
    for number, word, options, arguments in instructions(dockerfile):
        if word == "FROM" and arguments == ["scratch"]:
            pass
        elif word == "COPY" and len(arguments) == 2 and not set(options) - {"chmod"}:
            mode = int(options["chmod"], 8) if "chmod" in options else None
            source = context / arguments[0]
            if not source.exists():
                raise ValueError("line %d: no '%s' in the context" % (number, arguments[0]))
            layer.add(source, arguments[1], mode)
        elif word == "ENV" and not options:
            config.setdefault("Env", []).extend(arguments)
        elif word == "USER" and not options:
            config["User"] = arguments[0]
        elif word == "WORKDIR" and not options:
            config["WorkingDir"] = arguments[0]
        elif word == "ENTRYPOINT" and not options:
            config["Entrypoint"] = arguments
        else:
            raise ValueError("line %d: %s is not supported in this form" % (number, word))
    return config


class Layout:
    """The blobs of an image, named by their hashes."""

    def __init__(self):
        self.files = {"oci-layout": b'{"imageLayoutVersion":"1.0.0"}'}

    def add(self, content, kind):
        """Adds a blob; returns its descriptor."""
        if not isinstance(content, bytes):
            content = json.dumps(content, separators=(",", ":"), sort_keys=True).encode()
        digest = hashlib.sha256(content).hexdigest()
        self.files["blobs/sha256/" + digest] = content
        return {"mediaType": MEDIA + kind, "digest": "sha256:" + digest, "size": len(content)}


def image(layer, config, name, architecture, epoch):
    """The files of an image layout."""
    plain = layer.tar()
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, packed, mtime=0) as file:
        file.write(plain)
    layout = Layout()
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
    about = {
        "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "architecture": architecture,
        "os": "linux",
        "config": config,
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(plain).hexdigest()]},
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": MEDIA + "manifest.v1+json",
        "config": layout.add(about, "config.v1+json"),
        "layers": [layout.add(packed.getvalue(), "layer.v1.tar+gzip")],
    }
    entry = layout.add(manifest, "manifest.v1+json")
    entry["annotations"] = {
        "org.opencontainers.image.ref.name": name.rpartition(":")[2],
        "io.containerd.image.name": "docker.io/library/" + name,
    }
    index = {"schemaVersion": 2, "manifests": [entry]}
    layout.files["index.json"] = json.dumps(index, separators=(",", ":"), sort_keys=True).encode()
    return layout.files


def main():
    if len(sys.argv) != 6:
        print(__doc__, file=sys.stderr)
        return 2
    dockerfile, context, name, architecture, out = sys.argv[1:]
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    layer = Layer(epoch)
    try:
        config = follow(pathlib.Path(dockerfile), pathlib.Path(context), layer)
    except (OSError, ValueError) as error:
        print("oci.py: error: '%s': %s" % (dockerfile, error), file=sys.stderr)
        return 1
    with tarfile.open(out, "w", format=tarfile.USTAR_FORMAT) as archive:
        for path, content in sorted(image(layer, config, name, architecture, epoch).items()):
            info = layer.info(path, tarfile.REGTYPE, 0o644)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return 0


if __name__ == "__main__":
    sys.exit(main())
