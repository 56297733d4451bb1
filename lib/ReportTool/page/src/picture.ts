// A chart of a tree on a canvas: zoom, search, keyboard, tooltips.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { Palette, Theme } from "./colors";
import { classLink, el, objectLink } from "./dom";
import { bytes, count, counted, share, shortClass } from "./format";
import { Box, LayoutOf } from "./layouts";
import { Tree, pathTo, walk } from "./tree";

export interface PictureOptions {
  label: string;
  /** Meaning of a node's size: "retained". */
  measure: string;
  layout: LayoutOf;
  palette: Palette;
  /** Format of sizes; bytes by default. */
  show?: (n: number) => string;
}

export class Picture {
  readonly element: HTMLElement;
  private readonly canvas = el("canvas", { role: "img" });
  private readonly frame: HTMLElement;
  private readonly tip = el("div", { class: "tip", hidden: true });
  private readonly detail = el("div", {
    class: "detail",
    "aria-live": "polite",
  });
  private readonly crumbs = el("nav", { class: "crumbs" });
  /** Format of sizes. */
  readonly show: (n: number) => string;
  private boxes: Box[] = [];
  private zoomed: Tree;
  private selected: Tree;
  private hits: Set<Tree> | undefined;
  private width = 0;

  constructor(
    private readonly root: Tree,
    private readonly options: PictureOptions,
  ) {
    this.zoomed = this.selected = root;
    this.show = options.show ?? bytes;
    this.canvas.setAttribute(
      "aria-label",
      `${options.label}. The selected box is described below the chart.`,
    );
    this.crumbs.setAttribute("aria-label", `Path in: ${options.label}`);
    this.frame = el(
      "div",
      {
        class: "picture",
        tabindex: "0",
        role: "group",
        "aria-label": `${options.label}. Arrow keys select, Enter zooms in, Escape zooms out.`,
        keydown: (e) => this.key(e as KeyboardEvent),
      },
      this.canvas,
      this.tip,
    );
    this.element = el("div", {}, this.crumbs, this.frame, this.detail);
    this.canvas.addEventListener("mousemove", (e) => this.hover(e));
    this.canvas.addEventListener("mouseleave", () => (this.tip.hidden = true));
    this.canvas.addEventListener("click", (e) => this.click(e));
    new ResizeObserver(() => {
      if (this.frame.clientWidth !== this.width) this.draw();
    }).observe(this.frame);
    this.describe();
  }

  /** Marks matching nodes, and returns their total size. */
  search(matches: ((node: Tree) => boolean) | undefined): number {
    this.hits = undefined;
    let size = 0;
    if (matches) {
      const hits = (this.hits = new Set<Tree>());
      walk(this.root, (node) => {
        if (!matches(node)) return true;
        hits.add(node);
        // Nodes below are part of this node.
        size += node.size;
        walk(node, (below) => void (matches(below) && hits.add(below)));
        return false;
      });
    }
    this.draw();
    return size;
  }

  /** Selects and shows a node. */
  open(node: Tree): void {
    this.selected = node;
    let zoom = node;
    while (!zoom.children.length && zoom.parent) zoom = zoom.parent;
    this.zoom(zoom, node);
  }

  draw(): void {
    this.width = this.frame.clientWidth;
    if (!this.width) return;
    const { height, boxes } = this.options.layout(this.zoomed, this.width);
    this.boxes = boxes;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.height = `${height}px`;
    const to = this.canvas.getContext("2d");
    if (!to) return;
    const theme = new Theme();
    to.scale(scale, scale);
    to.font = `12px ${theme.get("--font")}`;
    to.textBaseline = "middle";
    for (const box of boxes) this.drawBox(to, theme, box);
    const at = boxes.find((b) => b.node === this.selected);
    if (at) {
      to.strokeStyle = theme.get("--focus");
      to.lineWidth = 2;
      to.strokeRect(at.x + 1, at.y + 1, at.width - 2, at.height - 2);
    }
  }

  private drawBox(to: CanvasRenderingContext2D, theme: Theme, box: Box): void {
    const { node, x, y, width, height } = box;
    const color = node.isTiny
      ? "tiny"
      : node.isRest
        ? "rest"
        : node === this.root
          ? "root"
          : this.options.palette.nameOf(node.package, node.class);
    const isHit = this.hits?.has(node);
    to.globalAlpha = (this.hits && !isHit) || box.isAbove ? 0.4 : 1;
    to.fillStyle = theme.get(
      box.isFrame ? `--frame-${color}` : `--fill-${color}`,
    );
    // A one-pixel gap separates boxes, unless they are too narrow.
    const gap = width > 3 ? 1 : 0;
    to.fillRect(x, y, Math.max(width - gap, 0.5), Math.max(height - 1, 0.5));
    if (isHit) {
      to.strokeStyle = theme.get("--hit");
      to.lineWidth = 2;
      to.strokeRect(
        x + 1,
        y + 1,
        Math.max(width - 3, 1),
        Math.max(height - 3, 1),
      );
    }
    to.globalAlpha = this.hits && !isHit ? 0.6 : 1;
    if (width < 34 || height < 15) return;
    if (box.isFrame && !box.hasName) return;
    to.fillStyle = theme.get("--on-fill");
    this.drawText(to, box);
    to.globalAlpha = 1;
  }

  private drawText(to: CanvasRenderingContext2D, box: Box): void {
    const { node, x, y, width, height } = box;
    const room = width - 10;
    const isLow = box.isFrame || height < 36;
    let name = node.name;
    if (node.short && to.measureText(name).width > room) name = node.short;
    const size = `${this.show(node.size)}, ${share(node.size, this.root.size)}`;
    const both = `${name}  ${size}`;
    const middle = isLow ? (box.isFrame ? 9 : height / 2) : 12;
    if (isLow && to.measureText(both).width <= room) name = both;
    to.fillText(fitting(to, name, room), x + 5, y + middle);
    if (!isLow) to.fillText(fitting(to, size, room), x + 5, y + 28);
  }

  private boxAt(e: MouseEvent): Box | undefined {
    const at = this.canvas.getBoundingClientRect();
    const x = e.clientX - at.left;
    const y = e.clientY - at.top;
    // Nested boxes follow those that contain them.
    for (let i = this.boxes.length; i--; ) {
      const b = this.boxes[i];
      if (b && x >= b.x && x < b.x + b.width && y >= b.y && y < b.y + b.height)
        return b;
    }
    return undefined;
  }

  private hover(e: MouseEvent): void {
    const box = this.boxAt(e);
    this.tip.hidden = !box;
    this.canvas.style.cursor = box ? "pointer" : "default";
    if (!box) return;
    this.tip.replaceChildren(el("strong", {}, box.node.name));
    for (const line of this.facts(box.node))
      this.tip.append(el("div", {}, line));
    if (box.node.objects === 1 && box.node.example)
      this.tip.append(el("div", {}, box.node.example));
    const frame = this.frame.getBoundingClientRect();
    const x = e.clientX - frame.left;
    const right = Math.max(0, frame.width - this.tip.offsetWidth - 4);
    this.tip.style.left = `${Math.min(x + 12, right)}px`;
    this.tip.style.top = `${e.clientY - frame.top + 16}px`;
  }

  private click(e: MouseEvent): void {
    const box = this.boxAt(e);
    if (!box) return;
    // A second click on the same box zooms out.
    const out = box.node === this.zoomed && box.node.parent;
    this.selected = box.node;
    if (out) this.zoom(out, box.node);
    else if (box.node.children.length) this.zoom(box.node, box.node);
    else this.zoom(this.zoomed, box.node);
  }

  private key(e: KeyboardEvent): void {
    const siblings = this.selected.parent?.children ?? [this.selected];
    const at = siblings.indexOf(this.selected);
    const moves: Record<string, () => Tree | undefined> = {
      ArrowDown: () => this.selected.children[0],
      ArrowUp: () => this.selected.parent,
      ArrowLeft: () => siblings[at - 1],
      ArrowRight: () => siblings[at + 1],
      Home: () => this.root,
    };
    const move = moves[e.key];
    if (move) {
      const to = move();
      e.preventDefault();
      if (!to) return;
      const isInside = pathTo(to).includes(this.zoomed);
      this.zoom(isInside ? this.zoomed : (to.parent ?? to), to);
    } else if (e.key === "Enter") {
      e.preventDefault();
      if (this.selected.children.length)
        this.zoom(this.selected, this.selected);
    } else if (e.key === "Escape" && this.zoomed.parent) {
      e.preventDefault();
      this.zoom(this.zoomed.parent, this.zoomed);
    }
  }

  private zoom(to: Tree, selected: Tree): void {
    this.zoomed = to;
    this.selected = selected;
    this.tip.hidden = true;
    this.describe();
    this.draw();
  }

  private facts(node: Tree): string[] {
    const { measure, show } = this.options;
    const exact = show ? "" : ` (${count(node.size)} bytes)`;
    const lines = [
      `${measure} ${this.show(node.size)}${exact}, ${share(node.size, this.root.size)}`,
    ];
    if (node.own !== undefined) lines.push(`self ${this.show(node.own)}`);
    if (node.objects !== undefined) {
      const own =
        node.shallow === undefined || measure === "shallow"
          ? ""
          : `, shallow ${bytes(node.shallow)}`;
      lines.push(counted(node.objects, "object") + own);
    }
    return lines;
  }

  private describe(): void {
    const node = this.selected;
    this.detail.replaceChildren(
      el(
        "div",
        {},
        node.class ? classLink(node.class) : el("strong", {}, node.name),
      ),
      el("div", {}, this.facts(node).join("; ")),
    );
    if (node.example && node.objects !== undefined)
      this.detail.append(
        el(
          "div",
          {},
          node.objects === 1 ? "object " : "example: ",
          objectLink(node.example),
        ),
      );
    const path = pathTo(this.zoomed);
    this.crumbs.replaceChildren(
      ...path.map((step, i) =>
        i + 1 === path.length
          ? el("span", { "aria-current": "true" }, shortClass(step.name))
          : el(
              "button",
              { type: "button", click: () => this.zoom(step, step) },
              shortClass(step.name),
            ),
      ),
    );
    this.crumbs.hidden = path.length < 2;
  }
}

/** The text, or as much of it as fits. */
export function fitting(
  to: CanvasRenderingContext2D,
  text: string,
  room: number,
): string {
  if (to.measureText(text).width <= room) return text;
  let least = 0;
  let most = text.length;
  while (least + 1 < most) {
    const middle = (least + most) >> 1;
    if (to.measureText(text.slice(0, middle) + "…").width <= room)
      least = middle;
    else most = middle;
  }
  return least < 3 ? "" : text.slice(0, least) + "…";
}
