"""report-browser.py BIN SCRIPT MODULES CHROMIUM FOLDER DUMP...: pages in a browser.

Makes a page of each DUMP in a folder of its own below FOLDER, and runs SCRIPT to open
it and compare it with the answers of the tools.
"""

import os
import subprocess
import sys

tools, script, modules, chromium, folder, *dumps = sys.argv[1:]
for dump in dumps:
    own = os.path.join(folder, os.path.basename(dump))
    os.mkdir(own)
    page = os.path.join(own, "report.html")
    subprocess.run([os.path.join(tools, "hprof-report"), dump, "-o", page], check=True)
    answers = []
    for name, option in (("classes", "--by=class"), ("tree", "--group")):
        answers.append(os.path.join(own, name + ".json"))
        with open(answers[-1], "wb") as out:
            subprocess.run([os.path.join(tools, "hprof-dominators"), option, "--format=json", dump],
                           stdout=out, check=True)
    subprocess.run(["node", script, modules, chromium, page, own, *answers], check=True)
