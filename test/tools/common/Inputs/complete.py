"""complete.py SCRIPT WORD...: prints bash's completions for the last of the words."""

import os
import shlex
import subprocess
import sys

script, *words = sys.argv[1:]
words[0] = os.path.basename(words[0])
function = "_" + words[0].replace("-", "_")
code = """
compopt() { :; }
source %s
COMP_WORDS=(%s) COMP_CWORD=%d
%s
printf '%%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | grep . || true
""" % (shlex.quote(script), " ".join(map(shlex.quote, words)), len(words) - 1, function)
sys.exit(subprocess.run(["bash", "-euc", code]).returncode)
