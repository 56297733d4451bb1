"""archive.py OUT [NAME=FILE...] | archive.py --noise

Writes OUT, a zip or tar archive (by its ending, .tar.gz too), with each FILE under
NAME; NAME/ alone is a folder. --noise prints a YAML array that does not compress well.
"""

import random
import sys
import tarfile
import zipfile

if sys.argv[1] == "--noise":
    text = random.Random(1).randbytes(1000000).hex()
    print("- primitiveArray: {object: 0x77770000, elementType: byte, text: %s}" % text)
    sys.exit(0)
out = sys.argv[1]
members = [member.partition("=")[::2] for member in sys.argv[2:]]
if out.endswith(".zip"):
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in members:
            if path:
                archive.write(path, name)
            else:
                archive.writestr(name, "")
else:
    with tarfile.open(out, "w:gz" if out.endswith(".gz") else "w") as archive:
        for name, path in members:
            if path:
                archive.add(path, name)
                continue
            folder = tarfile.TarInfo(name)
            folder.type = tarfile.DIRTYPE
            archive.addfile(folder)
