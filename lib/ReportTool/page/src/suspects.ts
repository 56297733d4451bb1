// The first screen: leak suspects, and the contents of the dump.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {
  GraphFacts,
  OutOfMemory,
  ReportData,
  Step,
  Suspect,
  Suspects,
  Summary,
  command,
  first,
} from "./answers";
import {
  breakable,
  classLink,
  commandLine,
  el,
  objectLink,
  prose,
  section,
} from "./dom";
import {
  bytes,
  count,
  counted,
  plainClass,
  share,
  shellWord,
  span,
  time,
} from "./format";

export function fact(name: string, value: string, more = ""): HTMLElement {
  return el(
    "div",
    { class: "fact" },
    el("dt", {}, name),
    el("dd", {}, el("strong", {}, value), more && el("span", {}, more)),
  );
}

function writer(summary: Summary["summary"]): string {
  const of = summary.writer;
  if (!of) return "unknown";
  const { jdk_at_least: least, jdk_at_most: most, java_version: version } = of;
  const jdk = version
    ? `, JDK ${version}`
    : least && most
      ? least === most
        ? `, JDK ${least}`
        : `, JDK ${least} to ${most}`
      : least
        ? `, JDK ${least} or later`
        : most
          ? `, JDK ${most} or earlier`
          : "";
  return of.program + jdk;
}

export function summarySection(data: ReportData): HTMLElement | undefined {
  const graph = first<GraphFacts>(data, "class_tree");
  if (!graph) return undefined;
  const of = first<Summary>(data, "summary")?.summary;
  const facts = el(
    "dl",
    { class: "facts" },
    fact("reachable", bytes(graph.bytes), counted(graph.objects, "object")),
    fact(
      "unreachable",
      bytes(graph.unreachable_bytes),
      counted(graph.unreachable_objects, "object"),
    ),
    fact(
      "GC roots",
      count(graph.roots),
      counted(graph.references, "reference"),
    ),
  );
  const native = first<Suspects>(data, "suspects")?.native_bytes;
  if (native)
    facts.append(
      fact("outside the heap", bytes(native), "direct buffers and arenas"),
    );
  if (of) {
    facts.append(fact("written by", writer(of), graph.layout.text));
    if (of.time_ms)
      facts.append(
        fact(
          "written at",
          time(of.time_ms),
        ),
      );
    if (of.out_of_memory)
      facts.append(
        fact(
          "out of memory",
          of.out_of_memory.thread_name ?? `thread ${of.out_of_memory.thread}`,
          "its OutOfMemoryError triggered this dump",
        ),
      );
  }
  return section("summary", "Heap summary", command(data, "summary"), facts);
}

/** Warnings to read before anything else. */
export function warningSection(data: ReportData): HTMLElement | undefined {
  const graph = first<GraphFacts>(data, "class_tree");
  const all = graph ? warnings(data, graph) : data.notes;
  if (!all.length) return undefined;
  return el(
    "div",
    {},
    ...all.map((text) => el("p", { class: "warning" }, text)),
  );
}

function warnings(data: ReportData, graph: GraphFacts): string[] {
  const all = [...data.notes];
  if (graph.cut)
    all.push(
      "The dump is truncated" +
        (graph.missing_at_least
          ? `: at least ${bytes(graph.missing_at_least)} is missing`
          : "") +
        ". This report covers only the part that is present.",
    );
  else if (data.damaged)
    all.push(
      "The dump is damaged. This report covers only the data that could be read.",
    );
  if (!graph.layout.certain)
    all.push(
      `The object layout is uncertain (${graph.layout.text} is assumed), and so are all sizes.`,
    );
  if (graph.dumps > 1)
    all.push(
      `The file contains ${graph.dumps} heap dumps. This report covers one of them; --dump selects another.`,
    );
  return all;
}

/** Dominators of the accumulation point, from the top, and the point itself. */
function way(steps: Step[], all: number): HTMLElement {
  const list = el("ol", { class: "way" });
  for (const step of steps)
    list.append(
      el(
        "li",
        {},
        step.label !== undefined &&
          el("span", { class: "label" }, breakable(step.label), " → "),
        classLink(step.class),
        " ",
        objectLink(step.id),
        el(
          "span",
          { class: "size" },
          ` retains ${bytes(step.retained)}, ${share(step.retained, all)}`,
        ),
      ),
    );
  return list;
}

function amounts(title: string, all: Suspect["elements"]): HTMLElement {
  const list = el("ul", { class: "amounts" });
  for (const { class: name, objects, bytes: size } of all.slice(0, 5))
    list.append(
      el("li", {}, `${count(objects)} × `, classLink(name), `, ${bytes(size)}`),
    );
  return el("div", {}, el("h4", {}, title), list);
}

/** The error that triggered the dump, if it was not a lack of heap. */
function failure(of: OutOfMemory): HTMLElement {
  const thread = of.thread_name ? `"${of.thread_name}"` : of.thread_serial;
  return el(
    "div",
    {},
    el("h3", {}, `An OutOfMemoryError in thread ${thread} triggered this dump`),
    frameList(of.frames),
    el(
      "p",
      {},
      `The heap was nearly empty: all objects occupy at most ${bytes(of.bytes)}, and the limit is ${bytes(of.limit ?? 0)} unless -XX:MaxDirectMemorySize is set. The request was too large, or another resource was exhausted, such as metaspace or threads. No object is a leak suspect.`,
    ),
  );
}

const mostFrames = 20;

function frameList(all: string[]): HTMLElement {
  const frames = all.slice(0, mostFrames).map((frame) => `at ${frame}`);
  if (all.length > mostFrames)
    frames.push(`... ${all.length - mostFrames} more`);
  return el("pre", {}, frames.join("\n"));
}

/** "2 of these threads, which retain 560 B" */
function whose(of: Suspect): string {
  const threads = of.stack_threads;
  if (threads === undefined)
    return of.holders === 1 ? "the thread" : "the first of these threads";
  const all = threads === of.points_in_all ? "all " : "";
  const which =
    threads === 1
      ? "one of these threads, which retains"
      : `${all}${count(threads)} of these threads, which retain`;
  return `${which} ${bytes(of.stack_bytes ?? 0)}`;
}

/** Stack of the thread, or the common one of a group's threads. */
function stack(of: Suspect): HTMLElement | undefined {
  if (!of.stack?.length) return undefined;
  return el(
    "div",
    {},
    el("h4", {}, `Stack trace of ${whose(of)}`),
    frameList(of.stack),
  );
}

const mostAllocations = 3;

/** Allocations of the sampled objects that the suspect retains. */
function allocations(all: Suspect["allocations"]): HTMLElement | undefined {
  if (!all.length) return undefined;
  const sum = all.reduce((n, one) => n + one.samples, 0);
  const made = el(
    "div",
    {},
    el("h4", {}, `Allocations of ${counted(sum, "sampled object")} in it`),
  );
  let rest = sum;
  for (const one of all.slice(0, mostAllocations)) {
    rest -= one.samples;
    made.append(
      el(
        "p",
        {},
        `${count(one.samples)} × `,
        classLink(one.class),
        one.samples === 1 ? ", allocated " : ", the oldest allocated ",
        `${span(one.age_seconds)} before the recording was written`,
      ),
      frameList(one.stack),
    );
  }
  if (rest) made.append(el("p", {}, `${count(rest)} others`));
  return made;
}

/** How many sampled objects are in the heap. */
function samples(of: Suspects): HTMLElement | undefined {
  if (!of.samples) return undefined;
  const { file, samples: all, found } = of.samples;
  const why =
    found < all - found
      ? ", so no allocations are shown: the recording is of another JVM, or the garbage collector moved objects between it and the dump"
      : "";
  return el(
    "p",
    {},
    `${count(found)} of ${counted(all, "sampled object")} in ${file} ${found === 1 ? "is" : "are"} in this heap${why}.`,
  );
}

function suspectItem(of: Suspect, all: number, fileWords: string): HTMLElement {
  const item = el(
    "li",
    { class: "suspect" },
    el("h3", {}, prose(of.headline)),
    meter(of.own, all),
  );
  for (const text of [...of.remarks, of.accumulation])
    if (text) item.append(el("p", {}, prose(text)));
  if (of.way.length)
    item.append(
      el(
        "h4",
        {},
        (of.roots.length ? "Path from GC root" : "Dominator path") +
          (of.points_in_all === 1 ? "" : " to the first of them"),
      ),
      way(of.way, all),
    );
  const both = el("div", { class: "columns" });
  if (of.elements.length)
    both.append(amounts("Accumulated objects (retained size)", of.elements));
  if (of.contents.length)
    both.append(amounts("Contents by class (shallow size)", of.contents));
  item.append(both);
  for (const part of [allocations(of.allocations), stack(of)])
    if (part) item.append(part);
  const point = of.points[0];
  if (!point) return item;
  // For many objects, commands refer to their class.
  const isOne = of.points_in_all === 1;
  const which = isOne
    ? `--object=${point.id}`
    : `--class=${shellWord(plainClass(point.class))}`;
  item.append(
    el("h4", {}, "Next steps"),
    el("p", {}, "Paths from GC roots:"),
    commandLine(`hprof-paths ${which} ${fileWords}`),
    el("p", {}, isOne ? "Dominated objects:" : "Instances by retained size:"),
    commandLine(`hprof-dominators ${which} ${fileWords}`),
  );
  return item;
}

export function meter(n: number, all: number): HTMLElement {
  const bar = el("div", { class: "meter", "aria-hidden": "true" }, el("div"));
  const inner = bar.firstElementChild as HTMLElement;
  inner.style.width = `${all ? Math.min(100, (100 * n) / all) : 0}%`;
  return bar;
}

export function suspectSection(
  data: ReportData,
  fileWords: string,
): HTMLElement | undefined {
  const of = first<Suspects>(data, "suspects");
  if (!of) return undefined;
  const title = "Leak suspects";
  const line = command(data, "suspects");
  if (of.out_of_memory?.nearly_empty && !of.suspects.length)
    return section("suspects", title, line, failure(of.out_of_memory));
  if (!of.suspects.length)
    return section(
      "suspects",
      title,
      line,
      el(
        "p",
        {},
        `No leak suspects of at least ${bytes(of.least)}. The dominator tree below shows how memory is distributed.`,
      ),
    );
  const list = el("ol", { class: "suspects" });
  for (const one of of.suspects)
    list.append(suspectItem(one, of.bytes, fileWords));
  const made = section("suspects", title, line, list);
  const found = samples(of);
  if (found) list.before(found);
  if (of.rows_in_all > of.suspects.length)
    list.after(
      el("p", {}, `and ${count(of.rows_in_all - of.suspects.length)} more`),
    );
  return made;
}
