"""Commands whose calls faults.py makes fail, and their inputs."""

import gzip
import subprocess
import zipfile

# Tools without a case, and the reasons.
OUT_OF_SCOPE = {
    "hprof-attach": "needs a JVM; it only sends a request",
    "hprof-listen": "reads a socket until the peer closes it",
    # The program that contains all tools.
    "hprof": "consists of the other tools",
}

# Commands. Each word may name an input; so may the word after "<", which is read
# through a pipe. The file "old" exists beforehand. Most commands name an output in
# the current folder. Commands with one thread make the same calls each time.
COMMANDS = [
    # Conversions to each format, and from each kind of input.
    "hprof-convert -j1 heap.hprof --to=hprof -o out",
    "hprof-convert -j4 heap.hprof --to=hprof -o out",
    "hprof-convert -j1 heap.hprof --to=hprof-1.0.1 -o out",
    "hprof-convert -j1 heap.hprof --to=hprof-1.0.2 --renumber -o out",
    "hprof-convert -j1 heap.hprof --to=hprof-android -o out",
    "hprof-convert -j1 heap.hprof --to=hprof-text -o out",
    "hprof-convert -j1 heap.hprof --to=ibm-classic -o out",
    "hprof-convert -j1 heap.hprof --to=phd -o out",
    "hprof-convert -j1 heap.hprof --to=yaml -o out",
    "hprof-convert -j1 heap.hprof --to=yaml --force -o old",
    "hprof-convert -j1 heap.hprof --to=heapsnapshot -o out",
    "hprof-convert -j1 heap.hprof --to=heapsnapshot --max-memory=64K --temp-dir=tmp -o out",
    "hprof-convert -j1 heap.hprof --to=dot -o out",
    "hprof-convert -j1 heap.hprof --to=graphml -o out",
    "hprof-convert -j1 profile.hprof.txt --to=collapsed -o out",
    "hprof-convert -j1 profile.hprof.txt --to=pprof -o out",
    "hprof-convert -j1 profile.hprof.txt --to=speedscope -o out",
    "hprof-convert -j1 profile.hprof.txt --to=otlp -o out",
    "hprof-convert -j1 profile.hprof.txt --to=firefox -o out",
    "hprof-convert -j1 threads.txt --to=thread-json -o out",
    "hprof-convert -j1 threads.json --to=jstack -o out",
    "hprof-convert -j1 heap.hprof -o out.hprof.gz",
    "hprof-convert -j4 heap.hprof -o out.hprof.zst",
    "hprof-convert -j1 heap.hprof --to=hprof",
    "hprof-convert -j1 heap.hprof.gz --to=hprof -o out",
    "hprof-convert -j1 heap.hprof.zst --to=phd --temp-dir=tmp -o out",
    "hprof-convert -j1 heap.zip --to=hprof -o out",
    "hprof-convert -j1 heap.phd --to=hprof -o out",
    "hprof-convert -j1 - --to=hprof-text --temp-dir=tmp -o out < heap.phd",
    "hprof-convert -j1 heap.yaml --to=hprof -o out",
    "hprof-convert -j1 heap.hprof --explain --to=phd -o out",
    # Indexes; the last one is up to date.
    "hprof-index -j1 heap.hprof",
    "hprof-index -j4 heap.hprof -o out.hidx",
    "hprof-index -j1 heap.hprof.gz -o out.hidx",
    "hprof-index -j1 --max-memory=64K --temp-dir=tmp heap.hprof -o out.hidx",
    "hprof-index -j1 --force heap.hprof -o old",
    "hprof-index -j1 --to=mat heap.hprof",
    "hprof-index -j1 --to=mat --force mat.hprof",
    "hprof-index -j1 indexed.hprof",
    "hprof-index -j1 --verify indexed.hprof",
    "hprof-opt -j1 --passes=identity heap.hprof -o out.hprof",
    "hprof-opt -j1 --passes=redact heap.hprof --force -o old",
    "hprof-opt -j1 --passes=redact(names=out.map) heap.hprof -o out.hprof",
    "hprof-opt -j1 --passes=sort,verify heap.hprof --temp-dir=tmp -o out.hprof",
    "hprof-opt -j1 --passes=filter(reachable) heap.hprof --temp-dir=tmp -o out.hprof.gz",
    "hprof-opt -j1 --passes=scan-secrets(paths) --dry-run heap.hprof",
    "hprof-merge -j1 heap.hprof small.hprof -o out.hprof",
    "hprof-merge -j4 --one-heap heap.hprof heap.hprof.gz --temp-dir=tmp -o out.hprof",
    "hprof-merge -j1 --profiles -f list -o out.hprof.txt",
    "hprof-merge -j1 --profiles profile.hprof.txt profile.hprof.txt --to=yaml --force -o old",
    "hprof-query -j1 -e SELECT/**/class,count(*)FROM/**/objects/**/GROUP/**/BY/**/1 heap.hprof -o out",
    "hprof-query -j1 -f query.sql --format=jsonl indexed.hprof -o out",
    "hprof-query -j1 --format=csv heap.hprof --force -o old < query.sql",
    "hprof-report -j1 heap.hprof -o out.html",
    "hprof-report -j1 --format=md indexed.hprof -o out.md",
    "hprof-report -j1 --baseline=small.hprof heap.hprof --force -o old",
    "hprof-dump -j1 heap.hprof -o out",
    "hprof-dump -j1 --records heap.hprof.gz -o out",
    "hprof-dump -j1 --object=0x10020 --format=json heap.hprof -o out",
    "hprof-dump -j1 --threads indexed.hprof --force -o old",
    "hprof-dump -j1 --verify heap.hprof -o out",
    "hprof-histo -j1 heap.hprof -o out",
    "hprof-histo -j4 --retained heap.hprof --format=json --force -o old",
    "hprof-histo -j1 - -o out < heap.hprof.gz",
    "hprof-dominators -j1 heap.hprof -o out",
    "hprof-dominators -j4 --suspects heap.hprof --format=markdown -o out",
    "hprof-dominators -j1 --tree --max-memory=64K --temp-dir=tmp heap.hprof -o out",
    "hprof-dominators -j1 --collapsed indexed.hprof --force -o old",
    "hprof-paths -j1 --object=0x10020 heap.hprof -o out",
    "hprof-paths -j1 --class=app.Node indexed.hprof --force -o old",
    "hprof-lint -j1 heap.hprof -o out",
    "hprof-lint -j1 --max-memory=64K --temp-dir=tmp heap.hprof.zst --force -o old",
    "hprof-diff -j1 small.hprof heap.hprof -o out",
    "hprof-diff -j1 --baseline=small.hprof heap.hprof --junit=out.xml --sarif=out.sarif -o out",
    "hprof-diff -j1 --profiles profile.hprof.txt profile.hprof.txt --format=json --force -o old",
    "hprof-diff -j1 heap.hprof.gz indexed.hprof --format=csv -o out",
    "hprof-threads -j1 threads.txt -o out",
    "hprof-threads -j1 --format=collapsed threads.txt threads.txt --force -o old",
    "hprof-threads -j1 heap.hprof --format=json -o out",
    "hprof-mcp -j1 . < session heap.hprof",
]

# Inputs for which calls of a kind are not made to fail, and the reasons.
UNTRIED = {
    ("heap.zip", "alloc"): "libarchive crashes when it gets no memory",
}

OBJECTS = 3000


def heap(objects):
    """A dump of lists whose elements refer to others, too; a thread and its stack."""
    lines = [
        "--- !hprof",
        "---",
        '- strings: [main, "()V", Main.java, run]',
        "- classes:",
        "  - {name: java/lang/Object, class: 0x1000}",
        "  - {name: java/lang/Class, class: 0x1010, super: java/lang/Object}",
        "  - {name: java/lang/Thread, class: 0x1020, super: java/lang/Object, fields: {target: object, name: object}}",
        "  - {name: java/lang/String, class: 0x1030, super: java/lang/Object, fields: {value: object, hash: int}}",
        "  - {name: app/Node, class: 0x1040, super: java/lang/Object, fields: {next: object, other: object, size: int}}",
        '  - {name: "[Lapp/Node;", class: 0x1050, super: java/lang/Object}',
        '- stackFrame: {id: 1, method: run, signature: "()V", sourceFile: Main.java, classSerial: 5, line: 7}',
        "- stackTrace: {traceSerial: 1, threadSerial: 1, frames: [1]}",
        "- instance: {object: 0x2000, class: java/lang/Thread, fields: {target: 0x10000, name: 0x2020}}",
        "- instance: {object: 0x2020, class: java/lang/String, fields: {value: 0x2040}}",
        "- primitiveArray: {object: 0x2040, elementType: char, elements: [109, 97, 105, 110]}",
        "- primitiveArray: {object: 0x2100, elementType: byte, elements: [1 x 3000]}",
        "- objectArray: {object: 0x3000, class: 0x1050, elements: [0x10000, null, 0x10040]}",
        "- rootThreadObject: {object: 0x2000, threadSerial: 1, traceSerial: 1}",
        "- rootJavaFrame: {object: 0x10000, threadSerial: 1, frame: 0}",
        "- rootJniGlobal: {object: 0x3000}",
    ]
    for i in range(objects):
        to = [0x10000 + 32 * n for n in (i + 1, i * 7 % objects)]
        after = "next: %#x, " % to[0] if i % 100 != 99 and i + 1 != objects else ""
        lines.append(
            "- instance: {object: %#x, class: app/Node, fields: {%sother: %#x, size: %d}}"
            % (0x10000 + 32 * i, after, to[1], i)
        )
        if i % 100 == 0:
            lines.append("- rootStickyClass: {object: 0x1040}" if i == 0 else "- rootUnknown: {object: %#x}" % (0x10000 + 32 * i))
    return "\n".join(lines + ["- heapDumpEnd:", ""])


THREADS = """2026-11-21 01:32:58
Full thread dump OpenJDK 64-Bit Server VM (25+36 mixed mode, sharing):

"main" #1 prio=5 tid=0x00007f1 nid=1 runnable
   java.lang.Thread.State: RUNNABLE
\tat app.Node.run(Main.java:7)

"""

PROFILE = """JAVA PROFILE 1.0.1, created Sat Nov 21 01:37:10 2026

TRACE 300001:
\tapp.Node.run(Main.java:7)
\tapp.Main.main(Main.java:5)
TRACE 300002:
\tapp.Main.main(Main.java:5)
CPU SAMPLES BEGIN (total = 4) Sat Nov 21 01:37:10 2026
rank   self  accum   count trace method
   1 75.00% 75.00%       3 300001 app.Node.run
   2 25.00% 100.00%       1 300002 app.Main.main
CPU SAMPLES END
"""

META = (
    '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
    '"io.modelcontextprotocol/clientCapabilities":{}}'
)


def session():
    """Requests to hprof-mcp."""
    calls = [
        ("summary", '{"file":"heap.hprof"}'),
        ("histogram", '{"file":"heap.hprof","sort":"retained"}'),
        ("query", '{"file":"heap.hprof","sql":"SELECT count(*) AS n FROM objects"}'),
    ]
    return "".join(
        '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":%s,%s}}\n'
        % (number, name, arguments, META)
        for number, (name, arguments) in enumerate(calls, 1)
    )


def write_inputs(tools, folder):
    """Writes the inputs of all commands to FOLDER."""

    def run(tool, *arguments):
        command = [tools / tool, "-q", *arguments]
        subprocess.run(command, check=True, cwd=folder, stdin=subprocess.DEVNULL)

    texts = {
        "heap.yaml": heap(OBJECTS),
        "small.yaml": heap(10),
        "threads.txt": THREADS,
        "profile.hprof.txt": PROFILE,
        "list": "profile.hprof.txt\n2,profile.hprof.txt\n",
        "query.sql": "SELECT class, count(*) AS n FROM objects GROUP BY class ORDER BY n, class;\n",
        "session": session(),
        "old": "old\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    run("hprof-convert", "heap.yaml", "-o", "heap.hprof")
    run("hprof-convert", "small.yaml", "-o", "small.hprof")
    run("hprof-convert", "threads.txt", "--to=thread-json", "-o", "threads.json")
    dump = (folder / "heap.hprof").read_bytes()
    (folder / "heap.hprof.gz").write_bytes(gzip.compress(dump, mtime=0))
    with zipfile.ZipFile(folder / "heap.zip", "w") as archive:
        archive.writestr("heap.hprof", dump)
    run("hprof-convert", "heap.hprof", "-o", "heap.hprof.zst")
    run("hprof-convert", "heap.hprof", "--to=phd", "-o", "heap.phd")
    for name in ("indexed.hprof", "mat.hprof"):
        (folder / name).write_bytes(dump)
    run("hprof-index", "indexed.hprof")
    run("hprof-index", "--to=mat", "mat.hprof")
