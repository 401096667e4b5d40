// One tooltip for the whole viewer. An element gets it by `tip(element, () => content)`.
// Pointing at the element shows it, and so does moving to it with the keyboard.
import { type Child, h, replace } from "./dom";
import type { Scope } from "./scope";

const contents = new WeakMap<Element, () => Child>();
const WAIT_MS = 120;

/** Gives `element` a tooltip, made when it is first needed. */
export function tip<E extends Element>(element: E, content: () => Child): E {
  contents.set(element, content);
  return element;
}

/** A word that not everybody knows: marked as such, and explained where the pointer or the keyboard is on it. */
export function term(word: Child, explanation: Child): HTMLElement {
  return tip(h("span", { class: "term", tabindex: 0 }, word), () => explanation);
}

let boxes = 0;

/** Shows the tooltips of what is inside `root`. */
export function tooltips(root: HTMLElement, scope: Scope): void {
  const id = `dxtip${++boxes}`;
  const box = h("div", { class: "tooltip", role: "tooltip", hidden: true, id });
  root.append(box);
  let timer = 0;
  let current: Element | null = null;

  const hide = () => {
    clearTimeout(timer);
    if (current?.getAttribute("aria-describedby") === id) current.removeAttribute("aria-describedby");
    current = null;
    box.hidden = true;
  };
  const show = (element: Element, x: number, y: number) => {
    const content = contents.get(element)?.();
    if (!content) return;
    replace(box, content);
    box.hidden = false;
    const outer = root.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const left = Math.max(6, Math.min(x - outer.left + 12, outer.width - width - 6));
    const below = y - outer.top + 18;
    const top = below + height > outer.height - 4 ? y - outer.top - height - 10 : below;
    box.style.left = `${left}px`;
    box.style.top = `${Math.max(4, top)}px`;
    if (element instanceof HTMLElement) element.setAttribute("aria-describedby", id);
  };

  scope.listen(root, "pointerover", (event: PointerEvent) => {
    const element = owner(event.target as Element, root);
    if (element === current) return;
    hide();
    if (!element || event.buttons) return;
    current = element;
    timer = setTimeout(() => show(element, event.clientX, event.clientY), WAIT_MS) as unknown as number;
  });
  scope.listen(root, "focusin", (event: FocusEvent) => {
    const element = event.target as Element;
    hide();
    if (!contents.has(element) || !element.matches(":focus-visible")) return;
    current = element;
    const { left, bottom } = element.getBoundingClientRect();
    show(element, left - 12, bottom - 12);
  });
  scope.listen(root, "focusout", hide);
  scope.listen(root, "pointerleave", hide);
  scope.listen(root, "pointerdown", hide);
  scope.listen(root, "wheel", hide, { passive: true });
  scope.listen(root, "keydown", hide);
  scope.add(() => clearTimeout(timer));
}

function owner(from: Element, root: Element): Element | null {
  for (let element: Element | null = from; element && element !== root; element = element.parentElement) {
    if (contents.has(element)) return element;
  }
  return null;
}
