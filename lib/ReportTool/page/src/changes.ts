// Changes between several profiles or thread dumps, and constant rows.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {
  ChangedRow,
  Changes,
  ReportData,
  SameThreads,
  command,
  partOf,
} from "./answers";
import { breakable, el, section } from "./dom";
import { bytes, count, counted, time } from "./format";
import { signed, trend } from "./growth";
import { SortedTable, TableColumn } from "./table";

/** Adds a table for the search. */
type AddTable = <Row>(table: SortedTable<Row>) => HTMLElement;
type Section = Changes["sections"][0];

const titles: Record<string, string> = {
  sites: "Allocation sites",
  samples: "CPU samples",
  times: "CPU times",
  monitors: "Contended monitors",
  calls: "Calls",
  threads: "Threads by name and state",
};

/** The measures that rows have, the main one first. */
function measuresOf(of: Section): string[] {
  const all = Object.keys(of.rows[0] ?? {})
    .filter((key) => key.endsWith("_change"))
    .map((key) => key.slice(0, -"_change".length));
  return [
    ...all.filter((m) => m === of.sort),
    ...all.filter((m) => m !== of.sort),
  ];
}

const nameOf = (row: ChangedRow, by: string) => String(row[by] ?? "");
const changeOf = (row: ChangedRow, measure: string) =>
  Number(row[`${measure}_change`] ?? 0);

function columns(of: Section): TableColumn<ChangedRow>[] {
  const amount = (measure: string) =>
    measure.endsWith("bytes") ? bytes : measure === "ms" ? millis : count;
  return [
    {
      title: of.by,
      key: (r) => nameOf(r, of.by),
      show: (r) => breakable(nameOf(r, of.by)),
    },
    { title: "status", key: (r) => r.fate, show: (r) => r.fate },
    ...measuresOf(of).map((measure) => ({
      title: measure.replace(/_/g, " "),
      key: (r: ChangedRow) => changeOf(r, measure),
      show: (r: ChangedRow) => signed(changeOf(r, measure), amount(measure)),
      isNumber: true,
    })),
    {
      title: "trend",
      key: (r) => Math.max(...(r[of.sort] as number[])),
      show: (r) => trend(r[of.sort] as number[], of.sort.replace(/_/g, " ")),
      isNumber: true,
    },
  ];
}

function millis(n: number): string {
  return `${count(n)} ms`;
}

function changedTable(of: Section, add: AddTable): HTMLElement {
  const measures = measuresOf(of);
  // The number of threads may be the same while more of them wait.
  const changed = of.rows.filter((r) => measures.some((m) => changeOf(r, m)));
  const more = of.rows_in_all - of.rows.length;
  const title = titles[of.section] ?? of.section;
  return el(
    "div",
    {},
    el("h3", {}, title),
    changed.length
      ? add(
          new SortedTable(
            `${title}, by ${of.by}`,
            columns(of),
            changed,
            (r) => `${nameOf(r, of.by)} ${r.fate}`,
            more > 0 ? `and ${count(more)} more with smaller changes` : "",
            2,
          ),
        )
      : el("p", {}, "No changes."),
  );
}

function inputs(of: Changes): HTMLElement {
  const list = el("ol");
  for (const { file, time_ms } of of.files)
    list.append(
      el(
        "li",
        {},
        breakable(file),
        time_ms
          ? `, ${time(time_ms)}`
          : "",
      ),
    );
  return list;
}

function changesSection(
  data: ReportData,
  name: string,
  id: string,
  title: string,
  add: AddTable,
): HTMLElement | undefined {
  const of = partOf<Changes>(data, name);
  if (!of) return undefined;
  return section(
    id,
    title,
    command(data, name),
    el("p", {}, "Numbers are changes from the first file to the last:"),
    inputs(of),
    ...of.sections.map((one) => changedTable(one, add)),
  );
}

/** Blocked threads are the most interesting. */
const states = [
  "NEW",
  "TIMED_WAITING",
  "WAITING",
  "PARKED",
  "RUNNABLE",
  "BLOCKED",
];

function unmovedTable(
  of: SameThreads["comparison"],
  add: AddTable,
): HTMLElement {
  type Row = SameThreads["comparison"]["unmoved"][0];
  const all: TableColumn<Row>[] = [
    {
      title: "state",
      key: (r) => states.indexOf(r.state ?? ""),
      show: (r) => r.state ?? "unknown",
    },
    {
      title: "thread",
      key: (r) => r.name,
      show: (r) => breakable(r.name || "(no name)"),
    },
  ];
  if (of.unmoved.some((r) => r.cpu_ns !== undefined))
    all.push({
      title: "CPU between dumps",
      key: (r) => r.cpu_ns ?? 0,
      show: (r) =>
        r.cpu_ns === undefined ? "" : `${(r.cpu_ns / 1e6).toFixed(1)} ms`,
      isNumber: true,
    });
  return add(
    new SortedTable(
      "Threads at the same place in every dump",
      all,
      of.unmoved,
      (r) => `${r.name} ${r.state ?? ""}`,
    ),
  );
}

function sameSection(data: ReportData, add: AddTable): HTMLElement | undefined {
  const of = partOf<SameThreads>(data, "same_threads")?.comparison;
  if (!of) return undefined;
  const locks = el("ul");
  for (const { class: name, owner, blocked, blocked_at_first } of of.held_locks)
    locks.append(
      el(
        "li",
        {},
        breakable(
          `${name || "lock"}, held by ${owner.name}: ${counted(blocked, "thread waits", "threads wait")} for it in the last dump, ${count(blocked_at_first)} in the first`,
        ),
      ),
    );
  const counts = [
    `${counted(of.in_all, "thread appears", "threads appear")} in ${of.dumps === 2 ? "both" : `all ${count(of.dumps)}`} dumps`,
  ];
  if (of.not_in_first)
    counts.push(`${count(of.not_in_first)} not in the first`);
  if (of.not_in_last) counts.push(`${count(of.not_in_last)} not in the last`);
  return section(
    "same-threads",
    "Unchanged across dumps",
    command(data, "same_threads"),
    ...of.deadlocks.map((cycle) =>
      el(
        "p",
        { class: "warning" },
        el("strong", {}, "Deadlock in every dump: "),
        cycle.map((t) => t.name).join(", "),
      ),
    ),
    el("p", {}, `${counts.join(", ")}.`),
    of.held_locks.length > 0 &&
      el("h3", {}, "Locks held by the same thread in every dump"),
    of.held_locks.length > 0 && locks,
    el("h3", {}, "Threads at the same place in every dump"),
    of.unmoved.length
      ? unmovedTable(of, add)
      : el("p", {}, "No thread is at the same place in every dump."),
  );
}

export function changesSections(
  data: ReportData,
  add: AddTable,
): (HTMLElement | undefined)[] {
  return [
    changesSection(data, "changes", "changes", "Changes", add),
    changesSection(
      data,
      "trace_changes",
      "trace-changes",
      "Changes by trace",
      add,
    ),
    sameSection(data, add),
  ];
}
