import { isDictionary, isList, valueFrom, type Value } from './value.js';

export interface Loop {
  readonly key: string | undefined;
  readonly item: string;
  readonly keys: readonly string[];
  readonly items: readonly Value[];
  index: number;
}

interface Frame {
  /** Nothing around a macro is seen in it, except the variables of the context. */
  readonly kind: 'template' | 'macro' | 'loop';
  readonly variables: Map<string, Value>;
  readonly loop: Loop | undefined;
}

const LOOP_MEMBERS: ReadonlyMap<string, (loop: Loop) => Value> = new Map<
  string,
  (loop: Loop) => Value
>([
  ['index', (loop) => BigInt(loop.index + 1)],
  ['index0', (loop) => BigInt(loop.index)],
  ['first', (loop) => loop.index === 0],
  ['last', (loop) => loop.index === loop.items.length - 1],
]);

/** The variables that can be seen where the rendering is. */
export class Scope {
  readonly #frames: Frame[] = [{ kind: 'template', variables: new Map(), loop: undefined }];
  readonly #context = new Map<string, Value>();

  constructor(readonly variables: ReadonlyMap<string, unknown>) {}

  enterLoop(loop: Loop): void {
    this.#frames.push({ kind: 'loop', variables: new Map(), loop });
  }

  enterMacro(variables: Map<string, Value>): void {
    this.#frames.push({ kind: 'macro', variables, loop: undefined });
  }

  leave(): void {
    this.#frames.pop();
  }

  /** What is set in a round of a loop is gone in the next one. */
  nextRound(loop: Loop): void {
    this.#frames.at(-1)?.variables.clear();
    loop.index += 1;
  }

  set(name: string, value: Value, isGlobal: boolean): void {
    const frame = isGlobal
      ? this.#frames.findLast((one) => one.kind !== 'loop')
      : this.#frames.at(-1);
    frame?.variables.set(name, value);
  }

  /** Undefined if there is no such variable, or no such member of it. */
  find(root: string, steps: readonly string[]): Value | undefined {
    for (let depth = this.#frames.length - 1; depth >= 0; depth -= 1) {
      const frame = this.#frames[depth];
      if (frame === undefined) break;
      const found = member(frame.variables.get(root), steps) ?? inLoop(frame.loop, root, steps);
      if (found !== undefined) return found;
      if (frame.kind !== 'loop') break;
    }
    return member(this.#contextual(root), steps);
  }

  #contextual(name: string): Value | undefined {
    const known = this.#context.get(name);
    if (known !== undefined) return known;
    const host = this.variables.get(name);
    if (host === undefined) return undefined;
    const value = valueFrom(host);
    this.#context.set(name, value);
    return value;
  }
}

function inLoop(loop: Loop | undefined, root: string, steps: readonly string[]): Value | undefined {
  if (loop === undefined) return undefined;
  if (root === loop.key) return steps.length === 0 ? loop.keys[loop.index] : undefined;
  if (root === 'loop') {
    const [step, ...more] = steps;
    return step === undefined || more.length > 0 ? undefined : LOOP_MEMBERS.get(step)?.(loop);
  }
  return root === loop.item ? member(loop.items[loop.index], steps) : undefined;
}

const INDEX = /^(?:0|[1-9][0-9]*)$/;

/** The member of a value that `steps` lead to. */
export function member(value: Value | undefined, steps: readonly string[]): Value | undefined {
  let current = value;
  for (const step of steps) {
    if (isDictionary(current)) current = current.get(step);
    else if (isList(current) && INDEX.test(step)) current = current[Number(step)];
    else return undefined;
  }
  return current;
}
