// Bundles the page into one HTML file and writes that as a C++ source.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: node build.mjs MODULES OUT.cpp
//
// MODULES is the folder with the node_modules that package-lock.json describes.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const mostBytes = 100 * 1024; // Script and style, compressed.
const [modules, out] = process.argv.slice(2);
const page = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(modules, "package.json"));
const esbuild = require("esbuild");

function fail(text) {
  console.error(`error: ${text}`);
  process.exit(1);
}

try {
  execFileSync(
    process.execPath,
    [require.resolve("typescript/bin/tsc"), "-p", page, "--pretty", "false"],
    { stdio: "inherit" },
  );
} catch {
  fail("the page does not pass its type check");
}

function bundle(file) {
  const result = esbuild.buildSync({
    entryPoints: [join(page, file)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

const style = bundle("style.css");
const hash = (text) => createHash("sha256").update(text).digest("base64");

/** The page with the script of `file`, whose policy permits `requests`. */
function pageOf(file, requests) {
  const script = bundle(file);
  const size = gzipSync(script + style, { level: 9 }).length;
  if (size > mostBytes)
    fail(`script and style: ${size} bytes, expected at most ${mostBytes}`);
  if (/<\/(script|style)/i.test(script + style))
    fail("an end tag in script or style");
  console.log(`${file}: ${size} bytes compressed`);
  const values = {
    POLICY:
      `default-src 'none'; ${requests}script-src 'sha256-${hash(script)}'; ` +
      `style-src 'sha256-${hash(style)}'; base-uri 'none'; form-action 'none'`,
    STYLE: style,
    SCRIPT: script,
  };
  // Not String.replace() with a string: the script may contain "$&".
  return readFileSync(join(page, "page.html"), "utf8").replace(
    /@(POLICY|STYLE|SCRIPT)@/g,
    (_, name) => values[name],
  );
}

function source(name, html) {
  const bytes = Buffer.from(html, "utf8");
  let lines = "";
  for (let at = 0; at < bytes.length; at += 24)
    lines += "    " + bytes.subarray(at, at + 24).join(",") + ",\n";
  return `
static const unsigned char ${name}Bytes[] = {
${lines}};

llvm::StringRef hprof::${name}() {
  return {reinterpret_cast<const char *>(${name}Bytes), sizeof(${name}Bytes)};
}
`;
}

writeFileSync(
  out,
  `// Made by build.mjs.
#include "hprof/ReportTool/PageText.h"
` +
    source("pageText", pageOf("src/report.ts", "")) +
    source("livePageText", pageOf("src/serve.ts", "connect-src 'self'; ")),
);
