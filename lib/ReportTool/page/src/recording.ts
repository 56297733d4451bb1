// Flight recordings: the VM, and the heap over time.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { Period, Recording, ReportData } from "./answers";
import { el, section, svg } from "./dom";
import { bytes, count, counted, span, time } from "./format";
import { fact } from "./suspects";
import { SortedTable, TableColumn } from "./table";

type Heap = NonNullable<Recording["recording"]["heap"]>;

const columns: TableColumn<Period>[] = [
  // The oldest first.
  { title: "time", key: (r) => -r.time_ms, show: (r) => time(r.time_ms) },
  ...(
    [
      ["min. after GC", (r) => r.min_bytes, bytes],
      ["max. after GC", (r) => r.max_bytes, bytes],
      ["collections", (r) => r.collections, count],
      ["old gen.", (r) => r.old, count],
      ["pauses", (r) => r.pauses_ms, (n) => `${count(n)} ms`],
      ["longest", (r) => r.longest_pause_ms, (n) => `${count(n)} ms`],
    ] as [string, (r: Period) => number, (n: number) => string][]
  ).map(([title, key, show]) => ({
    title,
    key,
    show: (r: Period) => show(key(r)),
    isNumber: true,
  })),
];

/** A bar for each period: the minimum, and above it the maximum. */
function bars({ periods, period_ms, limit_bytes }: Heap): SVGElement {
  const height = 100;
  const most = Math.max(limit_bytes ?? 0, ...periods.map((p) => p.max_bytes));
  const start = periods[0]?.time_ms ?? 0;
  const place = (p: Period) =>
    Math.round((p.time_ms - start) / Math.max(period_ms, 1));
  const bar = (p: Period, kind: "min" | "max") => {
    const size = (height * p[`${kind}_bytes`]) / Math.max(most, 1);
    return svg("rect", {
      class: kind,
      x: `${10 * place(p) + 1}`,
      y: `${height - size}`,
      width: "8",
      height: `${size}`,
    });
  };
  const last = periods[periods.length - 1];
  return svg(
    "svg",
    {
      class: "bars",
      viewBox: `0 0 ${10 * (last ? place(last) + 1 : 1)} ${height}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label":
        `Used heap after garbage collections, at first ${bytes(periods[0]?.min_bytes ?? 0)}, ` +
        `at last ${bytes(last?.min_bytes ?? 0)}`,
    },
    ...periods.map((p) =>
      svg(
        "g",
        {},
        svg(
          "title",
          {},
          `${time(p.time_ms)}: ${bytes(p.min_bytes)} to ${bytes(p.max_bytes)}`,
        ),
        bar(p, "max"),
        bar(p, "min"),
      ),
    ),
  );
}

/** As in text output. */
function growth({ growth: of, limit_bytes }: Heap): string {
  if (!of) return "";
  const isFast = of.bytes_per_hour >= 60 * 2 ** 20;
  const rate = `${bytes(isFast ? of.bytes_per_hour / 60 : of.bytes_per_hour)} per ${isFast ? "minute" : "hour"}`;
  const limit =
    of.full_in_ms === undefined
      ? ""
      : ` At this rate, it reaches the limit of ${bytes(limit_bytes ?? 0)} in another ${span(Math.floor(of.full_in_ms / 1000))}.`;
  const garbage = of.may_be_garbage
    ? " The old generation was not collected meanwhile, so this may be garbage."
    : "";
  return `The minimum has grown by ${rate} since ${time(of.since_ms)}.${limit}${garbage}`;
}

export function recordingSections(
  data: ReportData,
  addTable: (table: SortedTable<Period>) => HTMLElement,
): HTMLElement[] {
  const all = data.parts.filter((p) => p.name === "recording");
  return all.map((part, i) => {
      const of = (part.answer.files[0] as Recording).recording;
      const facts = el("dl", { class: "facts" });
      if (of.vm)
        facts.append(fact("VM", of.vm, of.pid ? `pid ${of.pid}` : ""));
      if (of.time_ms)
        facts.append(
          fact(
            "time",
            time(of.time_ms),
            span(Math.floor(of.duration_ms / 1000)),
          ),
        );
      facts.append(
        fact(
          "events",
          count(of.events),
          `of ${counted(of.types, "type")}`,
        ),
      );
      const heap = of.heap;
      const says = heap && growth(heap);
      return section(
        `recording-${i + 1}`,
        all.length > 1 ? `Flight recording ${i + 1}` : "Flight recording",
        part.command,
        facts,
        ...(heap
          ? [
              el("h3", {}, "Used heap after garbage collections"),
              says && el("p", {}, says),
              bars(heap),
              el(
                "p",
                { class: "dim" },
                "Bar height: the minimum and, lighter, the maximum in each period." +
                  (heap.limit_bytes
                    ? ` Full height: the limit, ${bytes(heap.limit_bytes)}.`
                    : ""),
              ),
              addTable(
                new SortedTable(
                  "Used heap after garbage collections",
                  columns,
                  heap.periods,
                  (r) => time(r.time_ms),
                ),
              ),
            ]
          : []),
      );
    });
}
