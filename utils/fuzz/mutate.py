#!/usr/bin/env python3
"""Creates the inputs that utils/check.sh passes to a fuzzer.

usage: mutate.py [--count=N] [--seed=S] [--dict=FILE] SEEDS OUT

SEEDS is a folder of valid inputs; if it is empty, 64 bytes are used instead. The
folder OUT receives those and N variations of them, in which bytes were flipped,
numbers replaced by extreme ones, and ranges cut out, repeated, exchanged or
replaced by those of other seeds or by words of the dictionary. The same
arguments produce the same bytes on every machine, unlike libFuzzer, whose choices
depend on coverage, and so on threads, addresses and time.
"""

import argparse
import pathlib
import random
import re

# Boundary values for lengths, counts and offsets.
EXTREMES = sorted(
    {(sign * (1 << bits) + delta)
     for bits in (0, 7, 8, 15, 16, 24, 31, 32, 48, 63, 64)
     for sign in (1, -1)
     for delta in (-1, 0, 1)}
)
TEXT_NUMBERS = [b"0", b"-1", b"4294967296", b"18446744073709551615",
                b"99999999999999999999", b"0xffffffffffffffff"]


def words_of(path):
    """The words of a dictionary in libFuzzer's form."""
    words = []
    for line in path.read_text(encoding="utf-8").splitlines():
        quoted = re.fullmatch(r'\s*(?:[\w.]+\s*=\s*)?"(.*)"\s*', line)
        if quoted:
            words.append(re.sub(
                rb'\\(x[0-9a-fA-F]{2}|["\\])',
                lambda m: bytes([int(m[1][1:], 16)]) if len(m[1]) == 3
                else m[1],
                quoted[1].encode()))
    return words


class Mutator:
    """Variations of seeds, in an order that the seed number determines."""

    def __init__(self, seeds, words, number):
        self.seeds = seeds
        self.words = words
        self.random = random.Random(number)

    def place(self, data, width=0):
        return self.random.randrange(max(len(data) - width, 0) + 1)

    def span(self, data):
        """A range that is more often short than long."""
        begin = self.place(data)
        size = min(1 << self.random.randrange(10), 1 + len(data) // 2)
        return begin, min(begin + 1 + self.random.randrange(size), len(data))

    def flip(self, data):
        if data:
            data[self.random.randrange(len(data))] ^= (
                1 << self.random.randrange(8))

    def set_byte(self, data):
        if data:
            data[self.random.randrange(len(data))] = self.random.randrange(256)

    def set_number(self, data):
        width = self.random.choice((1, 2, 4, 8))
        value = self.random.choice(EXTREMES + [len(data)])
        order = self.random.choice(("big", "little"))
        at = self.place(data, width)
        data[at:at + width] = (value % (1 << 8 * width)).to_bytes(width, order)

    def set_text_number(self, data):
        found = list(re.finditer(rb"(?:0x)?[0-9a-fA-F]*[0-9][0-9a-fA-F]*", data))
        if found:
            number = self.random.choice(found)
            data[number.start():number.end()] = self.random.choice(TEXT_NUMBERS)

    def erase(self, data):
        begin, end = self.span(data)
        del data[begin:end]

    def cut(self, data):
        del data[self.place(data):]

    def repeat(self, data):
        begin, end = self.span(data)
        data[end:end] = data[begin:end] * (1 + self.random.randrange(3))

    def move(self, data):
        begin, end = self.span(data)
        part = data[begin:end]
        del data[begin:end]
        at = self.place(data)
        data[at:at] = part

    def insert(self, data):
        at = self.place(data)
        data[at:at] = bytes(self.random.randrange(256)
                            for _ in range(1 + self.random.randrange(8)))

    def splice(self, data):
        other = self.random.choice(self.seeds)
        begin, end = self.span(other)
        at = self.place(data)
        over = end - begin if self.random.randrange(2) else 0
        data[at:at + over] = other[begin:end]

    def insert_word(self, data):
        if not self.words:
            return self.set_number(data)
        word = self.random.choice(self.words)
        at = self.place(data)
        over = len(word) if self.random.randrange(2) else 0
        data[at:at + over] = word

    def variation(self):
        changes = (self.flip, self.set_byte, self.set_number,
                   self.set_text_number, self.erase, self.cut, self.repeat,
                   self.move, self.insert, self.splice, self.insert_word)
        # Truncation hides everything after it, so it has a low weight.
        weights = (6, 4, 8, 4, 4, 1, 4, 3, 3, 4, 6)
        data = bytearray(self.random.choice(self.seeds))
        while True:
            self.random.choices(changes, weights)[0](data)
            if self.random.randrange(3) == 0:
                return bytes(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dict", type=pathlib.Path)
    parser.add_argument("seeds", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    args = parser.parse_args()
    seeds = [path.read_bytes() for path in sorted(args.seeds.glob("*"))]
    seeds = seeds or [bytes(range(0, 256, 4))]
    words = words_of(args.dict) if args.dict else []
    mutator = Mutator(seeds, words, args.seed)
    args.out.mkdir(parents=True)
    for number, data in enumerate(seeds):
        (args.out / f"seed-{number}").write_bytes(data)
    for number in range(args.count):
        (args.out / f"{number:06}").write_bytes(mutator.variation())


if __name__ == "__main__":
    main()
