// A long row of elements, made some at a time: the rest comes when it is asked for, or when what is wanted is in it.
import { action, type Child, h, replace } from "../dom";
import { count, plural } from "../format";

export interface Some<E> {
  element: HTMLElement;
  /** What is made so far, by index. */
  made: E[];
  /** Makes all up to an index. */
  upTo(index: number): void;
}

/** `one`: what the elements are, for "show 20 more causes of 480". */
export function some<E extends HTMLElement>(
  total: number,
  atOnce: number,
  one: string,
  home: HTMLElement,
  make: (index: number) => E,
): Some<E> {
  const made: E[] = [];
  const button = action("", () => show(made.length + atOnce), { class: "action more-cards" });
  const show = (wanted: number) => {
    const fresh: Child[] = [];
    while (made.length < Math.min(wanted, total)) {
      const element = make(made.length);
      made.push(element);
      fresh.push(element);
    }
    home.append(...(fresh as E[]));
    const left = total - made.length;
    button.hidden = left === 0;
    replace(button, `show ${plural(Math.min(atOnce, left), one)} of ${count(left)}`);
  };
  show(atOnce);
  return {
    element: h("div", null, home, button),
    made,
    upTo: (index) => void (index >= made.length && show(index + 1)),
  };
}
