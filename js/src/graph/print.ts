// On paper the whole picture is shown, however much of it is in sight on the screen.
import type { Scope } from "../scope";
import type { Rect } from "./layout";

const MARGIN = 12;

/** While the page is printed, `svg` scales all of `layer` to the width of the paper. `bounds`: null for no picture. */
export function printWhole(svg: SVGSVGElement, layer: SVGGElement, scope: Scope, bounds: () => Rect | null): void {
  let restore = () => {};
  scope.listen(globalThis, "beforeprint", () => {
    const all = bounds();
    if (!all) return;
    const style = svg.getAttribute("style");
    const transform = layer.getAttribute("transform");
    const box = [all.x - MARGIN, all.y - MARGIN, all.width + 2 * MARGIN, all.height + 2 * MARGIN];
    svg.setAttribute("viewBox", box.map(Math.round).join(" "));
    // Not larger than it is drawn, nor than a sheet.
    svg.style.height = `${Math.round(box[3]!)}px`;
    svg.style.maxHeight = "90vh";
    layer.removeAttribute("transform");
    restore = () => {
      svg.removeAttribute("viewBox");
      if (style === null) svg.removeAttribute("style");
      else svg.setAttribute("style", style);
      if (transform) layer.setAttribute("transform", transform);
      restore = () => {};
    };
  });
  scope.listen(globalThis, "afterprint", () => restore());
}
