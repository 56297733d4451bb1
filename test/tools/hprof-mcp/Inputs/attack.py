"""attack.py DUMP SECRETS CLASS COMMAND...: queries a server, started by the command,
about all objects that only those of CLASS hold, and all Strings; prints which lines of
SECRETS are in the answers, the numbers in arrays that it shows, and whether there were
many answers.
"""

import json
import re
import subprocess
import sys

dump, secrets, class_name, *command = sys.argv[1:]
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
answers = []


def call(tool, **arguments):
    """All pages of an answer: the structured content of each."""
    pages = []
    while True:
        request = {"jsonrpc": "2.0", "id": len(answers) + 1, "method": "tools/call",
                   "params": {"_meta": META, "name": tool, "arguments": {"file": dump, "limit": 200, **arguments}}}
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        while True:
            message = json.loads(server.stdout.readline())
            if message.get("id") == len(answers) + 1:
                break
        answers.append((arguments, json.dumps(message, ensure_ascii=False)))
        content = message["result"].get("structuredContent", {})
        pages.append(content)
        if "next_offset" not in content:
            return pages
        arguments["offset"] = content["next_offset"]


def rows(sql):
    return [row for page in call("query", sql=sql) for row in page.get("rows", [])]


held = rows(f'SELECT r.id AS id, class_of(r.id) AS class FROM "{class_name}" v, retained_set(v._id) r')
shown = []
assert len(held) > 50, held
for row in held:
    id, name = row["id"], row["class"]
    for part in ("fields", "entries", "referrers", "dominated"):
        for page in call("object", id=id, part=part):
            if re.fullmatch(r"(byte|char|short|int|long)\[\]", name) and part == "fields":
                shown += [(id, name, field) for field in page.get("fields", []) if field["value"] is not None]
    call("path", id=id)
    rows(f"SELECT * FROM dominator_tree({id})")
    rows(f"SELECT text({id}), quote(text({id})), hex(text({id})), element({id}, 0), element({id}, 1), entry_count({id})")
    rows(f"SELECT name, field({id}, name), shown({id}, name), hex(shown({id}, name)) FROM fields({id}) WHERE name NOT LIKE '[%'")
    rows(f"SELECT key_text, value_text, unicode(value_text) FROM entries({id})")
    if re.fullmatch(r"(byte|char|short|int|long)\[\]", name):
        shown += [(id, name, row) for row in rows(
            f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 300) "
            f"SELECT i, element({id}, i) AS e FROM n WHERE e IS NOT NULL")]
for name in sorted({row["class"] for row in held if not row["class"].endswith("[]")}):
    rows(f'SELECT * FROM "{name}"')
    rows(f"""SELECT text(id) FROM classes WHERE name = '{name}'""")
    rows(f"SELECT f.* FROM classes c, fields(c.id) f WHERE c.name = '{name}'")
rows("SELECT id, text FROM strings WHERE length(text) < 100 ORDER BY id")
rows('SELECT _id, text(_id), value FROM "java.lang.Character"')
for answer in ("histogram", "dominator_objects", "dominator_groups", "dominator_drops", "dominator_tree",
               "leak_suspects", "findings"):
    rows(f"SELECT * FROM {answer}")
rows("SELECT * FROM properties")
rows("SELECT * FROM duplicate_strings")
rows("SELECT * FROM suspects")
for tool in ("summary", "suspects", "histogram", "threads"):
    call(tool)
server.stdin.close()
for line in open(secrets):
    secret = line.rstrip("\n")
    assert len(secret) > 4, secret
    # A whole number, and a text in either case, because hex digits may have either.
    exact = re.compile(r"(?<![0-9.])%s(?![0-9])" % re.escape(secret) if re.fullmatch("-?[0-9]+", secret) else re.escape(secret), re.I)
    for asked, said in answers:
        if exact.search(said):
            print("shown:", secret[:60], asked, said[:3000])
            break
for one in shown[:20]:
    print("element:", one)
print(len(answers) > 300)
