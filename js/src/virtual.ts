// A list or tree table of any length: only the rows in sight exist. Arrow keys move; ARIA says what is what.
import { type Child, h, replace } from "./dom";
import type { Scope } from "./scope";

export interface VirtualOptions<T> {
  label: string;
  role: "grid" | "treegrid";
  /** Class with the grid-template-columns of header and rows. */
  columns: string;
  header: Child;
  rowHeight?: number;
  maxHeight?: number;
  /** The cells of a row, and attributes for the row itself. */
  row(item: T, index: number): { cells: Child; props?: Record<string, string | number | boolean | null> };
  onclick?(item: T, event: MouseEvent): void;
  /** A key on the active row; true if it did something. */
  onkey?(item: T, key: string): boolean;
}

export interface Virtual<T> {
  element: HTMLElement;
  set(items: readonly T[]): void;
  /** Draws the rows again, for example when the selection changed. */
  refresh(): void;
  /** Makes a row active and scrolls it into sight. */
  activate(index: number, scroll?: boolean): void;
}

const SPARE = 8;
/** Rows that are printed: there is no scrolling on paper. */
const MOST_PRINTED = 1000;
let lists = 0;

export function virtual<T>(scope: Scope, options: VirtualOptions<T>): Virtual<T> {
  const { rowHeight = 28, maxHeight = 574 } = options;
  const id = `dxv${++lists}`;
  let items: readonly T[] = [];
  let active = -1;
  let printing = false;
  const drawn = new Map<number, HTMLElement>();

  const header = h("div", { class: `row header ${options.columns}`, role: "row" }, options.header);
  const space = h("div", { class: "space", role: "rowgroup" });
  const element = h(
    "div",
    { class: "virtual", role: options.role, "aria-label": options.label, tabindex: 0 },
    h("div", { role: "rowgroup", class: "headgroup" }, header),
    space,
  );
  element.style.maxHeight = `${maxHeight}px`;

  function paint(): void {
    const top = element.scrollTop;
    const height = Math.min(element.clientHeight || maxHeight, maxHeight);
    const first = printing ? 0 : Math.max(0, Math.floor(top / rowHeight) - SPARE);
    const last = Math.min(items.length, printing ? MOST_PRINTED : Math.ceil((top + height) / rowHeight) + SPARE);
    space.style.height = `${(printing ? last : items.length) * rowHeight}px`;
    for (const [index, row] of drawn) {
      if (index >= first && index < last) continue;
      row.remove();
      drawn.delete(index);
    }
    for (let index = first; index < last; index++) {
      if (drawn.has(index)) continue;
      const row = makeRow(index);
      drawn.set(index, row);
      space.append(row);
    }
    if (active >= first && active < last) element.setAttribute("aria-activedescendant", `${id}-${active}`);
    else element.removeAttribute("aria-activedescendant");
  }

  function makeRow(index: number): HTMLElement {
    const { cells, props = {} } = options.row(items[index]!, index);
    const { class: extra = "", ...rest } = props;
    const row = h(
      "div",
      {
        class: `row ${options.columns} ${extra}${index === active ? " active" : ""}`,
        role: "row",
        id: `${id}-${index}`,
        "aria-rowindex": index + 2,
        ...rest,
        onclick: (event: MouseEvent) => {
          activate(index, false);
          options.onclick?.(items[index]!, event);
        },
      },
      cells,
    );
    row.style.transform = `translateY(${index * rowHeight}px)`;
    row.style.height = `${rowHeight}px`;
    return row;
  }

  function refresh(): void {
    drawn.clear();
    replace(space);
    element.setAttribute("aria-rowcount", String(items.length + 1));
    paint();
  }

  function activate(index: number, scroll = true): void {
    const before = active;
    active = Math.max(-1, Math.min(items.length - 1, index));
    if (scroll && active >= 0) {
      const top = active * rowHeight;
      const height = (element.clientHeight || maxHeight) - header.offsetHeight - rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top > element.scrollTop + height) element.scrollTop = top - height;
    }
    drawn.get(before)?.classList.remove("active");
    paint();
    drawn.get(active)?.classList.add("active");
  }

  const print = (on: boolean) => () => {
    printing = on;
    paint();
  };
  scope.listen(globalThis, "beforeprint", print(true));
  scope.listen(globalThis, "afterprint", print(false));
  element.addEventListener("scroll", paint, { passive: true });
  element.addEventListener("keydown", (event) => {
    if (event.target !== element) return;
    const page = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 2);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: Math.max(0, active - 1),
      PageDown: active + page,
      PageUp: Math.max(0, active - page),
      Home: 0,
      End: items.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) activate(to);
    else if (active < 0 || !options.onkey?.(items[active]!, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  // The first paint may come before the element is on the page and has a height.
  if (typeof ResizeObserver !== "undefined") {
    const observer = new ResizeObserver(paint);
    observer.observe(element);
    scope.add(() => observer.disconnect());
  }

  return {
    element,
    set(next) {
      items = next;
      active = Math.min(active, items.length - 1);
      refresh();
    },
    refresh,
    activate,
  };
}

export const headerCell = (text: Child, props: Record<string, string> = {}): HTMLElement =>
  h("div", { class: "cell", role: "columnheader", ...props }, text);

export const cell = (content: Child, extra = ""): HTMLElement =>
  h("div", { class: `cell ${extra}`, role: "gridcell" }, content);
