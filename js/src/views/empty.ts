// What a tab says when there is nothing to list: a good word, then the detail.
import { h, prose } from "../dom";

export function empty(sentence: string, detail = ""): HTMLElement {
  return h(
    "div",
    { class: "nothing" },
    h("p", null, prose(sentence)),
    detail ? h("p", { class: "muted" }, prose(detail)) : null,
  );
}
