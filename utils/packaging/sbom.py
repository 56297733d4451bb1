#!/usr/bin/env python3
"""Writes the components of the packages, as SPDX 2.3 in JSON.

usage: utils/packaging/sbom.py BUILD OUT

BUILD/linked.json comes from linked.py. OUT is a file. SOURCE_DATE_EPOCH is the time
of the document. The licence of each Debian package is its copyright file in Debian.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import sys

from staging import entries


def plain(name):
    """Replaces characters that identifiers must not contain."""
    return re.sub(r"[^A-Za-z0-9.-]", "-", name)


def spdx_id(kind, name):
    return "SPDXRef-%s-%s" % (kind, plain(name))


def licence_id(name):
    return "LicenseRef-Debian-" + plain(name)


def project(name, version, text):
    return {
        "SPDXID": spdx_id("Output", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "Apache-2.0 WITH LLVM-exception",
        "licenseDeclared": "Apache-2.0 WITH LLVM-exception",
        "copyrightText": text,
        "supplier": "Organization: The hprof toolchain's developers",
    }


def library(name, about):
    return {
        "SPDXID": spdx_id("Package", name),
        "name": name,
        "versionInfo": about["version"],
        "sourceInfo": "built from the source package %s %s" % (about["source"], about["source_version"]),
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence_id(name),
        "copyrightText": "NOASSERTION",
        "supplier": "Organization: Debian",
        "externalRefs": [
            {
                "referenceCategory": "PACKAGE-MANAGER",
                "referenceType": "purl",
                "referenceLocator": "pkg:deb/debian/%s@%s?arch=%s"
                % (name, about["version"].replace("+", "%2B").replace(":", "%3A"), about["architecture"]),
            }
        ],
    }


def licence_text(name, about):
    with open(about["copyright"], encoding="utf-8", errors="replace") as file:
        text = file.read()
    return {
        "licenseId": licence_id(name),
        "name": "Licences of Debian's package " + name,
        "extractedText": text,
    }


def document(known, version, epoch):
    when = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
    linked = known["linked"]
    relations = []
    for target in sorted(linked):
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", spdx_id("Output", target)))
        for name in linked[target]:
            relations.append((spdx_id("Output", target), "STATIC_LINK", spdx_id("Package", name)))
    content = hashlib.sha256(json.dumps([known, version, epoch], sort_keys=True).encode()).hexdigest()
    copyright_line = "Copyright %d The hprof toolchain's developers" % when.year
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": "hprof-tools-" + version,
        "documentNamespace": "https://spdx.org/spdxdocs/hprof-tools-%s-%s" % (version, content),
        "creationInfo": {
            "created": when.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: utils/packaging/sbom.py-" + version],
        },
        "packages": [project(name, version, copyright_line) for name in sorted(linked)]
        + [library(name, about) for name, about in sorted(known["packages"].items())],
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
            for a, kind, b in relations
        ],
        "hasExtractedLicensingInfos": [
            licence_text(name, about) for name, about in sorted(known["packages"].items())
        ],
    }


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    build, out = sys.argv[1:]
    known = json.loads((pathlib.Path(build) / "linked.json").read_text(encoding="utf-8"))
    with open(out, "w", encoding="utf-8") as file:
        json.dump(document(known, entries()[0][0], int(os.environ["SOURCE_DATE_EPOCH"])), file, indent=1)
        file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
