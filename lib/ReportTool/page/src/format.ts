// Numbers and names for display.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const units = ["KiB", "MiB", "GiB", "TiB", "PiB"];

/** "1.5 MiB", or bytes below 1 KiB. */
export function bytes(n: number): string {
  if (Math.abs(n) < 1024) return `${n} B`;
  let value = n;
  let unit = -1;
  do {
    value /= 1024;
    ++unit;
  } while (Math.abs(value) >= 1023.95 && unit + 1 < units.length);
  return `${value.toFixed(1)} ${units[unit]}`;
}

/** "48,475,136" */
export function count(n: number): string {
  return n.toLocaleString("en-US");
}

/** "1 object", "3 objects" */
export function counted(n: number, noun: string, plural = noun + "s"): string {
  return `${count(n)} ${n === 1 ? noun : plural}`;
}

/** "2 h 5 min", as in text output. */
export function span(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours) return `${hours} h ${minutes % 60} min`;
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** "2026-12-01 15:20:15 UTC", of milliseconds since 1970. */
export function time(millis: number): string {
  return `${new Date(millis).toISOString().replace("T", " ").slice(0, 19)} UTC`;
}

/** "97.6%"; nonzero shares never look like 0. */
export function share(n: number, all: number): string {
  if (!all) return "";
  const percent = (100 * n) / all;
  return percent > 0 && percent < 0.1 ? "<0.1%" : `${percent.toFixed(1)}%`;
}

/** Class of a class object: "class app.Main" is that of app.Main. */
export function plainClass(name: string): string {
  return name.startsWith("class ") ? name.slice(6) : name;
}

/**
 * Package: java.util for "java.util.HashMap$Node", none for primitive arrays.
 */
export function packageOf(name: string): string {
  const plain = plainClass(name).replace(/(\[\])+$/, "");
  // The rest is not a package: lambdas contain a slash and a number.
  const end = plain.split("/", 1)[0] ?? "";
  const dot = end.lastIndexOf(".");
  return dot < 0 ? "" : end.slice(0, dot);
}

/** The name without its package. */
export function shortClass(name: string): string {
  const of = packageOf(name);
  return of ? name.replace(of + ".", "") : name;
}

export function isPrimitiveArray(name: string): boolean {
  return /^(byte|char|short|int|long|float|double|boolean)(\[\])+$/.test(name);
}

/** A word of a shell command. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text)
    ? text
    : `'${text.replace(/'/g, "'\\''")}'`;
}
