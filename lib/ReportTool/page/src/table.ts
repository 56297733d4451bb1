// Tables that can be sorted and filtered.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { el } from "./dom";
import { counted } from "./format";

export interface TableColumn<Row> {
  title: string;
  /** Sort key of rows; a column of numbers begins with the largest. */
  key: (row: Row) => number | string;
  show: (row: Row) => Node | string;
  isNumber?: boolean;
}

const moreRows = 200;

export class SortedTable<Row> {
  readonly element: HTMLElement;
  private readonly body = el("tbody");
  private readonly heads: HTMLElement[];
  private readonly foot = el("div", { class: "more" });
  private shown: Row[];
  private room: number;
  private sorted = 0;
  private isDown = true;

  constructor(
    caption: string,
    private readonly columns: TableColumn<Row>[],
    private readonly rows: Row[],
    /** The text of a row for searches. */
    private readonly textOf: (row: Row) => string,
    /** Text below the last row. */
    private readonly leftOut = "",
    /** A column, or -1 for the order of the rows. */
    sortedBy = 0,
    private readonly firstRows = 25,
  ) {
    this.shown = rows;
    this.sorted = sortedBy;
    this.room = firstRows;
    this.heads = columns.map((column, i) =>
      el(
        "th",
        { scope: "col", class: column.isNumber ? "number" : "" },
        el(
          "button",
          { type: "button", click: () => this.sortBy(i) },
          column.title,
        ),
      ),
    );
    this.element = el(
      "div",
      {},
      el(
        "div",
        {
          class: "table",
          tabindex: "0",
          role: "region",
          "aria-label": `Table: ${caption}`,
        },
        el(
          "table",
          {},
          el("caption", {}, caption),
          el("thead", {}, this.row(this.heads)),
          this.body,
        ),
      ),
      this.foot,
    );
    this.update();
  }

  /** Shows only matching rows; returns their number. */
  filter(matches: ((text: string) => boolean) | undefined): number {
    this.shown = matches
      ? this.rows.filter((row) => matches(this.textOf(row)))
      : this.rows;
    this.room = this.firstRows;
    this.update();
    return this.shown.length;
  }

  private row(cells: HTMLElement[]): HTMLElement {
    const tr = el("tr");
    tr.append(...cells);
    return tr;
  }

  private sortBy(i: number): void {
    this.isDown =
      i === this.sorted ? !this.isDown : !!this.columns[i]?.isNumber;
    this.sorted = i;
    this.update();
  }

  private update(): void {
    const by = this.columns[this.sorted];
    const sign = this.isDown ? -1 : 1;
    const sorted = [...this.shown];
    if (by)
      sorted.sort((a, b) => {
        const x = by.key(a);
        const y = by.key(b);
        return x === y ? 0 : (x < y ? -1 : 1) * sign;
      });
    this.heads.forEach((head, i) => {
      if (i === this.sorted)
        head.setAttribute(
          "aria-sort",
          this.isDown ? "descending" : "ascending",
        );
      else head.removeAttribute("aria-sort");
    });
    this.body.replaceChildren(
      ...sorted
        .slice(0, this.room)
        .map((row) =>
          this.row(
            this.columns.map((c) =>
              el("td", { class: c.isNumber ? "number" : "" }, c.show(row)),
            ),
          ),
        ),
    );
    const left = sorted.length - this.room;
    this.foot.replaceChildren();
    if (left > 0)
      this.foot.append(
        el(
          "button",
          {
            type: "button",
            click: () => {
              this.room += moreRows;
              this.update();
            },
          },
          `show ${Math.min(left, moreRows)} more`,
        ),
        ` of ${counted(sorted.length, "row")}`,
      );
    else if (this.leftOut) this.foot.append(this.leftOut);
  }
}
