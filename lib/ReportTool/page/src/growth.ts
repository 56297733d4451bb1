// Growth between several dumps.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { Growth, GrownClass, ReportData, command, partOf } from "./answers";
import { breakable, classLink, el, section, svg } from "./dom";
import { bytes, count, time } from "./format";
import { SortedTable, TableColumn } from "./table";

export function signed(n: number, show: (n: number) => string): string {
  return n > 0 ? `+${show(n)}` : n < 0 ? `−${show(-n)}` : "0";
}

/** A line through the values in all dumps. */
export function trend(values: number[], label: string): SVGElement {
  const [width, height] = [90, 20];
  const most = Math.max(...values, 1);
  const points = values.map((v, i) => [
    2 + ((width - 4) * i) / Math.max(values.length - 1, 1),
    height - 2 - ((height - 4) * v) / most,
  ]);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      class: "trend",
      role: "img",
      "aria-label": `${label}: ${values.map(count).join(", ")}`,
    },
    svg("polyline", { points: points.map((p) => p.join(",")).join(" ") }),
    ...points.map(([x, y]) =>
      svg("circle", { cx: `${x}`, cy: `${y}`, r: "1.6" }),
    ),
  );
}

function inputs(of: Growth): HTMLElement {
  const rows = el("tbody");
  for (const file of of.files)
    rows.append(
      el(
        "tr",
        {},
        el("th", { scope: "row" }, breakable(file.file)),
        el(
          "td",
          {},
          file.time_ms ? time(file.time_ms) : "",
        ),
        el("td", { class: "number" }, count(file.objects)),
        el("td", { class: "number" }, bytes(file.bytes)),
        el(
          "td",
          { class: "number" },
          file.reachable === undefined ? "" : bytes(file.reachable),
        ),
      ),
    );
  const titles = ["dump", "written at", "objects", "bytes", "reachable"];
  return el(
    "div",
    {
      class: "table",
      tabindex: "0",
      role: "region",
      "aria-label": "Compared dumps",
    },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...titles.map((t, i) =>
            el("th", { scope: "col", class: i > 1 ? "number" : "" }, t),
          ),
        ),
      ),
      rows,
    ),
  );
}

function suspects(of: Growth): HTMLElement | undefined {
  const grown = (of.suspects ?? []).filter((s) => s.own_change > 0);
  if (!grown.length) return undefined;
  const list = el("ol", { class: "suspects" });
  for (const s of grown.slice(0, 5)) {
    const item = el(
      "li",
      { class: "suspect" },
      el("h3", {}, breakable(s.text)),
      el(
        "p",
        {},
        trend(s.own, "bytes"),
        ` ${s.fate === "new" ? "new: " : ""}${s.own.map(bytes).join(" → ")}, ${signed(s.own_change, bytes)}, ${s.objects.map(count).join(" → ")} objects`,
      ),
    );
    list.append(item);
  }
  return el("div", {}, el("h3", {}, "Leak suspects that grew"), list);
}

function columns(of: Growth): TableColumn<GrownClass>[] {
  const all: TableColumn<GrownClass>[] = [
    { title: "class", key: (r) => r.class, show: (r) => classLink(r.class) },
    { title: "status", key: (r) => r.fate, show: (r) => r.fate },
    {
      title: "objects",
      key: (r) => r.instances_change,
      show: (r) => signed(r.instances_change, count),
      isNumber: true,
    },
    {
      title: "shallow",
      key: (r) => r.shallow_change,
      show: (r) => signed(r.shallow_change, bytes),
      isNumber: true,
    },
  ];
  if (of.rows.some((r) => r.retained_change !== undefined))
    all.push({
      title: "retained",
      key: (r) => r.retained_change ?? 0,
      show: (r) => signed(r.retained_change ?? 0, bytes),
      isNumber: true,
    });
  all.push({
    title: "trend",
    key: (r) => Math.max(...(r.retained ?? r.shallow)),
    show: (r) =>
      trend(r.retained ?? r.shallow, r.retained ? "retained" : "shallow"),
    isNumber: true,
  });
  return all;
}

function amountOf(measure: string): (n: number) => string {
  return measure === "shallow" || measure === "retained" ? bytes : count;
}

/** The limits of a budget, as text. */
function budget(of: Growth): HTMLElement | undefined {
  if (!of.budget) return undefined;
  const list = el("ul");
  for (const { name, passed, fault, violations } of of.budget.checks) {
    const item = el(
      "li",
      {},
      el("strong", {}, passed ? "passed: " : "failed: "),
      breakable(name),
      fault !== undefined && `: ${fault}`,
    );
    const rows = el("ul");
    for (const v of violations.slice(0, 10)) {
      const show = amountOf(v.measure);
      rows.append(
        el(
          "li",
          {},
          v.key === undefined ? "total" : breakable(v.key),
          `: ${v.measure} ${show(v.before)} → ${show(v.after)}, limit: ${v.rule}`,
        ),
      );
    }
    if (violations.length > 10)
      rows.append(el("li", {}, `and ${violations.length - 10} more`));
    if (violations.length) item.append(rows);
    list.append(item);
  }
  return el(
    "div",
    {},
    el(
      "h3",
      {},
      of.budget.passed ? "Budget check passed" : "Budget check failed",
    ),
    el("p", {}, of.budget.file),
    list,
  );
}

export function growthSection(
  data: ReportData,
  add: (table: SortedTable<GrownClass>) => HTMLElement,
): HTMLElement | undefined {
  const of = partOf<Growth>(data, "growth");
  if (!of) return undefined;
  const first = of.files[0];
  const last = of.files[of.files.length - 1];
  const more = of.rows_in_all - of.rows.length;
  const all = columns(of);
  return section(
    "growth",
    "Growth",
    command(data, "growth"),
    first &&
      last &&
      el(
        "p",
        {},
        `Total size of all objects: ${bytes(first.bytes)} → ${bytes(last.bytes)}, ${signed(last.bytes - first.bytes, bytes)}.`,
      ),
    inputs(of),
    budget(of),
    suspects(of),
    el("h3", {}, "Classes by growth"),
    add(
      new SortedTable(
        "Growth by class",
        all,
        of.rows.filter((r) => r.fate !== "same"),
        (r) => `${r.class} ${r.fate}`,
        more > 0 ? `and ${count(more)} more with smaller changes` : "",
        all.length > 5 ? 4 : 3,
      ),
    ),
  );
}
