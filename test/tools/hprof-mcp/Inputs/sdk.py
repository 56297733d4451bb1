"""sdk.py MODE COMMAND...: runs a conversation as an assistant may have it. The client
checks each answer against the schema that the server declares."""

import asyncio
import sys

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

DUMP = "py-hprof/example-java.hprof"
ENDLESS = "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n"


def check(holds, what):
    print(what if holds else "NOT SO: " + what)


async def talk(client):
    print("revision", client.protocol_version)
    print("tools:", *[tool.name for tool in (await client.list_tools()).tools])

    async def ask(tool, progress=None, **arguments):
        result = await client.call_tool(tool, arguments, progress_callback=progress)
        text = result.content[0].text
        assert len(text.encode()) <= 8192, tool
        if result.is_error:
            print("error:", text)
            return None
        return result.structured_content

    dumps = (await ask("summary", limit=200))["dumps"]
    check(any(d["file"].endswith(DUMP) for d in dumps), "the dump is listed")
    dump = (await ask("summary", file=DUMP))["dump"]
    print("objects %d, reachable %d" % (dump["objects"], dump["reachable"]))
    suspect = (await ask("suspects", file=DUMP))["suspects"][0]
    check(suspect["owner"], "a suspect has an owner")
    owner = await ask("object", file=DUMP, id=suspect["owner"])
    names = [field["name"] for field in owner["fields"]]
    check(suspect["owner_field"] in names, "the owner refers to what accumulates")
    path = (await ask("path", file=DUMP, id=suspect["owner"]))["path"]
    check(path[0]["root"] and path[-1]["id"] == suspect["owner"], "a path leads from a root to the owner")

    classes, offset = [], 0
    while offset is not None:
        page = await ask("histogram", file=DUMP, offset=offset, limit=200)
        classes += page["classes"]
        offset = page.get("next_offset")
    count = await ask("query", file=DUMP, sql="SELECT count(*) AS n FROM classes")
    check(len(classes) == count["rows"][0]["n"], "all pages have all classes")

    seen = []

    async def progress(now, total, message):
        seen.append(now)

    await ask("suspects", progress, file="leakcanary/leak_service_binder.hprof")
    check(len(seen) > 1 and seen == sorted(set(seen)), "progress increases")
    threads = (await ask("threads", file=DUMP))["threads"]
    with_stack = next(t for t in threads if t["frames"])
    stack = await ask("threads", file=DUMP, id=with_stack["id"])
    check(stack["frames"][0]["text"], "a thread has a stack")
    await ask("query", file=DUMP, sql="SELEC")
    await ask("suspects", file="/etc/passwd")

    # The client cancels a call that it no longer waits for.
    has_begun = anyio.Event()

    async def begin(now, total, message):
        has_begun.set()

    async with anyio.create_task_group() as group:
        group.start_soon(lambda: ask("query", begin, file=DUMP, sql=ENDLESS))
        await has_begun.wait()
        group.cancel_scope.cancel()
    again = await ask("query", file=DUMP, sql="SELECT 1 AS one")
    print("cancelled, and asked again:", again["rows"][0]["one"])


async def main():
    server = StdioServerParameters(
        command=sys.argv[2], args=["--timeout=100000", *sys.argv[3:]]
    )
    async with Client(stdio_client(server), mode=sys.argv[1]) as client:
        await talk(client)


asyncio.run(main())
