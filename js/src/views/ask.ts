// "Would another call be compiled again?": asked of Python, where there is a kernel that knows the compiled code.
import { signal } from "@preact/signals-core";
import type { Answer } from "../contract";
import { action, type Child, h, prose, replace } from "../dom";
import { functionName } from "../format";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import type { FailedGuard } from "../types";
import { failure } from "./failed";

type Asked =
  | { state: "nothing" | "waiting" }
  | { state: "answered"; answer: Answer }
  | { state: "failed"; error: string };

/** A call to fill in, and the answer below it; nothing where nobody could answer. */
export function ask(viewer: Viewer, scope: Scope): HTMLElement | null {
  const question = viewer.host.ask;
  if (!question) return null;
  const name = functionName(viewer.report.subject.name);
  const asked = signal<Asked>({ state: "nothing" });
  let last = 0;

  const input = h("input", {
    type: "text",
    class: "arguments",
    placeholder: "the arguments of another call: x[:2], scale=3",
    "aria-label": `Arguments of another call of ${name}`,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  const button = h("button", { type: "submit", class: "ask" }, "Ask");
  const form = h(
    "form",
    { class: "ask", "aria-label": "Would another call be compiled again?" },
    h("span", { class: "label" }, "Would this be compiled again?"),
    h("span", { class: "call" }, h("code", null, `${name}(`), input, h("code", null, ")")),
    button,
  );
  scope.listen(form, "submit", async (event: Event) => {
    event.preventDefault();
    last += 1;
    const mine = last;
    asked.value = { state: "waiting" };
    let found: Asked;
    try {
      found = { state: "answered", answer: await question(input.value) };
    } catch (error) {
      found = { state: "failed", error: (error as Error).message };
    }
    if (mine === last) asked.value = found;
  });

  const told = h("div", { class: "told", role: "status" });
  scope.effect(() => {
    replace(told, tell(viewer, asked.value));
    told.hidden = asked.value.state === "nothing";
  });
  return h("div", { class: "asking" }, form, told);
}

function tell(viewer: Viewer, asked: Asked): Child {
  if (asked.state === "waiting") return h("p", { class: "muted" }, "Asking …");
  if (asked.state === "failed") return h("p", { class: "bad" }, asked.error);
  if (asked.state !== "answered") return null;
  const { recompiles, text, advice, failed } = asked.answer;
  return [
    h(
      "p",
      { class: recompiles ? "again" : "served" },
      h("span", { class: "glyph" }, recompiles ? "↻" : "✓"),
      prose(text),
    ),
    failed ? failure(viewer, failed, true) : null,
    advice ? h("p", { class: "advice" }, prose(advice)) : null,
    failed ? guardLink(viewer, failed) : null,
  ];
}

/** To the guard in the report, or to the first one on that value. */
function guardLink(viewer: Viewer, { compile_id, code, source }: FailedGuard): Child {
  const graph = viewer.report.guards.findIndex((tree) => tree.compile_id === compile_id);
  const { guards = [], sources = [] } = viewer.report.guards[graph] ?? {};
  const exactly = guards.findIndex((guard) => guard.code.includes(code));
  const index = exactly >= 0 ? exactly : guards.findIndex((guard) => sources[guard.source]?.source === source);
  if (index < 0) return null;
  return h(
    "p",
    null,
    action("show the guard", () => select(viewer, { kind: "guard", graph, index }, "guards")),
  );
}
