"""wide.py: writes YAML of a heap with many classes and long names to standard output."""

CLASSES = 6000
print("--- !hprof\n- classes:")
print("  - {name: java/lang/Object, class: 0x10}")
print("  - {name: java/lang/Class, class: 0x18, super: java/lang/Object}")
for i in range(CLASSES):
    name = "app/" + "wide" * 60 + str(i)
    print("  - {name: %s, class: %#x, super: java/lang/Object}" % (name, 0x10000 + 8 * i))
for i in range(CLASSES):
    # The sizes differ, so that the smallest can be left out.
    for copy in range(1 + i % 7):
        print("- instance: {object: %#x, class: %#x}" % (0x1000000 + 0x1000 * i + 0x10 * copy, 0x10000 + 8 * i))
        print("- rootUnknown: {object: %#x}" % (0x1000000 + 0x1000 * i + 0x10 * copy))
