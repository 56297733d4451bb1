// Stacks of threads and profiles: flame graphs.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { MethodTotal, ReportData, StackTree } from "./answers";
import { Palette } from "./colors";
import { breakable, el, section } from "./dom";
import { bytes, count, counted, share } from "./format";
import { icicle } from "./layouts";
import { Picture } from "./picture";
import { SortedTable, TableColumn } from "./table";
import { Tree, stackTree } from "./tree";

/** Format of values of a unit. */
export function valueText(unit: string): (n: number) => string {
  if (unit === "bytes") return bytes;
  if (unit === "milliseconds") return (n) => `${count(n)} ms`;
  return count;
}

export interface StackParts {
  palette: Palette;
  addPicture: (picture: Picture, root: Tree) => HTMLElement;
  addTable: (table: SortedTable<MethodTotal>) => HTMLElement;
}

export function stackSections(data: ReportData, to: StackParts): HTMLElement[] {
  const titles = new Set<string>();
  return data.parts
    .filter((p) => p.name === "stacks")
    .map((part, i) => {
      const of = part.answer.files[0] as StackTree;
      const show = valueText(of.unit);
      const root = stackTree(of);
      const file = of.file.slice(of.file.lastIndexOf("/") + 1);
      let title = of.section ? of.title : `Stacks in ${file}`;
      // Each input is separate, even if a file is given twice.
      if (titles.has(title)) title += ` (${i + 1})`;
      titles.add(title);
      const label = `Stacks by ${of.measure}, ${of.file}`;
      const picture = new Picture(root, {
        label,
        measure: of.measure,
        layout: icicle,
        palette: to.palette,
        show,
      });
      const number = (
        title: string,
        key: (r: MethodTotal) => number,
      ): TableColumn<MethodTotal>[] => [
        { title, key, show: (r) => show(key(r)), isNumber: true },
        {
          title: "share",
          key,
          show: (r) => share(key(r), of.total),
          isNumber: true,
        },
      ];
      const table = (what: string, rows: MethodTotal[]): HTMLElement[] => [
        el("h3", {}, `By ${what}`),
        to.addTable(
          new SortedTable(
            `${title}, by ${what}`,
            [
              {
                title: what,
                key: (r) => r.method,
                show: (r) => breakable(r.method),
              },
              ...number(of.measure, (r) => r.own),
              ...(what === "method"
                ? number("including callees", (r) => r.total)
                : []),
            ],
            rows,
            (r) => r.method,
            "",
            1,
          ),
        ),
      ];
      const more = of.rows_in_all - of.rows.length;
      return section(
        `stacks-${i + 1}`,
        title,
        part.command,
        el(
          "p",
          {},
          `${of.file}: ${show(of.total)}, ${of.measure}. Box width: the method and its callees, drawn below it.`,
        ),
        to.addPicture(picture, root),
        more > 0 &&
          el(
            "p",
            { class: "dim" },
            `${counted(more, "frame")} under ${show(of.least)} omitted.`,
          ),
        ...(of.classes.length > 0 ? table("class", of.classes) : []),
        ...table("method", of.methods),
      );
    });
}
