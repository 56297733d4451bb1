"""Prints a dump in YAML with 2,000 classes, pairs of which have the same name,
and their instances in 12 segments, each in an order of its own. Addresses are random,
because regular ones would have the same order in every hash table."""

import random

CLASSES, SEGMENTS = 2000, 12
random.seed(1)
ids = random.sample(range(0x1000, 0x1000000, 8), CLASSES)
print("--- !hprof\n- classes:")
print("  - {name: java/lang/Object, class: 0x10}")
for i, number in enumerate(ids):
    print("  - {name: app/C%d, class: %d, super: 0x10, loader: %d}" %
          (i // 2, number, 0x20 + i % 2 * 8))
print("- instance: {object: 0x20, class: 0x10}")
print("- instance: {object: 0x28, class: 0x10}")
address = 0x1000000
for s in range(SEGMENTS):
    print("- heapDumpSegment:")
    random.shuffle(ids)
    for number in ids[s * 100:]:
        print("- instance: {object: %d, class: %d}" % (address, number))
        address += 16
print("- rootJniGlobal: {object: 0x1000000}")
