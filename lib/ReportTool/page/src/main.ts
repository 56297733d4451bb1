// Builds the report from the data in the page.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {
  ClassTree,
  Group,
  HeapObject,
  Listed,
  ReportData,
  StackTree,
  command,
  first,
} from "./answers";
import { changesSections } from "./changes";
import { Palette } from "./colors";
import { Details, Live, placeOf } from "./details";
import { classLink, el, objectLink, section, visible } from "./dom";
import { bytes, count, counted, share } from "./format";
import { growthSection } from "./growth";
import { icicle, treemap } from "./layouts";
import { Entry, propertySection, threadSection, wasteSection } from "./lists";
import { Picture } from "./picture";
import { recordingSections } from "./recording";
import { stackSections } from "./stacks";
import { suspectSection, summarySection, warningSection } from "./suspects";
import { SortedTable, TableColumn } from "./table";
import { Tree, classOfFrame, dominatorTree, packageTree } from "./tree";

/** Scope of a search. */
interface Searched {
  entries: Entry[];
  tables: SortedTable<never>[];
  pictures: {
    picture: Picture;
    say: HTMLElement;
    all: number;
    show: (n: number) => string;
  }[];
}

function legend(palette: Palette): HTMLElement {
  const list = el("ul", { class: "legend", "aria-label": "Color legend" });
  for (const [name, color] of palette.legend) {
    const box = el("span", { class: `box ${color}`, "aria-hidden": "true" });
    list.append(el("li", {}, box, name));
  }
  return list;
}

function leftOut(
  of: { rows: unknown[]; rows_in_all: number },
  noun: string,
): string {
  const more = of.rows_in_all - of.rows.length;
  return more > 0
    ? `${counted(more, "more " + noun, `more ${noun}es`)} not shown`
    : "";
}

/** Columns for the sizes of a row, as shares of the heap. */
function sizeColumns<T extends { shallow: number; retained: number }>(
  all: number,
): TableColumn<T>[] {
  return [
    {
      title: "shallow",
      key: (r) => r.shallow,
      show: (r) => bytes(r.shallow),
      isNumber: true,
    },
    {
      title: "retained",
      key: (r) => r.retained,
      show: (r) => bytes(r.retained),
      isNumber: true,
    },
    {
      title: "share",
      key: (r) => r.retained,
      show: (r) => share(r.retained, all),
      isNumber: true,
    },
  ];
}

function classColumns(all: number): TableColumn<Group>[] {
  return [
    { title: "class", key: (r) => r.class, show: (r) => classLink(r.class) },
    {
      title: "objects",
      key: (r) => r.objects,
      show: (r) => count(r.objects),
      isNumber: true,
    },
    ...sizeColumns<Group>(all),
  ];
}

/** Classes of the frames of stacks, as rows. */
function frames(data: ReportData): { class: string; shallow: number }[] {
  return data.parts
    .filter((p) => p.name === "stacks")
    .map((p) => p.answer.files[0] as StackTree)
    .flatMap((of) => [...of.classes, ...of.methods])
    .map((r) => ({ class: classOfFrame(r.method), shallow: r.own }));
}

const cutText =
  "This section is truncated to limit the size of the page. The command below prints all of it.";

class Report {
  private readonly main = el("main");
  private readonly searched: Searched = {
    entries: [],
    tables: [],
    pictures: [],
  };
  private readonly words: string;
  private readonly tree: Tree | undefined;
  private readonly palette: Palette;
  private treePicture: Picture | undefined;

  constructor(
    private readonly data: ReportData,
    private readonly into: HTMLElement,
    private readonly live?: Live,
  ) {
    const classTree = first<ClassTree>(data, "class_tree");
    // The options after the one that selects the part.
    this.words = command(data, "objects").replace(/^hprof-dominators /, "");
    this.palette = new Palette([
      ...(first<Listed<Group>>(data, "classes")?.rows ?? []),
      ...frames(data),
    ]);
    this.tree = classTree && dominatorTree(classTree);
  }

  build(): void {
    // The last part is about a dump, not about a comparison.
    const files =
      this.data.parts[this.data.parts.length - 1]?.answer.files ?? [];
    const file =
      first<ClassTree>(this.data, "class_tree")?.file ??
      (files[0] as { file?: string } | undefined)?.file ??
      "";
    const name = file.slice(file.lastIndexOf("/") + 1);
    document.title = visible(`${name}: report`);
    this.add(warningSection(this.data));
    this.add(growthSection(this.data, (t) => this.table(t)));
    const recordings = recordingSections(this.data, (t) => this.table(t));
    // In a report of a heap, the recording only supplements it.
    const isSubject = !command(this.data, "suspects");
    for (const part of changesSections(this.data, (t) => this.table(t)))
      this.add(part);
    if (isSubject) for (const part of recordings) this.add(part);
    this.add(suspectSection(this.data, this.words));
    this.add(summarySection(this.data));
    if (!isSubject) for (const part of recordings) this.add(part);
    this.add(this.treeSection());
    this.add(this.packageSection());
    this.add(this.classSection());
    this.add(this.objectSection());
    this.add(wasteSection(this.data, this.searched.entries));
    this.add(threadSection(this.data, this.searched.entries));
    for (const part of this.stackSections()) this.add(part);
    for (const part of this.live?.sections() ?? []) this.add(part);
    this.add(this.loaderSection());
    this.add(propertySection(this.data, this.searched.entries));
    this.add(this.aboutSection());
    this.noteCuts();
    const details = new Details(
      this.data,
      this.words,
      command(this.data, "summary").replace(/^hprof-dump --summary /, ""),
      this.tree,
      first<ClassTree>(this.data, "class_tree")?.bytes ?? 0,
      (node) => {
        this.treePicture?.open(node);
        document.getElementById("tree")?.scrollIntoView();
      },
      this.live,
    );
    this.into.replaceChildren(
      el(
        "a",
        {
          class: "skip",
          href: `#${this.main.querySelector("section")?.id ?? ""}`,
        },
        "Skip to the first section",
      ),
      this.header(name, file),
      el("div", { class: "page" }, this.main, details.element),
    );
    const follow = () => {
      const place = placeOf(location.hash);
      if (place && this.tree) details.open(place);
    };
    addEventListener("hashchange", follow);
    addEventListener("keydown", (e) => {
      if (e.key === "Escape" && !details.element.hidden) details.close();
    });
    follow();
    this.redrawWhenColorsChange();
  }

  /** Notes omitted rows; other lists have a line below them with the number. */
  private noteCuts(): void {
    const places: Record<string, string> = {
      class_tree: "tree",
      suspects: "suspects",
      waste: "waste",
      threads: "threads",
      changes: "changes",
      trace_changes: "trace-changes",
      same_threads: "same-threads",
    };
    const numbered: Record<string, number> = { stacks: 0, recording: 0 };
    for (const { name, cut } of this.data.parts) {
      const before = numbered[name];
      if (before !== undefined) numbered[name] = before + 1;
      const id = before === undefined ? places[name] : `${name}-${before + 1}`;
      if (cut && id)
        this.main
          .querySelector(`#${id} h2`)
          ?.after(el("p", { class: "warning" }, cutText));
    }
  }

  private add(part: HTMLElement | undefined): void {
    if (part) this.main.append(part);
  }

  private header(name: string, file: string): HTMLElement {
    const nav = el("nav", { "aria-label": "Sections" });
    for (const part of this.main.querySelectorAll("section"))
      nav.append(
        el(
          "a",
          { href: `#${part.id}` },
          part.querySelector("h2")?.textContent ?? "",
        ),
      );
    const say = el("span", { class: "found", "aria-live": "polite" });
    let timer = 0;
    const input = el("input", {
      type: "search",
      id: "search",
      placeholder: "search ( / )",
      "aria-label": "Search classes, threads and other entries",
      autocomplete: "off",
      input: () => {
        clearTimeout(timer);
        timer = setTimeout(() => this.search(input.value.trim(), say), 120);
      },
    });
    addEventListener("keydown", (e) => {
      if (e.key === "/" && !(e.target instanceof HTMLInputElement)) {
        e.preventDefault();
        input.focus();
      }
    });
    return el(
      "header",
      {},
      el(
        "div",
        { class: "title" },
        el("h1", {}, "Report"),
        el("span", { title: file }, name),
      ),
      el("div", { class: "search", role: "search" }, input, say),
      nav,
    );
  }

  private search(text: string, say: HTMLElement): void {
    const wanted = text.toLowerCase();
    const matches = wanted
      ? (of: string) => of.toLowerCase().includes(wanted)
      : undefined;
    let found = 0;
    for (const { element, text: of } of this.searched.entries) {
      element.hidden = !!matches && !matches(of);
      if (!element.hidden) ++found;
    }
    for (const table of this.searched.tables) found += table.filter(matches);
    for (const { picture, say: line, all, show } of this.searched.pictures) {
      const size = picture.search(
        matches && ((n: Tree) => !n.isRest && matches(n.name)),
      );
      line.textContent = matches
        ? `“${text}” matches ${show(size)}, ${share(size, all)}`
        : "";
    }
    say.textContent = matches ? counted(found, "row") : "";
  }

  private stackSections(): HTMLElement[] {
    return stackSections(this.data, {
      palette: this.palette,
      addPicture: (picture, root) => {
        const say = el("p", { class: "hits", "aria-live": "polite" });
        this.searched.pictures.push({
          picture,
          say,
          all: root.size,
          show: picture.show,
        });
        return el("div", {}, legend(this.palette), say, picture.element);
      },
      addTable: (table) => this.table(table),
    });
  }

  private picture(
    root: Tree,
    label: string,
    measure: string,
    layout: typeof icicle,
  ): [Picture, HTMLElement] {
    const picture = new Picture(root, {
      label,
      measure,
      layout,
      palette: this.palette,
    });
    const say = el("p", { class: "hits", "aria-live": "polite" });
    this.searched.pictures.push({ picture, say, all: root.size, show: bytes });
    return [picture, say];
  }

  private treeSection(): HTMLElement | undefined {
    const of = first<ClassTree>(this.data, "class_tree");
    if (!of || !this.tree) return undefined;
    const [picture, say] = this.picture(
      this.tree,
      "Dominator tree by class",
      "retained",
      icicle,
    );
    this.treePicture = picture;
    return section(
      "tree",
      "Dominator tree",
      command(this.data, "class_tree").replace(
        " --group ",
        ` --group --min=${of.least} `,
      ),
      el(
        "p",
        {},
        "Box width is retained size: the memory that would be freed with the objects. Below each box are the objects that it dominates; uncovered width is shallow size.",
      ),
      legend(this.palette),
      say,
      picture.element,
    );
  }

  private packageSection(): HTMLElement | undefined {
    const of = first<Listed<Group>>(this.data, "classes");
    if (!of) return undefined;
    const [picture, say] = this.picture(
      packageTree(of.rows, of.bytes, of.rows_in_all),
      "Packages by shallow size",
      "shallow",
      treemap,
    );
    return section(
      "packages",
      "Packages",
      "",
      el(
        "p",
        {},
        "Box area is shallow size: the objects of each class, without the objects that they refer to.",
      ),
      say,
      picture.element,
    );
  }

  private table<Row>(table: SortedTable<Row>): HTMLElement {
    this.searched.tables.push(table as unknown as SortedTable<never>);
    return table.element;
  }

  private classSection(): HTMLElement | undefined {
    const of = first<Listed<Group>>(this.data, "classes");
    if (!of) return undefined;
    return section(
      "classes",
      "Classes",
      command(this.data, "classes"),
      el(
        "p",
        {},
        "Retained size of all objects of each class together. The retained sets overlap, so the sizes must not be added.",
      ),
      this.table(
        new SortedTable(
          "Classes",
          classColumns(of.bytes),
          of.rows,
          (r) => r.class,
          leftOut(of, "class"),
          3,
        ),
      ),
    );
  }

  private objectSection(): HTMLElement | undefined {
    const of = first<Listed<HeapObject>>(this.data, "objects");
    if (!of) return undefined;
    const columns: TableColumn<HeapObject>[] = [
      { title: "object", key: (r) => r.id, show: (r) => objectLink(r.id) },
      { title: "class", key: (r) => r.class, show: (r) => classLink(r.class) },
      ...sizeColumns<HeapObject>(of.bytes),
    ];
    const more = of.rows_in_all - of.rows.length;
    return section(
      "objects",
      "Largest objects",
      command(this.data, "objects"),
      el(
        "p",
        {},
        "Objects that no other object dominates. Their retained sets do not overlap.",
      ),
      this.table(
        new SortedTable(
          "Largest objects",
          columns,
          of.rows,
          (r) => `${r.id} ${r.class}`,
          more > 0 ? `${counted(more, "more object")} not shown` : "",
          3,
        ),
      ),
    );
  }

  private loaderSection(): HTMLElement | undefined {
    const of = first<Listed<Group>>(this.data, "loaders");
    if (!of) return undefined;
    const columns = classColumns(of.bytes);
    columns[0] = {
      title: "loader",
      key: (r) => r.loader ?? "",
      show: (r) =>
        r.id ? objectLink(r.id, r.loader ?? r.id) : (r.loader ?? ""),
    };
    return section(
      "loaders",
      "Class loaders",
      command(this.data, "loaders"),
      el(
        "p",
        {},
        "Retained size of each class loader together with its classes and their instances.",
      ),
      this.table(
        new SortedTable(
          "Class loaders",
          columns,
          of.rows,
          (r) => r.loader ?? "",
          "",
          3,
        ),
      ),
    );
  }

  private aboutSection(): HTMLElement {
    const { tool } = this.data;
    return section(
      "about",
      "About this page",
      "",
      el(
        "p",
        {},
        `Created by ${tool.name} ${tool.version}. ${this.live ? "This page sends requests only to its server" : "This page is a single file and makes no network requests"}. Keys: / moves to the search box; in charts, the arrow keys select, Enter zooms in, and Escape zooms out.`,
      ),
      el(
        "p",
        {},
        "Script and style are part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions. They contain no third-party code.",
      ),
    );
  }

  private redrawWhenColorsChange(): void {
    const redraw = () => {
      for (const { picture } of this.searched.pictures) picture.draw();
    };
    for (const query of ["(prefers-color-scheme: dark)", "print"])
      matchMedia(query).addEventListener("change", redraw);
    addEventListener("beforeprint", () => {
      for (const d of document.querySelectorAll("details")) d.open = true;
      redraw();
    });
  }
}

export function start(live?: Live): void {
  const text = document.getElementById("data")?.textContent ?? "";
  const into = document.getElementById("report");
  if (into) new Report(JSON.parse(text) as ReportData, into, live).build();
}
