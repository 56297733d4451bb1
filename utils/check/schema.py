#!/usr/bin/env python3
"""schema.py SCHEMA < JSON

Checks JSON on standard input against a schema of docs/schemas, and the schema
itself. An attribute that the schema does not define is a fault, too, although
the published schemas permit attributes of later versions: only an object
with its own "additionalProperties" permits them. A "$ref" may name a
definition in another file of the same folder. Needs Debian's
python3-jsonschema; without it, the JSON is only parsed.
"""

import json
import os
import re
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None


def strict(schema):
    """SCHEMA without permission for undefined attributes."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict):
        made.setdefault("additionalProperties", False)
    return made


def embed(schema, folder):
    """Adds to SCHEMA the definitions of other files that it refers to."""
    text = json.dumps(schema)
    for name in sorted(set(re.findall(r'"\$ref": "([\w.-]+)#/', text))):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            others = json.dumps(json.load(file)["$defs"])
        others = others.replace('"#/$defs/', '"#/$defs/%s:' % name)
        text = text.replace('"%s#/$defs/' % name, '"#/$defs/%s:' % name)
        schema = json.loads(text)
        for key, value in json.loads(others).items():
            schema["$defs"]["%s:%s" % (name, key)] = value
        text = json.dumps(schema)
    return schema


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    value = json.load(sys.stdin)
    if not jsonschema:
        return 0
    checks = jsonschema.Draft202012Validator
    try:
        checks.check_schema(schema)
    except jsonschema.SchemaError as fault:
        print("%s: %s: %s" % (sys.argv[1], fault.json_path, fault.message), file=sys.stderr)
        return 1
    schema = strict(embed(schema, os.path.dirname(sys.argv[1])))
    faults = list(checks(schema).iter_errors(value))
    for fault in faults:
        print("%s: %s" % (fault.json_path, fault.message), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
