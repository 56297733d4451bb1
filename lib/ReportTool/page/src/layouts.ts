// Positions of the nodes of a tree.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { Tree, pathTo } from "./tree";

export interface Box {
  node: Tree;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether the box contains others: the name is at the top, if it fits. */
  isFrame?: boolean;
  hasName?: boolean;
  /** Whether the box is above the node that fills the chart. */
  isAbove?: boolean;
}

export interface Layout {
  height: number;
  boxes: Box[];
}

export type LayoutOf = (zoomed: Tree, width: number) => Layout;

const rowHeight = 22;
const mostRows = 40;

/** Number of boxes that fit in a narrow chart. */
const mostTogether = 300;

/**
 * Combines nodes that are too narrow to draw into one that can be zoomed into,
 * or into groups if there are many.
 */
function together(children: Tree[], parent: Tree): Tree {
  const made: Tree = {
    name: `${children.length} smaller boxes`,
    package: "",
    size: children.reduce((sum, c) => sum + c.size, 0),
    children,
    parent,
    isTiny: true,
  };
  if (children.length > mostTogether) {
    made.children = [];
    for (let at = 0; at < children.length; at += mostTogether)
      made.children.push(together(children.slice(at, at + mostTogether), made));
  }
  return made;
}

/**
 * Rows: below each node its children, as wide as their share. The uncovered
 * width of a row is the node's own size.
 */
export function icicle(zoomed: Tree, width: number): Layout {
  const boxes: Box[] = [];
  const above = pathTo(zoomed);
  let rows = 0;
  const place = (node: Tree, x: number, w: number, row: number): void => {
    rows = Math.max(rows, row + 1);
    boxes.push({ node, x, y: row * rowHeight, width: w, height: rowHeight });
    if (row + 1 === mostRows || !node.size) return;
    let at = x;
    node.children.forEach((child, i) => {
      const of = (w * child.size) / node.size;
      if (of >= 1) place(child, at, of, row + 1);
      else if (i === 0 || (node.children[i - 1]?.size ?? 0) * w >= node.size) {
        // If one is too narrow, so are all later ones.
        const small = node.children.slice(i).filter((c) => !c.isRest);
        const all = together(small, node);
        const wide = (w * all.size) / node.size;
        if (wide >= 1) {
          rows = Math.max(rows, row + 2);
          boxes.push({
            node: all,
            x: at,
            y: (row + 1) * rowHeight,
            width: wide,
            height: rowHeight,
          });
        }
        at += wide;
        return;
      } else if (!child.isRest) return;
      at += of;
    });
  };
  above.slice(0, -1).forEach((node, row) => {
    boxes.push({
      node,
      x: 0,
      y: row * rowHeight,
      width,
      height: rowHeight,
      isAbove: true,
    });
  });
  place(zoomed, 0, width, above.length - 1);
  return { height: rows * rowHeight, boxes };
}

const header = 17;
const leastArea = 14;

/** Nested rectangles, whose area is the size. */
export function treemap(zoomed: Tree, width: number): Layout {
  const height = Math.round(Math.max(280, Math.min(520, width * 0.55)));
  const boxes: Box[] = [];
  const fill = (node: Tree, x: number, y: number, w: number, h: number) => {
    const box: Box = { node, x, y, width: w, height: h };
    boxes.push(box);
    if (!node.children.length || w < 6 || h < 6) return;
    box.isFrame = true;
    box.hasName = w > 36 && h > header * 2;
    const top = box.hasName ? header : 2;
    squarify(node, x + 2, y + top, w - 4, h - top - 2, fill);
  };
  fill(zoomed, 0, 0, width, height);
  return { height, boxes };
}

/**
 * Lays out the children of a node in rows whose rectangles are as square as
 * possible (Bruls, Huizing, van Wijk: Squarified Treemaps, 2000).
 */
function squarify(
  node: Tree,
  x: number,
  y: number,
  w: number,
  h: number,
  fill: (node: Tree, x: number, y: number, w: number, h: number) => void,
): void {
  const all = node.children.reduce((sum, c) => sum + c.size, 0);
  if (!all || w <= 0 || h <= 0) return;
  const scale = (w * h) / all;
  let row: Tree[] = [];
  let rowSize = 0;
  const worst = (size: number, least: number, most: number): number => {
    const side = Math.min(w, h);
    const square = side * side;
    return Math.max(
      (square * most) / (size * size),
      (size * size) / (square * least),
    );
  };
  const place = () => {
    const isWide = w >= h;
    const thick = rowSize / (isWide ? h : w);
    let at = isWide ? y : x;
    for (const child of row) {
      const long = (child.size * scale) / thick;
      if (isWide) fill(child, x, at, thick, long);
      else fill(child, at, y, long, thick);
      at += long;
    }
    if (isWide) {
      x += thick;
      w -= thick;
    } else {
      y += thick;
      h -= thick;
    }
    row = [];
    rowSize = 0;
  };
  const sorted = [...node.children].sort((a, b) => b.size - a.size);
  for (const child of sorted) {
    const size = child.size * scale;
    if (size < leastArea) break;
    const first = (row[0]?.size ?? child.size) * scale;
    const last = (row[row.length - 1]?.size ?? child.size) * scale;
    if (
      row.length &&
      worst(rowSize + size, size, first) > worst(rowSize, last, first)
    )
      place();
    row.push(child);
    rowSize += size;
  }
  if (row.length) place();
}
