// Elements. All strings are added as text, never as markup.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

type Child = Node | string | false | null | undefined;
type Attributes = Record<string, string | boolean | ((e: Event) => void)>;

/**
 * Characters without a glyph: they change the order of the text around them, or
 * make two names look the same. As in HiddenCharacters.def, but for line feeds.
 */
const hidden =
  /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\ufffe\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]/gu;

/** The text with these characters as escapes. */
export function visible(text: string): string {
  return text.replace(hidden, (found) =>
    found
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** An element: el("a", {href: "#top", class: "link"}, "text"). */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, with the same arguments. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const space = "http://www.w3.org/2000/svg";
  return fill(document.createElementNS(space, tag), attributes, children);
}

function fill<E extends Element>(
  made: E,
  attributes: Attributes,
  children: Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false) made.setAttribute(name, visible(value));
  }
  for (const child of children)
    if (typeof child === "string") made.append(visible(child));
    else if (child) made.append(child);
  return made;
}

/** Text that may be broken after dots, as class names are long. */
export function breakable(text: string): DocumentFragment {
  const all = document.createDocumentFragment();
  text.split(/(?<=[.$/])/).forEach((piece, i) => {
    if (i) all.append(document.createElement("wbr"));
    all.append(visible(piece));
  });
  return all;
}

/** A link to the details of an object or class. */
export function objectLink(id: string, text = id): HTMLAnchorElement {
  return el("a", { href: `#object=${id}`, class: "id" }, text);
}

export function classLink(name: string, text = name): HTMLAnchorElement {
  return el(
    "a",
    { href: `#class=${encodeURIComponent(name)}`, class: "class" },
    breakable(text),
  );
}

/** A sentence, whose ids are links. */
export function prose(text: string): DocumentFragment {
  const all = document.createDocumentFragment();
  for (const piece of text.split(/\b(0x[0-9a-f]+)\b/))
    all.append(
      /^0x[0-9a-f]+$/.test(piece) ? objectLink(piece) : breakable(piece),
    );
  return all;
}

/** A command, with a button that copies it. */
export function commandLine(text: string): HTMLElement {
  const code = el("code");
  text.split(" ").forEach((word, i) => {
    if (i) code.append(" ");
    // Options are not divided after their hyphens.
    code.append(el("span", {}, word));
  });
  const copy = el(
    "button",
    {
      type: "button",
      class: "copy",
      "aria-label": `Copy ${text}`,
      click: () => {
        const mark = (done: string) => {
          copy.textContent = done;
          setTimeout(() => (copy.textContent = "copy"), 1500);
        };
        // Pages opened from a file may lack permission: select the text
        // instead.
        const select = () => {
          getSelection()?.selectAllChildren(code);
          mark("selected");
        };
        if (navigator.clipboard)
          navigator.clipboard
            .writeText(text)
            .then(() => mark("copied"), select);
        else select();
      },
    },
    "copy",
  );
  return el("div", { class: "command" }, code, copy);
}

export function section(
  id: string,
  title: string,
  command: string,
  ...children: Child[]
): HTMLElement {
  return el(
    "section",
    { id, "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title` }, title),
    ...children,
    command !== "" && commandLine(command),
  );
}
