// Runs in every measured page before anything else: notes long tasks, and when what a person waits for is there.
(() => {
  const probe = { tasks: [], paint: -1, shown: -1, graph: -1 };
  globalThis.probe = probe;
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") probe.paint = startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) probe.tasks.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });

  const viewer = () => document.querySelector("#dynexplain > div")?.shadowRoot;
  /** What each kind of page shows: itself, its graph, and the groups that can be unfolded. */
  const kinds = {
    dynexplain: {
      shown: () => viewer()?.querySelector(".dx h2"),
      graph: () => viewer()?.querySelector(".canvas .box"),
      folded: () => [...(viewer()?.querySelectorAll(".canvas .box.group[aria-expanded=false]") ?? [])],
      state: () => viewer()?.querySelector(".canvas > g")?.firstElementChild,
    },
    torchvista: {
      shown: () => document.querySelector("[class^='node_']"),
      graph: () => document.querySelector("[class^='node_']"),
      folded: () => [...document.querySelectorAll("[class^='collapse-button_']")],
      state: () => document.querySelector("[id^='graph_'] svg"),
    },
    graphviz: {
      shown: () => document.querySelector("svg .node"),
      graph: () => document.querySelector("svg .node"),
      folded: () => [],
      state: () => null,
    },
  };
  /** When `state` has another answer. Asked after changes of the page alone: to ask all the time would slow the page down. */
  const changed = (state, before) => new Promise((done) => {
    const finish = () => {
      observer.disconnect();
      clearTimeout(timer);
      done();
    };
    const observer = new MutationObserver(() => state() !== before && finish());
    const timer = setTimeout(finish, 30_000);
    observer.observe(viewer() ?? document, { childList: true, subtree: true });
  });
  /** When the next frame has been drawn. */
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  /** Waits until it is all there; opens the graph's tab where another is shown first. */
  probe.load = async (name) => {
    const kind = kinds[name];
    while (!kind.graph()) {
      await frame();
      if (probe.shown < 0 && kind.shown()) probe.shown = performance.now();
      const tab = viewer()?.querySelector("[role=tab][aria-controls$=panel-graph]");
      if (tab?.getAttribute("aria-selected") === "false") tab.click();
    }
    await frame();
    if (probe.shown < 0) probe.shown = performance.now();
    probe.graph = performance.now();
  };

  /** Unfolds one group after the other, from the top; the time from the click to the frame that shows it. */
  probe.unfold = async (name, most) => {
    const kind = kinds[name];
    const times = [];
    while (times.length < most) {
      const [group] = kind.folded();
      if (!group) break;
      const before = kind.state();
      const start = performance.now();
      const done = changed(kind.state, before);
      group.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      await done;
      await frame();
      times.push(performance.now() - start);
      await new Promise((done) => setTimeout(done, 300));
    }
    return times;
  };
})();
