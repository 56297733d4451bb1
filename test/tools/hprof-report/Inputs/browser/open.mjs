// Opens a page of hprof-report in Chromium and uses it as people do.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: node open.mjs MODULES CHROMIUM PAGE FOLDER [CLASSES.json TREE.json]
//
// The JSON is what hprof-dominators --by=class and --group say of the same dump;
// without it, the page is looked at, and the last picture of locks in it is walked
// through by keyboard. Screenshots and a PDF are left in FOLDER.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath, file, folder, classes, tree] =
  process.argv.slice(2);
const require = createRequire(resolve(modules, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const url = pathToFileURL(file).href;
const firstFile = (path) => JSON.parse(readFileSync(path, "utf8")).files[0];

const browser = await chromium.launch({
  executablePath,
  // Tests may be run by root, for whom Chromium has no sandbox.
  args: ["--no-sandbox"],
});

/** Opens a page; what it says and asks for is collected. */
async function open(width, colorScheme, hash = "") {
  const page = await browser.newPage({
    colorScheme,
    viewport: { width, height: 900 },
  });
  const said = [];
  page.on("console", (m) => said.push(m.text()));
  page.on("pageerror", (e) => said.push(String(e)));
  page.on(
    "request",
    (r) => r.url().split("#")[0] === url || said.push(r.url()),
  );
  await page.goto(url + hash);
  await page.waitForSelector("main section");
  return { page, said };
}

/** Says what the last picture of locks shows, and where keys lead. */
async function walkThroughLocks() {
  const { page, said } = await open(1280, "light");
  const tree = page.locator(".locks").last();
  if (await page.locator(".locks").count()) {
    const items = tree.getByRole("treeitem");
    await items.first().waitFor();
    const names = await items.evaluateAll((all) =>
      all.map((e) => `${e.ariaLevel}: ${e.ariaLabel}`),
    );
    console.log(`${names.length} rows\n${names.join("\n")}`);
    // One stop for the tab key; arrows go on.
    assert.equal(await tree.locator("[tabindex='0']").count(), 1);
    await items.first().focus();
    const now = () => page.evaluate(() => document.activeElement.ariaLabel);
    for (const key of [
      "ArrowUp",
      "ArrowLeft",
      "End",
      "ArrowLeft",
      "ArrowRight",
      "Home",
      "ArrowDown",
    ]) {
      await page.keyboard.press(key);
      console.log(`${key}: ${await now()}`);
    }
    // Another width keeps the selection.
    const selected = await now();
    const width = await tree.locator("svg").getAttribute("width");
    await page.setViewportSize({ width: 400, height: 900 });
    await page.locator(`.locks svg:not([width="${width}"])`).last().waitFor();
    assert.equal(await now(), selected);
    await page.keyboard.press("Enter");
    const stack = page.locator("details:focus-within");
    assert.equal(await stack.evaluate((e) => e.open), true);
    console.log(`Enter: ${await stack.locator("li").first().textContent()}`);
  }
  assert.deepEqual(said, []);
  await page.close();
}

const number = (text) => Number(text.replace(/,/g, ""));

// Each width and theme: nothing is said or asked for, axe finds no fault, and
// nothing is wider than the page.
for (const scheme of ["light", "dark"])
  for (const width of [1280, 400]) {
    const { page, said } = await open(width, scheme);
    await page.screenshot({
      path: join(folder, `${scheme}-${width}.png`),
      fullPage: true,
    });
    for (const d of await page.locator("details").all())
      await d.evaluate((e) => (e.open = true));
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
      window.axe.run(document, { resultTypes: ["violations"] }),
    );
    assert.deepEqual(
      violations.map(
        (v) => `${v.id}: ${v.nodes.map((n) => n.html).join("; ")}`,
      ),
      [],
    );
    const [wide, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    assert(wide <= room, `${wide} pixels in ${room}`);
    // Names in a dump have made no elements.
    assert.equal(await page.locator("img, iframe, link, object").count(), 0);
    assert.equal(await page.locator("script").count(), 2);
    assert.deepEqual(said, []);
    await page.close();
  }
console.log("looked at in two widths and two themes");
if (!classes) {
  await walkThroughLocks();
  await browser.close();
  process.exit(0);
}

// The table of classes has the numbers of the tool, in its order.
const { page, said } = await open(1280, "light");
const table = page.locator("#classes tbody tr");
const shown = async (row) => table.nth(row).locator("td").allTextContents();
const expected = firstFile(classes);
for (let i = 0; i < Math.min(20, expected.rows.length); ++i) {
  const [name, objects] = await shown(i);
  assert.equal(name, expected.rows[i].class);
  assert.equal(number(objects), expected.rows[i].objects);
}
await page.locator("#classes th button", { hasText: "objects" }).click();
const most = Math.max(...expected.rows.map((r) => r.objects));
assert.equal(number((await shown(0))[1]), most);
await page.locator("#classes th button", { hasText: "objects" }).click();
const least = Math.min(...expected.rows.map((r) => r.objects));
assert.equal(number((await shown(0))[1]), least);
console.log("sorted");

// The picture of the tree, by keyboard: down is the largest child.
const detail = page.locator("#tree .detail");
const top = firstFile(tree).rows[0];
await page.locator("#tree .picture").focus();
await page.keyboard.press("ArrowDown");
assert((await detail.textContent()).startsWith(top.class));
assert(
  (await detail.textContent()).includes(
    `(${top.retained.toLocaleString("en-US")} bytes)`,
  ),
);
await page.keyboard.press("Enter");
const crumbs = page.locator("#tree .crumbs");
await crumbs.waitFor();
assert.equal(await crumbs.locator("[aria-current]").count(), 1);
await page.keyboard.press("Escape");
await crumbs.waitFor({ state: "hidden" });
// By mouse: the row below the first one.
const canvas = page.locator("#tree canvas");
await canvas.click({ position: { x: 5, y: 33 } });
assert((await detail.textContent()).startsWith(top.class));
await crumbs.waitFor();
await canvas.click({ position: { x: 5, y: 33 } });
await crumbs.waitFor({ state: "hidden" });
await canvas.hover({ position: { x: 5, y: 33 } });
assert((await page.locator("#tree .tip").textContent()).includes("retained"));
console.log("zoomed");

// The search filters tables and says how much it finds in pictures.
await page.keyboard.press("/");
await page.keyboard.type(top.class.replace(/^class /, ""));
await page.locator(".found", { hasText: "row" }).waitFor();
for (const name of await table.locator("td:first-child").allTextContents())
  assert(
    name.toLowerCase().includes(top.class.replace(/^class /, "").toLowerCase()),
  );
assert((await page.locator("#tree .hits").textContent()).includes("matches"));
await page.locator("#search").fill("no such class is there");
await page.locator(".found", { hasText: /^0 rows/ }).waitFor();
assert.equal(await table.count(), 0);
await page.locator("#search").fill("");
await page.locator("#classes tbody tr").first().waitFor();
console.log("searched");

// Links to a class and to an object, from within and from outside.
await page.locator("#classes tbody a").first().click();
const details = page.locator("#details");
await details.waitFor();
assert(page.url().includes("#class="));
assert((await details.textContent()).includes("hprof-paths --class="));
await details.locator(".close").click();
await details.waitFor({ state: "hidden" });
const id = await page.locator("#objects tbody a.id").first().textContent();
await page.locator("#objects tbody a.id").first().click();
await details.waitFor();
assert((await details.textContent()).includes(`hprof-paths --object=${id} `));
await page.pdf({ path: join(folder, "page.pdf") });
assert.deepEqual(said, []);
await page.close();
for (const hash of [
  `#object=${id}`,
  "#object=%zz",
  "#class=%3Cimg%20src%3Dx%3E",
]) {
  const other = await open(400, "dark", hash);
  if (!hash.includes("%zz")) await other.page.locator("#details h2").waitFor();
  assert.equal(await other.page.locator("img").count(), 0);
  assert.deepEqual(other.said, []);
  await other.page.close();
}
console.log("followed links");
await browser.close();
