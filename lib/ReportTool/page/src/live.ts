// Requests to hprof-serve: objects, classes and queries on demand.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { Id } from "./answers";
import {
  classLink,
  commandLine,
  el,
  objectLink,
  section,
  visible,
} from "./dom";
import { bytes, shellWord } from "./format";
import { SortedTable, TableColumn } from "./table";

type Row = Record<string, unknown>;

interface Result {
  next_offset?: number;
  notes?: string[];
  [list: string]: unknown;
}

/** The dump on the server. */
const file = () => document.getElementById("report")?.dataset["live"] ?? "";

/** Keeps numbers that JavaScript would round, where the browser can. */
function exact(_: string, value: unknown, from?: { source?: string }): unknown {
  return typeof value === "number" &&
    !Number.isSafeInteger(value) &&
    /^-?\d+$/.test(from?.source ?? "")
    ? from?.source
    : value;
}

/** Requests of the open object or class. */
let panel = new AbortController();

export function closeLive(): void {
  panel.abort();
  panel = new AbortController();
}

/** Calls a tool of hprof-mcp. */
async function ask(
  tool: string,
  given: Row,
  signal?: AbortSignal,
): Promise<Result> {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const answer = await fetch(`/ask/${tool}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ file: file(), ...given }),
    signal: signal ?? null,
  });
  const result = JSON.parse(await answer.text(), exact) as Result;
  if (!answer.ok) throw new Error(String(result["error"] ?? answer.status));
  return result;
}

/** Opens the dump on the server before the first click. */
export function prepare(): void {
  ask("query", { sql: "SELECT retained, text(id) FROM objects LIMIT 1" }).catch(() => undefined);
}

const isId = (value: unknown): value is Id =>
  typeof value === "string" && /^0x[0-9a-f]+$/.test(value);

function cell(column: string, value: unknown, sizes: RegExp): Node | string {
  if (value === null || value === undefined) return "";
  if (isId(value)) return objectLink(value);
  if (column === "class" && typeof value === "string") {
    const link = classLink(value);
    link.textContent = visible(value); // Tables scroll.
    return link;
  }
  if (typeof value === "number" && sizes.test(column)) return bytes(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A table of rows, without columns that are empty. */
function rowTable(caption: string, rows: Row[], hidden: string[]): HTMLElement {
  const shown = Object.keys(rows[0] ?? {}).filter(
    (name) =>
      !hidden.includes(name) &&
      rows.some((r) => r[name] !== null && r[name] !== undefined),
  );
  // Fields of a class can have any other name.
  const sizes = shown.includes("_id")
    ? /^_(shallow|retained)$/
    : /^(shallow|retained|bytes)$/;
  const columns = shown.map((name): TableColumn<Row> => {
    const isNumber = rows.some((r) => typeof r[name] === "number");
    return {
      title: name,
      key: (r) =>
        isNumber ? Number(r[name] ?? -Infinity) : String(r[name] ?? ""),
      show: (r) => cell(name, r[name], sizes),
      isNumber,
    };
  });
  return new SortedTable(caption, columns, rows, () => "", "", -1, Infinity)
    .element;
}

const warning = (e: unknown) =>
  el("p", { class: "warning" }, e instanceof Error ? e.message : String(e));

/** The rows of a query, with a button for further rows. */
function pages(
  caption: string,
  sql: string,
  signal: AbortSignal,
  hidden: string[] = [],
  otherwise?: string,
): HTMLElement {
  const place = el("div", { "aria-live": "polite" });
  const load = async (rows: Row[], offset: number): Promise<void> => {
    const wait = el("p", { class: "dim" }, "loading …");
    place.append(wait);
    try {
      const answer = await ask("query", { sql, offset, limit: 100 }, signal);
      const all = [...rows, ...((answer["rows"] as Row[] | undefined) ?? [])];
      const next = answer.next_offset;
      place.replaceChildren(
        all.length > 0
          ? rowTable(caption, all, hidden)
          : el("p", { class: "dim" }, "none"),
        ...(answer.notes ?? []).map((n) => el("p", { class: "dim" }, n)),
      );
      if (next === undefined) return;
      const more = el(
        "button",
        { type: "button", click: () => void load(all, next) },
        "show more",
      );
      place.append(more);
      if (offset > 0) more.focus();
    } catch (e) {
      if (signal.aborted) wait.textContent = "canceled";
      else if (otherwise !== undefined)
        place.replaceChildren(pages(caption, otherwise, signal));
      else place.replaceChildren(warning(e));
    }
  };
  void load([], 0);
  return place;
}

const quoted = (name: string) => `"${name.replace(/"/g, '""')}"`;

/** Fields of an object, elements of an array, or static fields of a class. */
const fieldsOf = (id: Id) =>
  `SELECT name, value, id, class, retained, text(id) AS text FROM fields(${id})`;
const entriesOf = (id: Id) =>
  `SELECT e.key, e.key_text, e.value, o.class, e.value_text, o.retained FROM entries(${id}) e LEFT JOIN objects o ON o.id = e.value`;
const referrersOf = (id: Id) =>
  `SELECT r.source AS id, o.class, r.field, r.element, r.strength, o.retained FROM refs r JOIN objects o ON o.id = r.source WHERE r.target = ${id}`;
const dominatedBy = (id: Id) =>
  `SELECT id, class, shallow, retained FROM objects WHERE dominator = ${id} ORDER BY retained DESC`;

/** A query whose rows appear when the list is opened. */
function list(title: string, sql: string, isOpen = false): HTMLElement {
  const { signal } = panel;
  const place = el("div");
  const load = () => {
    if (!place.firstChild) place.append(pages(title, sql, signal));
  };
  const all = el(
    "details",
    {
      toggle: () => {
        if (all.open) load();
      },
    },
    el("summary", {}, title),
    place,
  );
  all.open = isOpen;
  return all;
}

/** The path from a GC root, as a list. */
function path(id: Id): HTMLElement {
  const place = el("ol", { class: "path", start: "0" });
  ask("path", { id, limit: 200 }, panel.signal).then(
    (answer) => {
      const steps = (answer["path"] as Row[] | undefined) ?? [];
      place.replaceChildren(
        ...steps.map((s) =>
          el(
            "li",
            {},
            el("code", {}, String(s["root"] ?? s["via"] ?? "")),
            " ",
            classLink(String(s["class"])),
            " ",
            objectLink(String(s["id"])),
            ` retains ${bytes(Number(s["retained"]))}`,
          ),
        ),
      );
      if (steps.length === 0) place.replaceWith("unreachable");
    },
    (e: unknown) => place.replaceWith(warning(e)),
  );
  return place;
}

/** Details of an object. */
export function liveObject(id: Id): HTMLElement[] {
  closeLive();
  const head = el("div", { "aria-live": "polite" });
  ask("object", { id, limit: 1 }, panel.signal).then(
    (answer) => {
      const of = answer["object"] as Row;
      head.replaceChildren(
        el("p", {}, classLink(String(of["class"]))),
        el("p", {}, `retained size: ${bytes(Number(of["retained"]))}`),
        el("p", {}, `shallow size: ${bytes(Number(of["shallow"]))}`),
      );
      if (answer["text"] !== undefined)
        head.append(el("pre", { class: "text" }, String(answer["text"])));
    },
    (e: unknown) => head.replaceChildren(warning(e)),
  );
  return [
    head,
    list("Fields", fieldsOf(id), true),
    list("Entries", entriesOf(id)),
    list("Referrers", referrersOf(id)),
    list("Dominated objects", dominatedBy(id)),
    el("h3", {}, "Path from a GC root"),
    path(id),
  ];
}

/** The class object, with its static fields, and the instances of a class. */
export function liveClass(name: string): HTMLElement[] {
  closeLive();
  const word = `'${name.replace(/'/g, "''")}'`;
  return [
    list(
      "Class and loader",
      `SELECT id, loader FROM classes WHERE name = ${word}`,
      true,
    ),
    list(
      "Static fields",
      `SELECT f.name, f.value, f.id, f.class, f.retained, text(f.id) AS text FROM classes c, fields(c.id) f WHERE c.name = ${word}`,
    ),
    el("h3", {}, "Instances"),
    pages(
      "Instances",
      `SELECT * FROM ${quoted(name)} ORDER BY _retained DESC`,
      panel.signal,
      ["_class", "_class_id", "_loader", "_dominator"],
      `SELECT id, shallow, retained FROM objects WHERE class = ${word} ORDER BY retained DESC`,
    ),
  ];
}

/** A place to enter queries. */
export function querySection(): HTMLElement {
  const input = el("textarea", {
    id: "sql",
    rows: "4",
    spellcheck: "false",
    "aria-label": "SQL query",
  });
  input.value =
    "SELECT class, count(*) AS objects, sum(shallow) AS bytes\nFROM objects GROUP BY 1 ORDER BY bytes DESC LIMIT 20";
  const result = el("div");
  const copy = el("div");
  let running = new AbortController();
  const cancel = () => running.abort();
  const run = () => {
    cancel();
    running = new AbortController();
    const sql = input.value.trim();
    result.replaceChildren(pages("Result", sql, running.signal));
    copy.replaceChildren(
      commandLine(`hprof-query ${shellWord(file())} ${shellWord(sql)}`),
    );
  };
  input.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) run();
  });
  return section(
    "query",
    "SQL query",
    "",
    input,
    el(
      "p",
      {},
      el("button", { type: "button", click: run }, "Run"),
      " ",
      el("button", { type: "button", click: cancel }, "Cancel"),
      " Ctrl+Enter",
    ),
    result,
    copy,
  );
}
