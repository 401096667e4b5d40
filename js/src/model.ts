// Talks to a widget model as anywidget defines it: traits, messages with ids, answers with a time limit.
import { effect, type Signal, signal } from "@preact/signals-core";
import {
  ANSWER_WITHIN_MS,
  ASK_WITHIN_MS,
  asSelection,
  type FileKind,
  GRAPHVIZ_WITHIN_MS,
  type Host,
  type Request,
  type Response,
  type Traits,
} from "./contract";
import { gunzip } from "./gzip";
import type { Shared } from "./state";

export interface Model<T> {
  get<K extends keyof T>(name: K): T[K];
  set<K extends keyof T>(name: K, value: T[K]): void;
  save_changes(): void;
  on(event: string, listener: (...args: never[]) => void): void;
  off(event: string, listener: (...args: never[]) => void): void;
  send(message: unknown): void;
}

/** The widget's traits as signals, both ways. */
export function share(model: Model<Traits>): { state: Shared; end: () => void } {
  const undo: (() => void)[] = [];
  function both<K extends "selection" | "tab" | "height" | "theme">(
    name: K,
    clean = (value: Traits[K]) => value,
  ): Signal<Traits[K]> {
    const value = signal(clean(model.get(name)));
    const read = () => {
      const next = clean(model.get(name));
      if (JSON.stringify(next) !== JSON.stringify(value.peek())) value.value = next;
    };
    model.on(`change:${name}`, read);
    undo.push(() => model.off(`change:${name}`, read));
    undo.push(
      effect(() => {
        const next = value.value;
        if (JSON.stringify(next) === JSON.stringify(model.get(name))) return;
        model.set(name, next);
        model.save_changes();
      }),
    );
    return value;
  }
  const state = {
    selection: both("selection", asSelection),
    tab: both("tab"),
    height: both("height"),
    theme: both("theme"),
  };
  return {
    state,
    end: () => {
      for (const end of undo) end();
    },
  };
}

interface Answered {
  message: Response;
  buffers: DataView<ArrayBuffer>[];
}

type Question = { kind: FileKind } | { kind: "ask"; arguments: string };

/** Asks Python. Rejects when it says no, and when nobody answers: a saved notebook has no kernel. */
export function request(model: Model<Traits>, question: Question, within = ANSWER_WITHIN_MS): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      model.off("msg:custom", receive);
      settle();
    };
    const receive = (message: Response, buffers: DataView<ArrayBuffer>[]) => {
      if (message?.type !== "response" || message.id !== id) return;
      if (message.ok) finish(() => resolve({ message, buffers: buffers ?? [] }));
      else finish(() => reject(new Error(message.error || "the answer was empty")));
    };
    const timer = setTimeout(() => finish(() => reject(new Error("no kernel answered"))), within);
    model.on("msg:custom", receive as (...args: never[]) => void);
    try {
      model.send({ type: "request", id, ...question } satisfies Request);
    } catch (error) {
      finish(() => reject(error));
    }
  });
}

export function widgetHost(model: Model<Traits>): Host {
  const file = async (kind: FileKind, within = ANSWER_WITHIN_MS) => {
    const { buffers } = await request(model, { kind }, within);
    if (!buffers[0]) throw new Error("the answer was empty");
    return buffers[0];
  };
  const ask = async (args: string) => {
    const { message } = await request(model, { kind: "ask", arguments: args }, ASK_WITHIN_MS);
    if (!message.answer) throw new Error("the answer was empty");
    return message.answer;
  };
  return {
    graphviz: () => file("graphviz", GRAPHVIZ_WITHIN_MS),
    page: async () => new Blob([await gunzip(await file("html"))], { type: "text/html" }),
    ...(model.get("_asks") ? { ask } : {}),
  };
}
