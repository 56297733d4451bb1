// cards.mjs MODULES SOURCE < REPORT: the cards of leak suspects, as text and bars. MODULES
// is the folder with the page's node_modules, SOURCE suspects.ts, REPORT the document in
// a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [modules, source] = process.argv.slice(2);
const esbuild = createRequire(join(resolve(modules), "package.json"))("esbuild");
const { outputFiles } = esbuild.buildSync({
  entryPoints: [source],
  bundle: true,
  write: false,
  format: "esm",
});

/** As much of a document as the cards need. */
class Element {
  style = {};
  children = [];
  constructor(tag = "") {
    this.tag = tag;
  }
  append(...all) {
    for (const one of all)
      if (one instanceof Element && !one.tag) this.children.push(...one.children);
      else this.children.push(one);
  }
  after() {}
  setAttribute() {}
  addEventListener() {}
  get firstElementChild() {
    return this.children[0];
  }
  get text() {
    return this.children.map((one) => one.text ?? one).join("");
  }
  print() {
    if (this.style.width) console.log(`bar ${parseFloat(this.style.width).toFixed(1)}%`);
    if (["h3", "h4", "p", "li", "pre"].includes(this.tag) && !this.find("h3")) {
      console.log(`${this.tag} ${this.text}`);
      return;
    }
    for (const one of this.children) if (one instanceof Element) one.print();
  }
  find(tag) {
    return this.children.some((one) => one.tag === tag || one.find?.(tag));
  }
}
globalThis.document = {
  createElement: (tag) => new Element(tag),
  createDocumentFragment: () => new Element(),
};

const code = Buffer.from(outputFiles[0].text).toString("base64");
const { suspectSection } = await import(`data:text/javascript;base64,${code}`);
suspectSection(JSON.parse(readFileSync(0, "utf8")), "a.hprof").print();
