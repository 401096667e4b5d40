// The standalone page's entry: reads the report from the page and replaces the static summary.

import type { Host } from "./contract";
import { warmUp } from "./graph/engine";
import { fromBase64 } from "./gzip";
import { readReport } from "./pieces";
import { newShared } from "./state";
import { mount } from "./viewer";

const LATEST_MS = 100;

const embedded = (id: string) => fromBase64(document.getElementById(id)?.textContent ?? "");

function start(): void {
  const root = document.getElementById("dynexplain");
  if (!root) return;
  const host: Host = { graphviz: async () => embedded("dynexplain-graphviz") };
  // Before the report is read: another processor starts the engine meanwhile.
  if (root.dataset.first === "graph") warmUp(host);
  const viewer = mount(root, newShared(), host);
  // The static summary shows its heading alone while the viewer comes, and all of it where the viewer fails.
  const done = () => root.removeAttribute("data-waiting");
  try {
    const { head, report } = readReport(embedded("dynexplain-report"));
    void viewer.show(report, head).then(done);
  } catch (error) {
    // A page that was cut off on its way here.
    void viewer.show(Promise.reject(error)).then(done);
  }
}

/** What the page shows already comes first. Frames are not drawn in a hidden page, and it is wanted there all the same. */
function afterFrame(then: () => void): void {
  let begun = false;
  const begin = () => {
    if (!begun) then();
    begun = true;
  };
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, LATEST_MS);
}

afterFrame(start);
