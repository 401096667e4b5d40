// The standalone page's entry: reads the report from the page and replaces the static summary.
import { fromBase64, gunzip } from "./gzip";
import { readReport } from "./pieces";
import { newShared } from "./state";
import { mount } from "./viewer";

const embedded = (id: string) => fromBase64(document.getElementById(id)?.textContent ?? "");

function start(): void {
  const root = document.getElementById("dynexplain");
  if (!root) return;
  const viewer = mount(root, newShared(), { graphviz: () => gunzip(embedded("dynexplain-graphviz")) });
  const { head, report } = readReport(embedded("dynexplain-report"));
  void viewer.show(report, head);
}

start();
