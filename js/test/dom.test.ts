// Text of a report stays text.
import { expect, test } from "vitest";
import { h, outward, plain, prose, s } from "../src/dom";
import { HOSTILE } from "./reports";

test("text never becomes markup", () => {
  const element = h("p", { title: HOSTILE }, HOSTILE, [HOSTILE, h("b", null, HOSTILE)]);
  expect(element.querySelectorAll("script, img, svg")).toHaveLength(0);
  expect(element.textContent).toBe(HOSTILE.repeat(3));
  expect(element.getAttribute("title")).toBe(HOSTILE);
  expect(s("text", null, HOSTILE).childElementCount).toBe(0);
});

test("backticks mark code and nothing else does", () => {
  const element = h("p", null, prose("split `f<b>` into <i>two</i>"));
  expect(element.innerHTML).toBe("split <code>f&lt;b&gt;</code> into &lt;i&gt;two&lt;/i&gt;");
  expect(plain("split `f`")).toBe("split f");
});

test("only web addresses become links", () => {
  expect(outward("javascript:alert(1)", "docs")).toBe("docs");
  expect(outward("data:text/html,<script>", "docs")).toBe("docs");
  expect((outward("https://pytorch.org", "docs") as HTMLAnchorElement).rel).toContain("noopener");
});
