"""Prints a dump with flattened values in YAML: objects without gaps, each
followed by its values."""

address = 0x7F0100000
number = 0


def flat():
    """The next number that is no multiple of 8."""
    global number
    number += 1 + (number % 8 == 7)
    return number


def place(size):
    global address
    address += size
    return address - size


print("""--- !hprof
- classes:
  - {name: java/lang/Object, class: 0x7f0000100}
  - {name: app/Day, class: 0x7f0000200, super: java/lang/Object, fields: {year: int, month: byte, day: byte}}
  - {name: app/Event, class: 0x7f0000300, super: java/lang/Object, fields: {when: object, what: object}}
  - {name: "[Lapp/Day;", class: 0x7f0000400, super: java/lang/Object}
  - {name: "[Ljava/lang/Object;", class: 0x7f0000480, super: java/lang/Object}""")


def day(n):
    print(f"- instance: {{object: {n:#x}, class: app/Day, fields: {{year: {n}}}}}")


for i in range(2000):
    value = flat()
    print(f"- instance: {{object: {place(24):#x}, class: app/Event, fields: {{when: {value:#x}, what: 0}}}}")
    day(value)
    # In other layouts these have other sizes.
    length = 1 + i % 4
    size = (16 + 4 * length + 7) // 8 * 8
    print(f"- objectArray: {{object: {place(size):#x}, class: \"[Ljava/lang/Object;\", "
          f"elements: [{', '.join(['null'] * length)}]}}")
    if i % 4 == 0:
        values = [flat() for _ in range(3)]
        print(f"- objectArray: {{object: {place(40):#x}, class: \"[Lapp/Day;\", elements: {values}}}")
        for value in values:
            day(value)
