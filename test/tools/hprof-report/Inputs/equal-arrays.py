"""Prints a dump in YAML with 20 accounts, each with arrays of its own that are
equal to those of the others: a password, keys, and some that were never used."""
print("""--- !hprof
- classes:
  - {name: java/lang/Object}
  - {name: app/Account, super: java/lang/Object, fields: {password: object, key: object, token: object, pin: object, last: object, unused: object}}
  - {name: "[Ljava/lang/Object;", super: java/lang/Object}
- rootUnknown: {object: all}
""")
arrays = {
    "password": ("char", [0x72, 0x30, 0x30, 0x74]),
    "key": ("byte", [0xDE, 0xAD, 0xBE, 0xEF, 0xFE, 0xED]),
    "token": ("long", [0x4AFEBABE12345678, 0x1122334455667788]),
    "pin": ("char", [0x37] * 40),  # A secret may be all one digit,
    "last": ("long", [0x5AFEBABE12345678] * 5),  # or one value.
    "unused": ("byte", [0] * 100),
}
names = []
for i in range(20):
    held = ", ".join(f"{name}: {name}{i}" for name in arrays)
    print(f"- instance: {{object: a{i}, class: app/Account, fields: {{{held}}}}}")
    for name, (kind, elements) in arrays.items():
        print(f"- primitiveArray: {{object: {name}{i}, elementType: {kind}, elements: {elements}}}")
    names.append(f"a{i}")
print(f'- objectArray: {{object: all, class: "[Ljava/lang/Object;", elements: [{", ".join(names)}]}}')
