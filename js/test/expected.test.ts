// What is expected says so once; what can be avoided stands behind "Fix".
import { expect, test } from "vitest";
import { newShared } from "../src/state";
import { mount } from "../src/viewer";
import { everyReport } from "./reports";

test("an expected recompile has no second heading, and no Fix", async () => {
  const report = everyReport().find(([name]) => name === "recompiles.json")![1];
  const [first] = report.recompiles;
  const shownFor = async (expected: boolean, advice: string) => {
    const root = document.createElement("div");
    document.body.append(root);
    const recompiles = [{ ...first!, expected, advice }];
    const viewer = mount(root, newShared(), { graphviz: () => Promise.reject(new Error("not in this test")) });
    await viewer.show(Promise.resolve({ ...report, recompiles }), Promise.resolve(report));
    const shadow = root.firstElementChild!.shadowRoot!;
    [...shadow.querySelectorAll<HTMLElement>("[role=tab]")]
      .find((tab) => tab.textContent!.includes("Recompiles"))!
      .click();
    return shadow.querySelector("article.card[aria-label^=Recompiles]")!;
  };
  const expected = await shownFor(true, "Expected, and only once.");
  expect(expected.querySelector(".advice")!.textContent).toBe("Expected, and only once.");
  expect(expected.querySelector("dt")?.textContent).not.toMatch(/Expected|Fix/);
  const avoidable = await shownFor(false, "Pass `dynamic=True`.");
  expect(avoidable.querySelector(".answers dt")!.textContent).toBe("Fix");
});
