// The answers in a report: the parts of docs/schemas that the page reads.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** "0x7f00". Addresses do not fit into numbers. */
export type Id = string;

export interface Part {
  name: string;
  /** Command of a tool with the same output, with the name of the dump. */
  command: string;
  answer: { files: unknown[] };
  /** Whether lists were truncated. */
  cut: boolean;
}

export interface ReportData {
  schema_version: number;
  tool: { name: string; version: string };
  parts: Part[];
  notes: string[];
  damaged: boolean;
}

/** Facts about a dump, in all outputs of hprof-dominators. */
export interface GraphFacts {
  file: string;
  dumps: number;
  layout: { text: string; certain: boolean };
  cut: boolean;
  missing_at_least?: number;
  objects: number;
  bytes: number;
  unreachable_objects: number;
  unreachable_bytes: number;
  references: number;
  roots: number;
}

export interface HeapObject {
  id: Id;
  class: string;
  shallow: number;
  retained: number;
}

export interface Step extends HeapObject {
  label?: string;
}

export interface Amount {
  class: string;
  objects: number;
  bytes: number;
}

/** Allocation of some sampled objects. */
export interface Allocation {
  class: string;
  samples: number;
  age_seconds: number;
  stack: string[];
}

export interface Suspect {
  kind: string;
  headline: string;
  remarks: string[];
  accumulation?: string;
  retained: number;
  own: number;
  points: HeapObject[];
  points_in_all: number;
  way: Step[];
  /** Kinds of the GC roots for the first object of the path. */
  roots: string[];
  elements: Amount[];
  contents: Amount[];
  owner?: { class: string; field: string; object?: Id };
  holders: number;
  /** For a group: number of threads with the stack, and their retained size. */
  stack_threads?: number;
  stack_bytes?: number;
  stack?: string[];
  allocations: Allocation[];
}

export interface Suspects extends GraphFacts {
  least: number;
  native_bytes: number;
  out_of_memory: OutOfMemory | null;
  samples?: { file: string; samples: number; found: number };
  rows_in_all: number;
  suspects: Suspect[];
}

export interface Rest {
  rows: number;
  retained: number;
}

export interface ClassTreeRow {
  number: number;
  parent?: number;
  depth: number;
  class: string;
  objects: number;
  shallow: number;
  retained: number;
  example: Id;
  left_out?: Rest;
}

export interface ClassTree extends GraphFacts {
  least: number;
  left_out?: Rest;
  rows: ClassTreeRow[];
}

export interface Listed<Row> extends GraphFacts {
  rows_in_all: number;
  rows: Row[];
}

/** Objects of a class, or of the classes of a loader. */
export interface Group {
  class: string;
  loader?: string;
  id?: Id;
  objects: number;
  shallow: number;
  retained: number;
  retained_objects: number;
}

/** The error that triggered the dump. */
export interface OutOfMemory {
  thread: Id;
  thread_serial: number;
  thread_name: string | null;
  frames: string[];
  bytes: number;
  limit: number | null;
  nearly_empty: boolean;
}

export interface Summary {
  summary: {
    format: string;
    version?: string;
    time_ms?: number;
    size: number;
    writer?: {
      program: string;
      confidence: string;
      jdk_at_least: number | null;
      jdk_at_most: number | null;
      java_version?: string;
    } | null;
    threads: number;
    out_of_memory: OutOfMemory | null;
    faults: number;
    cut: boolean;
    missing_at_least?: number;
  };
}

export interface Finding {
  check: string;
  text: string;
  measure: string;
  certainty: string;
  count: number;
  bytes: number;
  notes: string[];
  rows_in_all: number;
  rows: FindingRow[];
  holders: Holder[];
}

export interface FindingRow {
  what?: string;
  /** For Strings: their value. */
  text?: string;
  detail?: string;
  count: number;
  bytes: number;
  examples: Id[];
  holders: Holder[];
}

export interface Holder {
  name: string;
  count: number;
  bytes: number;
  example?: Id;
}

export interface Waste {
  file: string;
  bytes: number;
  wasted: number;
  hinted: number;
  notes: string[];
  findings: Finding[];
}

export interface Frame {
  text: string;
  class?: string;
}

export interface Thread {
  id?: number;
  name: string;
  object?: Id;
  state?: string;
  virtual: boolean;
  daemon?: boolean;
  class?: string;
  retained?: number;
}

export interface Stack {
  count: number;
  threads: Thread[];
  frames: Frame[];
}

export interface Lock {
  class?: string;
  /** For a java.lang.Class: the class it represents. */
  of_class?: string;
  address?: Id;
  /** Name of a monitor of the VM. */
  system_monitor?: string;
}

/** References between threads. */
export interface ThreadRef {
  id?: number;
  name: string;
  native_id?: number;
  vm_thread?: Id;
  object?: Id;
}

export interface ThreadDump {
  time?: string;
  thread_count: number;
  states: Record<string, number>;
  notes: string[];
  deadlocks: { steps: { thread: ThreadRef; lock?: Lock }[] }[];
  contention: {
    lock: Lock;
    blocked: number;
    owner?: ThreadRef;
    threads: ThreadRef[];
  }[];
  stacks: Stack[];
  stacks_in_all: number;
}

export interface ThreadFile {
  file: string;
  dumps: ThreadDump[];
}

export interface Properties {
  properties: { key: string; value?: string | null }[] | null;
  environment: { key: string; value?: string | null }[] | null;
}

/** A class in a comparison: each size has a value for each input. */
export interface GrownClass {
  class: string;
  fate: string;
  instances: number[];
  instances_change: number;
  shallow: number[];
  shallow_change: number;
  retained?: number[];
  retained_change?: number;
}

export interface GrownSuspect {
  text: string;
  fate: string;
  objects: number[];
  own: number[];
  own_change: number;
}

export interface BudgetCheck {
  name: string;
  passed: boolean;
  fault?: string;
  violations: {
    key?: string;
    measure: string;
    before: number;
    after: number;
    rule: string;
  }[];
}

export interface Growth {
  files: {
    file: string;
    time_ms?: number;
    objects: number;
    bytes: number;
    reachable?: number;
  }[];
  rows_in_all: number;
  rows: GrownClass[];
  suspects?: GrownSuspect[];
  budget?: { file: string; passed: boolean; checks: BudgetCheck[] };
}

/** A method, trace or thread: measures have a value for each input. */
export type ChangedRow = Record<string, unknown> & { fate: string };

/** Output of hprof-diff on profiles and thread dumps. */
export interface Changes {
  files: { file: string; time_ms?: number }[];
  sections: {
    section: string;
    /** The column with the name of rows: "method". */
    by: string;
    /** The measure that determines a row's fate. */
    sort: string;
    rows_in_all: number;
    rows: ChangedRow[];
  }[];
}

/** Output of hprof-threads on several dumps together. */
export interface SameThreads {
  comparison: {
    dumps: number;
    in_all: number;
    not_in_first: number;
    not_in_last: number;
    deadlocks: { name: string }[][];
    held_locks: {
      class: string;
      blocked: number;
      blocked_at_first: number;
      owner: { name: string };
    }[];
    unmoved: { name: string; state?: string; cpu_ns?: number }[];
  };
}

/** The summary of a flight recording. */
export interface Recording {
  recording: {
    time_ms?: number;
    duration_ms: number;
    vm?: string;
    pid?: number;
    events: number;
    types: number;
    heap?: {
      limit_bytes?: number;
      period_ms: number;
      periods: Period[];
      growth?: {
        since_ms: number;
        bytes_per_hour: number;
        full_in_ms?: number;
        may_be_garbage: boolean;
      };
    };
  };
}

/** Garbage collections in a part of a recording, and the used heap after them. */
export interface Period {
  time_ms: number;
  min_bytes: number;
  max_bytes: number;
  collections: number;
  old: number;
  pauses_ms: number;
  longest_pause_ms: number;
}

/** A method, or a class of objects, summed over all callers. */
export interface MethodTotal {
  method: string;
  own: number;
  total: number;
}

export interface StackTree {
  file: string;
  title: string;
  section: string;
  measure: string;
  unit: string;
  total: number;
  least: number;
  rows_in_all: number;
  rows: { depth: number; value: number; own: number; frame: string }[];
  methods: MethodTotal[];
  classes: MethodTotal[];
}

/** The complete answer of a part. */
export function partOf<T>(data: ReportData, name: string): T | undefined {
  return data.parts.find((p) => p.name === name)?.answer as T | undefined;
}

/** The first file of a part, or undefined if the report has no such part. */
export function first<T>(data: ReportData, name: string): T | undefined {
  return data.parts.find((p) => p.name === name)?.answer.files[0] as
    | T
    | undefined;
}

export function command(data: ReportData, name: string): string {
  return data.parts.find((p) => p.name === name)?.command ?? "";
}
