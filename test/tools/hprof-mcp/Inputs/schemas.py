"""schemas.py SESSION MESSAGES: checks arguments and answers of calls against the
schemas in the list of tools, which is among the messages."""

import json
import sys

import jsonschema

names, schemas, count = {}, {}, 0
for line in open(sys.argv[1]):
    message = json.loads(line.replace("META", '"_meta":{}'))
    names[message["id"]] = message["params"]
for line in open(sys.argv[2]):
    message = json.loads(line)
    result = message["result"]
    if "tools" in result:
        schemas = {tool["name"]: tool for tool in result["tools"]}
        for tool in result["tools"]:
            for key in ("inputSchema", "outputSchema"):
                jsonschema.Draft202012Validator.check_schema(tool[key])
        continue
    asked = names[message["id"]]
    tool = schemas[asked["name"]]
    jsonschema.validate(asked.get("arguments", {}), tool["inputSchema"])
    jsonschema.validate(result["structuredContent"], tool["outputSchema"])
    # Properties that a schema does not name are allowed by default: here they would be an
    # oversight.
    unknown = set(result["structuredContent"]) - set(tool["outputSchema"]["properties"])
    if unknown:
        sys.exit("%s: not declared: %s" % (asked["name"], ", ".join(sorted(unknown))))
    count += 1
print(count, "answers, as declared")
