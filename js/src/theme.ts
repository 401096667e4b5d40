// Follows the host's light or dark theme: JupyterLab, VS Code, Colab, marimo, else the system's.
import { type ReadonlySignal, signal } from "@preact/signals-core";
import type { ThemeChoice } from "./contract";
import type { Scope } from "./scope";

export type Theme = "light" | "dark";

/** What the page around us looks like now. */
export function hostTheme(doc: Document = document): Theme {
  const { body, documentElement: root } = doc;
  const jupyter = body.getAttribute("data-jp-theme-light");
  if (jupyter !== null) return jupyter === "true" ? "light" : "dark";
  const classes = `${body.className} ${root.className}`.split(/\s+/);
  if (classes.includes("vscode-dark") || classes.includes("vscode-high-contrast")) return "dark";
  if (classes.includes("vscode-light") || classes.includes("vscode-high-contrast-light")) return "light";
  const named = root.getAttribute("theme") ?? root.dataset.theme ?? body.dataset.theme;
  if (named === "dark" || named === "light") return named;
  if (classes.includes("dark") || classes.includes("dark-theme")) return "dark";
  if (classes.includes("light") || classes.includes("light-theme")) return "light";
  const scheme = getComputedStyle(root).colorScheme;
  if (scheme === "dark" || scheme === "light") return scheme;
  return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The theme to draw in, kept current while `scope` lives. */
export function followTheme(choice: ReadonlySignal<ThemeChoice>, scope: Scope): ReadonlySignal<Theme> {
  const theme = signal<Theme>("light");
  const update = () => {
    theme.value = choice.peek() === "auto" ? hostTheme() : (choice.peek() as Theme);
  };
  const watcher = new MutationObserver(update);
  const attributes = ["class", "style", "theme", "data-theme", "data-jp-theme-light"];
  for (const element of [document.documentElement, document.body]) {
    watcher.observe(element, { attributes: true, attributeFilter: attributes });
  }
  scope.add(() => watcher.disconnect());
  const system = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
  if (system) scope.listen(system, "change", update);
  scope.effect(() => {
    choice.value;
    update();
  });
  return theme;
}
