#!/usr/bin/env python3
"""Gives the first sub-record of the last segment of a dump an invalid tag.

    damage.py DUMP OUT
"""
import struct
import sys


def main():
    data = bytearray(open(sys.argv[1], "rb").read())
    at = data.index(b"\0") + 13
    last = None
    while at < len(data):
        tag, _, length = struct.unpack(">BII", data[at : at + 9])
        if tag == 0x1C:
            last = at + 9
        at += 9 + length
    data[last] = 0x77
    open(sys.argv[2], "wb").write(data)


main()
