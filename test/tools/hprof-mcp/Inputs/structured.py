"""structured.py < MESSAGES: prints the structured content of answers, a line for each
value: the answer's id, the key, the value. Errors of tools are printed as "error",
those of the protocol as "fault"."""

import json
import sys


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


for line in sys.stdin:
    message = json.loads(line)
    id = message.get("id")
    if "error" in message:
        print(id, "fault:", message["error"]["code"], message["error"]["message"])
        continue
    result = message.get("result", {})
    if result.get("isError"):
        print(id, "error:", result["content"][0]["text"])
    for key, value in result.get("structuredContent", {}).items():
        for one in value if isinstance(value, list) else [value]:
            print(id, key + ":", compact(one))
