// The host's theme, wherever it says so.
import { signal } from "@preact/signals-core";
import { afterEach, expect, test, vi } from "vitest";
import type { ThemeChoice } from "../src/contract";
import { Scope } from "../src/scope";
import { followTheme, hostTheme } from "../src/theme";

afterEach(() => {
  for (const element of [document.body, document.documentElement]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
});

test.each([
  ["JupyterLab", "data-jp-theme-light", "false"],
  ["VS Code", "class", "vscode-body vscode-dark"],
  ["marimo", "class", "dark"],
  ["Sphinx", "data-theme", "dark"],
])("%s in the dark", (_, attribute, value) => {
  document.body.setAttribute(attribute, value);
  expect(hostTheme()).toBe("dark");
});

test("a change of the host is followed, unless a theme was chosen", async () => {
  const choice = signal<ThemeChoice>("auto");
  const scope = new Scope();
  document.body.setAttribute("data-jp-theme-light", "true");
  const theme = followTheme(choice, scope);
  expect(theme.value).toBe("light");
  document.body.setAttribute("data-jp-theme-light", "false");
  await vi.waitFor(() => expect(theme.value).toBe("dark"));
  choice.value = "light";
  expect(theme.value).toBe("light");
  scope.end();
});
