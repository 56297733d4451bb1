// Waiting threads and owners, as rows of the lock graph.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { Lock, ThreadDump, ThreadRef } from "./answers";
import { counted } from "./format";

/** A thread, or an owner of a lock that the dump does not record. */
interface Waiter {
  name: string;
  thread: ThreadRef | undefined;
  /** The lock that the thread waits for, and the owner of the lock. */
  lock?: Lock | undefined;
  owner?: Waiter;
  waiters: Waiter[];
  /** The number of the deadlock that the thread belongs to. */
  deadlock?: number;
  /** Number of threads that wait for this one, directly and through others. */
  behind: number;
  isSeen: boolean;
}

export interface LockRow {
  depth: number;
  title: string;
  text: string;
  /** Missing for "and 12 more". */
  thread?: ThreadRef | undefined;
  /** Row of the owner; missing in a deadlock, or without a wait. */
  owner?: LockRow | undefined;
  deadlock?: number | undefined;
  /** In a deadlock: the row of the thread that this one waits for. */
  next?: LockRow | undefined;
}

const mostRows = 60;
const mostWaiters = 8;
const mostDepth = 10;
/** Maximum number of threads shown for one deadlock. */
const mostMembers = 16;

/** "java.lang.Object 0x7f00" */
export function lockText(lock: Lock | undefined): string {
  const name =
    lock?.system_monitor ??
    `${lock?.class ?? "a lock"}${lock?.of_class ? ` for ${lock.of_class}` : ""}`;
  return `${name} ${lock?.address ?? ""}`.trim();
}

export function threadText(thread: ThreadRef | undefined): string {
  const id = thread?.id === undefined ? "" : ` #${thread.id}`;
  return `${thread?.name || "unnamed thread"}${id}`;
}

/** Without a unique key, threads of a dump are compared by all attributes. */
function keyOf(t: ThreadRef): string {
  return JSON.stringify([t.id, t.name, t.native_id, t.vm_thread, t.object]);
}

/** Returns the waiting threads and the threads that they wait for. */
function waitersOf(dump: ThreadDump): Waiter[] {
  const known = new Map<string, Waiter>();
  const all: Waiter[] = [];
  const make = (name: string, thread?: ThreadRef): Waiter => {
    const made = { name, thread, waiters: [], behind: 0, isSeen: false };
    all.push(made);
    return made;
  };
  const of = (thread: ThreadRef): Waiter => {
    const key = keyOf(thread);
    let found = known.get(key);
    if (!found) known.set(key, (found = make(threadText(thread), thread)));
    return found;
  };
  const wait = (who: Waiter, owner: Waiter, lock: Lock | undefined) => {
    if (who.owner || who === owner) return;
    who.owner = owner;
    who.lock = lock;
    owner.waiters.push(who);
  };
  dump.deadlocks.forEach(({ steps }, i) =>
    steps.forEach(({ thread, lock }, at) => {
      const next = steps[(at + 1) % steps.length];
      of(thread).deadlock = i + 1;
      if (next) wait(of(thread), of(next.thread), lock);
    }),
  );
  for (const { lock, owner, threads } of dump.contention) {
    const by = owner ? of(owner) : make(`unknown owner of ${lockText(lock)}`);
    for (const thread of threads) wait(of(thread), by, lock);
  }
  return all;
}

/** Waiters below a thread, without threads of deadlocks, owners first. */
function below(top: Waiter): Waiter[] {
  const found: Waiter[] = [];
  const open = [top];
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.isSeen) continue;
    at.isSeen = true;
    found.push(at);
    for (const w of at.waiters) if (!w.deadlock) open.push(w);
  }
  // Waiters follow their owners, so sums are computed from the end.
  for (let i = found.length; --i > 0;) {
    const w = found[i];
    if (w?.owner) w.owner.behind += w.behind + 1;
  }
  return found;
}

/** The threads of a deadlock, or one that does not wait. */
interface Group {
  tops: Waiter[];
  threads: number;
}

function groupsOf(all: Waiter[]): Group[] {
  const groups: Group[] = [];
  const add = (tops: Waiter[]) =>
    groups.push({
      tops,
      threads: tops.reduce(
        (sum, top) => sum + below(top).filter((w) => w.thread).length,
        0,
      ),
    });
  const deadlocks = new Map<number, Waiter[]>();
  for (const w of all)
    if (w.deadlock && !deadlocks.get(w.deadlock)?.push(w))
      deadlocks.set(w.deadlock, [w]);
  deadlocks.forEach((tops) => add(tops));
  for (const w of all) if (!w.owner && !w.isSeen) add([w]);
  // No threads are left, unless the dump contradicts itself.
  for (const w of all) if (!w.isSeen) add([w]);
  return groups.sort(
    (a, b) =>
      Number(!!b.tops[0]?.deadlock) - Number(!!a.tops[0]?.deadlock) ||
      b.threads - a.threads,
  );
}

/** The rows of a dump, and the number of threads that are in none. */
export class LockRows {
  readonly rows: LockRow[] = [];
  left = 0;
  private readonly shown = new Set<Waiter>();

  constructor(dump: ThreadDump) {
    for (const group of groupsOf(waitersOf(dump))) {
      const first = group.tops[0];
      if (!first?.deadlock && !first?.waiters.length) continue;
      if (this.rows.length >= mostRows) this.left += group.threads;
      else this.addGroup(group);
    }
  }

  private addGroup({ tops }: Group): void {
    const members: LockRow[] = [];
    for (const top of tops.slice(0, mostMembers)) {
      const row = this.add(top, 0);
      if (top.deadlock) members.push(row);
    }
    const more = tops.slice(mostMembers);
    if (more.length)
      members.push(
        this.addMore(
          0,
          `and ${counted(more.length, "more thread")} in the deadlock`,
          more.reduce((sum, w) => sum + w.behind, 0),
        ),
      );
    if (members.length > 1)
      members.forEach((row, i) => {
        row.next = members[(i + 1) % members.length];
      });
  }

  private addMore(
    depth: number,
    title: string,
    behind: number,
    owner?: LockRow,
  ): LockRow {
    const text = behind ? `with ${counted(behind, "waiter")}` : "";
    const row = { depth, title, text, owner };
    this.rows.push(row);
    return row;
  }

  /** Adds a thread and those that wait for it. */
  private add(top: Waiter, depth: number, owner?: LockRow): LockRow {
    const row: LockRow = {
      depth,
      title: top.name,
      text: textOf(top),
      thread: top.thread,
      owner,
      deadlock: top.deadlock,
    };
    this.rows.push(row);
    this.shown.add(top);
    const waiters = top.waiters
      .filter((w) => !w.deadlock && !this.shown.has(w))
      .sort((a, b) => b.behind - a.behind);
    let added = 0;
    for (const w of waiters) {
      if (
        added === mostWaiters ||
        depth === mostDepth ||
        this.rows.length >= mostRows
      )
        break;
      this.add(w, depth + 1, row);
      ++added;
    }
    const more = waiters.slice(added);
    if (more.length)
      this.addMore(
        depth + 1,
        added
          ? `and ${counted(more.length, "more thread")}`
          : counted(more.length, "thread"),
        more.reduce((sum, w) => sum + w.behind, 0),
        row,
      );
    return row;
  }
}

function textOf(of: Waiter): string {
  const parts: string[] = [];
  if (of.owner)
    parts.push(
      `waits for ${lockText(of.lock)}` +
        (of.owner.thread ? `, held by ${of.owner.name}` : ""),
    );
  if (of.behind) {
    // One thread of the deadlock also waits for it.
    const more = of.deadlock ? "more " : "";
    parts.push(
      `${counted(of.behind, `${more}thread waits`, `${more}threads wait`)} for it`,
    );
  }
  return parts.join("; ");
}
