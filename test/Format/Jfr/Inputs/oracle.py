"""oracle.py JFR HPROF-QUERY RECORDING: compares all events with the output of "jfr print".

Prints the number of types, events and values, and each difference."""

import json
import re
import subprocess
import sys

jfr, query, recording = sys.argv[1:]
DIFFERENCES = []


def run(*command):
    # jfr prints characters that are not escaped, with \/ for slashes.
    return subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8", "replace")


def java_name(name):
    """[Ljava/lang/String; is java.lang.String[]."""
    depth = len(name) - len(name.lstrip("["))
    name = name[depth:]
    if depth:
        primitive = dict(zip("ZBCSIJFD", "boolean byte char short int long float double".split()))
        name = primitive[name] if name in primitive else name[1:-1]
    return re.sub(r"/(0x[0-9a-f]+)$", r"+\1", name).replace("/", ".") + "[]" * depth


def nanos(text):
    """PT1H2M3.004S"""
    if text.startswith("P") and "T" in text:
        days = re.match(r"P(?:(\d+)D)?T", text)
        parts = re.match(r"P(?:\d+D)?T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?)(\d+)(?:[.](\d+))?S)?$", text)
        if parts:
            seconds = int(days[1] or 0) * 86400 + int(parts[1] or 0) * 3600 + int(parts[2] or 0) * 60 + int(parts[4] or 0)
            return (seconds * 10**9 + int((parts[5] or "0").ljust(9, "0"))) * (-1 if parts[3] else 1)
    return None


def time(text):
    """jfr omits zeros at the end."""
    parts = re.match(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:[.](\d+))?Z$", text)
    return parts and "%s.%sZ" % (parts[1], (parts[2] or "").ljust(9, "0"))


def method(of):
    return java_name(of["type"]["name"]) + "." + of["name"]


def stack(of):
    lines = []
    for frame in of["frames"]:
        line = frame["lineNumber"]
        lines.append(method(frame["method"]) + (":%d" % line if line > 0 else ""))
    return "\n".join(lines)


def same(theirs, ours):
    """Whether a value of jfr's equals ours."""
    if ours is None and isinstance(theirs, str) and re.match("PT-?(2562047788015|2562047H)|-?(999999999|Inf)|N/A", theirs):
        return True  # The extremes: none, forever.
    if theirs is None and ours in ("Infinity", "-Infinity", "NaN"):
        return True
    if theirs is None or ours is None:
        return theirs == ours
    if isinstance(theirs, bool) or isinstance(ours, bool):
        return bool(theirs) == bool(ours)
    if isinstance(theirs, dict):
        if "frames" in theirs:
            return stack(theirs) == ours
        if "osName" in theirs:
            return (theirs["javaName"] or theirs["osName"] or "#%d" % theirs["javaThreadId"]) == ours
        if "type" in theirs and "descriptor" in theirs:
            return method(theirs) == ours
        if "name" in theirs and ("classLoader" in theirs and "modifiers" in theirs):
            return java_name(theirs["name"]) == ours
        if set(theirs) == {"type", "name"}:  # A class loader.
            return (theirs["name"] or java_name(theirs["type"]["name"])) == ours
        if isinstance(ours, str):
            ours = json.loads(ours)
        return set(theirs) == set(ours) and all(same(v, ours[k]) for k, v in theirs.items())
    if isinstance(theirs, list):
        if isinstance(ours, str):
            ours = json.loads(ours)
        return len(theirs) == len(ours) and all(map(same, theirs, ours))
    if isinstance(theirs, str):
        if theirs == ours or time(theirs) == ours:
            return True
        return isinstance(ours, (int, float)) and (nanos(theirs) == ours or theirs in ("-Infinity", "Infinity", "NaN"))
    if isinstance(theirs, float) or isinstance(ours, float):
        return abs(theirs - ours) <= 1e-6 * max(abs(theirs), abs(ours))
    return theirs == ours or theirs == ours + 2**64  # SQL has no unsigned numbers.


def wrong(theirs, ours):
    """The fields that differ."""
    return [field for field, value in theirs.items() if field not in ours or not same(value, ours[field])]


def main():
    events = {}
    for event in json.loads(run(jfr, "print", "--json", "--stack-depth", "10000", recording))["recording"]["events"]:
        events.setdefault(event["type"], []).append(event["values"])
    types = {row["name"]: row["events"] for row in
             json.loads(run(query, "-q", "--format=json", recording, "SELECT * FROM event_types"))["rows"]}
    if types != {name: len(all) for name, all in events.items()}:
        DIFFERENCES.append("types: %s" % sorted(set(types.items()) ^ {(n, len(a)) for n, a in events.items()}))
    values = 0
    for name, theirs in sorted(events.items()):
        ours = json.loads(run(query, "-q", "--format=json", recording, 'SELECT * FROM "%s"' % name))["rows"]
        # jfr sorts events by time; of those with equal times, any order will do.
        groups = {}
        for row in ours:
            groups.setdefault(row.get("startTime"), []).append(row)
        for one in theirs:
            group = groups.get(time(one.get("startTime") or "") or one.get("startTime"), [])
            other = next((row for row in group if not wrong(one, row)), group[0] if group else {})
            values += len(one)
            DIFFERENCES.extend("%s.%s: %r, not %r" % (name, f, other.get(f), one[f]) for f in wrong(one, other))
            if group:
                group.remove(other)
    print("%d types, %d events, %d values, %d differences" % (len(types), sum(types.values()), values, len(DIFFERENCES)))
    for text in DIFFERENCES[:20]:
        print(text[:400])


main()
