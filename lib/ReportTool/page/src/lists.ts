// Lists: waste, threads, properties.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {
  Finding,
  Holder,
  Id,
  Properties,
  ReportData,
  Stack,
  ThreadDump,
  ThreadFile,
  ThreadRef,
  Waste,
  command,
  first,
  partOf,
} from "./answers";
import { breakable, classLink, el, objectLink, section } from "./dom";
import { bytes, count, counted, share } from "./format";
import { locks } from "./locks";

/** An element that a search hides or shows, with its text. */
export interface Entry {
  element: HTMLElement;
  text: string;
}

function holderText(holders: Holder[]): Node {
  const all = el("span");
  holders.slice(0, 3).forEach((h, i) => {
    if (i) all.append(", ");
    all.append(breakable(h.name), ` (${count(h.count)})`);
    if (h.example) all.append(" ", objectLink(h.example));
  });
  if (holders.length > 3) all.append(` and ${holders.length - 3} more`);
  return all;
}

function examples(ids: Id[]): Node {
  const all = el("span");
  ids.slice(0, 3).forEach((id) => all.append(objectLink(id), " "));
  return all;
}

function findingItem(of: Finding, all: number): Entry {
  const rows = el("tbody");
  for (const row of of.rows)
    rows.append(
      el(
        "tr",
        {},
        el(
          "td",
          {},
          row.text !== undefined
            ? el("q", {}, breakable(row.text))
            : breakable(row.what ?? ""),
          row.detail !== undefined && el("div", { class: "dim" }, row.detail),
        ),
        el("td", { class: "number" }, count(row.count)),
        el("td", { class: "number" }, bytes(row.bytes)),
        el("td", {}, holderText(row.holders)),
        el("td", {}, examples(row.examples)),
      ),
    );
  const item = el(
    "details",
    {},
    el(
      "summary",
      {},
      el("span", { class: "grow" }, of.text),
      of.certainty === "hint" && el("span", { class: "badge" }, "hint"),
      el(
        "span",
        { class: "size" },
        `${bytes(of.bytes)}, ${share(of.bytes, all)}, ${count(of.count)} ×`,
      ),
    ),
    ...of.notes.map((note) => el("p", {}, note)),
    el(
      "div",
      { class: "table", tabindex: "0", role: "region", "aria-label": of.text },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...["item", "count", "bytes", "held by", "examples"].map(
              (title, i) =>
                el(
                  "th",
                  { scope: "col", class: i === 1 || i === 2 ? "number" : "" },
                  title,
                ),
            ),
          ),
        ),
        rows,
      ),
    ),
    of.rows_in_all > of.rows.length &&
      el(
        "p",
        {},
        `and ${counted(of.rows_in_all - of.rows.length, "more row")}`,
      ),
  );
  return { element: item, text: item.textContent ?? "" };
}

export function wasteSection(
  data: ReportData,
  entries: Entry[],
): HTMLElement | undefined {
  const of = first<Waste>(data, "waste");
  if (!of) return undefined;
  const list = el("div");
  for (const finding of of.findings) {
    if (!finding.count) continue;
    const entry = findingItem(finding, of.bytes);
    entries.push(entry);
    list.append(entry.element);
  }
  return section(
    "waste",
    "Waste",
    command(data, "waste"),
    el(
      "p",
      {},
      `${bytes(of.wasted)} definitely wasted (${share(of.wasted, of.bytes)})${of.hinted ? `; possibly ${bytes(of.hinted)} more` : ""}.`,
    ),
    ...of.notes.map((note) => el("p", {}, note)),
    list,
  );
}

function stackItem(of: Stack): Entry {
  const names = of.threads.slice(0, 5).map((t) => t.name || "(no name)");
  if (of.threads.length > 5) names.push(`${of.threads.length - 5} more`);
  const retained = of.threads.reduce((sum, t) => sum + (t.retained ?? 0), 0);
  const isKnown = of.threads.some((t) => t.retained !== undefined);
  const states = [...new Set(of.threads.map((t) => t.state ?? "unknown"))];
  const frames = el("ol", { class: "frames" });
  for (const frame of of.frames)
    frames.append(el("li", {}, breakable(frame.text)));
  const objects = el("p");
  for (const t of of.threads.slice(0, 20)) {
    if (!t.object) continue;
    objects.append(objectLink(t.object, of.count > 1 ? t.name : t.object), " ");
    if (of.count === 1 && t.class) objects.append(classLink(t.class));
  }
  const item = el(
    "details",
    {},
    el(
      "summary",
      {},
      el("span", { class: "grow" }, names.join(", ")),
      el("span", { class: "badge" }, states.join(", ")),
      // Not shown for several threads, because the objects that they retain may
      // overlap.
      isKnown &&
        of.count === 1 &&
        el("span", { class: "size" }, `retains ${bytes(retained)}`),
    ),
    objects,
    of.frames.length ? frames : el("p", {}, "no frames"),
  );
  return { element: item, text: item.textContent ?? "" };
}

/** Threads with the same key have the same stack. */
function threadKey(of: { id?: number; name: string; object?: Id }): string {
  return JSON.stringify([of.id, of.name, of.object]);
}

function dumpOfThreads(of: ThreadDump, entries: Entry[]): HTMLElement {
  const states = Object.entries(of.states).map(([s, n]) => `${count(n)} ${s}`);
  const list = el("div");
  const places = new Map<string, HTMLElement>();
  for (const stack of of.stacks) {
    const entry = stackItem(stack);
    entries.push(entry);
    list.append(entry.element);
    for (const t of stack.threads) places.set(threadKey(t), entry.element);
  }
  const show = (thread: ThreadRef) => {
    const place = places.get(threadKey(thread));
    place?.setAttribute("open", "");
    place?.querySelector("summary")?.focus();
    return !!place;
  };
  return el(
    "div",
    {},
    el(
      "p",
      {},
      counted(of.thread_count, "thread") +
        (states.length ? `: ${states.join(", ")}` : "") +
        (of.deadlocks.length
          ? `; ${counted(of.deadlocks.length, "deadlock")}`
          : ""),
    ),
    ...of.notes.map((note) => el("p", { class: "dim" }, note)),
    locks(of, show),
    list,
    of.stacks_in_all > of.stacks.length &&
      el(
        "p",
        {},
        `and ${counted(of.stacks_in_all - of.stacks.length, "more stack")}`,
      ),
  );
}

export function threadSection(
  data: ReportData,
  entries: Entry[],
): HTMLElement | undefined {
  const files = (
    partOf<{ files: ThreadFile[] }>(data, "threads")?.files ?? []
  ).filter((f) => f.dumps.length);
  if (!files.length) return undefined;
  const isOne = files.length === 1 && files[0]?.dumps.length === 1;
  const made = section("threads", "Threads", command(data, "threads"));
  const end = made.lastElementChild;
  for (const file of files)
    for (const dump of file.dumps) {
      if (!isOne)
        end?.before(
          el(
            "h3",
            {},
            breakable(`${file.file}${dump.time ? `, ${dump.time}` : ""}`),
          ),
        );
      end?.before(dumpOfThreads(dump, entries));
    }
  return made;
}

export function propertySection(
  data: ReportData,
  entries: Entry[],
): HTMLElement | undefined {
  const of = first<Properties>(data, "properties");
  if (!of?.properties?.length && !of?.environment?.length) return undefined;
  const made = section("properties", "Properties", command(data, "properties"));
  const add = (title: string, all: Properties["properties"]) => {
    if (!all?.length) return;
    const rows = el("tbody");
    for (const { key, value } of all) {
      const row = el(
        "tr",
        {},
        el("th", { scope: "row" }, breakable(key)),
        el("td", {}, value == null ? "" : breakable(value)),
      );
      entries.push({ element: row, text: `${key} ${value ?? ""}` });
      rows.append(row);
    }
    made.querySelector("h2")?.after(
      el(
        "details",
        {},
        el(
          "summary",
          {},
          el("span", { class: "grow" }, title),
          `${all.length}`,
        ),
        el(
          "div",
          {
            class: "table",
            tabindex: "0",
            role: "region",
            "aria-label": title,
          },
          el("table", {}, rows),
        ),
      ),
    );
  };
  add("environment", of.environment);
  add("system properties", of.properties);
  return made;
}
