#!/usr/bin/env python3
"""schema.py SCHEMA < JSON

Checks JSON on standard input against a schema of docs/schemas. Knows of JSON
Schema what these use: type, const, enum, pattern, properties, required,
additionalProperties (false unless it is true: an attribute that the schema does
not tell of is a fault), items, anyOf and $ref to #/$defs.
"""

import json
import re
import sys

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def is_type(value, name):
    """Whether VALUE is of the JSON type NAME; booleans are no numbers."""
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def faults(value, schema, defs, path):
    """All that is wrong with VALUE, as text."""
    if "$ref" in schema:
        yield from faults(value, defs[schema["$ref"].rsplit("/", 1)[1]], defs, path)
        return
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_type(value, name) for name in types):
        yield "%s: %r is not of type %s" % (path, value, " or ".join(types))
        return
    if "const" in schema and value != schema["const"]:
        yield "%s: %r is not %r" % (path, value, schema["const"])
    if "enum" in schema and value not in schema["enum"]:
        yield "%s: %r is none of %s" % (path, value, schema["enum"])
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield "%s: %r does not match %s" % (path, value, schema["pattern"])
    if "anyOf" in schema:
        each = [list(faults(value, one, defs, path)) for one in schema["anyOf"]]
        if all(each):
            yield min(each, key=len)[0]
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from faults(item, schema["items"], defs, "%s[%d]" % (path, index))
    if isinstance(value, dict) and "properties" in schema:
        for key in schema.get("required", []):
            if key not in value:
                yield "%s: lacks %s" % (path, key)
        for key, item in value.items():
            if key in schema["properties"]:
                yield from faults(item, schema["properties"][key], defs, path + "." + key)
            elif not schema.get("additionalProperties", False):
                yield "%s: the schema does not tell of %s" % (path, key)


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    count = 0
    for fault in faults(json.load(sys.stdin), schema, schema.get("$defs", {}), "$"):
        print(fault, file=sys.stderr)
        count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
