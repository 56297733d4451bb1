"""controls.py TOOLS-FOLDER: checks that no control character of an input reaches the
terminal.

Makes dumps in which the names of classes, fields, methods, threads, string records,
properties and the file itself have every control character, and runs every tool in
every format over them. The only control characters in the output may be line feeds that
end lines, and tabs in CSV; JSON and CSV must be well formed, and JSON must have the names of the input;
with --raw, text and CSV have the characters.
"""

import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

folder = sys.argv[1]
# Characters of each range in HiddenCharacters.def, its ends and what attacks use.
CODES = (list(range(0x01, 0x20)) + list(range(0x7F, 0xA0)) + list(range(0x200B, 0x2010)) +
         list(range(0x2028, 0x202F)) + list(range(0x2060, 0x2070)) +
         [0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180F, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0,
          0xFFF9, 0xFFFB, 0xFFFE, 0xFFFF, 0x1BCA0, 0x1D173, 0xE0000, 0xE0001, 0xE0041, 0xE007F, 0xE01EF])
FORBIDDEN = {chr(c) for c in CODES} - {"\n"}
CONTROLS = "".join(map(chr, CODES))
# Names of files have at most 255 bytes.
NAME = CONTROLS[:63] + "\u200b\u202e\ufffe\U000e0041"
# A line with this start was broken by a line feed from the input.
AFTER_BREAK = "zz_"


def text(name):
    """As YAML writes it, with a line feed before characters that no line may begin
    with."""
    return name + "".join(f"\\U{c:08x}" for c in CODES) + "\\u0000\\n" + AFTER_BREAK + name


YAML = """--- !hprof
- classes:
  - {name: java/lang/Object}
  - {name: "CLASS", super: java/lang/Object, class: 0x7001, fields: {"FIELD": object, load: object}, statics: {"STATIC": object 0x9100}}
  - {name: "[LCLASS;", super: java/lang/Object, class: 0x7002}
  - {name: java/lang/Thread, super: java/lang/Object, fields: {name: object}}
  - {name: "LOADER", super: java/lang/Object}
  - {name: "LOADED", super: java/lang/Object, loader: 0x9300}
  - {name: java/lang/System, super: java/lang/Object, statics: {props: object 0x9400}}
  - {name: java/util/Hashtable, super: java/lang/Object, fields: {table: object}}
  - {name: java/util/Properties, super: java/util/Hashtable, fields: {defaults: object}}
  - {name: java/util/Hashtable$Entry, super: java/lang/Object, fields: {hash: int, key: object, value: object, next: object}}
  - {name: "[Ljava/util/Hashtable$Entry;", super: java/lang/Object}
  - {name: java/lang/String, super: java/lang/Object, fields: {value: object, hash: int}}
- stackFrame: {id: 1, method: "METHOD", signature: "()V", sourceFile: "SOURCE", classSerial: 2, line: 7}
- stackTrace: {traceSerial: 1, threadSerial: 1, frames: [1]}
- startThread: {threadSerial: 2, thread: 0x9201, name: "STARTED", groupName: "GROUP"}
- instance: {object: 0x9000, class: 0x7001, fields: {"FIELD": 0x9100, load: 0x9800}}
- instance: {object: 0x9100, class: 0x7001, fields: {"FIELD": 0x9500, load: 0x9810}}
- instance: {object: 0x9110, class: 0x7001, fields: {"FIELD": 0x9500, load: 0x9820}}
- objectArray: {object: 0x9120, class: 0x7002, elements: [0x9100, 0x9110, 0x9000]}
- instance: {object: 0x9200, class: java/lang/Thread, fields: {name: 0x9210}}
- primitiveArray: {object: 0x9210, elementType: char, text: "THREAD"}
- instance: {object: 0x9300, class: "LOADER"}
- instance: {object: 0x9310, class: "LOADED"}
- instance: {object: 0x9400, class: java/util/Properties, fields: {table: 0x9410}}
- objectArray: {object: 0x9410, class: "[Ljava/util/Hashtable$Entry;", elements: [0x9420]}
- instance: {object: 0x9420, class: java/util/Hashtable$Entry, fields: {key: 0x9500, value: 0x9510}}
- instance: {object: 0x9500, class: java/lang/String, fields: {value: 0x9600}}
- instance: {object: 0x9510, class: java/lang/String, fields: {value: 0x9610}}
- primitiveArray: {object: 0x9600, elementType: char, text: "STRING"}
- primitiveArray: {object: 0x9610, elementType: char, text: "STRING"}
- primitiveArray: {object: 0x9800, elementType: byte, elements: [0 x 5000]}
- primitiveArray: {object: 0x9810, elementType: byte, elements: [0 x 5000]}
- primitiveArray: {object: 0x9820, elementType: byte, elements: [0 x 5000]}
- rootThreadObject: {object: 0x9200, threadSerial: 1, traceSerial: 1}
- rootJavaFrame: {object: 0x9120, threadSerial: 1, frame: 0}
- rootUnknown: {object: 0x9300}
- rootUnknown: {object: 0x9400}
- heapDumpEnd:
"""
for word in ("CLASS FIELD STATIC LOADER LOADED METHOD SOURCE STARTED GROUP "
             "THREAD STRING").split():
    YAML = YAML.replace('"%s"' % word, '"%s"' % text(word.lower()))
YAML = YAML.replace('"[LCLASS;"', '"[L%s;"' % text("class"))

QUESTIONS = {
    "hprof-histo": ["", "--by=loader", "--by=package", "--by=name", "--retained", "--columns"],
    "hprof-dominators": ["", "--by=class", "--by=loader", "--by=package", "--tree",
                         "--tree --by=class", "--suspects", "--collapsed"],
    "hprof-paths": ["--object=0x9100", "--object=0x9100 --incoming",
                    "--object=0x9100 --outgoing", "--class=*class*", "--object=0x9310"],
    "hprof-lint": ["--min=0", "--min=0 --top=0"],
    "hprof-query": ["--query=SELECT*FROM/**/" + table for table in
                    ("objects", "refs", "classes", "strings", "roots", "threads", "frames",
                     "locals", "path(0x9100)", "retained_set(0x9100)", "dominators",
                     "packages", "loaders", "findings", "thread_holdings")],
    "hprof-dump": ["", "--classes", "--threads", "--strings", "--properties --show-values",
                   "--roots", "--records", "--object=0x9000", "--object=0x9000 --retained",
                   "--instances-of=0x7001", "--verify"],
    "hprof-convert": ["--to=phd --renumber -o /dev/null",
                      "--to=hprof-text --explain -o /dev/null",
                      "--to=ibm-classic --explain=json -o /dev/null"] +
                     ["-q --to=%s -o -" % format for format in
                      ("yaml", "collapsed", "speedscope", "firefox", "heapsnapshot", "dot", "graphml")],
    "hprof-threads": ["", "--ungrouped --locals"],
    "hprof-index": [""],
    "hprof-diff": ["", "--by=loader", "--by=package", "--by=suspect", "--retained=never",
                   "--budget=BUDGET --junit=/dev/stdout -o /dev/null"],
}
FORMATS = {
    "hprof-histo": ["text", "json", "csv"],
    "hprof-dominators": ["text", "json", "csv"],
    "hprof-paths": ["text", "json", "csv"],
    "hprof-lint": ["text", "json", "csv"],
    "hprof-query": ["text", "json", "csv", "jsonl", "markdown"],
    "hprof-dump": ["text", "json", "markdown"],
    "hprof-diff": ["text", "json", "csv", "markdown"],
    "hprof-threads": ["text", "json", "csv", "jsonl", "markdown", "thread-json", "jstack", "collapsed"],
}
# This tool is not in every build.
if os.path.exists(os.path.join(folder, "hprof-report")):
    QUESTIONS["hprof-report"] = ["", "--show-values"]
    FORMATS["hprof-report"] = ["html", "md"]
faults = checked = 0


def fault(what, why):
    global faults
    faults += 1
    print("%s: %s" % (" ".join(what), why))


def strings(value):
    """All strings of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.items():
            yield from strings(list(item))
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def check(command, path, raw=False):
    global checked
    inputs = [path, path] if command[0] == "hprof-diff" else [path]
    done = subprocess.run([os.path.join(folder, command[0]), *command[1:], *inputs],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode == 2:
        return  # This query does not support this format.
    checked += 1
    if done.returncode not in (0, 3, 4):
        return fault(command, "exit status %d: %r" % (done.returncode, done.stderr))
    errors = "replace" if raw else "strict"
    out, err = (b.decode(errors=errors) for b in (done.stdout, done.stderr))
    format = next((a[9:] for a in command if a.startswith("--format=")), "text")
    if not raw or format in ("json", "jsonl"):
        kept = {"\t"} if format in ("csv", "jstack") else set()
        found = sorted((FORBIDDEN | {"\0"}) & (set(out) - kept | set(err)))
        if found:
            fault(command, "control characters %s" % ascii("".join(found)))
    elif (AFTER_BREAK in out and "\x1b" not in out and not {"--collapsed", "--junit=/dev/stdout"} & set(command) and
          format not in ("collapsed", "markdown", "md", "thread-json", "jstack")):
        # The tools that read these formats accept no control characters.
        fault(command, "no control characters")
    # A field of CSV may have several lines.
    lines = (err if format == "csv" else out + "\n" + err).split("\n")
    if not raw and any(line.startswith(AFTER_BREAK) for line in lines):
        fault(command, "a line of the input's")
    if "--to=graphml" in command or "--junit=/dev/stdout" in command:
        xml.etree.ElementTree.fromstring(out)
    elif format == "json":
        said = "".join(strings(json.loads(out)))
        expected = set(CONTROLS if re.search(AFTER_BREAK + "[a-z]", said) else NAME if AFTER_BREAK in said else "")
        if not expected <= set(said):
            fault(command, "JSON lost %s" % ascii("".join(sorted(expected - set(said)))))
    elif format == "csv":
        widths = {len(row) for row in csv.reader(io.StringIO(out, newline="")) if row}
        if len(widths) != 1:
            fault(command, "rows of CSV have %s columns" % sorted(widths))


with tempfile.TemporaryDirectory() as temp:
    yaml = os.path.join(temp, "in.yaml")
    with open(yaml, "w", encoding="ascii") as file:
        file.write(YAML)
    path = os.path.join(temp, "f" + NAME + "\n" + AFTER_BREAK + ".hprof")
    subprocess.run([os.path.join(folder, "hprof-convert"), "-q", yaml, "--to=hprof", "-o", path], check=True)
    budget = os.path.join(temp, "budget.yaml")
    with open(budget, "w", encoding="ascii") as file:
        file.write("limits:\n- {class: '*', instances: {max: 0}}\n")
    cut = path.replace(".hprof", "-cut.hprof")
    with open(path, "rb") as whole, open(cut, "wb") as file:
        file.write(whole.read()[:-40])
    for tool, questions in QUESTIONS.items():
        for question in questions:
            for format in FORMATS.get(tool, [None]):
                command = [tool] + question.replace("BUDGET", budget).split() + (["--format=" + format] if format else [])
                if tool != "hprof-index":
                    check(command, cut)
                check(command, path)
                if format:
                    check(command + ["--raw"], path, raw=True)
    # A missing object is named in the message.
    for tool in QUESTIONS:
        done = subprocess.run([os.path.join(folder, tool), path + "-missing"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        if FORBIDDEN & set(done.stderr.decode()):
            fault([tool, "MISSING"], "control characters in the message")
print("%d outputs, %d faults" % (checked, faults))
sys.exit(faults != 0 or checked < 200)
