// The anywidget entry: connects the widget's traits and messages to the viewer.
import type { Traits } from "./contract";
import { type Model, share, widgetHost } from "./model";
import { readReport } from "./pieces";
import { mount } from "./viewer";

function render({ model, el }: { model: Model<Traits>; el: HTMLElement }): () => void {
  el.classList.add("dynexplain-live");
  const place = document.getElementById(model.get("_place") || " ");
  if (place) place.hidden = true;
  const shared = share(model);
  const viewer = mount(el, shared.state, widgetHost(model));
  const show = () => {
    const { head, report } = readReport(model.get("_report"));
    viewer.show(report, head);
  };
  model.on("change:_report", show);
  show();
  return () => {
    model.off("change:_report", show);
    shared.end();
    viewer.end();
  };
}

export default { render };
