// hidden.mjs TABLE PAGE: the page escapes the characters that the tools escape, but for
// line feeds, and no others. TABLE is HiddenCharacters.def, PAGE dom.ts.
import { readFileSync } from "node:fs";

const [table, page] = process.argv.slice(2).map((path) => readFileSync(path, "utf8"));
const ranges = [...table.matchAll(/^HPROF_HIDDEN\((0x[0-9a-f]+), (0x[0-9a-f]+)\)/gm)].map(
  ([, first, last]) => [Number(first), Number(last)],
);
const [, pattern] = page.match(/const hidden =\s+\/(.*)\/gu;/);
const hidden = new RegExp(`^(?:${pattern})$`, "u");
let different = 0;
let found = 0;
for (let c = 0; c <= 0x10ffff; ++c) {
  if (c >= 0xd800 && c < 0xe000) continue;
  const inTable = ranges.some(([first, last]) => first <= c && c <= last);
  found += inTable;
  if (hidden.test(String.fromCodePoint(c)) === (inTable && c !== 0x0a)) continue;
  console.log(`U+${c.toString(16)}: in table: ${inTable}`);
  ++different;
}
console.log(`${ranges.length} ranges, ${found} characters, ${different} different`);
