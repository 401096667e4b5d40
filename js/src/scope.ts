// What must be undone when a view goes away: effects, listeners, observers.
import { effect } from "@preact/signals-core";

export class Scope {
  #undo: (() => void)[] = [];

  /** Runs `body` now and whenever a signal that it read changes. */
  effect(body: () => unknown): void {
    this.#undo.push(effect(() => void body()));
  }

  listen<T extends EventTarget>(target: T, type: string, listener: (event: never) => void, options?: object): void {
    target.addEventListener(type, listener as EventListener, options);
    this.#undo.push(() => target.removeEventListener(type, listener as EventListener, options));
  }

  add(undo: () => void): void {
    this.#undo.push(undo);
  }

  /** A scope that ends with this one, or earlier. */
  child(): Scope {
    const scope = new Scope();
    this.add(() => scope.end());
    return scope;
  }

  end(): void {
    for (const undo of this.#undo.splice(0).reverse()) undo();
  }
}
