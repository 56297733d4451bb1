"""installed.py PREFIX TOOL...: checks that each TOOL is in PREFIX with everything that
belongs to it."""

import os
import shutil
import subprocess
import sys

prefix, *tools = sys.argv[1:]
tools = [os.path.basename(tool) for tool in tools]
faults = []


def need(path, text):
    """Checks that PREFIX/path exists and contains the text."""
    path = os.path.join(prefix, path)
    if not os.path.exists(path):
        faults.append("missing: " + path)
        return
    with open(path, encoding="utf-8") as file:
        if text not in file.read():
            faults.append("%s does not say %r" % (path, text))


installed = sorted(os.listdir(os.path.join(prefix, "bin"))) if tools else []
if installed != sorted(tools):
    faults.append("installed are %s, not %s" % (installed, sorted(tools)))
for tool in tools:
    program = os.path.join(prefix, "bin", tool)
    version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True)
    if version.returncode or not version.stdout.startswith(tool + " "):
        faults.append("%s --version prints %r" % (program, version.stdout))
    need("share/bash-completion/completions/" + tool, "complete -o default")
    need("share/zsh/site-functions/_" + tool, "#compdef " + tool)
    need("share/fish/vendor_completions.d/%s.fish" % tool, "complete -c " + tool)
    if shutil.which("sphinx-build"):
        need("share/man/man1/%s.1" % tool, "EXIT STATUS")
sys.exit("\n".join(faults) or 0)
