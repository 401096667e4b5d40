// Builds DOM. Text always becomes a text node, so nothing that a report says can turn into markup.
export type Child = Node | string | number | null | undefined | false | readonly Child[];

type Listener = (event: never) => void;
export type Props = Record<string, string | number | boolean | null | undefined | Listener | Record<string, string>>;

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `h("button", { class: "link", onclick: open }, "open")`. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props?: Props | null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props?: Props | null,
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag) as SVGElementTagNameMap[K], props, children);
}

/** Replaces what `parent` holds. */
export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** Text whose backticks mark code, as the report's sentences do. */
export function prose(text: string): Child[] {
  return text.split("`").map((part, i) => (i % 2 === 0 ? part : h("code", null, part)));
}

/** The same text without its marks, for names and titles. */
export const plain = (text: string): string => text.replaceAll("`", "");

/** A button that looks like a link, for what stays inside the viewer. */
export function action(label: Child, onclick: () => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", class: "action", onclick: (_: never) => onclick(), ...props }, label);
}

/** A link out of the viewer; anything but http(s) stays text. */
export function outward(url: string, label: string): Child {
  if (!/^https?:\/\//i.test(url)) return label;
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label);
}

/** Offers `content` as a file. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function fill<E extends Element>(element: E, props: Props | null | undefined, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (typeof value === "object") {
      for (const [key, text] of Object.entries(value)) (element as unknown as HTMLElement).style.setProperty(key, text);
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child instanceof Node ? child : String(child));
  }
}
