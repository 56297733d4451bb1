// Details of an object or a class: the panel that links open.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {
  Group,
  HeapObject,
  Listed,
  ReportData,
  Suspects,
  ThreadFile,
  first,
} from "./answers";
import { classLink, commandLine, el } from "./dom";
import {
  bytes,
  count,
  counted,
  plainClass,
  share,
  shellWord,
  shortClass,
} from "./format";
import { Tree, pathTo, walk } from "./tree";

/** What only a server knows; see serve.ts. */
export interface Live {
  object: (id: string) => HTMLElement[];
  class: (name: string) => HTMLElement[];
  sections: () => HTMLElement[];
  /** Cancels the requests of an object or class. */
  close: () => void;
}

/** Target of a link. */
export type Place = { kind: "object" | "class"; name: string };

/** "#object=0x7f00", "#class=java.lang.String" */
export function placeOf(hash: string): Place | undefined {
  const parts = /^#(?:(object)=(0x[0-9a-f]+)|(class)=(.+))$/.exec(hash);
  if (!parts) return undefined;
  try {
    return {
      kind: (parts[1] ?? parts[3]) as Place["kind"],
      name: decodeURIComponent(parts[2] ?? parts[4] ?? ""),
    };
  } catch {
    return undefined; // Not one of our links.
  }
}

export class Details {
  readonly element = el("aside", {
    id: "details",
    "aria-label": "Details of the object or class",
    hidden: true,
    tabindex: "-1",
  });
  private readonly objects = new Map<string, HeapObject>();
  private readonly roles = new Map<string, string[]>();
  private readonly classes = new Map<string, Group>();

  constructor(
    private readonly data: ReportData,
    private readonly words: string,
    private readonly dumpWords: string,
    private readonly tree: Tree | undefined,
    private readonly all: number,
    private readonly show: (node: Tree) => void,
    private readonly live?: Live,
  ) {
    this.collect();
  }

  private role(id: string, text: string): void {
    this.roles.set(id, [...(this.roles.get(id) ?? []), text]);
  }

  private collect(): void {
    for (const row of first<Listed<HeapObject>>(this.data, "objects")?.rows ??
      [])
      this.objects.set(row.id, row);
    first<Suspects>(this.data, "suspects")?.suspects.forEach((s, i) => {
      for (const step of s.way) {
        this.objects.set(step.id, step);
        this.role(step.id, `on the path to suspect ${i + 1}`);
      }
      for (const point of s.points) {
        this.objects.set(point.id, point);
        this.role(point.id, `accumulation point of suspect ${i + 1}`);
      }
    });
    for (const stack of first<ThreadFile>(this.data, "threads")?.dumps[0]
      ?.stacks ?? [])
      for (const t of stack.threads)
        if (t.object)
          this.role(
            t.object,
            `thread ${t.name}` +
              (t.retained === undefined
                ? ""
                : `, retains ${bytes(t.retained)}`),
          );
    for (const l of first<Listed<Group>>(this.data, "loaders")?.rows ?? [])
      if (l.id)
        this.role(l.id, `class loader with ${counted(l.objects, "object")}`);
    for (const c of first<Listed<Group>>(this.data, "classes")?.rows ?? [])
      if (!this.classes.has(c.class)) this.classes.set(c.class, c);
  }

  open(place: Place): void {
    const close = el(
      "button",
      {
        type: "button",
        class: "close",
        "aria-label": "Close",
        click: () => this.close(),
      },
      "×",
    );
    this.element.replaceChildren(
      close,
      ...(place.kind === "object"
        ? this.ofObject(place.name)
        : this.ofClass(place.name)),
    );
    this.element.hidden = false;
    this.element.focus();
  }

  close(): void {
    this.live?.close();
    this.element.hidden = true;
    history.replaceState(null, "", "#");
  }

  private size(n: number): string {
    return `${bytes(n)} (${count(n)} bytes), ${share(n, this.all)}`;
  }

  private ofObject(id: string): HTMLElement[] {
    const of = this.objects.get(id);
    const made: HTMLElement[] = [el("h2", {}, id)];
    if (this.live) made.push(...this.live.object(id));
    else if (of)
      made.push(
        el("p", {}, classLink(of.class)),
        el("p", {}, `retained size: ${this.size(of.retained)}`),
        el("p", {}, `shallow size: ${bytes(of.shallow)}`),
      );
    const roles = this.roles.get(id) ?? [];
    for (const role of new Set(roles)) made.push(el("p", {}, role));
    const nodes = this.nodes((node) => node.example === id);
    const only = nodes.find((n) => n.objects === 1);
    if (!this.live && only && !of && only.class && only.shallow !== undefined)
      made.push(
        el("p", {}, classLink(only.class)),
        el("p", {}, `retained size: ${this.size(only.size)}`),
        el("p", {}, `shallow size: ${bytes(only.shallow)}`),
      );
    made.push(...this.placesOf(nodes));
    if (made.length === 1)
      made.push(
        el(
          "p",
          {},
          "This object is not in the report. Use the commands below.",
        ),
      );
    made.push(
      el("h3", {}, "Paths from GC roots"),
      commandLine(`hprof-paths --object=${id} ${this.words}`),
      el("h3", {}, "Dominated objects"),
      commandLine(`hprof-dominators --object=${id} ${this.words}`),
      el("h3", {}, "Contents"),
      commandLine(`hprof-dump --object=${id} ${this.dumpWords}`),
      el("h3", {}, "Referenced by"),
      commandLine(`hprof-paths --incoming --object=${id} ${this.words}`),
    );
    return made;
  }

  private ofClass(name: string): HTMLElement[] {
    const made: HTMLElement[] = [el("h2", {}, name)];
    const of = this.classes.get(name);
    if (of)
      made.push(
        el("p", {}, counted(of.objects, "object")),
        el(
          "p",
          {},
          `retained size of all objects together: ${this.size(of.retained)}`,
        ),
        el("p", {}, `shallow size: ${this.size(of.shallow)}`),
      );
    else made.push(el("p", {}, "This class is not in the class table."));
    made.push(...this.placesOf(this.nodes((node) => node.class === name)));
    if (this.live) made.push(...this.live.class(plainClass(name)));
    const word = shellWord(plainClass(name));
    made.push(
      el("h3", {}, "Instances"),
      commandLine(`hprof-dominators --class=${word} ${this.words}`),
      el("h3", {}, "Paths from GC roots"),
      commandLine(`hprof-paths --class=${word} ${this.words}`),
      el("h3", {}, "Referenced by"),
      commandLine(`hprof-paths --incoming --class=${word} ${this.words}`),
    );
    return made;
  }

  private nodes(matches: (node: Tree) => boolean): Tree[] {
    const found: Tree[] = [];
    if (this.tree)
      walk(this.tree, (node) => {
        if (matches(node)) found.push(node);
      });
    return found.sort((a, b) => b.size - a.size);
  }

  /** Buttons that show the largest nodes in the tree. */
  private placesOf(nodes: Tree[]): HTMLElement[] {
    if (!nodes.length) return [];
    const list = el("ul", { class: "places" });
    for (const node of nodes.slice(0, 6))
      list.append(
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", click: () => this.show(node) },
            pathTo(node)
              .slice(1)
              .slice(-3)
              .map((n) => shortClass(n.name))
              .join(" → "),
          ),
          ` ${bytes(node.size)}`,
        ),
      );
    return [el("h3", {}, "In the dominator tree"), list];
  }
}
