// Locks: a graph of waiting threads and owners, and the same data as a list.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { ThreadDump, ThreadRef } from "./answers";
import { breakable, el, svg } from "./dom";
import { counted } from "./format";
import { LockRow, LockRows, lockText, threadText } from "./lockgraph";
import { fitting } from "./picture";

/** Shows the details of a thread; false if they are not in the page. */
export type ShowThread = (thread: ThreadRef) => boolean;

interface Place {
  row: LockRow;
  x: number;
  y: number;
  height: number;
}

const step = 22;
const gap = 8;

/** The head of an arrow. */
function head(x: number, y: number, isUp: boolean, kind: string): SVGElement {
  const [dx, dy] = isUp ? [4, 7] : [-7, 4];
  const [ex, ey] = isUp ? [-4, 7] : [-7, -4];
  return svg("polygon", {
    class: kind,
    points: `${x},${y} ${x + dx},${y + dy} ${x + ex},${y + ey}`,
  });
}

class LockPicture {
  readonly element: HTMLElement;
  private readonly ruler = el("canvas").getContext("2d");
  private items: SVGElement[] = [];
  private selected = 0;
  private width = 0;

  constructor(
    private readonly rows: LockRow[],
    private readonly show: ShowThread,
  ) {
    this.element = el("div", {
      class: "locks",
      role: "tree",
      "aria-label": "Lock owners and waiters",
      keydown: (e) => this.key(e as KeyboardEvent),
    });
    new ResizeObserver(() => {
      if (this.element.clientWidth !== this.width) this.draw();
    }).observe(this.element);
  }

  private draw(): void {
    this.width = this.element.clientWidth;
    if (!this.width) return;
    const hadFocus = this.element.contains(document.activeElement);
    const margin = this.rows.some((r) => r.deadlock) ? 28 : 10;
    const deepest = Math.floor((this.width * 0.4) / step);
    const places = new Map<LockRow, Place>();
    let y = 4;
    for (const row of this.rows) {
      const x = margin + Math.min(row.depth, deepest) * step;
      const height = row.text ? 38 : 22;
      places.set(row, { row, x, y, height });
      y += height + gap;
    }
    const lines = svg("g", { "aria-hidden": "true" });
    for (const at of places.values()) {
      this.drawWait(lines, at, places);
      this.drawDeadlock(lines, at, places);
    }
    this.items = [...places.values()].map((at, i) => this.item(at, i));
    this.element.replaceChildren(
      svg(
        "svg",
        {
          role: "none",
          viewBox: `0 0 ${this.width} ${y}`,
          width: `${this.width}`,
          height: `${y}`,
        },
        lines,
        ...this.items,
      ),
    );
    if (hadFocus) this.items[this.selected]?.focus();
  }

  /** Draws an arrow from a waiter up to the owner. */
  private drawWait(
    to: SVGElement,
    at: Place,
    places: Map<LockRow, Place>,
  ): void {
    const owner = at.row.owner && places.get(at.row.owner);
    if (!owner) return;
    const x = Math.min(owner.x + 11, at.x - 6);
    const end = owner.y + owner.height;
    to.append(
      svg("path", {
        class: "wait",
        d: `M${at.x} ${at.y + at.height / 2}H${x}V${end + 6}`,
      }),
      head(x, end, true, "wait-head"),
    );
  }

  /** Draws an arrow to the deadlock's next thread; to the first, further left. */
  private drawDeadlock(
    to: SVGElement,
    at: Place,
    places: Map<LockRow, Place>,
  ): void {
    const next = at.row.next && places.get(at.row.next);
    if (!next) return;
    const x = at.x - (next.y > at.y ? 11 : 22);
    const [from, end] = [
      at.y + at.height / 2 + 7,
      next.y + next.height / 2 - 7,
    ];
    to.append(
      svg("path", {
        class: "dead",
        d: `M${at.x} ${from}H${x}V${end}H${next.x - 6}`,
      }),
      head(next.x, end, false, "dead-head"),
    );
  }

  private item({ row, x, y, height }: Place, i: number): SVGElement {
    const room = this.width - x - 18;
    const title = row.deadlock
      ? `Deadlock ${row.deadlock}: ${row.title}`
      : row.title;
    const all = row.text ? `${title}: ${row.text}` : title;
    return svg(
      "g",
      {
        role: "treeitem",
        tabindex: i === this.selected ? "0" : "-1",
        "aria-level": `${row.depth + 1}`,
        "aria-label": all,
        click: () => {
          this.select(i);
          this.open();
        },
      },
      svg("title", {}, all),
      svg("rect", {
        class: row.deadlock ? "dead" : row.thread ? "" : "more",
        x: `${x}`,
        y: `${y}`,
        width: `${Math.max(this.width - x - 2, 1)}`,
        height: `${height}`,
        rx: "4",
      }),
      svg(
        "text",
        { class: "name", x: `${x + 8}`, y: `${y + 15}` },
        this.fit(title, room, "bold 13px"),
      ),
      row.text !== "" &&
        svg(
          "text",
          { x: `${x + 8}`, y: `${y + 31}` },
          this.fit(row.text, room, "12px"),
        ),
    );
  }

  private fit(text: string, room: number, font: string): string {
    if (!this.ruler) return text;
    this.ruler.font = `${font} ${getComputedStyle(this.element).fontFamily}`;
    return fitting(this.ruler, text, room);
  }

  private select(i: number): void {
    this.items[this.selected]?.setAttribute("tabindex", "-1");
    this.selected = i;
    this.items[i]?.setAttribute("tabindex", "0");
    this.items[i]?.focus();
  }

  private open(): void {
    const thread = this.rows[this.selected]?.thread;
    if (thread) this.show(thread);
  }

  private key(e: KeyboardEvent): void {
    const row = this.rows[this.selected];
    const indexOf = (of: LockRow | undefined) =>
      of ? this.rows.indexOf(of) : -1;
    const moves: Record<string, () => number> = {
      ArrowDown: () => this.selected + 1,
      ArrowUp: () => this.selected - 1,
      ArrowLeft: () => indexOf(row?.owner ?? row?.next),
      ArrowRight: () => this.rows.findIndex((r) => r.owner === row),
      Home: () => 0,
      End: () => this.rows.length - 1,
    };
    const move = moves[e.key];
    if (move) {
      const to = move();
      e.preventDefault();
      if (this.rows[to]) this.select(to);
    } else if (e.key === "Enter") {
      e.preventDefault();
      this.open();
    }
  }
}

const mostInList = 20;

/** The lock graph as sentences. */
function list(of: ThreadDump): HTMLElement {
  const made = el("ul");
  for (const { steps } of of.deadlocks)
    made.append(
      el(
        "li",
        {},
        el("strong", {}, "Deadlock: "),
        breakable(
          steps
            .map(({ thread, lock }, i) => {
              const next = steps[(i + 1) % steps.length];
              return `${threadText(thread)} waits for ${lockText(lock)}, held by ${threadText(next?.thread)}`;
            })
            .join("; "),
        ),
      ),
    );
  for (const { lock, owner, threads, blocked } of of.contention.slice(
    0,
    mostInList,
  )) {
    const names = threads.slice(0, 5).map(threadText);
    if (blocked > names.length) names.push(`${blocked - names.length} more`);
    made.append(
      el(
        "li",
        {},
        breakable(
          `${lockText(lock)}: ${counted(blocked, "thread waits", "threads wait")} (${names.join(", ")})` +
            (owner ? `; held by ${threadText(owner)}` : ""),
        ),
      ),
    );
  }
  const more = of.contention.length - mostInList;
  if (more > 0) made.append(el("li", {}, `and ${counted(more, "more lock")}`));
  return made;
}

/** Waiting threads and owners, or undefined if no thread waits. */
export function locks(
  of: ThreadDump,
  show: ShowThread,
): HTMLElement | undefined {
  if (!of.deadlocks.length && !of.contention.length) return undefined;
  const { rows, left } = new LockRows(of);
  const isDead = of.deadlocks.length > 0;
  return el(
    "div",
    {},
    el("h3", {}, "Locks"),
    rows.length > 0 &&
      el(
        "p",
        {},
        "Waiters are below the thread that they wait for." +
          (isDead
            ? " Deadlocked threads have thick, dashed borders; the arrows on the left lead from each to the thread that it waits for."
            : "") +
          " Arrow keys select, Enter opens the stack.",
      ),
    rows.length > 0 && new LockPicture(rows, show).element,
    left > 0 &&
      el("p", { class: "dim" }, `and ${counted(left, "more thread")}`),
    el("h4", {}, "As a list"),
    list(of),
  );
}
