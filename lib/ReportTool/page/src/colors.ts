// Colors of packages: the same in all charts.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { isPrimitiveArray, packageOf } from "./format";

const hues = [28, 200, 130, 330, 265, 60, 165, 0];

const jdk = /^(java|javax|jdk|sun|com\.sun)(\.|$)/;

/** Two names suffice to show the owner of a package: "com.acme". */
function family(name: string): string {
  return name.split(".").slice(0, 2).join(".");
}

export class Palette {
  private readonly known = new Map<string, number>();
  readonly legend: [string, string][] = [];
  private readonly hasArrays: boolean = false;

  /** The largest packages get their own colors. */
  constructor(rows: { class: string; shallow: number }[]) {
    const sizes = new Map<string, number>();
    for (const row of rows) {
      const of = packageOf(row.class);
      if (isPrimitiveArray(row.class)) this.hasArrays = true;
      if (!row.class || isPrimitiveArray(row.class) || jdk.test(of)) continue;
      sizes.set(family(of), (sizes.get(family(of)) ?? 0) + row.shallow);
    }
    [...sizes]
      .sort((a, b) => b[1] - a[1])
      .slice(0, hues.length)
      .forEach(([name], i) => this.known.set(name, i));
    for (const [name, i] of this.known)
      this.legend.push([name || "(no package)", `hue-${i}`]);
    this.legend.push(["JDK", "jdk"]);
    if (this.hasArrays) this.legend.push(["primitive arrays", "array"]);
    if (sizes.size > hues.length) this.legend.push(["other packages", "other"]);
  }

  /** The name of the color in the style: "--fill-jdk". */
  nameOf(of: string, className = ""): string {
    if (isPrimitiveArray(className)) return "array";
    if (jdk.test(of)) return "jdk";
    const i = this.known.get(family(of));
    return i === undefined ? "other" : `hue-${i}`;
  }
}

/** Colors of the style in use, which printing and dark mode change. */
export class Theme {
  private readonly style = getComputedStyle(document.documentElement);
  private readonly cache = new Map<string, string>();

  get(name: string): string {
    let value = this.cache.get(name);
    if (value === undefined)
      this.cache.set(name, (value = this.style.getPropertyValue(name).trim()));
    return value;
  }
}
