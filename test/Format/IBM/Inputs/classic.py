"""classic.py [--quiet] FILE: reads IBM's classic heapdumps with independent code.

Prints a line for each record, "ADDRESS KIND TYPE SIZE CLASS REFERENCES", sorted by
address, and checks the trailer. KIND is object, array, primitive or class. CLASS is the
class block where the form has one, else -. Nulls are not printed. The last line is the
form and the totals. A fault stops the script with status 1.

Written from the description of the format, and not from the C++ reader.
"""

import re
import sys

RECORD = re.compile(r"0x([0-9A-Fa-f]+)[ \t]+\[(\d+)\][ \t]*(?:\r?\n)?(?:(OBJ|CLS)[ \t]+)?")
REFERENCE = re.compile(r"0x([0-9A-Fa-f]+)(?=\s|$)")
BREAKDOWN = re.compile(
    r"// Breakdown - Classes:\s*(\d+),\s*Objects:\s*(\d+),\s*"
    r"ObjectArrays:\s*(\d+),\s*PrimitiveArrays:\s*(\d+)"
)
TOTAL = re.compile(r"// EOF:\s+Total 'Objects',Refs\(null\) :\s*(\d+),\s*(\d+)\s*\(,?\s*(\d+)\)")
WORDS = dict(bool="Z", char="C", float="F", double="D", byte="B", short="S", int="I", long="J")


class Record:
    def __init__(self, address, size, kind, name, deep):
        self.address, self.size, self.kind, self.name = address, size, kind, name
        self.deep = deep  # An array of arrays of a primitive type.
        self.refs = []
        self.block = None


def fail(text, at, message):
    line = text.count("\n", 0, at) + 1
    sys.exit("line %d: %s, found %r" % (line, message, text[at : at + 40]))


def typed(keyword, name):
    """The kind and the internal name of a record of this type."""
    if keyword is None:
        name = re.sub(r" \[hashcode = [0-9A-Fa-f]+\]$", "", name)
        if name.startswith("class "):
            return "class", name[6:]
        if name.startswith("array of "):
            of = name[9:]
            return "array", "[" + (of if of[0] == "[" else "L%s;" % of)
        if name.endswith("[]") and name[:-2] in WORDS:
            return "primitive", "[" + WORDS[name[:-2]]
        return "object", name
    if keyword == "CLS":
        return "class", name
    if re.fullmatch(r"\[[ZCFDBSIJ]", name):
        return "primitive", name
    return ("array" if name[0] == "[" else "object"), name


def parse(text):
    """The records, the trailers, whether types have keywords and whether there
    are nulls of one digit."""
    records, trailers = [], {}
    keywords = short = False
    at = 0
    version = re.match(r"\s*// Version: [^\n]*", text)
    if version:
        at = version.end()
    while True:
        at = re.compile(r"\s*").match(text, at).end()
        if at == len(text):
            return records, trailers, keywords, short
        found = RECORD.match(text, at)
        if found:
            end = text.find("\n", found.end())
            end = len(text) if end < 0 else end
            name = text[found.end() : end].rstrip()
            if found[3]:
                name = re.split(r" (?=0x[0-9A-Fa-f]+(?:\s|$))", name)[0]
            at = found.end() + len(name)
            keywords = keywords or bool(found[3])
            kind, name = typed(found[3], name)
            deep = re.fullmatch(r"\[\[+[ZCFDBSIJ]", name) is not None
            records.append(Record(int(found[1], 16), int(found[2]), kind, name, deep))
            continue
        found = REFERENCE.match(text, at)
        if found:
            if not records or trailers:
                fail(text, at, "references of no record")
            records[-1].refs.append(int(found[1], 16))
            short = short or found[1] == "0"
            at = found.end()
            continue
        for key, trailer in (("breakdown", BREAKDOWN), ("total", TOTAL)):
            found = trailer.match(text, at)
            if found:
                trailers[key] = [int(n) for n in found.groups()]
                at = found.end()
                break
        else:
            fail(text, at, "expected a record, references or a trailer")


def form_of(records, keywords, short, text):
    """The properties of all records that show the form."""
    if not keywords:
        return "words"
    if short or "// EOF: Total" in text:
        return "jdmpview"
    bare = [r for r in records if r.kind != "class" and not r.refs]
    primitive = [r for r in records if r.kind == "primitive"]
    if bare or not [r for r in records if r.kind != "class"]:
        null = any(0 in r.refs for r in records)
        return "spec" if null and not bare else "openj9"
    return "spec" if primitive or any(0 in r.refs for r in records) else "openj9"


def check(records, trailers, form):
    """The faults of the trailer."""
    if set(trailers) != {"breakdown", "total"}:
        return "a trailer is missing: %s" % sorted(trailers)
    count = {kind: 0 for kind in ("class", "object", "array", "primitive")}
    for r in records:
        count[r.kind] += 1
    deep = sum(r.deep for r in records if r.kind == "array")
    told = trailers["breakdown"]
    plain = [count["class"], count["object"], count["array"], count["primitive"]]
    moved = plain[:2] + [plain[2] - deep, plain[3] + deep]
    # Tools that use the leaf's type count arrays of primitive arrays as
    # primitive ones; tools that use elements count them as object arrays.
    if told != (moved if form in ("openj9", "spec") else plain):
        return "breakdown %s, counted %s, or %s by leaf" % (told, plain, moved)
    objects, references, nulls = trailers["total"]
    if objects != len(records):
        return "total %d, counted %d" % (objects, len(records))
    blocks = sum(r.block is not None for r in records)
    zeros = sum(r.block == 0 for r in records)
    given = sum(1 for r in records for ref in r.refs if ref)
    absent = sum(1 for r in records for ref in r.refs if not ref)
    if references - nulls not in (given, given + blocks - zeros):
        return "%d - %d references, counted %d" % (references, nulls, given)
    if form in ("spec", "jdmpview") and nulls not in (absent, absent + zeros):
        return "%d nulls, counted %d" % (nulls, absent)
    return None


def main():
    quiet = "--quiet" in sys.argv
    with open(sys.argv[-1], "rb") as file:
        data = file.read()
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    records, trailers, keywords, short = parse(text)
    form = form_of(records, keywords, short, text)
    if form == "spec":
        for r in records:
            if r.kind != "class" and r.refs:
                r.block = r.refs.pop(0)
    for r in sorted(records, key=lambda r: r.address):
        if r.kind == "primitive" and r.refs:
            sys.exit("0x%x: a primitive array with references" % r.address)
        if not quiet:
            block = "-" if r.block is None else "0x%x" % r.block
            refs = ["0x%x" % ref for ref in r.refs if ref]
            print(" ".join(["0x%x" % r.address, r.kind, r.name, str(r.size), block] + refs))
    wrong = check(records, trailers, form)
    if wrong:
        sys.exit("trailer: " + wrong)
    print("%s: %d records, %d references, %d nulls" % ((form,) + tuple(trailers["total"])))


main()
