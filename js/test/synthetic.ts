// Makes reports of any size that keep every rule of the schema: for tests of scale and for looking at extremes.
import type { Break, Cause, Code, Compilation, FoldTree, Graph, GuardTree, Location, Report } from "../src/types";

export interface Size {
  /** Layers of the model in the first graph; each has `ops` ops. */
  layers: number;
  ops: number;
  /** Breaks, and so graphs after the first. */
  breaks: number;
  guards: number;
  frames: number;
  /** Put into every name, to see what long or hostile text does. */
  name?: string;
}

const MS = 1_000_000;

const CODE = [
  "def score_batch(model, x, y):",
  "    h = model(x)                  # all the layers",
  "    h = h * model.scale",
  "    stats = h.float().mean()",
  '    print("mean", stats)',
  "    gate = stats - y.mean()",
  "    if gate > 0:",
  "        h = h * 2",
  "    for name, hook in model.hooks.items():",
  "        h = hook(name, h)",
  "    return h + x",
];

export function synthetic({ layers, ops, breaks, guards, frames, name = "score_batch" }: Size): Report {
  const at = (line: number, extra: Partial<Location> = {}): Location => ({
    file: "train.py",
    line,
    function: name,
    label: "train.py",
    code: CODE[line - 10] ?? "",
    user: true,
    ...extra,
  });
  const lines = [14, 16, 18];
  const locations = [
    at(11),
    at(13),
    at(15),
    at(17),
    at(20),
    { ...at(42), function: "forward", label: "model.py", file: "model.py" },
  ];
  const graphs = [
    modelGraph(name, layers, ops, at(10)),
    ...Array.from({ length: breaks }, (_, i) => smallGraph(name, i + 1, at(15 + i))),
  ];
  const causes: Cause[] = lines.slice(0, Math.min(breaks, 3)).map((line, i) => cause(i, at(line, column(line))));
  const events: Break[] = Array.from({ length: breaks }, (_, i) => {
    const index = Math.min(i, 2);
    causes[index]!.breaks.push(i);
    return event(i, index, causes[index]!, `${i}/0`, 200 * MS + i * 90 * MS);
  });
  const compilations: Compilation[] = graphs.map((graph, i) =>
    compilation(graph, i, i < breaks ? i : -1, i === 0 ? 0 : -1),
  );
  const end = 220 * MS + graphs.length * 90 * MS;
  const codes = codesOf(name, frames, at);
  const opCount = graphs.reduce((sum, graph) => sum + graph.op_count, 0);
  const verdict =
    breaks === 0
      ? `No graph breaks. All of \`${name}\` is one graph of ${opCount} ops`
      : `${breaks} graph breaks from ${causes.length} causes split \`${name}\` into ${graphs.length} graphs; \`trim\` ran eagerly`;
  return {
    schema_version: 1,
    created: "2026-01-01T00:00:00Z",
    environment: {
      dynexplain: "0.1.0",
      torch: "2.13.0",
      python: "3.11.9",
      platform: "Linux",
      backend: "eager",
      options: { dynamic: "False" },
      config: {},
    },
    subject: { name, kind: "function", location: at(10), call: `${name}(f32[2, 32, 64])` },
    outcome: { status: "ok", detail: "", error: null },
    calls: 3,
    duration_ns: end,
    summary: {
      verdict,
      good: breaks === 0,
      chips: [
        { value: String(graphs.length), label: graphs.length === 1 ? "graph" : "graphs", tone: "plain", tab: "graph" },
        { value: String(breaks), label: "breaks", tone: breaks ? "bad" : "good", tab: "breaks" },
        { value: String(opCount), label: "ops", tone: "plain", tab: "graph" },
        { value: String(guards), label: "guards · 65 µs to check them all", tone: "plain", tab: "guards" },
        { value: "1", label: "recompile", tone: "plain", tab: "recompiles" },
        { value: "1", label: "function skipped", tone: "bad", tab: "frames" },
        { value: "0.42 s", label: "compiling", tone: "plain", tab: "compile" },
        { value: "", label: "torch 2.13.0 · eager backend", tone: "muted", tab: "" },
      ],
      split: {
        graphs_ns: 48 * MS,
        python_ns: 33 * MS,
        dynamo_ns: 19 * MS,
        compile_ns: 420 * MS,
        total_ns: 520 * MS,
        percent: [48, 33, 19],
      },
      first_tab: breaks ? "source" : "graph",
    },
    sources: [sourceOf(name, breaks)],
    locations,
    stacks: [[0], [1], [2], [3], [4], [0, 5]],
    compilations,
    graphs,
    links: graphs
      .slice(1)
      .flatMap((graph, i) => [
        { from_graph: i, from_node: 1, to_graph: graph.index, to_node: 0 },
        ...(i > 0 && i % 2 === 1 ? [{ from_graph: 0, from_node: 1, to_graph: graph.index, to_node: 1 }] : []),
      ]),
    steps: graphs.flatMap((graph, i) => [
      { kind: "graph" as const, index: graph.index, text: "" },
      ...(i < breaks
        ? [{ kind: "break" as const, index: i, text: `\`${CODE[lines[Math.min(i, 2)]! - 10]!.trim()}\` ran in Python` }]
        : []),
    ]),
    breaks: events,
    causes,
    skips: [
      {
        function: "trim",
        location: at(40, { function: "trim" }),
        kind: "disabled",
        reason: "torch.compiler.disable",
        text: "`trim` is marked with `torch.compiler.disable`",
        count: 3,
        break_index: -1,
        time_ns: 430 * MS,
      },
    ],
    guards: [
      guardTree(name, guards, at),
      ...(breaks > 0 ? [guardTree(`torch_dynamo_resume_in_${name}_at_14`, 8, at)] : []),
    ],
    recompiles: [
      {
        compile_id: "0/0",
        function: name,
        location: at(10),
        compiled: true,
        failed: {
          compile_id: "0/0",
          code: "tensor 'x' size mismatch at index 0",
          source: "L['x']",
          name: "x",
          expected: "2",
          actual: "3",
          origin: at(11),
        },
        reasons: ["0/0: tensor 'x' size mismatch at index 0. expected 2, actual 3"],
        text: "The first dimension of `x` was 2 when this was compiled; this call brought 3.",
        advice: "Mark it with `torch._dynamo.mark_dynamic(x, 0)` or compile with `dynamic=True`.",
        time_ns: 300 * MS,
      },
    ],
    codes,
    frames: {
      code: codes.slice(0, 400).map((_, i) => i),
      start_ns: codes.slice(0, 400).map((_, i) => 195 * MS + i * 20 * MS),
      duration_ns: codes.slice(0, 400).map((_, i) => (4 + (i % 5)) * MS),
      depth: codes.slice(0, 400).map(() => 1),
      thread: codes.slice(0, 400).map(() => 0),
      ended: codes.slice(0, 400).map(() => 0),
      omitted: Math.max(0, frames - 400),
      dropped: 0,
    },
    python: {
      code: codes.slice(0, 400).map((_, i) => i),
      start_ns: codes.slice(0, 400).map((_, i) => 195 * MS + i * 20 * MS),
      duration_ns: codes.slice(0, 400).map((_, i) => (4 + (i % 5)) * MS),
      thread: codes.slice(0, 400).map(() => 0),
    },
    runs: {
      graph: graphs.map((graph) => graph.index),
      start_ns: graphs.map((_, i) => 185 * MS + i * 90 * MS),
      duration_ns: graphs.map((_, i) => (8 + i) * MS),
      thread: graphs.map(() => 0),
    },
    changes: [{ kind: "buffer", name: "norm.running_mean" }],
    notes: [{ signal: "frame hook", text: "The frame hook was off: frames are missing." }],
  };
}

function column(line: number): Partial<Location> {
  const code = CODE[line - 10]!;
  return { column: code.length - code.trimStart().length, end_column: code.length, end_line: line };
}

class Strings {
  list: string[] = [""];
  #index = new Map<string, number>([["", 0]]);
  of(text: string): number {
    const known = this.#index.get(text);
    if (known !== undefined) return known;
    this.#index.set(text, this.list.length);
    return this.list.push(text) - 1;
  }
}

function builder() {
  const strings = new Strings();
  const nodes: Graph["nodes"] = {
    strings: strings.list,
    name: [],
    op: [],
    role: [],
    target: [],
    qualified: [],
    args: [],
    shape: [],
    dtype: [],
    stack: [],
    inputs: [],
  };
  const add = (role: string, target: string, inputs: number[], stack = 5, shape = "[2, 32, 64]"): number => {
    nodes.op.push(
      strings.of(
        role === "input" || role === "parameter" ? "placeholder" : role === "output" ? "output" : "call_function",
      ),
    );
    nodes.role.push(strings.of(role));
    nodes.target.push(strings.of(target));
    nodes.qualified.push(strings.of(role === "op" ? `torch.nn.functional.${target}` : ""));
    nodes.args.push(strings.of(`(${inputs.map((input) => nodes.name[input]).join(", ")})`));
    nodes.shape.push(strings.of(shape));
    nodes.dtype.push(strings.of("f32"));
    nodes.stack.push(stack);
    nodes.inputs.push(inputs);
    return nodes.name.push(`${target.replace(/\W/g, "_")}_${nodes.name.length}`) - 1;
  };
  return { nodes, add };
}

const OPS = ["linear", "softmax", "matmul", "dropout", "add", "layer_norm", "gelu", "view"];

/** A tree without groups, where `nodes` nodes are in none. */
function emptyTree(nodes = 0): FoldTree {
  const columns = { name: [], path: [], type: [], kind: [], count: [], parent: [], op_count: [] };
  return { by: "module", ...columns, node_group: Array.from({ length: nodes }, () => -1) };
}

function modelGraph(name: string, layers: number, ops: number, location: Location): Graph {
  const { nodes, add } = builder();
  const tree = emptyTree();
  const group = (
    label: string,
    path: string,
    type: string,
    kind: FoldTree["kind"][number],
    parent: number,
    op_count: number,
    count = 1,
  ) => {
    tree.path.push(path);
    tree.type.push(type);
    tree.kind.push(kind);
    tree.parent.push(parent);
    tree.op_count.push(op_count);
    tree.count.push(count);
    return tree.name.push(label) - 1;
  };
  /** Which group the items of a group go to: itself, or slices of it when there are very many, as Python cuts them. */
  const cut = (whole: number, path: string, items: number, ops: number): ((item: number) => number) => {
    if (items <= 100) return () => whole;
    const slices = new Map<number, number>();
    return (item) => {
      const start = item - (item % 50);
      const end = Math.min(items, start + 50);
      const name = `${start + 1}–${end} of ${items}`;
      if (!slices.has(start)) slices.set(start, group(name, path, "Layer", "split", whole, (end - start) * ops));
      return slices.get(start)!;
    };
  };
  const put = (at: number, ...node: Parameters<typeof add>): number => {
    tree.node_group.push(at);
    return add(...node);
  };
  let last = put(-1, "input", "x", [], 0);
  const embeddings = group("embeddings", "embeddings", "Embeddings", "module", -1, 2);
  const table = put(-1, "parameter", "embeddings.word.weight", [], 0, "[30522, 64]");
  last = put(embeddings, "op", "embedding", [last, table]);
  last = put(embeddings, "op", "dropout", [last]);
  if (layers > 0) {
    const encoder = group("encoder", "encoder", "Encoder", "module", -1, layers * ops);
    const repeat =
      layers > 1 ? group("layer", "encoder.layer", "Layer", "repeat", encoder, layers * ops, layers) : encoder;
    const layersIn = cut(repeat, "encoder.layer", layers, ops);
    for (let layer = 0; layer < layers; layer++) {
      const path = `encoder.layer.${layer}`;
      const one = group(`layer.${layer}`, path, "Layer", "module", layersIn(layer), ops);
      const half = Math.ceil(ops / 2);
      const attention = group("attention", `${path}.attention`, "Attention", "module", one, half);
      const [front, back] = [cut(attention, path, half, 1), cut(one, path, ops - half, 1)];
      const residual = last;
      for (let i = 0; i < ops; i++) {
        const inside = i < half ? front(i) : back(i - half);
        const op = OPS[i % OPS.length]!;
        const weights =
          op === "linear"
            ? [put(-1, "parameter", `${path}.${i}.weight`, [], 0), put(-1, "parameter", `${path}.${i}.bias`, [], 0)]
            : [];
        last = put(inside, "op", op, op === "add" ? [last, residual] : [last, ...weights]);
      }
    }
  }
  const pooler = group("pooler", "pooler", "Pooler", "module", -1, 3);
  const weights = [
    put(-1, "parameter", "pooler.dense.weight", [], 0),
    put(-1, "parameter", "pooler.dense.bias", [], 0),
  ];
  last = put(pooler, "op", "getitem", [last]);
  last = put(pooler, "op", "linear", [last, ...weights]);
  last = put(pooler, "op", "tanh", [last]);
  last = put(-1, "op", "mean", [last], 1, "[]");
  put(-1, "output", "output", [last], 1);
  return graphOf(nodes, tree, 0, name, location, layers * ops + 6);
}

function smallGraph(name: string, index: number, location: Location): Graph {
  const { nodes, add } = builder();
  const a = add("input", "stats", [], 2, "[]");
  const b = add("input", "h", [], 2);
  const mean = add("op", "sub", [a, b], 2);
  const out = add("op", index % 2 ? "gt" : "mul", [mean], 3);
  add("output", "output", [out], 4);
  const tree = emptyTree(nodes.name.length);
  return graphOf(nodes, tree, index, name, location, 2);
}

function graphOf(
  nodes: Graph["nodes"],
  tree: FoldTree,
  index: number,
  name: string,
  location: Location,
  ops: number,
): Graph {
  const source: FoldTree = {
    ...tree,
    by: "source",
    name: [name],
    path: [name],
    type: ["train.py:10"],
    kind: ["source"],
    count: [1],
    parent: [-1],
    op_count: [ops],
    node_group: nodes.name.map((_, i) => (nodes.strings[nodes.role[i]!] === "op" ? 0 : -1)),
  };
  return {
    index,
    compile_id: `${index}/0`,
    function: index === 0 ? name : `torch_dynamo_resume_in_${name}_at_${14 + index}`,
    location,
    op_count: ops,
    nodes,
    trees: [tree, source],
    ended_by: -1,
    backend: "eager",
    backend_ns: MS,
    runs: 3,
    run_ns: 9 * MS,
  };
}

function compilation(graph: Graph, i: number, broken: number, guards: number): Compilation {
  const start = i === 0 ? 0 : 205 * MS + (i - 1) * 90 * MS;
  const length = i === 0 ? 180 * MS : 60 * MS;
  return {
    id: `${i}/0`,
    function: graph.function,
    location: graph.location,
    resumed_at: i === 0 ? 0 : 14 + i,
    status: "compiled",
    detail: "",
    start_ns: start,
    duration_ns: length,
    restarts: i === 0 ? ["a tensor's shape became dynamic"] : [],
    graphs: [i],
    break_index: broken,
    guards,
    recompile: -1,
    phases: [
      { name: "entire_frame_compile", start_ns: start, duration_ns: length, depth: 0 },
      { name: "bytecode_tracing", start_ns: start + MS, duration_ns: length * 0.6, depth: 1 },
      { name: "build_guards", start_ns: start + length * 0.65, duration_ns: length * 0.2, depth: 1 },
      { name: "backend_compile", start_ns: start + length * 0.88, duration_ns: length * 0.1, depth: 1 },
    ],
    bytecode: {
      before: OPS.map((op, k) => ({ offset: k * 2, opname: "LOAD_FAST", argument: op, line: 11 + k })),
      after: [
        { offset: 0, opname: "LOAD_GLOBAL", argument: "__compiled_fn_1", line: 0 },
        ...OPS.slice(2, 5).map((op, k) => ({ offset: 2 + k * 2, opname: "LOAD_FAST", argument: op, line: 11 + k })),
        { offset: 20, opname: "RETURN_VALUE", argument: "", line: 20 },
      ],
    },
    runs: 3,
  };
}

const TITLES = ["`print` cannot be traced", "Branch on the value of a tensor", "A dict view cannot be traced"];

function cause(index: number, location: Location): Cause {
  return {
    number: index + 1,
    title: TITLES[index]!,
    gb_type: "Unsupported builtin",
    gb_id: `GB00${59 + index}`,
    location,
    user_location: location,
    explanation:
      "Dynamo does not know how to trace the builtin `print`. The graph ends before this line, the line runs in Python, and a second graph begins after it.",
    hints: ["Move the call out of the compiled function.", "Use `torch._dynamo.config.reorderable_logging_functions`."],
    link: "https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0059.html",
    example: { before: 'print("mean", stats)', after: "return h, stats      # print outside" },
    breaks: [],
    outcome: "resumed",
    cost: "once; 14 ops before it, 5 after",
    eager_ns: index === 0 ? 4 * MS : 0,
  };
}

function event(index: number, causeIndex: number, cause: Cause, compile_id: string, time_ns: number): Break {
  return {
    number: index + 1,
    cause: causeIndex,
    compile_id,
    gb_type: cause.gb_type,
    gb_id: cause.gb_id,
    outcome: "resumed",
    location: cause.location,
    user_location: cause.user_location,
    stack: [{ ...cause.location, line: 31, function: "main", code: "score_batch(model, x, y)" }, cause.location],
    reason: "Failed to trace builtin operator",
    explanation: cause.explanation,
    context: "builtin print [<class 'ConstantVariable'>]",
    hints: cause.hints,
    link: cause.link,
    chain: [],
    time_ns,
  };
}

function guardTree(name: string, total: number, at: (line: number) => Location): GuardTree {
  const sources: GuardTree["sources"] = [
    { name: "x", source: "L['x']", parent: -1, guard_count: 2, cost_ns: 3100 },
    { name: "model", source: "L['model']", parent: -1, guard_count: Math.max(0, total - 7), cost_ns: 61_000 },
  ];
  const guards: GuardTree["guards"] = [
    {
      source: 0,
      kind: "TENSOR_MATCH",
      code: ["check_tensor(L['x'])"],
      text: "`f32[2, 32, 64]` on cpu, no grad",
      origin: at(11),
      cost_ns: 1900,
    },
    {
      source: 0,
      kind: "NO_TENSOR_ALIASING",
      code: ["no aliasing"],
      text: "no dynamic marks",
      origin: at(11),
      cost_ns: 1200,
    },
  ];
  const kinds = ["TYPE_MATCH", "TENSOR_MATCH", "EQUALS_MATCH"];
  for (let i = 0; i < total - 7; i++) {
    if (i % 40 === 0) {
      const count = Math.min(40, total - 7 - i);
      sources.push({
        name: `model.layer[${i / 40}]`,
        source: `L['model'].layer[${i / 40}]`,
        parent: 1,
        guard_count: count,
        cost_ns: 900,
      });
    }
    const kind = kinds[i % 3]!;
    guards.push({
      source: sources.length - 1,
      kind,
      code: [`${kind}(${i})`],
      text: `weight ${i} is \`Parameter\``,
      origin: i % 5 ? null : at(11),
      cost_ns: 140,
    });
  }
  sources.push({ name: "global state", source: "", parent: -1, guard_count: 5, cost_ns: 800 });
  for (let i = 0; i < 5; i++) {
    guards.push({
      source: sources.length - 1,
      kind: "GLOBAL_STATE",
      code: ["___check_global_state()"],
      text: "grad mode is on",
      origin: null,
      cost_ns: 160,
    });
  }
  return { compile_id: "0/0", function: name, count: guards.length, sources, guards, cost_ns: 65_000 };
}

function codesOf(name: string, frames: number, at: (line: number, extra?: Partial<Location>) => Location): Code[] {
  const kinds: Code["kind"][] = ["eager", "compiled", "graph", "library", "dynamo", "resumed", "skipped"];
  return Array.from({ length: frames }, (_, i) => ({
    name: i === 0 ? "trim" : `${name}_${i}`,
    location: at(40 + (i % 60), { function: "trim" }),
    kind: i === 0 ? "eager" : kinds[i % kinds.length]!,
    calls: 1 + (i % 9),
    total_ns: ((i * 7919) % 900) * 10_000,
    self_ns: ((i * 104_729) % 500) * 1_000,
    raised: i % 50 === 3 ? 1 : 0,
  }));
}

function sourceOf(name: string, breaks: number): Report["sources"][number] {
  const marks: Report["sources"][number]["marks"] = [];
  const put = (line: number, kind: "graph" | "break" | "eager" | "skip" | "inlined", index: number, text: string) => {
    marks.push({ line, kind, index, text });
  };
  for (const line of [11, 12, 13]) put(line, "graph", 0, "");
  if (breaks > 0) {
    put(14, "break", 0, "`print` cannot be traced");
    put(15, "graph", 1, "");
  }
  if (breaks > 1) {
    put(16, "break", 1, "branch on the value of a tensor");
    put(17, "graph", 2, "");
    put(18, "eager", -1, "runs eagerly: `trim()` was skipped, 33 % of the calls");
    put(19, "eager", -1, "runs eagerly: `trim()` was skipped, 33 % of the calls");
  }
  put(20, "graph", Math.min(3, breaks), "");
  const time = (kind: "calls" | "graphs" | "outside", line: number, end_line: number, graphs: number[], ops = 0) => ({
    ...{ kind, line, end_line, graphs, ops, count: 3, ns: 9 * MS },
    text: `measured for \`${name}\``,
  });
  const times = [time("calls", 10, 10, []), time("graphs", 11, 13, [0], 23)];
  if (breaks > 0) times.push(time("outside", 14, 14, []), time("graphs", 15, 15, [1], 2));
  return {
    ...{ file: "train.py", label: "train.py", function: name, first_line: 10, lines: CODE, marks, user: true, times },
    colours: {
      kinds: ["keyword", "definition", "comment", "builtin", "string"],
      line: [0, 0, 1, 4, 4],
      start: [0, 4, 34, 4, 10],
      length: [3, 11, 16, 5, 6],
      kind: [0, 1, 2, 3, 4],
    },
    bytecode: [],
    guards: { line: [11], count: [2], tree: [0], guard: [0] },
  };
}
