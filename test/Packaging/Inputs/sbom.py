"""sbom.py FILE: prints what each output links, and "complete" if each package has a
version, a licence with its text, and an output that links it."""

import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0"
packages = {package["SPDXID"]: package for package in document["packages"]}
assert len(packages) == len(document["packages"])
texts = {each["licenseId"]: each["extractedText"] for each in document["hasExtractedLicensingInfos"]}
links = {}
described = set()
for relation in document["relationships"]:
    a, b = relation["spdxElementId"], relation["relatedSpdxElement"]
    if relation["relationshipType"] == "DESCRIBES":
        described.add(b)
    else:
        assert relation["relationshipType"] == "STATIC_LINK"
        links.setdefault(a, []).append(b)
for output in sorted(described, key=lambda each: packages[each]["name"]):
    names = sorted(packages[each]["name"] for each in links[output])
    print("%s: %s" % (packages[output]["name"], " ".join(names)))
linked = {each for names in links.values() for each in names}
for name, package in packages.items():
    assert package["versionInfo"], name
    assert (name in described) != (name in linked), name
    licence = package["licenseDeclared"]
    assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name), name
    assert name in described or re.fullmatch(r"LicenseRef-[A-Za-z0-9.-]+", licence), licence
    assert name in described or texts[licence].strip(), name
print("complete")
