// Trees for charts.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { ClassTree, Group, StackTree } from "./answers";
import { counted, packageOf, shortClass } from "./format";

/** A node of a chart. */
export interface Tree {
  name: string;
  /** Package that determines the node's color. */
  package: string;
  /** Size in the chart, including all nodes below this one. */
  size: number;
  children: Tree[];
  parent?: Tree;
  /** Whether the node stands for omitted nodes. */
  isRest?: boolean;
  /** Whether the node stands for children that are too narrow to draw. */
  isTiny?: boolean;
  class?: string;
  objects?: number;
  shallow?: number;
  /** Shown if the name does not fit. */
  short?: string;
  /** In stacks, the node's size without its children. */
  own?: number;
  /** The id of one of the node's objects. */
  example?: string;
}

function add(parent: Tree, child: Tree): Tree {
  child.parent = parent;
  parent.children.push(child);
  return child;
}

function rest(what: number, noun: string, plural: string, size: number): Tree {
  return {
    name: `${counted(what, "more " + noun, "more " + plural)}`,
    package: "",
    size,
    children: [],
    isRest: true,
  };
}

/** The dominator tree by class. A child is as wide as its retained size. */
export function dominatorTree(of: ClassTree): Tree {
  const root: Tree = {
    name: "all reachable objects",
    package: "",
    size: of.bytes,
    children: [],
    objects: of.objects,
  };
  const known = new Map<number, Tree>();
  const rests: [Tree, { rows: number; retained: number }][] = [];
  if (of.left_out) rests.push([root, of.left_out]);
  for (const row of of.rows) {
    const parent = row.parent === undefined ? root : known.get(row.parent);
    if (!parent) continue;
    const node = add(parent, {
      name: row.class,
      package: packageOf(row.class),
      size: row.retained,
      children: [],
      class: row.class,
      short: shortClass(row.class),
      objects: row.objects,
      shallow: row.shallow,
      example: row.example,
    });
    known.set(row.number, node);
    if (row.left_out) rests.push([node, row.left_out]);
  }
  // Added after the other nodes, because these are smaller.
  for (const [node, { rows, retained }] of rests)
    add(node, rest(rows, "class below", "classes below", retained));
  // Truncated lists lack rows, too.
  walk(root, (node) => {
    if (node.isRest) return;
    let missing = node.size - (node.shallow ?? 0);
    for (const child of node.children) missing -= child.size;
    if (missing > 0)
      add(node, {
        name: "not shown (page size limit)",
        package: "",
        size: missing,
        children: [],
        isRest: true,
      });
  });
  return root;
}

/** Packages and their classes by shallow size. */
export function packageTree(rows: Group[], all: number, inAll: number): Tree {
  const root: Tree = {
    name: "all packages",
    package: "",
    size: all,
    children: [],
  };
  const known = new Map<string, Tree>([["", root]]);
  const find = (name: string): Tree => {
    const is = known.get(name);
    if (is) return is;
    const dot = name.lastIndexOf(".");
    const made = add(find(dot < 0 ? "" : name.slice(0, dot)), {
      name,
      package: name,
      size: 0,
      children: [],
    });
    known.set(name, made);
    return made;
  };
  let shown = 0;
  for (const row of rows) {
    shown += row.shallow;
    if (!row.shallow) continue;
    const of = packageOf(row.class);
    const leaf = add(find(of), {
      name: shortClass(row.class),
      package: of,
      size: row.shallow,
      children: [],
      class: row.class,
      objects: row.objects,
      shallow: row.shallow,
    });
    for (let up = leaf.parent; up && up !== root; up = up.parent)
      up.size += row.shallow;
  }
  if (all > shown && inAll > rows.length)
    add(root, rest(inAll - rows.length, "class", "classes", all - shown));
  joinChains(root);
  return root;
}

/** The class of a frame: "java.util.HashMap" of "java.util.HashMap.put". */
export function classOfFrame(frame: string): string {
  const dot = frame.lastIndexOf(".");
  return dot < 0 ? "" : frame.slice(0, dot);
}

/** "HashMap.put" */
function shortFrame(frame: string): string {
  const of = classOfFrame(frame);
  return of ? shortClass(of) + frame.slice(of.length) : frame;
}

/** Calls: a child is as wide as its measured value. */
export function stackTree(of: StackTree): Tree {
  const root: Tree = {
    name: "all stacks",
    package: "",
    size: of.total,
    children: [],
  };
  const above = [root];
  for (const row of of.rows) {
    const parent = above[row.depth];
    if (!parent) continue;
    above.length = row.depth + 1;
    const node = add(parent, {
      name: row.frame,
      package: packageOf(classOfFrame(row.frame)),
      size: row.value,
      children: [],
      own: row.own,
      short: shortFrame(row.frame),
    });
    above.push(node);
  }
  return root;
}

/** Merges "com" with "com.acme" if "com" contains nothing else. */
function joinChains(of: Tree): void {
  of.children.forEach((child, i) => {
    let below = child;
    for (;;) {
      const only = below.children[0];
      if (below.children.length !== 1 || !only || only.class) break;
      below = only;
    }
    below.parent = of;
    of.children[i] = below;
    joinChains(below);
  });
  of.children.sort((a, b) => b.size - a.size);
}

/** The nodes above a node, the root first, and the node itself. */
export function pathTo(node: Tree): Tree[] {
  const path: Tree[] = [];
  for (let at: Tree | undefined = node; at; at = at.parent) path.unshift(at);
  return path;
}

/** Calls visit for each node until it returns false, which skips those below. */
export function walk(node: Tree, visit: (n: Tree) => boolean | void): void {
  const stack = [node];
  for (let at = stack.pop(); at; at = stack.pop())
    if (visit(at) !== false)
      for (let i = at.children.length; i--; ) {
        const child = at.children[i];
        if (child) stack.push(child);
      }
}
