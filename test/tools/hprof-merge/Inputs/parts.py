#!/usr/bin/env python3
"""Takes a dump apart, as HotSpot's parallel dumper leaves it when it is killed.

    parts.py DUMP BASE names [CUT]   the base has the strings, but for CUT bytes
    parts.py DUMP BASE joining [CUT] the base also has the classes, the first
                                     segment and CUT bytes of the second
    parts.py DUMP BASE joined        the base has the first two segments, and
                                     the second is still there as a part

BASE.p0, BASE.p1 and so on get a segment each; those that the base has whole are
not written, except for the last of them in "joined".
"""
import struct
import sys


def main():
    dump, base, how = sys.argv[1:4]
    cut = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    data = open(dump, "rb").read()
    at = data.index(b"\0") + 13
    strings, names, segments = data[:at], b"", []
    while at < len(data):
        tag, _, length = struct.unpack(">BII", data[at : at + 9])
        record = data[at : at + 9 + length]
        at += len(record)
        if tag == 0x1C:
            segments.append(record)
        elif tag == 1:
            strings += record
        elif tag != 0x2C:
            names += record
    if how == "names":
        whole, kept = strings[: len(strings) - cut], segments
    elif how == "joining":
        whole = strings + names + segments[0] + segments[1][:cut]
        kept = [None] + segments[1:]
    else:
        whole = strings + names + segments[0] + segments[1]
        kept = [None] + segments[1:]
    open(base, "wb").write(whole)
    for number, segment in enumerate(kept):
        if segment is not None:
            open(f"{base}.p{number}", "wb").write(segment)


main()
