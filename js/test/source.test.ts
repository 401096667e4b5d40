// The Source tab: colours, gutter, figures, bytecode where there is no text, and long functions in slices.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { h } from "../src/dom";
import { newShared } from "../src/state";
import type { Location, Mark, Report, Source } from "../src/types";
import { mount } from "../src/viewer";
import { codeFrame } from "../src/views/codeline";
import { cut, paint, pieces, units } from "../src/views/colours";
import { small } from "./reports";

const noGraphviz = { graphviz: () => Promise.reject(new Error("not in this test")) };

async function shown(report: Report) {
  const root = document.createElement("div");
  document.body.append(root);
  const shared = newShared();
  shared.tab.value = "source";
  await mount(root, shared, noGraphviz).show(report);
  const panel = root.firstElementChild!.shadowRoot!.querySelector(".panel.source") as HTMLElement;
  return { shared, panel, all: (selector: string) => [...panel.querySelectorAll<HTMLElement>(selector)] };
}

const lineAt = (panel: HTMLElement, number: number): HTMLElement =>
  [...panel.querySelectorAll<HTMLElement>(".line[role=listitem]")].find(
    (line) => line.querySelector(".number")!.textContent === String(number),
  )!;

function plainSource(lines: string[], extra: Partial<Source> = {}): Source {
  return {
    file: "long.py",
    label: "long.py",
    function: "long",
    first_line: 1,
    lines,
    colours: { kinds: ["string"], line: [], start: [], length: [], kind: [] },
    bytecode: [],
    marks: [],
    guards: { line: [], count: [], tree: [], guard: [] },
    times: [],
    user: true,
    ...extra,
  };
}

beforeEach(() => vi.stubGlobal("IntersectionObserver", undefined));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("lines are drawn in the colours that the report has, and change no character", () => {
  const lines = ['s = "🎈é", 1', "", "plain"];
  const source = plainSource(lines, {
    colours: { kinds: ["string", "number"], line: [0, 0], start: [4, 10], length: [4, 1], kind: [0, 1] },
  });
  expect(pieces(source, 0)).toEqual([
    ["s = ", ""],
    ['"🎈é"', "string"],
    [", ", ""],
    ["1", "number"],
  ]);
  expect(lines.map((_, i) => h("p", null, paint(pieces(source, i))).textContent)).toEqual(lines);
  expect(h("p", null, paint(pieces(plainSource(["<b>"]), 0))).innerHTML).toBe("&lt;b&gt;");
});

test("colours that reach beyond a line end with it", () => {
  const colours = { kinds: ["string"], line: [0], start: [1], length: [99], kind: [0] };
  expect(pieces(plainSource(["ab"], { colours }), 0)).toEqual([
    ["a", ""],
    ["b", "string"],
  ]);
});

test("positions count characters as Python does", () => {
  expect([0, 1, 2, 9].map(units("a🎈b"))).toEqual([0, 1, 3, 4]);
  expect([0, 1, 9].map(units("ab"))).toEqual([0, 1, 2]);
});

test("stretches are cut at a position", () => {
  const [before, after] = cut(
    [
      ["abc", "string"],
      ["de", ""],
    ],
    2,
  );
  expect([before, after]).toEqual([
    [["ab", "string"]],
    [
      ["c", "string"],
      ["de", ""],
    ],
  ]);
});

test("a break's code has the colours of the source, and its underline counts characters", () => {
  const line = '    🎈 = "mean"; print(stats)';
  const colours = { kinds: ["string", "builtin"], line: [0, 0], start: [8, 16], length: [6, 5], kind: [0, 1] };
  const source = plainSource([line], { colours });
  const code = line.trim();
  const location: Location = {
    ...{ file: "long.py", line: 1, function: "long", label: "long.py", code, user: true },
    ...{ end_line: 1, column: 12, end_column: 24 },
  };
  const frame = codeFrame({ report: { sources: [source] } } as never, location)!;
  expect(frame.querySelector("u")!.textContent).toBe("print(stats)");
  expect(frame.querySelector("u .tk-builtin")!.textContent).toBe("print");
  expect(frame.querySelector(".tk-string")!.textContent).toBe('"mean"');
  expect(frame.querySelector(".text")!.textContent).toBe(line);
});

test("a line has its graph, its guards and the time of its graph as a whole", async () => {
  const { panel, shared } = await shown(small());
  const line = lineAt(panel, 11);
  expect(line.querySelector(".gutter .g0")).not.toBeNull();
  expect(line.querySelector(".tk-comment")!.textContent).toBe("# all the layers");
  expect(line.querySelector(".bracket.g0.begins")).not.toBeNull();
  expect(lineAt(panel, 13).querySelector(".bracket.g0.ends")).not.toBeNull();
  expect(line.querySelector(".clock")!.textContent).toBe("23 ops9.0\u202fms");
  expect(lineAt(panel, 10).querySelector(".clock")!.textContent).toBe("3 calls9.0\u202fms");
  expect(lineAt(panel, 14).querySelector(".clock")!.textContent).toBe("between9.0\u202fms");
  const guards = line.querySelector<HTMLElement>(".asked .action")!;
  expect(guards.getAttribute("aria-label")).toBe("2 guards because of line 11: show in Guards");
  guards.click();
  expect(shared.selection.value).toEqual({ kind: "guard", graph: 0, index: 0 });
  expect(shared.tab.value).toBe("guards");
});

test("the time of a graph leads to the graph", async () => {
  const { panel, shared } = await shown(small());
  lineAt(panel, 15).querySelector<HTMLElement>("button.measured")!.click();
  expect(shared.selection.value).toEqual({ kind: "graph", index: 1 });
  expect(shared.tab.value).toBe("graph");
});

test("a source of which nothing was measured has no columns for it", async () => {
  const { all } = await shown({ ...small(), sources: [plainSource(["x = 1"])] });
  expect(all(".line")).toHaveLength(1);
  expect(all(".asked, .clock, .captions")).toHaveLength(0);
});

test("a function without text shows its instructions by line, with the same marks", async () => {
  const at = (offset: number, opname: string, line: number) => ({ offset, opname, argument: "<b>", line });
  const source = plainSource([], {
    first_line: 5,
    bytecode: [at(0, "RESUME", 5), at(2, "LOAD_GLOBAL", 6), at(14, "CALL", 6), at(20, "JUMP_BACKWARD", 5)],
    marks: [{ line: 6, kind: "break", index: 0, text: "`print` cannot be traced" }],
  });
  const { panel, all, shared } = await shown({ ...small(), sources: [source] });
  expect(panel.textContent).toContain("Python has no text of this function.");
  expect(all(".line > .number").map((number) => number.textContent)).toEqual(["5", "6", "5"]);
  const broken = lineAt(panel, 6);
  expect([...broken.querySelectorAll(".instruction")].map((each) => each.textContent)).toEqual([
    "2LOAD_GLOBAL <b>",
    "14CALL <b>",
  ]);
  expect(broken.className).toContain("broken");
  broken.querySelector<HTMLElement>(".number")!.click();
  expect(shared.selection.value).toEqual({ kind: "line", file: "long.py", line: 6 });
  expect(broken.className).toContain("on");
});

test("a long function is made slice by slice, and as far as a selected line", async () => {
  let seen: (entries: { isIntersecting: boolean; target: Element }[]) => void = () => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: typeof seen) {
        seen = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  const lines = Array.from({ length: 10_000 }, (_, i) => `x = ${i}`);
  // Something on every fifth line, so that none is folded away.
  const marks = lines.flatMap((_, i): Mark[] => (i % 5 ? [] : [{ kind: "graph", line: i + 1, index: 0, text: "" }]));
  const { all, panel, shared } = await shown({ ...small(), sources: [plainSource(lines, { marks })] });
  const slices = all(".slice");
  expect(slices).toHaveLength(50);
  expect(slices[0]!.style.minHeight).toBe("4400px");
  expect(all(".line")).toHaveLength(0);
  seen([{ isIntersecting: true, target: slices[0]! }]);
  expect(all(".line")).toHaveLength(200);
  shared.selection.value = { kind: "line", file: "long.py", line: 9_999 };
  expect(lineAt(panel, 9_999).className).toContain("on");
  expect(all(".line")).toHaveLength(400);
});

test("lines on which nothing happened are folded away, and unfolded for a click or a selection", async () => {
  const lines = Array.from({ length: 1_000 }, (_, i) => `x = ${i}`);
  const marks: Mark[] = [{ kind: "break", line: 500, index: 0, text: "" }];
  const { all, panel, shared } = await shown({ ...small(), sources: [plainSource(lines, { marks })] });
  const numbers = () => all(".line:not(.folded) > .number").map((number) => Number(number.textContent));
  expect(numbers()).toEqual([1, 2, 3, 4, 497, 498, 499, 500, 501, 502, 503, 997, 998, 999, 1000]);
  const folds = all(".line.folded button");
  expect(folds.map((button) => button.textContent)).toEqual(["492 more lines", "493 more lines"]);
  folds[0]!.click();
  expect(all(".line.folded button").map((button) => button.textContent)).toEqual(["292 more lines", "493 more lines"]);
  expect(numbers().slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  shared.selection.value = { kind: "line", file: "long.py", line: 700 };
  expect(lineAt(panel, 700).className).toContain("on");
  expect(all(".line.folded")).toHaveLength(3);
});

test("of a very long line the beginning is shown, and the rest when it is asked for", async () => {
  const report = small();
  const text = `x = "${"z".repeat(100_000)}"`;
  report.sources = [plainSource([text])];
  const { panel } = await shown(report);
  const code = panel.querySelector(".code") as HTMLElement;
  expect(code.textContent!.length).toBeLessThan(3000);
  expect(code.querySelector(".action")!.textContent).toBe("… 98,006 more characters");
  (code.querySelector(".action") as HTMLElement).click();
  expect(code.textContent).toBe(text);
});
