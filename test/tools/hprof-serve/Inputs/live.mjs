// Looks around in a page of hprof-serve as people do: from a suspect to an object, its
// fields, another object, a class, and a query.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: node live.mjs MODULES CHROMIUM ADDRESS

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [modules, executablePath, address] = process.argv.slice(2);
const require = createRequire(resolve(modules, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const said = [];
page.on("console", (m) => said.push(m.text()));
page.on("pageerror", (e) => said.push(e.message));
page.on("request", (r) => {
  if (!r.url().startsWith(new URL(address).origin)) said.push(r.url());
});
await page.goto(address);

const details = page.locator("#details");
const open = async (hash, text) => {
  await page.evaluate((to) => (location.hash = to), hash);
  await details.getByText(text).first().waitFor();
};
await open("#object=0x7f0001000", "app.Cache");
await details.getByRole("cell", { name: "entries" }).waitFor();
console.log("fields of", await details.locator("h2").textContent());
await details.locator("td a.id").first().click();
await details.getByText("java.util.ArrayList").first().waitFor();
await details.locator("ol.path li").nth(1).waitFor();
console.log("path of", await details.locator("ol.path li").count(), "steps");
await details.getByText("Referrers").click();
await details.locator("details[open] td a", { hasText: "0x7f0001000" }).waitFor();
console.log("referrers");
await open("#class=app.Entry", "Instances");
const instances = details.locator('[aria-label="Table: Instances"] tbody tr');
await instances.nth(2).waitFor();
console.log(await instances.count(), "instances");
// A field with the name of a size, and a number that JavaScript would round.
await open("#class=java.util.ArrayList", "Instances");
await instances.getByText("3", { exact: true }).waitFor();
await page.locator("#sql").fill("SELECT 1234567890123456789 AS big");
await page.locator("#sql").press("Control+Enter");
await page.locator("#query td", { hasText: "1234567890123456789" }).waitFor();
await page.locator("#sql").fill("SELECT count(*) AS n FROM \"app.Entry\"");
await page.locator("#sql").press("Control+Enter");
await page.locator("#query td", { hasText: "3" }).waitFor();
await page.locator("#sql").fill("SELEC");
await page.locator("#sql").press("Control+Enter");
console.log(await page.locator("#query .warning").textContent());
await page.evaluate(axe);
const { violations } = await page.evaluate(() => window.axe.run());
assert.deepEqual(violations.map((v) => v.id), []);
// The browser logs the status of the wrong query.
assert.deepEqual(said.filter((s) => !s.includes("400 (Bad Request)")), []);
await browser.close();
