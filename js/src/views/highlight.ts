// Light syntax colours for Python: words, strings, comments, numbers. Keeps track of strings over several lines.
import { type Child, h } from "../dom";

const KEYWORDS = new Set(
  (
    "and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield None True False match case"
  ).split(" "),
);
const TOKEN =
  /(#.*)|((?:\b[rbfuRBFU]{1,2})?("""|'''))|((?:\b[rbfuRBFU]{1,2})?(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?))|(\b\d[\w.]*)|([A-Za-z_]\w*)|(@[\w.]+)/g;

/** One coloured line after the other; each is text nodes and spans. */
export function highlight(lines: readonly string[]): Child[][] {
  let quote = "";
  return lines.map((line) => {
    const parts: Child[] = [];
    let at = 0;
    const push = (end: number, kind: string) => {
      if (end <= at) return;
      const text = line.slice(at, end);
      parts.push(kind ? h("span", { class: `tk-${kind}` }, text) : text);
      at = end;
    };
    while (at < line.length) {
      if (quote) {
        const end = line.indexOf(quote, at);
        push(end < 0 ? line.length : end + 3, "string");
        if (end >= 0) quote = "";
        continue;
      }
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(line);
      if (!match) {
        push(line.length, "");
        break;
      }
      push(match.index, "");
      const [text, comment, , triple, string, number, name, decorator] = match;
      if (triple) {
        push(match.index + text.length, "string");
        quote = triple;
      } else {
        const kind = comment ? "comment" : string ? "string" : number ? "number" : decorator ? "name" : "";
        push(match.index + text.length, kind || (KEYWORDS.has(name ?? "") ? "keyword" : ""));
      }
    }
    return parts;
  });
}
